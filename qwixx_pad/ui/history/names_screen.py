"""The screen that changes the name of a player in all stored games."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import flet as ft

from qwixx_pad.i18n import join_isolated
from qwixx_pad.library.library import Library
from qwixx_pad.library.renaming import RenamePreview
from qwixx_pad.multiplayer.open_tables import TableRegistry
from qwixx_pad.storage import StorageError
from qwixx_pad.storage.summary import name_key
from qwixx_pad.ui.context import ScreenContext, current_context, use_change_count
from qwixx_pad.ui.design.controls import avatar, outlined_button, primary_button
from qwixx_pad.ui.design.form import name_field, option_line, page_bar, with_undo_bar
from qwixx_pad.ui.design.primitives import TapHandler, page_column, write
from qwixx_pad.ui.flet_support.field_state import use_field_state
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.history.game_row import current_card_look
from qwixx_pad.ui.theme.tokens import ASIDE, BODY

_MAX_GAMES_NAMED = 5
"""Most games that are listed because they keep the old name."""
_FACE_DP = 30


@dataclass(frozen=True, slots=True)
class _NamesState:
    """The state of the screen.

    Attributes:
        chosen: The player to rename; empty while one is being chosen.
        done_text: The result of the last action; empty for none.
        is_undoable: Whether that action can be undone.
    """

    chosen: str = ""
    done_text: str = ""
    is_undoable: bool = False


@component
def names_screen(library: Library, registry: TableRegistry, go: TapHandler) -> ft.Control:
    """Show everybody who has played here; a tap on a player opens the field for the new name."""
    context = current_context()
    use_change_count(library.watch)
    state, set_state = ft.use_state(_NamesState())
    tr = context.tr
    theme = context.theme

    def finish(text: str, *, is_undoable: bool) -> None:
        set_state(_NamesState("", text, is_undoable))

    def undo() -> None:
        failure = library.undo_rename()
        texts = tr.failure_texts(failure) if failure else [tr.gettext("The old name is back.")]
        finish(". ".join(texts), is_undoable=False)

    if state.chosen:
        return _rename_page(library, registry, state.chosen, go, finish, key=state.chosen)
    players = library.players()
    colors = context.settings.distinct_colors([player.name for player in players])
    note = tr.gettext("Choose who gets another name, in all games on this pad.")
    lines: list[ft.Control] = [write(note, ASIDE, color=theme.ink2, line_height=1.4)]
    for number, (player, color) in enumerate(zip(players, colors, strict=True)):
        games = tr.ngettext("{n} game", "{n} games", player.games)
        lines.append(
            option_line(
                f"name-{number}",
                f"{join_isolated([player.name])} • {games}",
                partial(set_state, _NamesState(player.name)),
                checked=False,
                face=avatar(player.name, theme.player_color(color), _FACE_DP),
            )
        )
    last = library.last_rename()
    if last is not None and not state.is_undoable:
        text = tr.gettext("Undo the new name {name}", name=last.name)
        lines.append(outlined_button("undo-rename", text, undo, height=52, size=16))
    bar = page_bar(tr.gettext("Change a name"), go)
    page = page_column(lines, context.column_width, spacing=8, bar=bar)
    return with_undo_bar(page, state.done_text, undo if state.is_undoable else None)


@component
def _rename_page(
    library: Library,
    registry: TableRegistry,
    name: str,
    go: TapHandler,
    finish: Callable[..., None],
) -> ft.Control:
    """Ask for the new name of a player, and preview what it changes."""
    context = current_context()
    typed = use_field_state("new-name", name)
    tr = context.tr
    theme = context.theme

    def preview_typed() -> RenamePreview | None:
        with suppress(StorageError):
            return library.preview_rename(name, typed.text_or(name), registry.games_at_tables)
        return None

    preview = preview_typed()
    texts = _preview_texts(preview, name, library, registry, context)

    def rename() -> None:
        latest = preview_typed()  # the last letters may have come after the screen was built
        if not latest:
            return
        failure = library.rename_player(latest)
        if failure is not None:
            finish(". ".join(tr.failure_texts(failure)), is_undoable=False)
        else:
            done = tr.gettext("{name} is now {new}.", name=name, new=latest.rename.name)
            finish(done, is_undoable=True)

    field = name_field(
        typed,
        tr.gettext("New name"),
        name,
        change=lambda _: typed.repaint(),
        send=rename,
        expand=True,
    )
    parts = [
        ft.Row([field]),
        ft.Semantics(
            identifier="preview",
            container=True,
            live_region=True,
            content=ft.Column([write(text, BODY, line_height=1.4) for text in texts], spacing=6),
        ),
        primary_button(
            "rename-now",
            tr.gettext("Change the name"),
            rename,
            height=52,
            dead=not preview,
            opacity=1 if preview else theme.idle_opacity,
        ),
        outlined_button("keep-name", tr.gettext("Cancel"), lambda: finish("", is_undoable=False)),
    ]
    bar = page_bar(tr.gettext("Change a name"), go, join_isolated([name]))
    return page_column(parts, context.column_width, spacing=14, bar=bar)


def _preview_texts(
    preview: RenamePreview | None,
    old: str,
    library: Library,
    registry: TableRegistry,
    context: ScreenContext,
) -> Iterator[str]:
    """Describe the games that the new name changes, the players it merges, and the other games.

    `preview` is None if the games cannot be read.
    """
    tr = context.tr
    if preview is None:
        yield tr.gettext("Your games couldn’t be read just now.")
        return
    new = preview.rename.name
    if preview.game_count:
        yield tr.ngettext("Changes {n} game.", "Changes {n} games.", preview.game_count)
        others = {name_key(each.name): each for each in library.players()}
        other = others.get(name_key(new)) if name_key(new) != name_key(old) else None
        if other is not None:
            yield tr.ngettext(
                "{name} has {n} game already. They become one player.",
                "{name} has {n} games already. They become one player.",
                other.games,
                name=other.name,
            )
    if preview.shared_games:
        yield tr.ngettext(
            "{n} game stays as it is, because both play in it:",
            "{n} games stay as they are, because both play in them:",
            len(preview.shared_games),
        )
    for game in preview.shared_games[:_MAX_GAMES_NAMED]:
        stored = library.find(game)
        if stored is not None:
            look = current_card_look(stored, registry, context)
            yield f"{look.names} • {look.day}"
    more = len(preview.shared_games) - _MAX_GAMES_NAMED
    if more > 0:
        # Translators: at the end of a list, of which only the first lines are shown.
        yield tr.ngettext("and {n} more", "and {n} more", more)
    if preview.open_games:
        yield tr.ngettext(
            "{n} game at an open table stays as it is.",
            "{n} games at open tables stay as they are.",
            preview.open_games,
        )
