"""Records as JSON: a table of the words for their fields, and readers for the fields' types."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType, UnionType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from qwixx_pad.core.safe_json import read_json

_Value = TypeVar("_Value")
_Converter = Callable[[Any], Any]


def _require_type(kind: type, plain: object) -> object:
    if type(plain) is not kind:  # `True` is no number
        raise TypeError(f"no {kind.__name__}")
    return plain


_EXACT_READERS = {kind: partial(_require_type, kind) for kind in (bool, dict, int, list, str)}
LENIENT_READERS: Mapping[Any, _Converter] = MappingProxyType(
    {str: str, int: int, bool: lambda plain: plain is True, list: list}
)
"""Readers that turn numbers into text, text of digits into numbers, all but `True` into `False`."""


class Codec:
    """Writes records as JSON, and reads them from JSON that others may have written.

    Args:
        words: For each class of records the keys of its fields, in the order of the fields; None
            for a class that is written as a list of its values.
        readers: For a type of field, a function that makes its value of JSON, or raises an error.
            `bool`, `dict`, `int`, `list` and `str` are read exactly without one; `Annotated` fields
            bring their own.
        writers: For a class of other values, a function that makes what is written instead.
    """

    def __init__(
        self,
        words: Mapping[type, Sequence[str] | None],
        readers: Mapping[Any, _Converter],
        writers: Mapping[type, _Converter] = MappingProxyType({}),
    ) -> None:
        self._words = words
        self._readers: dict[Any, _Converter] = {**_EXACT_READERS, **readers}
        self._writers: dict[type, _Converter] = {frozenset: sorted, **writers}

    def encode(self, value: object) -> Any:  # noqa: ANN401 - JSON is anything
        """Turn records, tuples and sets into values of JSON; sets are sorted, other values stay."""
        kind = type(value)
        if kind in self._writers:
            return self.encode(self._writers[kind](value))
        if kind in self._words:
            values = [self.encode(getattr(value, name)) for name in kind.__annotations__]
            keys = self._words[kind]
            return values if keys is None else dict(zip(keys, values, strict=True))
        return [*map(self.encode, value)] if isinstance(value, tuple | list) else value

    def read(self, kind: type[_Value], plain: object) -> _Value:
        """Read a value of a type from values of JSON.

        Raises:
            ValueError: It is no value of this type.
        """
        try:
            value: _Value = self._read(kind, plain)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise ValueError(f"no {kind}: {error}") from error
        return value

    def to_text(self, value: object) -> str:
        return json.dumps(self.encode(value))

    def from_text(self, kind: type[_Value], text: str) -> _Value | None:
        """Read a value of a type from JSON text; None if it is no value of this type."""
        try:
            return self.read(kind, read_json(text))
        except ValueError:
            return None

    def _read(self, kind: Any, plain: Any) -> Any:  # noqa: ANN401 - of the type of a field
        if kind in self._readers:
            return self._readers[kind](plain)
        if kind in self._words:
            keys = self._words[kind]
            items = self._read(list if keys is None else dict, plain)
            found = items if keys is None else map(items.__getitem__, keys)
            return kind(*self._read_each(kind.__annotations__.values(), found))
        origin = get_origin(kind)
        args = get_args(kind)
        if origin is Annotated:
            return args[1](plain)
        if origin is UnionType:
            return None if plain is None else self._read(args[0], plain)
        items = self._read(list, plain)
        if len(args) == 1 or args[1] is Ellipsis:
            return origin(self._read(args[0], item) for item in items)
        return tuple(self._read_each(args, items))

    def _read_each(self, kinds: Iterable[Any], items: Iterable[Any]) -> Iterable[Any]:
        return (self._read(kind, item) for kind, item in zip(kinds, items, strict=True))
