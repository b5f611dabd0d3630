"""Of which games chances are known; their table is read by who asks, and by nobody's start."""

from qwixx_pad.core.game import Setup


def is_known(setup: Setup) -> bool:
    """Whether anything is known of what the positions of such a game are worth."""
    from qwixx_pad.insight.value import value_of  # noqa: PLC0415 - as said above

    return value_of(setup) is not None
