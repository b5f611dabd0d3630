"""The route of a screen in its parts."""

from dataclasses import dataclass

from qwixx_pad.multiplayer.invitations import route_code

TABLE_SECTIONS = frozenset({"join", "table", "watch"})
_SETTINGS_PAGES = frozenset({"", "players", "licences", "own-sheets"})
"""The pages of the settings; empty for the settings themselves."""


@dataclass(frozen=True, slots=True)
class Route:
    """A route in its parts.

    Routes are `/`, `/sheets`, `/new`, `/open`, `/paper`, `/join`, `/join/CODE`, `/watch/CODE`,
    `/games`, `/stats`, `/data`, `/names`, `/rules` and `/rules/LAYOUT`; `/game/ID` and
    `/table/CODE`, which are played, and `/games/ID`, which is reviewed. `/table/CODE.ID` is a table
    in one of its games: its subpages stay with that game.

    Games and tables have the subpages `/seats`, `/sheets`, `/review`, `/share`, `/remark` and
    `/rules`; `/new` and `/paper` have `/sheets`. Any `/sheets` may be followed by `/rules-LAYOUT`,
    and any route by `/settings`, `/settings/players`, `/settings/licences` or
    `/settings/own-sheets`.

    Attributes:
        section: The first word; empty at home.
        item: The code of a table, or the identifier of a game or a sheet.
        game: The identifier of the game of a table; empty for none.
        subpage: The rest before the settings.
        base_path: The path before the settings.
        rules_sheet: The sheet whose rules are open in the gallery; empty for none.
        settings_page: The page of the settings, empty for the settings themselves; None if they
            are not open.
    """

    section: str
    item: str
    game: str
    subpage: str
    base_path: str
    rules_sheet: str
    settings_page: str | None

    @classmethod
    def parse(cls, route: str) -> "Route":
        base_path, settings, page = route.partition("?")[0].partition("/settings")
        path, _, rules_sheet = base_path.partition("/rules-")
        section, item, subpage = (*path.strip("/").split("/", 2), "", "", "")[:3]
        game = ""
        if section in TABLE_SECTIONS:
            item, game = route_code(item)
        page = page.removeprefix("/")
        return cls(
            section=section,
            item=item,
            game=game,
            subpage=subpage,
            base_path=base_path,
            rules_sheet=rules_sheet,
            settings_page=page if settings and page in _SETTINGS_PAGES else None,
        )
