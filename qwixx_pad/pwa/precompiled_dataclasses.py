"""Methods of dataclasses that were compiled when the site was built.

Python writes the methods of every dataclass as text and compiles it at each start. In a browser
that was half of all the time until the pad was imported. The text is still written each time: what
was compiled before is only used where it is the same to the letter.
"""

import dataclasses
import hashlib
import marshal
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

COMPILED_FILE = Path(__file__).with_suffix(".bin")
"""Lies beside this file in a site; elsewhere Python compiles for itself."""


def use() -> None:
    """From now on take what is there, and compile the rest as ever."""
    known: Mapping[bytes, bytes] = marshal.loads(COMPILED_FILE.read_bytes())  # noqa: S302 - our own file

    def precompiled_exec(text: str, *spaces: dict[str, Any]) -> None:
        code = known.get(_text_digest(text))
        exec(marshal.loads(code) if code else text, *spaces)  # noqa: S102, S302 - as dataclasses do

    _replace_exec(precompiled_exec)


def record_compiled() -> list[str]:
    """From now on every text that a dataclass has compiled is in this list too."""
    texts: list[str] = []

    def recording_exec(text: str, *spaces: dict[str, Any]) -> None:
        texts.append(text)
        exec(text, *spaces)  # noqa: S102 - as dataclasses do

    _replace_exec(recording_exec)
    return texts


def pack_compiled(texts: Iterable[str]) -> bytes:
    """Return the content of the file that `use` reads.

    Args:
        texts: As noted, by the very Python that is to use them.
    """
    return marshal.dumps(
        {
            _text_digest(text): marshal.dumps(compile(text, "<string>", "exec", dont_inherit=True))
            for text in sorted({*texts})
        }
    )


def _text_digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _replace_exec(other: Callable[..., None]) -> None:
    """Give dataclasses a name of their own for what they call; a Python without it is as before."""
    vars(dataclasses)["exec"] = other
