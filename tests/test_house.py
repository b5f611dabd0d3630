"""The house as CONTRIBUTING draws it: imports point down, files and functions stay small."""

import ast
import builtins
import keyword
import re
import statistics
import sys
import tokenize
from collections import Counter
from functools import cache
from pathlib import Path

from tests.support.translated_texts import template

HOUSE = Path(__file__).parents[1] / "qwixx_pad"
FILES = sorted(HOUSE.rglob("*.py"))
LARGEST_FILE = 500
LONGEST_FUNCTION = 60
MEDIAN_FUNCTION = 8
LARGER_FILES = {}
"""Files with more lines, and how many: a number here may only fall. A file comes here, rather than
being packed or split by length, if a change takes it over and no idea divides it; no new one does.
"""
ROOT = HOUSE.parent
SCRIPTS = sorted((ROOT / ".ci").rglob("*.py"))
DOCUMENTED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

ELSEWHERE = {
    "_loadSnapshot",
    "HttpOnly",
    "Lax",
    "Strict",
    "WebSocket",
    "canvaskit",
    "fdatasync",
    "fl_chart",
    "fontFallbackBaseUrl",
    "font_fallbacks",
    "makeMemorySnapshot",
    "skwasm",
    "socat",
    "use_route_params",
}
"""Words in backticks that are meant, but name nothing of the pad: other programs have them."""

FLOORS = {
    "core": set(),
    "layouts": {"core"},
    "i18n": set(),
    "observable": set(),
    "storage": {"core"},
    "history": {"core", "i18n", "storage"},
    "settings": {"core", "storage"},
    "identity": {"observable"},
    "games": {"core", "layouts", "observable", "settings", "storage"},
    "sbom": set(),
    "multiplayer": {
        *("core", "games", "history", "identity", "layouts", "observable", "settings", "storage"),
    },
    "relay": {
        *("core", "games", "identity", "layouts", "multiplayer", "server", "settings", "storage"),
    },
    "library": {"core", "games", "history", "i18n", "layouts", "observable", "settings", "storage"},
    "analysis": {"core"},
    "ui": {
        *("analysis", "core", "games", "history", "i18n", "identity", "layouts", "library"),
        *("multiplayer", "observable", "sbom", "settings", "storage"),
    },
    "app": {"core", "games", "identity", "library", "multiplayer", "settings", "storage", "ui"},
    "server": {"app", "games", "i18n", "identity", "multiplayer", "settings", "storage"},
    "pwa": {"app", "games", "i18n", "identity", "layouts", "multiplayer", "server", "settings"},
    "commands": {"history", "library", "multiplayer", "storage"},
    "cli": {
        *("analysis", "app", "commands", "core", "games", "identity", "layouts", "library"),
        *("pwa", "relay"),
        *("server", "settings", "storage"),
    },
    "__main__": {"cli", "server"},
    "__init__": set(),
}
"""What each part of the house may import of the house, itself aside."""
PACKAGE = {"__version__", "assets_folder", "FONTS"}
"""What the package says of itself."""
MAY_SEE_FLET = {"ui", "app", "server", "pwa"}
SERVES = {"server", "relay"}
"""Who may see the web server."""


def part(path):
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


def room(path):
    """Which room of the screens a file is in; empty for one of another floor."""
    floor, *rest = path.relative_to(HOUSE).parts[:-1] or ("",)
    return rest[0] if floor == "ui" and rest else ""


def name(path):
    return str(path.relative_to(HOUSE))


@cache
def nodes(path):
    """Everything in a file, read once for all tests."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path):
    """The full names of all that a file imports, wherever in the file it does so."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            whole = node.module == "qwixx_pad"
            yield from (f"{node.module}.{alias.name}" for alias in node.names if whole)
            yield from () if whole else (node.module,)


def functions():
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield path, node


def code_lines(function):
    """Lines of a function without its docstring."""
    first = function.body[0]
    has_doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    doc = first.end_lineno - first.lineno + 1 if has_doc else 0
    return function.end_lineno - function.lineno + 1 - doc


def test_module_imports_only_lower_layers():
    wrong = [
        f"{name(path)} imports {theirs}"
        for path in FILES
        for theirs in {each.split(".")[1] for each in imports(path) if each[:10] == "qwixx_pad."}
        if theirs not in FLOORS[part(path)] | {part(path), *PACKAGE}
    ]
    assert wrong == []


def test_flet_is_imported_only_in_the_ui():
    for seen, may in (({"flet", "flet_web"}, MAY_SEE_FLET), ({"h11", "uvicorn"}, SERVES)):
        sees = [path for path in FILES if tops(imports(path)) & seen]
        assert [name(path) for path in sees if part(path) not in may] == []


def ui_floors():
    """The floors inside the screens, from the upper to the lower, as their page draws them."""
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    (drawn,) = re.findall(r"```\n( shell .*?)```", page, re.DOTALL)
    return re.findall(r"^ (\w+) ", drawn, re.MULTILINE)


def test_each_floor_of_the_screens_imports_only_lower_ones():
    floors = ui_floors()
    inside = [path for path in FILES if part(path) == "ui"]
    rooms = {path: name(path).split("/")[1].removesuffix(".py") for path in inside}
    assert {*floors} == {*rooms.values()} - {"__init__"}
    wrong = [
        f"{name(path)} imports {theirs}"
        for path, own in rooms.items()
        for theirs in {each.split(".")[2] for each in imports(path) if each[:13] == "qwixx_pad.ui."}
        if theirs != own and floors.index(theirs) < floors.index(own)
    ]
    assert wrong == []


UNPAINTED = {
    *("intents", "transition", "controller", "view", "state"),
    *("screen_boxes", "one_sheet", "all_sheets", "focus_map"),
}
"""Rooms of the pad that know no Flet, nor does anything that they import."""
_OF_SHEETS = {"core", "layouts", "i18n", "ui"}


def test_sheet_drawing_is_independent_of_games_and_flet():
    drawing = [path for path in FILES if path.parent.name == "sheet"]
    theirs = {each.split(".")[1] for path in drawing for each in imports(path) if "qwixx" in each}
    assert theirs <= _OF_SHEETS
    sees = {path.stem for path in drawing if "flet" in tops(reached(path))}
    assert sees == {"canvas"}


def reached(path):
    """All modules of the house and all names of others that a file reaches, whatever way."""
    wanted = [f"qwixx_pad.{name(path)[:-3].replace('/', '.')}"]
    seen = set()
    while wanted:
        module = wanted.pop()
        if module in seen:
            continue
        seen.add(module)
        source = ROOT.joinpath(*module.split("."))
        for file in (source.with_suffix(".py"), source / "__init__.py"):
            if file.is_file():
                wanted += [*imports(file), module.rpartition(".")[0]]
    return seen


def test_pure_modules_reach_no_flet_clock_or_disk():
    docs = {path: ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "" for path in FILES}
    pure = {path for path, doc in docs.items() if re.search(r"\bPure\b", doc)}
    unpainted = {path for path in FILES if room(path) == "play" and path.stem in UNPAINTED}
    assert len(pure) > len(unpainted) == len(UNPAINTED)
    assert [name(path) for path in pure | unpainted if "flet" in tops(reached(path))] == []
    outside = {"os", "pathlib", "random", "sqlite3", "time"}
    assert [name(path) for path in pure if tops(imports(path)) & outside] == []


def tops(modules):
    """The packages that modules belong to."""
    return {each.partition(".")[0] for each in modules}


def test_core_imports_only_the_standard_library():
    core = [path for path in FILES if part(path) == "core"]
    names = {each.partition(".")[0] for path in core for each in imports(path)}
    assert names <= {*sys.stdlib_module_names, "qwixx_pad"}
    assert not names & {"datetime", "time", "random", "os", "pathlib", "sqlite3", "gettext"}


def test_sqlite_is_imported_only_by_the_relay():
    """Elsewhere it may be missing."""
    relays = HOUSE / "relay/store"
    sees = [path for path in FILES if "sqlite3" in imports(path)]
    assert [name(path) for path in sees if not path.is_relative_to(relays)] == []


def test_text_files_are_opened_with_an_encoding():
    """Windows takes another encoding than all others, unless it is told one."""
    plain = [
        f"{name(path)}:{node.lineno} names no encoding"
        for path in FILES
        for node in nodes(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"read_text", "write_text"}
        and "encoding" not in {keyword.arg for keyword in node.keywords}
    ]
    assert plain == []


def test_no_large_file_grows():
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {file: lines for file, lines in lengths.items() if lines > LARGEST_FILE} == LARGER_FILES


def test_functions_are_short():
    lengths = {f"{path.name}:{node.name}": code_lines(node) for path, node in functions()}
    assert not {name: n for name, n in lengths.items() if n > LONGEST_FUNCTION}
    assert statistics.median(lengths.values()) <= MEDIAN_FUNCTION


def test_class_names_are_unique():
    names = Counter(
        node.name for path in FILES for node in nodes(path) if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_code_names_no_printed_sheet():
    """Which sheet it is says its file; the code asks what is printed on it."""
    layouts = {path.stem for path in (HOUSE / "layouts").glob("*.toml")}
    named = [
        f"{path.name}:{node.lineno} {node.value}"
        for path in FILES
        for node in nodes(path)
        if isinstance(node, ast.Constant) and node.value in layouts
    ]
    assert named == []


def decisions_in_force():
    """The pages of decisions, by their names; one that is superseded may name what is gone."""
    for path in sorted((ROOT / "docs/adr").glob("*.md")):
        text = path.read_text("utf-8")
        if " Superseded by " not in text:
            yield path.name, text


def test_pages_name_existing_files():
    pages = [("architecture.md", (ROOT / "docs/architecture.md").read_text("utf-8"))]
    pages += decisions_in_force()
    there = [f"/{path.as_posix()}" for path in ROOT.glob("[!.]*/**/*.*")]
    there += [f"/{path.as_posix()}" for path in (*ROOT.glob("*.*"), *(ROOT / ".ci").rglob("*.*"))]
    missing = [
        f"{name}: {file}"
        for name, page in pages
        for file in re.findall(r"`([\w./-]+\.(?:py|js|md|toml|json))`", page)
        if not any(path.endswith(f"/{file}") for path in there)
    ]
    assert missing == []


def test_test_support_modules_have_unique_names():
    files = [*(ROOT / "tests").rglob("*.py")]
    helpers = {path.stem for path in files if not path.stem.startswith(("test_", "__", "conftest"))}
    assert (
        helpers & {path.stem for path in FILES} | helpers & {path.parent.name for path in FILES}
        == set()
    )
    from_tests = [
        f"{path.name} imports {theirs}"
        for path in files
        for theirs in imports(path)
        if any(each.startswith("test_") or each == "conftest" for each in theirs.split("."))
    ]
    assert from_tests == []


def names_in(tree):
    """All names in some code, and its short texts: the words of records and files."""
    for node in ast.walk(tree):
        for field in ("id", "arg", "attr", "name", "asname"):
            if isinstance(found := getattr(node, field, None), str):
                yield from found.split(".")
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 40:
            yield node.value


def defined(path):
    """What a module defines: functions, classes, their fields, constants, and what it imports."""
    for node in nodes(path):
        match node:
            case ast.ClassDef(name, body=body):
                yield name
                yield from (f"{name}.{x.target.id}" for x in body if isinstance(x, ast.AnnAssign))
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.alias():
                yield node.name.split(".")[-1]
            case ast.Name(name, ast.Store()) if name.isupper():
                yield name


@cache
def known_names():
    """What any sentence may name: definitions, modules, Python's names, words of the pages."""
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))
    quoted = " ".join(re.findall(r"`([^`\n]+)`", pages))
    return {
        *dir(builtins),
        *keyword.kwlist,
        *ELSEWHERE,
        *re.findall(r"\w+", quoted),
        *(name for path in (*FILES, *SCRIPTS) for name in (path.stem, path.parent.name)),
        *(name for path in (*FILES, *SCRIPTS) for name in defined(path)),
    }


def nameless(text, own):
    """The words in backticks that name nothing; up to two letters and a number are a cell."""
    for quoted in re.findall(r"`([\w.]+)`", text):
        words = {word for word in quoted.split(".") if not re.fullmatch(r"[A-Za-z]{0,2}\d*", word)}
        known = quoted.startswith(("ft.", "cv.")) or quoted in known_names()
        if not known and words - known_names() - own:
            yield quoted


def section(docstring, title):
    """The names that a section of a docstring explains."""
    lines = re.search(rf"^{title}:\n((?: {{4}}.*\n?|\n)*)", docstring, re.MULTILINE)
    found = re.findall(r"^ {4}\*{0,2}(\w+(?:, \w+)*):", lines[1] if lines else "", re.MULTILINE)
    return {name for names in found for name in names.split(", ")}


def misdescribed(node, own):
    """The arguments, attributes and exceptions in a docstring that its function or class lacks."""
    docstring = ast.get_docstring(node) or ""
    arguments = {*names_in(getattr(node, "args", node))}  # a class has its own in `__init__`
    return (
        (section(docstring, "Args") - arguments)
        | (section(docstring, "Attributes") - own)
        | (section(docstring, "Raises") - known_names())
    )


def misnamed(path):
    """Each word of a module's docstrings and comments that names nothing, with its line."""
    everywhere = {*names_in(nodes(path)[0])}
    for node in nodes(path):
        body = getattr(node, "body", None)
        own = {*names_in(node)} if isinstance(node, DOCUMENTED) else everywhere
        for each in body if isinstance(body, list) else ():
            match each:
                case ast.Expr(ast.Constant(str() as text)):
                    yield from ((each.lineno, word) for word in nameless(text, own))
        if isinstance(node, DOCUMENTED):
            yield from ((node.lineno, name) for name in misdescribed(node, own))
    with path.open("rb") as lines:
        for token in tokenize.tokenize(lines.readline):
            if token.type == tokenize.COMMENT:
                yield from ((token.start[0], word) for word in nameless(token.string, everywhere))


def test_docstrings_and_comments_name_what_exists():
    wrong = [
        f"{path.name}:{line} `{word}`"
        for path in (*FILES, *SCRIPTS)
        for line, word in misnamed(path)
    ]
    assert wrong == []


def test_decisions_in_force_name_what_exists():
    files = (*FILES, *SCRIPTS, *(ROOT / "tests").rglob("*.py"))
    scripts = "".join(path.read_text("utf-8") for path in HOUSE.rglob("*.js"))
    existing = {*re.findall(r"\w+", scripts)}
    existing |= {path.stem for path in files}
    existing |= {name for path in files for name in names_in(nodes(path)[0])}
    wrong = [
        f"{name}: `{word}`"
        for name, text in decisions_in_force()
        for word in nameless(text, existing)
    ]
    assert wrong == []


def sentences():
    """What a text looks like that is one of the pad's of two words or more, values filled in."""
    for message in template():
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            printed = re.split(r"\{\w+\}", text)
            if len(re.findall(r"[^\W\d_]+", " ".join(printed))) > 1:
                yield ".+".join(map(re.escape, printed))


def typed_texts(path):
    """The texts in a test, each with its line; no docstring, and not why something is asserted."""
    apart = set()
    for node in nodes(path):
        match node:
            case ast.JoinedStr(values):
                apart |= {*values}
            case ast.Expr(ast.Constant() as why) | ast.Assert(msg=ast.expr() as why):
                apart |= {*ast.walk(why)}
    for node in {*nodes(path)} - apart:
        if isinstance(node, ast.JoinedStr):
            parts = (each.value if isinstance(each, ast.Constant) else "1" for each in node.values)
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_player_sentences_are_typed_only_in_text_tests():
    """So that who finds better words for players changes no test of what the pad does."""
    known = [*sentences()]
    filled = re.compile("|".join(known))
    plain = re.compile(rf"(?<!\w)(?:{'|'.join(each for each in known if '.+' not in each)})(?!\w)")
    files = [*(ROOT / "tests/ui").rglob("*.py"), *(ROOT / "tests/support/ui").rglob("*.py")]
    typed = [
        f"{path.name}:{line} types {text!r}"
        for path in files
        for line, text in typed_texts(path)
        if " " in text and (filled.fullmatch(text) or plain.search(text))
    ]
    assert sorted(typed) == []
