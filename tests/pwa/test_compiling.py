"""What a browser need not load, and not compile at each start."""

import dataclasses

import pytest

from qwixx_pad.pwa import precompiled_dataclasses
from qwixx_pad.pwa.compiling import modules, reachable

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


# Only modules that something can ever import are loaded


def reached(*first, never=frozenset(), more=lambda _: (), **sources):
    files = {path.replace("__", "/") + ".py": text.encode() for path, text in sources.items()}
    files = {path.replace("/init.py", "/__init__.py"): text for path, text in files.items()}
    return set(reachable(modules(files), first, never, more))


def test_what_is_imported_is_kept_and_what_that_imports():
    assert reached("a", a="import b", b="import c", c="", d="") == {"a", "b", "c"}


def test_an_import_deep_inside_of_a_function_counts():
    source = "def f():\n    if True:\n        from b import x"
    assert reached("a", a=source, b="") == {"a", "b"}


def test_a_module_brings_the_packages_that_it_is_in():
    kept = reached("p.q.m", p__init="", p__q__init="", p__q__m="", p__other="")
    assert kept == {"p", "p.q", "p.q.m"}


def test_a_name_that_is_imported_from_a_package_may_be_a_module():
    assert reached("a", a="from p import m, n", p__init="", p__m="") == {"a", "p", "p.m"}


def test_relative_imports_start_at_the_package():
    kept = reached("p.m", p__init="from . import x", p__x="", p__m="from .y import z", p__y="")
    assert kept == {"p", "p.x", "p.m", "p.y"}


def test_what_only_a_type_checker_reads_does_not_count():
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n import b\nelse:\n import c"
    assert reached("a", a=source, b="", c="") == {"a", "c"}


def test_what_only_another_system_runs_does_not_count():
    source = "import sys\nif sys.platform == 'win32':\n    import b\nelse:\n    import c"
    assert reached("a", a=source, b="", c="") == {"a", "c"}


def test_what_is_never_used_is_left_out_with_all_inside_of_it():
    kept = reached("a", never=frozenset({"p"}), a="import p.m", p__init="", p__m="import b", b="")
    assert kept == {"a"}


def test_names_that_are_looked_up_late_are_told_by_the_caller():
    kept = reached("a", a="", b="", more=lambda module: ["b"] if module.name == "a" else [])
    assert kept == {"a", "b"}
