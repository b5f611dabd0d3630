"""Records as JSON: literal words of a table for their fields, and readers for the fields' types."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType, UnionType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from qwixx_pad.core.safe_json import read_json

_Value = TypeVar("_Value")
_Reader = Callable[[Any], Any]
_NO_WRITERS: Mapping[type, _Reader] = MappingProxyType({})


def exactly(kind: type[_Value]) -> Callable[[object], _Value]:
    """Make a reader that refuses all but one of JSON's own types: `True` is no number."""

    def read(plain: object) -> _Value:
        if type(plain) is not kind:
            raise TypeError(f"no {kind.__name__}")
        return plain

    return read


LENIENT_READERS: Mapping[Any, _Reader] = MappingProxyType(
    {str: str, int: int, bool: lambda plain: plain is True, list: list, dict: exactly(dict)}
)
"""They take a number for a text, a text of digits for a number, and all but `True` for `False`."""


class Codec:
    """Writes records as JSON, and reads them from JSON that somebody else may have written.

    Args:
        words: For each class of records the key of each field, in the order of the fields; None
            for a class that is written as a list of its values.
        readers: For types of fields and for JSON's own, what makes a value of the JSON there; it
            raises an error if it is none. A field `Annotated` with a reader has its own.
        writers: For other classes, what is written instead.
    """

    def __init__(
        self,
        words: Mapping[type, Sequence[str] | None],
        readers: Mapping[Any, _Reader],
        writers: Mapping[type, _Reader] = _NO_WRITERS,
    ) -> None:
        self._words = words
        self._readers = readers
        self._writers = writers

    def encode(self, value: object) -> Any:  # noqa: ANN401 - JSON is anything
        """Make JSON values of records, tuples, and sets, which are sorted; others stay."""
        kind = type(value)
        if kind in self._writers:
            return self.encode(self._writers[kind](value))
        if kind in self._words:
            values = [self.encode(getattr(value, name)) for name in kind.__annotations__]
            keys = self._words[kind]
            return values if keys is None else dict(zip(keys, values, strict=True))
        if isinstance(value, tuple | frozenset):
            return [*map(self.encode, sorted(value) if isinstance(value, frozenset) else value)]
        return value

    def read(self, kind: type[_Value], plain: object) -> _Value:
        """Read a value from JSON.

        Raises:
            ValueError: It is none of this type.
        """
        try:
            value: _Value = self._read(kind, plain)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise ValueError(f"no {kind}: {error}") from error
        return value

    def to_text(self, value: object) -> str:
        """Write a value as text."""
        return json.dumps(self.encode(value))

    def read_text(self, kind: type[_Value], text: str) -> _Value | None:
        """Read a value from a text; None if it is none of this type."""
        try:
            return self.read(kind, read_json(text))
        except ValueError:
            return None

    def _read(self, kind: Any, plain: Any) -> Any:  # noqa: ANN401 - of the type of a field
        if kind in self._readers:
            return self._readers[kind](plain)
        if kind in self._words:
            keys = self._words[kind]
            read = self._readers
            items = read[list](plain) if keys is None else map(read[dict](plain).__getitem__, keys)
            return kind(*self._read_each(kind.__annotations__.values(), items))
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return args[1](plain)
        if origin is UnionType:
            return None if plain is None else self._read(args[0], plain)
        items = self._readers[list](plain)
        if len(args) == 1 or args[1] is Ellipsis:
            return origin(self._read(args[0], item) for item in items)
        return tuple(self._read_each(args, items))

    def _read_each(self, kinds: Iterable[Any], items: Iterable[Any]) -> Iterable[Any]:
        return (self._read(kind, item) for kind, item in zip(kinds, items, strict=True))
