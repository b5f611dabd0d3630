"""The link that is a game, on the screen that shares it: its button, its code, its content."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import flet as ft

from qwixx_pad.i18n import N_
from qwixx_pad.identity.network import qr_png
from qwixx_pad.library.library import Library, LibraryGame
from qwixx_pad.library.links import LinkContent, LinkTooLongError, link_url
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import Summary, local_day
from qwixx_pad.ui.context import LinkSite, Reach
from qwixx_pad.ui.design.controls import primary_button
from qwixx_pad.ui.design.drawing import qr_code
from qwixx_pad.ui.design.form import Screen, choice_row, outcome_texts, switch_line
from qwixx_pad.ui.design.primitives import explanation
from qwixx_pad.ui.text.names import player_names
from qwixx_pad.ui.text.translator import Translator

_MAX_CODE_CHARS = 2_000
"""Length of the longest link whose code a phone reads from the screen of another one."""
_REACH_TEXTS = {
    Reach.EVERYWHERE: N_("It opens at {address}."),
    Reach.NETWORK: N_("It opens on this network while this pad runs."),
    Reach.COMPUTER: N_("It opens on this computer while this pad runs."),
    Reach.NOWHERE: N_("It opens in a pad when it is pasted there."),
}
TO_KEEP_IT = N_("To keep it, open this link in a pad of your own.")
_NAME_A_SITE = N_("In the settings, under Links, you can name a site where it always opens.")
_ONE = "game"
_EVENING = "evening"
_TOO_LONG = N_("That’s too much for a link. The file below holds it.")
_NO_CODE = N_("This link is too long for a code.")


@dataclass(frozen=True, slots=True)
class SharedGames:
    """The games that a screen shares.

    Attributes:
        front: The game in front.
        evening: All finished games of its table, in the order of play; empty if it is the only one.
        moment: The number of entries in force that its review shows first; None for all.
    """

    front: LibraryGame
    evening: tuple[LibraryGame, ...] = ()
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class LinkChoice:
    """What a person chooses of a link.

    Attributes:
        evening: Whether it has all games of the evening.
        note: Whether it has the note.
        shows_code: Whether its QR code is shown.
    """

    evening: bool
    note: bool = False
    shows_code: bool = False


def full_day(summary: Summary, tr: Translator) -> str:
    """The full date of a game's last entry, as a text."""
    return tr.full_date(local_day(summary.touched))


def find_link_url(
    library: Library,
    games: tuple[str, ...],
    content: LinkContent,
    moment: int | None,
    address: str,
) -> str:
    """The link to stored games; empty if no link holds them, or if they cannot be read now."""
    try:
        return link_url(address, library.pack_games(games, content, moment))
    except (LinkTooLongError, StorageError):
        return ""


@dataclass(frozen=True)
class LinkPart(Screen):
    """Builds the part of a screen that shares a link.

    Attributes:
        shared: The games that can be in the link.
        games: Those that are in it.
        content: Parts of the games that are in the link.
        site: Where it opens.
        url: The link; empty if it is too long.
        choice: What was chosen of it.
        choose: Replaces that.
        show_message: Shows a message, and below it a text to copy by hand; each may be empty.
    """

    shared: SharedGames
    games: tuple[LibraryGame, ...]
    content: LinkContent
    site: LinkSite
    url: str
    choice: LinkChoice
    choose: Callable[[LinkChoice], None]
    show_message: Callable[[tuple[str, str]], None]

    def build_parts(self) -> list[ft.Control]:
        button = primary_button(
            "share-link",
            self.tr.gettext("Share the link"),
            self._share_link,
            icon=ft.Icons.IOS_SHARE_ROUNDED,
            height=52,
            action=self.transfer.share_action(self.url),
        )
        return [
            button if self.url else self._hint(_TOO_LONG),
            self._hint(N_("In it: {parts}."), parts=", ".join(self._contents())),
            *self._switches(),
            *(self._code_parts() if self.url else []),
            self._hint(_REACH_TEXTS[self.site.reach], address=self.site.address),
            *self._advice(),
        ]

    def _advice(self) -> Iterator[ft.Control]:
        """Say how the link lasts longer than this pad runs: at a site, or in a guest's own pad."""
        if self.context.own_games is None:
            yield self._hint(TO_KEEP_IT)
        elif self.site.reach is not Reach.EVERYWHERE:
            yield self._hint(_NAME_A_SITE)

    def _hint(self, text: str, **values: str) -> ft.Control:
        return explanation(self.tr.gettext(text, **values))

    def _contents(self) -> Iterator[str]:
        """Name what is in the link, each thing once."""
        summaries = [game.summary for game in self.games]
        yield self.tr.gettext("every cross")
        if self.content.names:
            names = (player_names(summary, self.tr) for summary in summaries)
            yield from dict.fromkeys(chain.from_iterable(names))
        yield from dict.fromkeys(full_day(summary, self.tr) for summary in summaries)
        if self.content.places:
            yield from filter(None, dict.fromkeys(game.remark.location for game in self.games))
        if self.content.notes and self._have_note:
            yield self.tr.gettext("your note")
        if self.shared.moment is not None and not self.choice.evening:
            yield self.tr.gettext("the moment you were looking at")

    @property
    def _have_note(self) -> bool:
        return any(game.remark.note for game in self.games)

    def _switches(self) -> Iterator[ft.Control]:
        names = self.context.settings.link_names
        if self.shared.evening:
            number = len(self.shared.evening)
            choices = [
                (_ONE, self.tr.gettext("This game")),
                (_EVENING, self.tr.gettext("All {n} games", n=number)),
            ]
            yield choice_row(
                choices,
                _EVENING if self.choice.evening else _ONE,
                lambda which: self.choose(replace(self.choice, evening=which == _EVENING)),
            )
        yield switch_line(
            "link-names",
            self.tr.gettext("With the names"),
            names,
            lambda: self.context.change_settings(link_names=not names),
        )
        if self.context.own_games is not None and self._have_note:
            note = self.choice.note
            yield switch_line(
                "link-note",
                self.tr.gettext("With your note"),
                note,
                lambda: self.choose(replace(self.choice, note=not note)),
            )

    def _code_parts(self) -> Iterator[ft.Control]:
        """Build the button of the QR code, and the code if it is shown."""
        if len(self.url) > _MAX_CODE_CHARS:
            yield self._hint(_NO_CODE)
            return
        shown = self.choice.shows_code
        text = N_("Hide the code") if shown else N_("Show as a code to scan")
        flipped = replace(self.choice, shows_code=not shown)
        yield self.line_button("link-code", text, partial(self.choose, flipped))
        if shown:
            picture = qr_code(
                qr_png(self.url, error="l"),
                self.context.column_width - 24,
                self.tr.gettext("Code of this link"),
            )
            yield ft.Row([picture], alignment=ft.MainAxisAlignment.CENTER)

    async def _share_link(self) -> None:
        outcome = await self.transfer.share_or_copy(self.url)
        self.show_message(outcome_texts(outcome, self.url, self.tr))
