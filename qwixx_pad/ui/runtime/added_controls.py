"""New controls on a screen, asked for what was set on them and for nothing else.

Flet 1.0.5 goes through every field that the kind of a new control declares, some sixty, and into
each value. Nearly all are plain defaults: a quarter of the time of a screen went into that. It
also reads all their types anew for each event: a tenth of the time of a tap.
"""

import functools
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from flet.controls import base_control
from flet.controls.control_event import get_event_field_type
from flet.controls.object_patch import DiffBuilder

_PLAIN = (str, int, float, bool, bytes, type(None))
_as_flet_does = DiffBuilder._configure_dataclass  # noqa: SLF001 - the one place that is slow


def held(item: Any) -> list[object]:  # noqa: ANN401 - whatever Flet sends to a device
    """The values that may hold controls, in declared order.

    Args:
        item: A control, or a part of one.
    """
    places, always = _fields(type(item))  # type: ignore[arg-type]  # mypy takes an instance’s hash for its class’s
    told: dict[str, object] = getattr(item, "_values", {})
    names = [name for name, value in told.items() if type(value) not in _PLAIN and name in places]
    if always:
        names = [*{*names, *always}]
    if len(names) > 1:
        names.sort(key=places.__getitem__)
    values = (getattr(item, name, None) for name in names)
    return [value for value in values if not isinstance(value, _PLAIN)]


@functools.cache
def _fields(kind: type[Any]) -> tuple[dict[str, int], tuple[str, ...]]:
    """The fields of a kind in their order, and those whose default is more than a plain value.

    Of all others Flet keeps in `_values` what is not the default.
    """
    names = [field.name for field in fields(kind) if not field.metadata.get("skip")]
    declared = getattr(kind, "_prop_defaults", {})
    always = (name for name in names if not isinstance(declared.get(name, kind), _PLAIN))
    return {name: place for place, name in enumerate(names)}, tuple(always)


def _configured(
    diff: Any,  # noqa: ANN401 - Flet's
    item: Any,  # noqa: ANN401 - anything that a field holds
    parent: Any,  # noqa: ANN401 - the control that it belongs to
    frozen: bool,  # noqa: FBT001 - Flet's signature
    configure_setattr_only: bool = False,  # noqa: FBT001, FBT002 - Flet's signature
) -> Iterator[Any]:
    """What Flet's own does, in its order; it yields the controls that are new."""
    if isinstance(item, list | dict):
        for part in item.values() if isinstance(item, dict) else item:
            if type(part) not in _PLAIN:
                yield from _configured(diff, part, parent, frozen)
        return
    if configure_setattr_only or not hasattr(item, "__dataclass_fields__"):
        yield from _as_flet_does(diff, item, parent, frozen, configure_setattr_only)
        return
    new = [*_as_flet_does(diff, item, parent, frozen, configure_setattr_only=True)]
    for control in new:
        control.build()
        control._before_update_safe()  # noqa: SLF001 - as Flet's own does
        object.__setattr__(control, "_initialized", True)
        yield control
    known = getattr(item, "_parent", None)
    above = item if new else known and known()
    for part in held(item):
        yield from _configured(diff, part, above, getattr(item, "_frozen", frozen))
    for _ in _as_flet_does(diff, item, parent, frozen, configure_setattr_only=True):
        pass  # what has changed meanwhile is no change of what is on the screen


@functools.cache
def event_type(kind: type[Any], handler: str) -> object:
    """What a handler of a kind of control is told; None where there is no such handler."""
    return get_event_field_type(object.__new__(kind), handler)


def ask_only_what_is_set() -> None:
    """Let Flet find new controls in this way from now on, and read the types of each kind once."""

    def told(control: object, handler: str) -> object:
        return event_type(type(control), handler)  # type: ignore[arg-type]  # as in `held`

    setattr(base_control, "get_event_field_type", told)  # noqa: B010 - as below
    setattr(DiffBuilder, "_configure_dataclass", _configured)  # noqa: B010 - a name of Flet’s own
