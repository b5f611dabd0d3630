"""A file comes in only where the pad has asked for it, and never a larger one than it reads."""

import http.client
import urllib.parse
from datetime import UTC, datetime, timedelta

import pytest
from flet_web.uploads import build_upload_query_string, get_upload_signature

from qwixx_pad.server.serve import Serving, web_app
from tests.support.server.asgi_request import call_app, scope_of
from tests.support.server.counting_pad import Pad

KEY = "a key of this test"


@pytest.fixture
def served(tmp_path, monkeypatch):
    """Port of a served pad, and the folder where files come in."""
    monkeypatch.setenv("FLET_SECRET_KEY", KEY)
    monkeypatch.setenv("FLET_MAX_UPLOAD_SIZE", "1000")
    uploads = tmp_path / "uploads"
    uploads.mkdir()
    with Pad(uploads=uploads) as pad:
        yield pad.port, uploads


def send(port, query, content=b"content"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("PUT", f"/upload?{query}", content)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def asked_for(name, key=KEY, **later):
    """The fields in an address that the pad hands out."""
    until = datetime.now(UTC) + timedelta(**(later or {"seconds": 60}))
    query = build_upload_query_string(name, until)
    return f"{query}&s={get_upload_signature('upload', query, until, None if key == KEY else key)}"


def test_requested_upload_is_stored(served):
    port, uploads = served
    assert send(port, asked_for("wanted")) == 200
    assert (uploads / "wanted").read_bytes() == b"content"


def test_unrequested_upload_is_refused(served, monkeypatch):
    port, uploads = served
    monkeypatch.setenv("FLET_SECRET_KEY", "another key")
    foreign = asked_for("foreign")
    monkeypatch.setenv("FLET_SECRET_KEY", KEY)
    renamed = asked_for("wanted").replace("wanted", "another")
    for query in ("", "f=a&e=now&s=0", foreign, renamed, asked_for("late", seconds=-1)):
        assert send(port, query) in {400, 403, 410}
    assert list(uploads.iterdir()) == []


def test_upload_cannot_leave_its_folder(served):
    port, uploads = served
    assert send(port, asked_for("../elsewhere")) == 400
    assert not (uploads.parent / "elsewhere").exists()
    assert urllib.parse.quote("../elsewhere", safe="") in asked_for("../elsewhere")


@pytest.mark.filterwarnings("ignore:.*HTTP_413")  # Flet calls the status by its older name
def test_oversized_upload_is_refused(served):
    port, _ = served
    assert send(port, asked_for("large"), b"x" * 5000) == 413


def test_server_without_upload_folder_takes_no_file():
    app = web_app(lambda _: None, Serving(0))
    assert call_app(app, scope_of("/upload", "PUT", host="127.0.0.1:1"))[0]["status"] == 405
