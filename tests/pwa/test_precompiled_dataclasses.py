"""What a browser need not compile at each start."""

import dataclasses

import pytest

from qwixx_pad.pwa import precompiled_dataclasses

SOURCE = "def __create_fn__():\n def name(self): return {!r}\n return (name,)"


@pytest.fixture(autouse=True)
def as_before(monkeypatch, tmp_path):
    """Dataclasses compile for themselves again when a test is over."""
    monkeypatch.setattr(dataclasses, "exec", exec, raising=False)
    monkeypatch.setattr(precompiled_dataclasses, "WRITTEN", tmp_path / "precompiled.bin")


def cross():
    @dataclasses.dataclass(frozen=True, slots=True, order=True)
    class Cross:
        row: str
        number: int = 2

    return Cross


def noted():
    texts = precompiled_dataclasses.note()
    cross()
    return texts


def written(texts):
    precompiled_dataclasses.WRITTEN.write_bytes(precompiled_dataclasses.compiled(texts))
    precompiled_dataclasses.use()


def compiles(monkeypatch):
    """The texts that are compiled from here on."""
    asked = []

    def run(code, *spaces):
        asked.append(code)
        exec(code, *spaces)  # noqa: S102 - as dataclasses do

    monkeypatch.setattr(precompiled_dataclasses, "exec", run, raising=False)
    return lambda: [code for code in asked if isinstance(code, str)]


def test_a_dataclass_with_precompiled_methods_is_the_same_as_without():
    written(noted())
    kind = cross()
    one, other = kind("r"), kind("r", 3)
    assert repr(one) == f"{kind.__qualname__}(row='r', number=2)"
    assert one == kind("r")
    assert one < other
    assert hash(one) == hash(kind("r"))
    assert dataclasses.replace(other, row="b") == kind("b", 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.row = "y"


def test_what_was_noted_is_not_compiled_again(monkeypatch):
    written(noted())
    compiled = compiles(monkeypatch)
    cross()
    assert not compiled()


def test_a_text_that_differs_by_one_letter_is_another_one():
    written([SOURCE.format("red")])
    space = {}
    dataclasses.exec(SOURCE.format("ret"), {}, space)
    assert space["__create_fn__"]()[0](None) == "ret"


def test_the_same_texts_give_the_same_bytes_in_whatever_order_they_came():
    texts = noted()
    assert precompiled_dataclasses.compiled(texts) == precompiled_dataclasses.compiled(
        [*reversed(texts), *texts]
    )
    assert all(text.encode() not in precompiled_dataclasses.compiled(texts) for text in texts)
