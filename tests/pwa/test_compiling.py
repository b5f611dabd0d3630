"""What a browser need not load, and not compile at each start."""

import dataclasses

import pytest

from qwixx_pad.pwa import precompiled_dataclasses
from qwixx_pad.pwa.compiling import find_modules, reachable_modules

SOURCE = "def __create_fn__():\n def name(self): return {!r}\n return (name,)"


@pytest.fixture(autouse=True)
def as_before(monkeypatch, tmp_path):
    """Dataclasses compile for themselves again when a test is over."""
    monkeypatch.setattr(dataclasses, "exec", exec, raising=False)
    monkeypatch.setattr(precompiled_dataclasses, "COMPILED_FILE", tmp_path / "precompiled.bin")


def cross():
    @dataclasses.dataclass(frozen=True, slots=True, order=True)
    class Cross:
        row: str
        number: int = 2

    return Cross


def noted():
    texts = precompiled_dataclasses.record_compiled()
    cross()
    return texts


def written(texts):
    precompiled_dataclasses.COMPILED_FILE.write_bytes(precompiled_dataclasses.pack_compiled(texts))
    precompiled_dataclasses.use()


def compiles(monkeypatch):
    """The texts that are compiled from here on."""
    asked = []

    def run(code, *spaces):
        asked.append(code)
        exec(code, *spaces)  # noqa: S102 - as dataclasses do

    monkeypatch.setattr(precompiled_dataclasses, "exec", run, raising=False)
    return lambda: [code for code in asked if isinstance(code, str)]


def test_precompiled_dataclass_equals_the_original():
    written(noted())
    kind = cross()
    one = kind("r")
    other = kind("r", 3)
    assert repr(one) == f"{kind.__qualname__}(row='r', number=2)"
    assert one == kind("r")
    assert one < other
    assert hash(one) == hash(kind("r"))
    assert dataclasses.replace(other, row="b") == kind("b", 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.row = "y"


def test_recorded_source_is_not_compiled_again(monkeypatch):
    written(noted())
    compiled = compiles(monkeypatch)
    cross()
    assert not compiled()


def test_slightly_different_source_is_compiled():
    written([SOURCE.format("red")])
    space = {}
    dataclasses.exec(SOURCE.format("ret"), {}, space)
    assert space["__create_fn__"]()[0](None) == "ret"


def test_compiled_output_is_independent_of_order():
    texts = noted()
    assert precompiled_dataclasses.pack_compiled(texts) == precompiled_dataclasses.pack_compiled(
        [*reversed(texts), *texts]
    )
    assert all(text.encode() not in precompiled_dataclasses.pack_compiled(texts) for text in texts)


# Only modules that something can ever import are loaded


def reached(*first, never=frozenset(), more=lambda _: (), **sources):
    files = {path.replace("__", "/") + ".py": text.encode() for path, text in sources.items()}
    files = {path.replace("/init.py", "/__init__.py"): text for path, text in files.items()}
    return set(reachable_modules(find_modules(files), first, never, more))


def test_imports_are_followed_transitively():
    assert reached("a", a="import b", b="import c", c="", d="") == {"a", "b", "c"}


def test_import_inside_a_function_is_followed():
    source = "def f():\n    if True:\n        from b import x"
    assert reached("a", a=source, b="") == {"a", "b"}


def test_module_includes_its_parent_packages():
    modules = reached("p.q.m", p__init="", p__q__init="", p__q__m="", p__other="")
    assert modules == {"p", "p.q", "p.q.m"}


def test_imported_name_may_be_a_submodule():
    assert reached("a", a="from p import m, n", p__init="", p__m="") == {"a", "p", "p.m"}


def test_relative_imports_resolve_from_the_package():
    modules = reached("p.m", p__init="from . import x", p__x="", p__m="from .y import z", p__y="")
    assert modules == {"p", "p.x", "p.m", "p.y"}


def test_type_checking_imports_are_ignored():
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n import b\nelse:\n import c"
    assert reached("a", a=source, b="", c="") == {"a", "c"}


def test_imports_of_other_platforms_are_ignored():
    source = "import sys\nif sys.platform == 'win32':\n    import b\nelse:\n    import c"
    assert reached("a", a=source, b="", c="") == {"a", "c"}


def test_excluded_package_is_left_out_entirely():
    modules = reached(
        "a", never=frozenset({"p"}), a="import p.m", p__init="", p__m="import b", b=""
    )
    assert modules == {"a"}


def test_extra_modules_can_be_added_by_the_caller():
    modules = reached("a", a="", b="", more=lambda module: ["b"] if module.name == "a" else [])
    assert modules == {"a", "b"}
