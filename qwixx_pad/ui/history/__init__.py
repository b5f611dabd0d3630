"""The list of saved games as plain values: its rows, its filter, and previews of an import."""

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from itertools import accumulate

from qwixx_pad.i18n import N_, isolate_text, join_isolated, ngettext_noop
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.exchange import MAX_IMPORT_BYTES, ImportRefusal
from qwixx_pad.library.importing import ImportPreview
from qwixx_pad.library.library import LibraryGame
from qwixx_pad.storage.summary import GameQuery, GameState, Score, Summary, local_day, name_key
from qwixx_pad.ui.sheet.look import SheetLook, stored_look
from qwixx_pad.ui.statistics import Span
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.text.names import player_names
from qwixx_pad.ui.text.translator import Translator


@dataclass(frozen=True, slots=True)
class CardLook:
    """One game in a list.

    Attributes:
        sheet: The player's own sheet, else the best; None if this version cannot show it.
        seed: Seed of the pen that draws its crosses.
        total: Points of `sheet`.
        names: All players.
        state: The result of `sheet`, in a word or two.
        is_winner: Whether `sheet` has won a game of several players.
        day: When the game was played.
        facts: The printed sheet unless it is the default, how the game was entered, and its remark.
        totals: The totals of all players, in the order of `names`; empty for a single sheet.
        hides_points: Whether points are hidden because the game has not ended.
    """

    sheet: SheetLook | None
    seed: str
    total: int
    names: str
    state: str
    is_winner: bool
    day: str
    facts: str = ""
    totals: str = ""
    hides_points: bool = False

    @property
    def day_and_facts(self) -> str:
        """The last line of a row that has no heading with the day above it."""
        return " • ".join(filter(None, (self.day, self.facts)))


def card_look(  # noqa: PLR0913 - a game, its owner, the language, and two options
    stored: LibraryGame,
    own_name: str,
    tr: Translator,
    today: date,
    *,
    search: str = "",
    hide_points: bool = False,
) -> CardLook:
    """Describe a saved game to its owner.

    Names and remarks that match the search come first, where they are never cut. `hide_points`
    hides the points of a game that has not ended.
    """
    summary = stored.summary
    day = tr.day_text(local_day(summary.touched), today)
    if not stored.sheets:
        return CardLook(
            sheet=None,
            seed="",
            total=0,
            names=tr.gettext("Made by a newer Qwixx Pad"),
            state="",
            is_winner=False,
            day=day,
        )
    score = _shown_score(summary, own_name)
    several = len(summary.scores) > 1
    hidden = hide_points and not stored.has_ended
    people = sorted(
        zip(player_names(summary, tr), summary.scores, strict=True),
        key=lambda person: _lacks_search(person[0], search),
    )
    totals = (score.total for _, score in people)
    return CardLook(
        sheet=stored_look(stored.sheets[score.seat - 1], stored.closed_letters, tr),
        seed=f"{summary.game}{score.seat if several else ''}",
        total=0 if hidden else score.total,
        names=join_isolated(name for name, _ in people),
        state=_card_state(stored, score, own_name, tr),
        is_winner=several and stored.has_ended and score.rank == 1,
        day=day,
        facts=" • ".join(_facts_and_remark(stored, search, tr)),
        totals=" · ".join(map(signed_text, totals)) if several and not hidden else "",
        hides_points=hidden,
    )


def _lacks_search(name: str, search: str) -> bool:
    return name_key(search.strip()) not in name_key(name)


def _facts_and_remark(stored: LibraryGame, search: str, tr: Translator) -> Iterator[str]:
    """Yield the remarks that match the search, the facts, and the other remarks."""
    summary = stored.summary
    remarks = [*map(isolate_text, stored.remark.as_dict.values())]
    found = [text for text in remarks if search.strip() and not _lacks_search(text, search)]
    yield from found
    if summary.layout != installed_layouts().default_layout.name:
        yield tr.layout_title(summary.layout)
    if summary.is_from_paper:
        yield tr.gettext("From paper")
    if summary.corrected and stored.has_ended:
        yield tr.gettext("corrected")
    yield from (text for text in remarks if text not in found)


def _shown_score(summary: Summary, own_name: str) -> Score:
    """The score of the player's own sheet, else the best one."""
    own = (
        score
        for score in summary.scores
        if score.name and name_key(score.name) == name_key(own_name)
    )
    return next(own, None) or min(summary.scores, key=lambda score: score.rank)


def _card_state(stored: LibraryGame, score: Score, own_name: str, tr: Translator) -> str:
    if not stored.has_ended:
        return tr.gettext("open")
    if len(stored.sheets) == 1:
        return tr.ngettext("point", "points", score.total)
    if score.rank == 1 and sum(each.rank == 1 for each in stored.summary.scores) > 1:
        return tr.gettext("shared win")
    if score.name and name_key(score.name) != name_key(own_name):
        return tr.gettext("{name} won", name=tr.short_name(score.name))
    return tr.ordinal(score.rank)


_IMPORT_REFUSALS = {
    ImportRefusal.EMPTY: (N_("This file is empty."), N_("Nothing was changed.")),
    ImportRefusal.TOO_LARGE: (
        N_("This file is too large."),
        N_("Qwixx Pad reads up to {most} MB."),
    ),
    ImportRefusal.NOT_OURS: (
        N_("This isn’t a Qwixx Pad file."),
        N_("The pad reads backups, exported games and game lines. Nothing was changed."),
    ),
    ImportRefusal.TOO_NEW: (
        N_("This file was made by a newer Qwixx Pad."),
        N_("Update Qwixx Pad first. Nothing was changed."),
    ),
    ImportRefusal.DAMAGED: (N_("This file is damaged."), N_("Nothing was changed.")),
    ImportRefusal.CANNOT_READ: (
        N_("This file couldn’t be read."),
        N_("Nothing was changed."),
    ),
}


def import_preview_texts(preview: ImportPreview, tr: Translator) -> tuple[str, tuple[str, ...]]:
    """Describe what an import would add, in a heading and at least one line."""
    intake = preview.batch
    counted = (
        (ngettext_noop("{n} new game", "{n} new games"), preview.new_count),
        (ngettext_noop("{n} game to update", "{n} games to update"), len(intake.continued)),
        (
            ngettext_noop("{n} deleted game to restore", "{n} deleted games to restore"),
            len(intake.restored),
        ),
        (ngettext_noop("{n} sheet of your own", "{n} sheets of your own"), preview.offered_count),
        (ngettext_noop("{n} note for a game", "{n} notes for games"), preview.new_remarks),
        (
            ngettext_noop("{n} game is already here", "{n} games are already here"),
            preview.known_count,
        ),
        (
            ngettext_noop(
                "{n} deleted game, which comes to Deleted",
                "{n} deleted games, which come to Deleted",
            ),
            preview.new_deleted,
        ),
        (
            ngettext_noop(
                "{n} game in which nothing was entered; no list shows it",
                "{n} games in which nothing was entered; no list shows them",
            ),
            preview.new_blank,
        ),
        *_left_out_counts(preview),
    )
    lines = (
        *(tr.ngettext(*texts, n) for texts, n in counted if n),
        *_settings_texts(preview, tr),
    )
    title = tr.ngettext("{n} game in this file", "{n} games in this file", preview.game_count)
    return title, lines or (tr.gettext("There’s nothing in it."),)


def _left_out_counts(preview: ImportPreview) -> tuple[tuple[tuple[str, str], int], ...]:
    """Count what an import leaves out, or adds although this pad cannot show it."""
    return (
        (
            ngettext_noop(
                "{n} game can’t be read and is left out",
                "{n} games can’t be read and are left out",
            ),
            preview.unreadable,
        ),
        (
            ngettext_noop(
                "{n} game has too many entries and is left out",
                "{n} games have too many entries and are left out",
            ),
            preview.too_long,
        ),
        (
            ngettext_noop(
                "{n} game is on a sheet this pad doesn’t know; it’s kept as it is",
                "{n} games are on sheets this pad doesn’t know; they’re kept as they are",
            ),
            preview.unknown_layouts,
        ),
        (
            ngettext_noop(
                "{n} sheet doesn’t match its name; it’s left out",
                "{n} sheets don’t match their names; they’re left out",
            ),
            preview.damaged_sheets,
        ),
        (
            ngettext_noop(
                "{n} sheet has the same name as one here; it’s left out, with its games",
                "{n} sheets have the same names as others here; they’re left out, with their games",
            ),
            preview.clashing_sheets,
        ),
    )


SETTING_NAMES = {
    "name": N_("Your name"),
    "language": N_("Language"),
    "theme": N_("Colours"),
    "direction": N_("Layout in portrait"),
    "keep_awake": N_("Keep the screen on"),
    "haptics": N_("Vibrate on cross"),
    "hide_points": N_("Hide points until the end"),
    "chances": N_("Chances after a game"),
    "chances_in_play": N_("Show chances while we play"),
    "ask_white_dice": N_("Ask for the white dice"),
    "finish_turn": N_("Finish the turn after two locks"),
    "best_of": N_("How many games decide a series"),
    "site": N_("Links"),
    "link_names": N_("Names in links"),
    "people": N_("Players"),
    # Translators: sheets that were marked with a heart.
    "favourites": N_("Favourite sheets"),
}
"""Names of the settings that a player chooses, by their keys."""


def _settings_texts(preview: ImportPreview, tr: Translator) -> Iterator[str]:
    """Name the settings that an import changes, and those that it does not."""

    def join_names(keys: Container[str]) -> str:
        return join_isolated(tr.gettext(name) for key, name in SETTING_NAMES.items() if key in keys)

    adopted = join_names(preview.adopted)
    unchanged = join_names(preview.kept)
    if adopted:
        # Translators: {names} are names of settings, such as "Your name, Language".
        yield tr.gettext("Settings from this file: {names}", names=adopted)
    elif preview.settings_count:
        yield tr.gettext("Settings, as they are here")
    if unchanged:
        yield tr.gettext("Settings that stay as you chose them here: {names}", names=unchanged)


def import_result_text(preview: ImportPreview, tr: Translator) -> str:
    intake = preview.batch
    counted = (
        (ngettext_noop("{n} game added.", "{n} games added."), preview.new_count),
        (
            ngettext_noop("{n} deleted game added.", "{n} deleted games added."),
            preview.new_deleted,
        ),
        (ngettext_noop("{n} game updated.", "{n} games updated."), len(intake.continued)),
        (ngettext_noop("{n} game restored.", "{n} games restored."), len(intake.restored)),
        (ngettext_noop("{n} sheet added.", "{n} sheets added."), preview.offered_count),
        (ngettext_noop("{n} note added.", "{n} notes added."), preview.new_remarks),
    )
    lines = [tr.ngettext(*texts, n) for texts, n in counted if n]
    return " ".join(lines) or tr.gettext("Settings applied.")


def import_refusal_texts(reason: ImportRefusal, tr: Translator) -> tuple[str, str]:
    """Give the reason why a file is not imported, and a hint."""
    title, detail = _IMPORT_REFUSALS[reason]
    return tr.gettext(title), tr.gettext(detail, most=MAX_IMPORT_BYTES // 1024 // 1024)


class GameScope(StrEnum):
    """Which games a list shows."""

    EVERY = "every"
    OPEN = "open"
    DELETED = "deleted"

    def scope_text(self, tr: Translator) -> str:
        return tr.gettext(_SCOPE_NAMES[self])


_SCOPE_NAMES = {
    GameScope.EVERY: N_("All games"),
    # Translators: games that are still open.
    GameScope.OPEN: N_("Unfinished"),
    # Translators: games that were deleted.
    GameScope.DELETED: N_("Deleted"),
}
_EMPTY_LISTS = {
    GameScope.EVERY: (
        N_("A fresh sheet."),
        N_("Get the six dice. Tap what you’d cross on paper."),
    ),
    GameScope.OPEN: (N_("No unfinished games."), N_("Every game here is finished.")),
    GameScope.DELETED: (
        N_("No deleted games."),
        N_("Deleted games stay here until you restore them."),
    ),
}
_NOTHING_FOUND = (N_("No matching games."), N_("Try another search or a longer period."))


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """The filter of the game list.

    Attributes:
        search: Part of a player's name, of a place or of a note.
        layout: Name of a printed sheet; empty for all.
        span: The time in which they were played.
        shown: Whether unfinished or deleted games only.
    """

    search: str = ""
    layout: str = ""
    span: Span = Span.ALL
    shown: GameScope = GameScope.EVERY

    def to_query(self, now: datetime) -> GameQuery:
        return GameQuery(
            search=self.search.strip(),
            layout=self.layout,
            since=self.span.start_time(now),
            state=GameState.OPEN if self.shown is GameScope.OPEN else None,
            deleted=self.shown is GameScope.DELETED,
        )

    def empty_texts(self, tr: Translator) -> tuple[str, str]:
        """A title and a hint for a list without games."""
        title, hint = _EMPTY_LISTS[self.shown]
        if self != HistoryFilter(shown=self.shown):
            title, hint = _NOTHING_FOUND
        return tr.gettext(title), tr.gettext(hint)


CHUNK_ROWS = 8
"""Rows that are built and dropped together."""
ROW_EXTENT_DP = 82.0
"""Distance from one row to the next, in dp."""
_SCREENS_AHEAD = 1.0
"""Screens above and below the visible one whose rows are built."""


@dataclass(frozen=True, slots=True)
class Window:
    """The chunks of a long list that are built: from `first` up to, but without, `end`.

    `above` and `below` are the heights of the other chunks, in dp.
    """

    first: int
    end: int
    above: float
    below: float


def visible_window(pixels: float, height: float, chunks: Sequence[float]) -> Window:
    """Choose the chunks to build: those within a screen of what is visible.

    Args:
        pixels: Scroll offset of the list, in dp.
        height: Height of the screen, in dp.
        chunks: Heights of all chunks, in dp; at least one.
    """
    edges = [0.0, *accumulate(chunks)]
    top = max(0.0, pixels - _SCREENS_AHEAD * height)
    bottom = max(0.0, pixels) + (1 + _SCREENS_AHEAD) * height
    first = min(bisect_right(edges, top), len(chunks)) - 1
    end = min(max(bisect_left(edges, bottom), first + 1), len(chunks))
    return Window(first, end, edges[first], edges[-1] - edges[end])
