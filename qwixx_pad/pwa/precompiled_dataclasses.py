"""Methods of dataclasses, compiled when the site is built.

Python makes the methods of every dataclass as text, and compiles it at each start. In a browser
that took half of the time for importing the pad. The text is still made at each start, and compared
with the text that was compiled before.
"""

import dataclasses
import hashlib
import marshal
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

COMPILED_FILE = Path(__file__).with_suffix(".bin")
"""The compiled methods; only a site has this file."""


def use() -> None:
    """Let dataclasses use the compiled methods from now on; others are compiled as usual."""
    known: Mapping[bytes, bytes] = marshal.loads(COMPILED_FILE.read_bytes())  # noqa: S302 - our own file

    def precompiled_exec(text: str, *spaces: dict[str, Any]) -> None:
        code = known.get(_text_digest(text))
        exec(marshal.loads(code) if code else text, *spaces)  # noqa: S102, S302 - as dataclasses do

    _replace_exec(precompiled_exec)


def record_compiled() -> list[str]:
    """A list to which every text is added that a dataclass compiles from now on."""
    texts: list[str] = []

    def recording_exec(text: str, *spaces: dict[str, Any]) -> None:
        texts.append(text)
        exec(text, *spaces)  # noqa: S102 - as dataclasses do

    _replace_exec(recording_exec)
    return texts


def pack_compiled(texts: Iterable[str]) -> bytes:
    """The content of the file that `use` reads, for this version of Python only."""
    return marshal.dumps(
        {
            _text_digest(text): marshal.dumps(compile(text, "<string>", "exec", dont_inherit=True))
            for text in sorted({*texts})
        }
    )


def _text_digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _replace_exec(other: Callable[..., None]) -> None:
    """Have the module `dataclasses` call another `exec`; nothing changes if it calls none."""
    vars(dataclasses)["exec"] = other
