"""What a browser has to load: only modules that something can ever import."""

from qwixx_pad.pwa.compiling import modules, reachable

NOTHING = frozenset()


def reached(*first, never=NOTHING, more=lambda _: (), **sources):
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
