"""Texts of saved games in a list, the filter of that list, and import previews. Pure."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
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
        sheet: The player's own, else the best; None for one that this version cannot show.
        seed: Whose pen has filled it.
        total: Of that sheet.
        names: Of everybody.
        state: The result of that sheet, in a word or two.
        is_winner: Whether that sheet has won a game of several.
        day: When it was played.
        facts: On which sheet, unless that is the ordinary one, and what was noted of it.
        totals: Of all players, in the order of the names; empty for a single sheet.
        hides_points: Whether points are not shown before the end.
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
        """What a line tells where no heading above it has the day."""
        return " • ".join(filter(None, (self.day, self.facts)))


def card_look(  # noqa: PLR0913 - a game, for whom, and what belongs to it
    kept: LibraryGame,
    own_name: str,
    tr: Translator,
    today: date,
    *,
    search: str = "",
    hide_points: bool = False,
) -> CardLook:
    """Return the look of a saved game for its owner.

    Text that matches the search comes first, where it is never cut. With `hide_points`, points
    are shown only when a game is over.
    """
    summary = kept.summary
    day = tr.day_text(local_day(summary.touched), today)
    if not kept.sheets:
        return CardLook(
            None, "", 0, tr.gettext("Made by a newer Qwixx Pad"), "", is_winner=False, day=day
        )
    score = _shown_score(summary, own_name)
    several = len(summary.scores) > 1
    hidden = hide_points and not kept.has_ended
    people = sorted(
        zip(player_names(summary, tr), summary.scores, strict=True),
        key=lambda person: _lacks_search(person[0], search),
    )
    totals = (score.total for _, score in people)
    return CardLook(
        sheet=stored_look(kept.sheets[score.seat - 1], kept.closed_letters, tr),
        seed=f"{summary.game}{score.seat if several else ''}",
        total=0 if hidden else score.total,
        names=join_isolated(name for name, _ in people),
        state=_card_state(kept, score, own_name, tr),
        is_winner=several and kept.has_ended and score.rank == 1,
        day=day,
        facts=" • ".join(_with_remark(kept, _game_facts(kept, tr), search)),
        totals=" · ".join(map(signed_text, totals)) if several and not hidden else "",
        hides_points=hidden,
    )


def _lacks_search(name: str, search: str) -> bool:
    """Return True if a name does not contain the search text."""
    return name_key(search.strip()) not in name_key(name)


def _game_facts(kept: LibraryGame, tr: Translator) -> list[str]:
    """List an unusual sheet, a copy from paper, and a corrected result."""
    facts = list[str]()
    summary = kept.summary
    if summary.layout != installed_layouts().default_layout.name:
        facts.append(tr.layout_title(summary.layout))
    if summary.is_from_paper:
        facts.append(tr.gettext("From paper"))
    if summary.corrected and kept.has_ended:
        facts.append(tr.gettext("corrected"))
    return facts


def _with_remark(kept: LibraryGame, facts: list[str], search: str) -> list[str]:
    """Join facts and remark; text that matches the search comes first, where it is never cut."""
    written = [*map(isolate_text, kept.remark.as_dict.values())]
    found = [text for text in written if search.strip() and not _lacks_search(text, search)]
    return [*found, *facts, *(text for text in written if text not in found)]


def _shown_score(summary: Summary, own_name: str) -> Score:
    """Return the score of the player's own sheet, else the best one."""
    own = (
        score
        for score in summary.scores
        if score.name and name_key(score.name) == name_key(own_name)
    )
    return next(own, None) or min(summary.scores, key=lambda score: score.rank)


def _card_state(kept: LibraryGame, score: Score, own_name: str, tr: Translator) -> str:
    if not kept.has_ended:
        return tr.gettext("open")
    winners = [each for each in kept.summary.scores if each.rank == 1]
    if len(winners) > 1 and score.rank == 1 and len(kept.sheets) > 1:
        return tr.gettext("shared win")
    if len(kept.sheets) > 1 and score.name and name_key(score.name) != name_key(own_name):
        return tr.gettext("{name} won", name=tr.short_name(score.name))
    alone = tr.ngettext("point", "points", score.total)
    return tr.ordinal(score.rank) if len(kept.sheets) > 1 else alone


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


def import_preview_texts(
    preview: ImportPreview, tr: Translator
) -> tuple[str, tuple[str, ...], bool]:
    """Return a heading, some lines, and True if there is anything to add."""
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
        *(tr.ngettext(*said, n) for said, n in counted if n),
        *_settings_texts(preview, tr),
    )
    title = tr.ngettext("{n} game in this file", "{n} games in this file", preview.game_count)
    return title, lines or (tr.gettext("There’s nothing in it."),), bool(preview)


def _left_out_counts(preview: ImportPreview) -> tuple[tuple[tuple[str, str], int], ...]:
    """Return texts and numbers of what an import leaves out, or only keeps."""
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
    "people": N_("Players"),
    # Translators: sheets that were marked with a heart.
    "favourites": N_("Favourite sheets"),
}
"""Names of the settings by their keys; the others are what the pad remembers by itself."""


def _settings_texts(preview: ImportPreview, tr: Translator) -> Iterator[str]:
    """Name the settings that an import brings, and those that stay."""

    def named(keys: Sequence[str]) -> str:
        return join_isolated(tr.gettext(SETTING_NAMES[key]) for key in keys)

    adopted = [key for key in SETTING_NAMES if key in preview.adopted]
    kept = [key for key in SETTING_NAMES if key in preview.kept]
    if adopted:
        # Translators: {names} are names of settings, such as "Your name, Language".
        yield tr.gettext("Settings from this file: {names}", names=named(adopted))
    elif preview.settings_count:
        yield tr.gettext("Settings, as they are here")
    if kept:
        yield tr.gettext("Settings that stay as you chose them here: {names}", names=named(kept))


def import_result_text(preview: ImportPreview, tr: Translator) -> str:
    """Describe the result of an import."""
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
    lines = [tr.ngettext(*said, n) for said, n in counted if n]
    return " ".join(lines) or tr.gettext("Settings applied.")


def import_refusal_texts(reason: ImportRefusal, tr: Translator) -> tuple[str, str]:
    """Explain in two friendly sentences why a file is not imported."""
    title, detail = _IMPORT_REFUSALS[reason]
    return tr.gettext(title), tr.gettext(detail, most=MAX_IMPORT_BYTES // 1024 // 1024)


class GameScope(StrEnum):
    """The games that the list shows."""

    EVERY = "every"
    OPEN = "open"
    DELETED = "deleted"

    def scope_text(self, tr: Translator) -> str:
        """Return the name of this scope."""
        return tr.gettext(_SCOPE_NAMES[self])


_SCOPE_NAMES = {
    GameScope.EVERY: N_("All games"),
    # Translators: games that are still open.
    GameScope.OPEN: N_("Unfinished"),
    # Translators: games that were deleted.
    GameScope.DELETED: N_("Deleted"),
}


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """The filter of the game list.

    Attributes:
        search: Letters of a player's name, of a place or of a note.
        layout: Name of a printed sheet; empty for all.
        span: How far back.
        shown: Finished or not, deleted or not.
    """

    search: str = ""
    layout: str = ""
    span: Span = Span.ALL
    shown: GameScope = GameScope.EVERY

    def to_query(self, now: datetime) -> GameQuery:
        """Convert the filter to a query of the storage."""
        return GameQuery(
            search=self.search.strip(),
            layout=self.layout,
            since=self.span.start_time(now),
            state=GameState.OPEN if self.shown is GameScope.OPEN else None,
            deleted=self.shown is GameScope.DELETED,
        )

    @property
    def is_narrowed(self) -> bool:
        """True if some games are left out."""
        return self != HistoryFilter(shown=self.shown)

    def empty_texts(self, tr: Translator) -> tuple[str, str]:
        """Return two friendly lines for an empty list."""
        if self.is_narrowed:
            return tr.gettext("No matching games."), tr.gettext(
                "Try another search or a longer period."
            )
        if self.shown is GameScope.OPEN:
            detail = tr.gettext("Every game here is finished.")
            return tr.gettext("No unfinished games."), detail
        if self.shown is GameScope.DELETED:
            detail = tr.gettext("Deleted games stay here until you restore them.")
            return tr.gettext("No deleted games."), detail
        detail = tr.gettext("Get the six dice. Tap what you’d cross on paper.")
        return tr.gettext("A fresh sheet."), detail


CHUNK_ROWS = 8
"""Rows that come and go together."""
ROW_EXTENT_DP = 82.0
"""From one row to the next, in dp."""
_SCREENS_AHEAD = 1.0
"""Screens above and below that are kept built."""


@dataclass(frozen=True, slots=True)
class Window:
    """The chunks of a long list that are built: from `first` up to, not with, `end`.

    `above` and `below` are the heights of those left out, in dp.
    """

    first: int
    end: int
    above: float
    below: float


def visible_window(pixels: float, height: float, chunks: Sequence[float]) -> Window:
    """Return the window of a list.

    Args:
        pixels: How far the list is scrolled, in dp.
        height: How much of it is visible, in dp.
        chunks: The heights of all its chunks, in dp; at least one.
    """
    edges = [0.0, *accumulate(chunks)]
    top = max(0.0, pixels - _SCREENS_AHEAD * height)
    bottom = max(0.0, pixels) + (1 + _SCREENS_AHEAD) * height
    first = min(bisect_right(edges, top), len(chunks)) - 1
    end = min(max(bisect_left(edges, bottom), first + 1), len(chunks))
    return Window(first, end, edges[first], edges[-1] - edges[end])
