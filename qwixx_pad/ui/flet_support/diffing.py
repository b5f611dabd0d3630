"""How Flet compares what is on the screen with what replaces it: faster, and with fewer mistakes.

Flet 1.0.5 goes through every field that the kind of a new control declares, some sixty, and into
each value. Nearly all are plain defaults: a quarter of the time of a screen went into that. It also
reads all their types anew for each event: a tenth of the time of a tap. It mixes up parts whose
order changes, and loses sight of content that is used again.
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
    """Return the values of a control or a part of one that may hold controls, as declared."""
    places, always = _declared_fields(type(item))  # type: ignore[arg-type]  # mypy takes an instance’s hash for its class’s
    told: dict[str, object] = getattr(item, "_values", {})
    names = [
        name for name, value in told.items() if type(value) not in _PLAIN_TYPES and name in places
    ]
    if always:
        names = [*{*names, *always}]
    if len(names) > 1:
        names.sort(key=places.__getitem__)
    values = (getattr(item, name, None) for name in names)
    return [value for value in values if not isinstance(value, _PLAIN_TYPES)]


@functools.cache
def _declared_fields(kind: type[Any]) -> tuple[dict[str, int], tuple[str, ...]]:
    """List the fields of a kind in order, and those whose default is more than a plain value.

    Of all others Flet keeps in `_values` what is not the default.
    """
    names = [field.name for field in fields(kind) if not field.metadata.get("skip")]
    declared = getattr(kind, "_prop_defaults", {})
    always = (name for name in names if not isinstance(declared.get(name, kind), _PLAIN_TYPES))
    return {name: place for place, name in enumerate(names)}, tuple(always)


def _configure_dataclass(
    diff: Any,  # noqa: ANN401 - Flet's
    item: Any,  # noqa: ANN401 - anything that a field holds
    parent: Any,  # noqa: ANN401 - the control that it belongs to
    frozen: bool,  # noqa: FBT001 - Flet's signature
    configure_setattr_only: bool = False,  # noqa: FBT001, FBT002 - Flet's signature
) -> Iterator[Any]:
    """Do what Flet's own does, in its order, and yield the controls that are new."""
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
        pass  # what has changed meanwhile is no change of what is on the screen


@functools.cache
def event_type(kind: type[Any], handler: str) -> object:
    """Return what a handler of a kind of control receives; None without such a handler."""
    return get_event_field_type(object.__new__(kind), handler)


def _unique_index_key(*_of: object) -> object:
    """Return the key by which Flet finds an item that was taken from one list for another.

    It looks for the place that it had, or for an equal one. Where the order of a list has changed,
    another item lies at that place by then, and what was meant for the two is done to the wrong
    one. Taken out and put in anew, each comes to its own place.
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
    """Do what Flet's own does, and move content that is used again to its new parent.

    Flet leaves it with the one before, which is gone: at each tap on it the whole page is searched.
    """
    _flet_compare(diff, parent, path, src, dst, frozen)
    content = getattr(dst, "content", None)
    if dst is not src and isinstance(content, ft.BaseControl):
        setattr(content, "_parent", ref(dst))  # noqa: B010 - as Flet does with what is new


def patch_diffing() -> None:
    """Let Flet find new controls in this way from now on, and read the types of each kind once.

    And let it mix up no two items that change their places, and lose none that is used again.
    """

    def cached_event_type(control: object, handler: str) -> object:
        return event_type(type(control), handler)  # type: ignore[arg-type]  # as in `_nested_values`

    setattr(base_control, "get_event_field_type", cached_event_type)  # noqa: B010 - as below
    setattr(DiffBuilder, "_configure_dataclass", _configure_dataclass)  # noqa: B010 - a name of Flet’s own
    setattr(DiffBuilder, "_compare_dataclasses", _compare_dataclasses)  # noqa: B010 - as above
    setattr(DiffBuilder, "_index_key", _unique_index_key)  # noqa: B010 - as above
