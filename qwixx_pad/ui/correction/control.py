"""What a running game and a reviewed one do alike with what is pressed. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A few words above the foot, gone after a while.

    Attributes:
        title, detail: One line each; the second may be empty.
        undo: Identifier of the button in it that takes back or cancels; empty where there is none.
        calm: Whether nothing went wrong.
        serial: Tells two equal messages apart.
        seat: On whose sheet (from 1) the tap was that it answers; None where it is for everybody.
    """

    title: str
    detail: str = ""
    undo: str = ""
    calm: bool = True
    serial: int = 0
    seat: int | None = None
