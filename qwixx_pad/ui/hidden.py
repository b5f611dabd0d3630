"""A pad whose points stay hidden until the end: what is shown and said is blank of them. Pure."""

from dataclasses import replace

from qwixx_pad.core.moves import Arrive, Board, Close, Cross, Entry, Move, Penalty, Redo, Undo
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.settings import Settings
from qwixx_pad.ui.looks import BandLook, Kind, Lock, PadLook
from qwixx_pad.ui.pad_state import PadState
from qwixx_pad.ui.table_looks import ChipLook, TableLook
from qwixx_pad.ui.words import Words


def hides_points(state: PadState, settings: Settings) -> bool:
    """Whether this device shows no points of a game yet."""
    return settings.hide_points and not state.game.position.settled


def without_points(look: PadLook, words: Words) -> PadLook:
    """The same sheet with its crosses and locks, but no number that adds them up."""
    return replace(
        look,
        bands=tuple(_band(band, words) for band in look.bands),
        fields=(0,) * len(look.fields),
        minus=0,
        extra=None if look.extra is None else 0,
        total=0,
        spoken_total=words.text("Total, hidden until the end"),
        spoken_sum=words.text("Points are hidden until the end."),
        spoken_extra=words.text("Board. Tap to move the pawn."),
        hidden=True,
    )


def _band(band: BandLook, words: Words) -> BandLook:
    crosses = sum(cell.kind is Kind.CROSSED for cell in band.cells) + (band.lock is Lock.MINE)
    have = words.count("{n} cross", "{n} crosses", crosses)
    if band.pill is None:
        said = words.text("{row}. {have}.", row=band.name, have=have)
    else:
        said = words.text("{row}. {closed}. {have}.", row=band.name, closed=band.pill, have=have)
    return replace(
        band,
        points=0,
        gain=None,
        points_spoken=words.of_row("{row}, points hidden", band.letter),
        spoken=said,
        hidden=True,
    )


def table_without_points(look: TableLook, words: Words) -> TableLook:
    """The same table; its standings say who rolls and who has locked what, not how all stand."""
    return replace(look, chips=tuple(_chip(chip, words) for chip in look.chips))


def _chip(chip: ChipLook, words: Words) -> ChipLook:
    said = [chip.name]
    said += [words.of_row("locked {colour}", letter) for letter in chip.locks]
    said += [words.text("rolling")] if chip.rolls else []
    said += [words.text("phone away")] if chip.away else []
    said += [words.text("sits out")] if chip.out else []
    return replace(chip, total=0, spoken=", ".join(said), hidden=True)


def spoken_without_points(entry: Entry, taken_back: Move | None, sheet: Sheet, words: Words) -> str:
    """What is announced after an entry stands; empty where only a total would be."""
    said = ""
    match entry.move:
        case Undo():
            said = words.text("Undone: {what}.", what=words.what(taken_back))
        case Redo():
            said = words.text("Redone.")
        case Cross(row, number):
            said = words.of_row("{row} {n}.", row, n=number)
        case Close(row):
            said = words.of_row("{row} is closed.", row)
        case Penalty():
            n, most = sheet.penalties, sheet.layout.penalties
            said = words.text("Misthrow {n} of {all}.", n=n, all=most)
        case Board(points):
            said = words.text("Board {n}.", n=points)
        case Arrive():
            said = words.text("Last round.")
    return said
