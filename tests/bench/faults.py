"""Sixty faults put into the pad, one at a time, to see which of them its tests find.

    python tests/bench/faults.py make                  writes faults.json anew, by its seed
    python tests/bench/faults.py run REACH [NUMBER…]   tells of each fault whether it is found

`make` was done once: the list is kept, so that the tests of before and after a change are held
against the same faults. REACH is what pytest-cov has noted of a run of the tests beneath the
browsers, and says which tests come to the line with the fault:

    pytest -m "not browser and not pyodide" --cov=qwixx_pad --cov-context=test --cov-report=

A fault that none of these finds is shown to the browser's tests of its folder, with `--browser`.
Needs `pytest-cov`, which is no part of the checks.
"""

import argparse
import ast
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import cycle
from pathlib import Path
from queue import Queue

from measuring import say

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEPT = HERE / "faults.json"
SEED = 26
PER_GROUP = {
    "drawing": (
        5,
        "ui/**/{drawing,bands,bars,painter,cell,row*,miniature,geometry*,chart,stats_cards}.py",
    ),
    "actions": (
        6,
        "ui/{runtime,shell}/*.py ui/**/{actions,controller,intents,advance,questions,*_control}.py",
    ),
    "screens": (6, "ui/*/*screen.py ui/*/__init__.py ui/table/*.py ui/home/*.py ui/games/*.py"),
    "words": (5, "ui/speech/*.py i18n/*.py"),
    "theme": (4, "ui/design/{tokens,controls,primitives,form}.py"),
    "pages": (4, "pwa/pages/*.js"),
    "core": (12, "core/*.py"),
    "storage": (6, "storage/*.py archive/*.py"),
    "tables": (6, "tables/*.py tables/remote/*.py"),
    "doors": (6, "server/*.py relay/*.py relay/store/*.py"),
}
BROWSER = {
    "pages": "test_site.py test_guest.py test_other_browsers.py",
    "doors": "test_server.py test_table.py test_leaving.py",
    "tables": "test_table.py test_evening.py test_anywhere.py",
    "storage": "test_kept.py test_server.py test_site.py",
}
"""The files of `tests/browser` that a group's faults are shown to; all others, the pictures."""
PATIENCE = 900
COMPARED = dict(
    zip(
        (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot),
        ("<=", "<", ">=", ">", "!=", "==", "not in", "in", "is not", "is"),
        strict=True,
    )
)
RECKONED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*"}
SCRIPT = [
    (r"===", "!=="),
    (r"!==", "==="),
    (r"&&", "||"),
    (r"\|\|", "&&"),
    (r"\bawait ", ""),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"(?<=[(=] )\b(\d+)\b", r"\g<1>1"),
    (r"(?m)^(  +)[a-z][\w.]*\([^\n]*\);$", r"\1;"),
]


class Source:
    """A module as text, and where in it the nodes of its tree stand."""

    def __init__(self, text):
        self.text = text.encode()
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node):
        begin = self.starts[node.lineno - 1] + node.col_offset
        return begin, self.starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node):
        begin, end = self.span(node)
        return self.text[begin:end].decode()


def declared_only(node):
    """Whether nothing of this node is run: what it says is for readers and for types."""
    return (
        isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        or (isinstance(node, ast.ClassDef) and "Protocol" in ast.dump(ast.List(node.bases)))
    )


def nodes(root):
    """All nodes that are run."""
    for field, value in ast.iter_fields(root):
        if field in {"annotation", "returns", "decorator_list", "type_params"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not declared_only(child):
                yield child
                yield from nodes(child)


def changed(source, node):  # noqa: C901 - a table
    """What could stand in the place of a node by mistake."""
    of = source.of
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield f"{of(node.left)} {COMPARED[type(op)]} {of(node.comparators[0])}"
        case ast.BoolOp(values=values):
            other = " or " if isinstance(node.op, ast.And) else " and "
            yield f"({other.join(f'({of(value)})' for value in values)})"
        case ast.BinOp() if type(node.op) in RECKONED:
            yield f"({of(node.left)} {RECKONED[type(node.op)]} {of(node.right)})"
        case ast.UnaryOp(op=ast.Not()):
            yield f"({of(node.operand)})"
        case ast.IfExp():
            yield f"({of(node.orelse)} if {of(node.test)} else {of(node.body)})"
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)) | ast.Constant(value=float(value)):
            yield str(value + 1)
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "pass"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "return None"
        case ast.Call(keywords=[*_, ast.keyword(arg=str())]) if "\n" not in of(node):
            last = of(node.keywords[-1])
            yield re.sub(r",?\s*" + re.escape(last) + r"(?=,?\s*\)$)", "", of(node))


def faults_in_python(text):
    """All faults of a module: of what kind, from and to which byte, and what stands there then."""
    source = Source(text)
    for node in nodes(ast.parse(text)):
        for instead in changed(source, node):
            if instead != source.of(node):
                yield type(node).__name__, (*source.span(node), instead)


def faults_in_script(text):
    for wrong, instead in SCRIPT:
        for found in re.finditer(wrong, text):
            line = text[text.rfind("\n", 0, found.start()) + 1 : found.end()]
            if not line.lstrip().startswith(("//", "*", "/*")):
                begin = len(text[: found.start()].encode())
                yield wrong, (begin, begin + len(found[0].encode()), found.expand(instead))


def files(globs):
    """The files that a group names; braces hold the parts that differ."""
    for each in globs.split():
        head, brace, rest = each.partition("{")
        middle, _, tail = rest.partition("}")
        for part in middle.split(",") if brace else [""]:
            yield from sorted((ROOT / "qwixx_pad").glob(head + part + tail))


def chosen_from(chance, globs, number):
    """So many faults of these files: first a kind, then a place, else most would be of one kind."""
    sites = defaultdict(list)
    for path in dict.fromkeys(files(globs)):
        of = faults_in_script if path.suffix == ".js" else faults_in_python
        for kind, fault in of(path.read_text()):
            sites[kind].append((path, fault))
    kinds = chance.sample(sorted(sites), len(sites))
    chosen = []
    for kind in cycle(kinds):
        if len(chosen) == number:
            return chosen
        if places := [place for place in sites[kind] if place not in chosen]:
            chosen.append(chance.choice(places))
    raise ValueError(globs)


def make():
    chosen, chance = [], random.Random(SEED)
    for group, (number, globs) in PER_GROUP.items():
        for path, (begin, end, instead) in chosen_from(chance, globs, number):
            whole = path.read_bytes()
            chosen.append(
                {
                    "group": group,
                    "path": str(path.relative_to(ROOT)),
                    "line": whole[:begin].count(b"\n") + 1,
                    "before": whole[max(0, begin - 60) : begin].decode(errors="ignore"),
                    "was": whole[begin:end].decode(),
                    "is": instead,
                }
            )
    KEPT.write_text(json.dumps(chosen, indent=1, ensure_ascii=False) + "\n")


def put_in(fault, tree):
    """Put a fault into a tree of the pad; returns the lines it touches there."""
    path = tree / fault["path"]
    text = path.read_text()
    where = fault["before"] + fault["was"]
    assert text.count(where) == 1, f"{fault['path']} has changed at {fault['was']!r}"
    path.write_text(text.replace(where, fault["before"] + fault["is"]))
    first = text[: text.index(where) + len(fault["before"])].count("\n") + 1
    return range(first, first + fault["was"].count("\n") + 1)


def reaching(reach, path, lines):
    """The tests that come to one of these lines; of a line that is only imported, to its file."""
    with closing(sqlite3.connect(reach)) as notes:
        rows = notes.execute(
            "SELECT context.context, numbits FROM line_bits"
            " JOIN context ON context.id = context_id JOIN file ON file.id = file_id"
            " WHERE file.path LIKE ? AND context.context LIKE '%|%'",
            (f"%/{path}",),
        ).fetchall()

    def has(bits, line):
        return line // 8 < len(bits) and bits[line // 8] & 1 << line % 8

    tests = {context for context, bits in rows if any(has(bits, line) for line in lines)}
    return sorted({test.rpartition("|")[0] for test in tests or {context for context, _ in rows}})


def passes(tree, tests, *more):
    """Whether all these tests pass in a tree; one that goes on for ever does not."""
    asked = tree / "asked.txt"
    asked.write_text("\n".join(tests))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=line", "-p", "no:cacheprovider"]
    command += ["-o", "addopts=-p no:flet --import-mode=importlib", *more, f"@{asked}"]
    environment = os.environ | {"PYTHONPATH": str(tree)}
    try:
        ran = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, text=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return False, "goes on for ever"
    said = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return ran.returncode == 0, (said or ran.stdout.splitlines()[-1:] or [""])[0]


def find(fault, tree, args):
    """Whether the tests find a fault, and the first that does."""
    path = tree / fault["path"]
    whole = path.read_bytes()
    try:
        lines = put_in(fault, tree)
        tests = reaching(args.reach, fault["path"], lines)
        if fault["group"] == "pages":
            tests = ["tests/pwa"]
        well, said = passes(tree, tests) if tests else (True, "no test comes here")
        if well and args.browser:
            names = BROWSER.get(fault["group"], "test_golden*.py").split()
            files = [f for name in names for f in (tree / "tests/browser").glob(name)]
            well, said = passes(tree, [str(file.relative_to(tree)) for file in files])
        return not well, f"{len(tests)} tests; {said}"
    finally:
        path.write_bytes(whole)


def run(args):
    faults = json.loads(KEPT.read_text())
    asked = args.numbers or range(len(faults))
    trees = Queue()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(os.cpu_count() or 1):
            tree = Path(folder, str(number))
            shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".venv", ".git", "dist"))
            trees.put(tree)

        def one(number):
            tree = trees.get()
            found, how = find(faults[number], tree, args)
            trees.put(tree)
            return number, found, how

        with ThreadPoolExecutor(trees.qsize()) as pool:
            missed = 0
            for number, found, how in pool.map(one, asked):
                fault = faults[number]
                missed += not found
                what = f"{fault['path']}:{fault['line']} {fault['was']!r} -> {fault['is']!r}"
                say(f"{number:2} {'found ' if found else 'MISSED'} {what}", how)
    say("faults that were found", f"{len(asked) - missed} of {len(asked)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["make", "run"])
    parser.add_argument("reach", nargs="?", type=Path)
    parser.add_argument("numbers", nargs="*", type=int)
    parser.add_argument("--browser", action="store_true")
    asked = parser.parse_args()
    make() if asked.what == "make" else run(asked)
