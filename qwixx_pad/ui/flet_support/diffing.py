"""How Flet compares a new screen with the old one: faster, and with fewer mistakes.

Flet 1.0.5 visits every declared field of each new control, some sixty, and every value in it.
Nearly all are plain defaults, and a quarter of the time of a screen went into that. It also reads
all types of a control for each event: a tenth of the time of a tap. It confuses items of a list
whose order changes, and loses content that is used again. docs/flet.md lists what is replaced.
"""

import functools
from collections.abc import Iterator
from dataclasses import fields
from typing import Any
from weakref import ref

import flet as ft
from flet.controls import base_control
from flet.controls.control_event import get_event_field_type
from flet.controls.object_patch import DiffBuilder

_PLAIN_TYPES = (str, int, float, bool, bytes, type(None))
_flet_configure = DiffBuilder._configure_dataclass  # noqa: SLF001 - the one place that is slow


def _nested_values(item: Any) -> list[object]:  # noqa: ANN401 - whatever Flet sends to a device
    """The values of a control, or of a part of one, that may hold controls, in declared order."""
    places, always = _declared_fields(type(item))  # type: ignore[arg-type]  # mypy takes an instance’s hash for its class’s
    changed: dict[str, object] = getattr(item, "_values", {})
    names = [
        name
        for name, value in changed.items()
        if type(value) not in _PLAIN_TYPES and name in places
    ]
    if always:
        names = [*{*names, *always}]
    if len(names) > 1:
        names.sort(key=places.__getitem__)
    values = (getattr(item, name, None) for name in names)
    return [value for value in values if not isinstance(value, _PLAIN_TYPES)]


@functools.cache
def _declared_fields(kind: type[Any]) -> tuple[dict[str, int], tuple[str, ...]]:
    """The fields of a class with their positions, and those whose default is no plain value.

    A field that is not its default is in `_values`; those with such a default may be missing there.
    """
    names = [field.name for field in fields(kind) if not field.metadata.get("skip")]
    defaults = getattr(kind, "_prop_defaults", {})
    always = (name for name in names if not isinstance(defaults.get(name, kind), _PLAIN_TYPES))
    return {name: place for place, name in enumerate(names)}, tuple(always)


def _configure_dataclass(
    diff: Any,  # noqa: ANN401 - Flet's
    item: Any,  # noqa: ANN401 - anything that a field holds
    parent: Any,  # noqa: ANN401 - the control that it belongs to
    frozen: bool,  # noqa: FBT001 - Flet's signature
    configure_setattr_only: bool = False,  # noqa: FBT001, FBT002 - Flet's signature
) -> Iterator[Any]:
    """Do the same as Flet's own, in the same order, and yield the new controls."""
    if isinstance(item, list | dict):
        for part in item.values() if isinstance(item, dict) else item:
            if type(part) not in _PLAIN_TYPES:
                yield from _configure_dataclass(diff, part, parent, frozen)
        return
    if configure_setattr_only or not hasattr(item, "__dataclass_fields__"):
        yield from _flet_configure(diff, item, parent, frozen, configure_setattr_only)
        return
    new = [*_flet_configure(diff, item, parent, frozen, configure_setattr_only=True)]
    for control in new:
        control.build()
        control._before_update_safe()  # noqa: SLF001 - as Flet's own does
        object.__setattr__(control, "_initialized", True)
        yield control
    known = getattr(item, "_parent", None)
    above = item if new else known and known()
    for part in _nested_values(item):
        yield from _configure_dataclass(diff, part, above, getattr(item, "_frozen", frozen))
    for _ in _flet_configure(diff, item, parent, frozen, configure_setattr_only=True):
        pass  # forget what changed meanwhile: it is part of the new screen


@functools.cache
def event_type(kind: type[Any], handler: str) -> object:
    """The type of the event that a handler receives; None without such a handler."""
    return get_event_field_type(object.__new__(kind), handler)


def _unique_index_key(*_of: object) -> object:
    """A key that no other item has.

    Flet uses it to find the item that was moved to another place, by its old place or by equality.
    Where the order of a list has changed, that finds another item. With keys that never match,
    moved items are removed and inserted.
    """
    return object()


_flet_compare = DiffBuilder._compare_dataclasses  # noqa: SLF001 - as above


def _compare_dataclasses(  # noqa: PLR0913, PLR0917 - Flet's signature
    diff: Any,  # noqa: ANN401 - Flet's
    parent: Any,  # noqa: ANN401 - the control that both belong to
    path: list[Any],
    src: Any,  # noqa: ANN401 - a control, or a part of one
    dst: Any,  # noqa: ANN401 - as above
    frozen: bool,  # noqa: FBT001 - Flet's signature
) -> None:
    """Do the same as Flet's own, then give content that is used again its new parent.

    Flet leaves the old parent, which is gone; it then searches the whole page at each tap.
    """
    _flet_compare(diff, parent, path, src, dst, frozen)
    content = getattr(dst, "content", None)
    if dst is not src and isinstance(content, ft.BaseControl):
        setattr(content, "_parent", ref(dst))  # noqa: B010 - as Flet does with what is new


def patch_diffing() -> None:
    """Replace functions of Flet for the whole process: see the module."""

    def cached_event_type(control: object, handler: str) -> object:
        return event_type(type(control), handler)  # type: ignore[arg-type]  # as in `_nested_values`

    setattr(base_control, "get_event_field_type", cached_event_type)  # noqa: B010 - as below
    setattr(DiffBuilder, "_configure_dataclass", _configure_dataclass)  # noqa: B010 - a name of Flet’s own
    setattr(DiffBuilder, "_compare_dataclasses", _compare_dataclasses)  # noqa: B010 - as above
    setattr(DiffBuilder, "_index_key", _unique_index_key)  # noqa: B010 - as above
