"""Links that were sent must open for good, and today's hold the recorded text.

Builds of zlib pack to different bytes, so it is the text that is compared. `pytest -n 0
tests/library/test_recorded_links.py --accept-golden` writes both files anew.
"""

import json
import re
import subprocess
import sys
import zlib
from base64 import urlsafe_b64decode
from dataclasses import replace
from pathlib import Path

import pytest

from qwixx_pad.layouts import canonical_text, installed_layouts
from qwixx_pad.library.links import (
    LinkContent,
    find_link,
    link_url,
    pack_games,
    read_link,
    replay_games,
)
from qwixx_pad.library.summaries import Remark, remark_key
from qwixx_pad.pwa.python_bundle import node_path
from tests.support.library.recorded_pad import game, saved_games
from tests.support.own_layouts import MIRROR
from tests.support.recorded_files import RECORDED

PAGE = Path(__file__).parents[2] / "docs/exchange.md"
OWN = game("own", f"{MIRROR.name} r12 r11 - end", 1, "Zoë")
_WRONG = game("corrected", "classic/2 1:r2 / 2:y3 / undo undo undo 1:r3 / 2:y3 /", 2, "Anna", "Ben")
_AT = _WRONG.entries[4].at
CORRECTED = replace(  # one action, so that its entries have one time
    _WRONG,
    entries=_WRONG.entries[:4] + tuple(replace(entry, at=_AT) for entry in _WRONG.entries[4:]),
)
SETTINGS = {
    f"sheet {MIRROR.name}": canonical_text(MIRROR),
    f"sheet-info {MIRROR.name}": "Mirror\nRed runs down.",
    remark_key("own"): Remark("Café Möhre", "Ben's first game").stored_text,
}


def cases():
    """The games of each recorded link, and what it was packed with."""
    by_setup = {saved.head.setup: saved for saved in saved_games() if saved.entries}
    alone = by_setup["classic"]
    five = next(saved for setup, saved in by_setup.items() if setup.endswith("/5"))
    every_sheet = [saved for saved in by_setup.values() if "later" not in saved.head.setup]
    yield [alone], {}
    yield [five], {"moment": 3}
    yield [by_setup["classic/2+paper"]], {}
    yield [CORRECTED], {}
    yield [OWN], {}
    yield [OWN], {"content": LinkContent(names=False, places=False)}
    yield [OWN], {"content": LinkContent(notes=True)}
    yield [alone, five, OWN, CORRECTED], {}
    yield from (([saved], {}) for saved in every_sheet)


def text_of(item):
    packed, _, moment = item.partition(".")
    data = urlsafe_b64decode(packed[1:] + "=" * (-len(packed[1:]) % 4))
    return f"{packed[0]} {moment} {zlib.decompress(data).decode()}\n"


def test_links_hold_the_recorded_text(recorded):
    texts = [text_of(pack_games(games, SETTINGS, **options)) for games, options in cases()]
    recorded("link_texts.txt", "".join(texts))


def test_recorded_links_open_with_their_games(request):
    file = RECORDED / "links.txt"
    if request.config.getoption("--accept-golden"):
        items = [pack_games(games, SETTINGS, **options) for games, options in cases()]
        lines = (f"{link_url('https://pad.example', item)}\n" for item in items)
        file.write_bytes("".join(lines).encode())
    links = file.read_text(encoding="ascii").splitlines()
    texts = (RECORDED / "link_texts.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    for link, text, (games, options) in zip(links, texts, cases(), strict=True):
        item = find_link(link)
        assert text_of(item) == text
        content = options.get("content", LinkContent())
        read = read_link(item)
        assert read.moment == options.get("moment", sum(len(saved.entries) for saved in games))
        for incoming, saved in zip(read.file.games, games, strict=True):
            names = saved.head.names if content.names else ("",) * len(saved.head.names)
            assert incoming.saved == replace(saved, head=replace(saved.head, names=names))
        assert len([*replay_games(read.file, installed_layouts())]) == len(games)
        if games == [OWN]:
            (incoming,) = read.file.games
            assert incoming.remark.location == ("Café Möhre" if content.places else "")
            assert bool(incoming.remark.note) == content.notes
            assert [sheet.title for sheet in incoming.sheets] == ["Mirror"]


def recorded_links():
    """Each link, and the list of games in it."""
    links = (RECORDED / "links.txt").read_text(encoding="ascii").split()
    texts = (RECORDED / "link_texts.txt").read_text(encoding="utf-8").splitlines()
    return {
        link: json.loads(text.split(" ", 2)[2]) for link, text in zip(links, texts, strict=True)
    }


def page_code(language):
    [code] = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return code


def answer(*command):
    return json.loads(subprocess.check_output(command, text=True))


@pytest.mark.processes
def test_python_of_the_page_reads_links():
    for link, games in [*recorded_links().items()][:8]:
        assert answer(sys.executable, "-c", page_code("python"), link) == games


@pytest.mark.processes
def test_script_of_the_page_reads_links():
    """Node has the functions of a browser that it calls."""
    links = recorded_links()
    read = f"Promise.all({json.dumps([*links])}.map(games))"
    call = f"{read}.then((all) => console.log(JSON.stringify(all)))"
    assert answer(node_path(), "--eval", page_code("js") + call) == [*links.values()]
