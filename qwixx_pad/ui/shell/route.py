"""The route of a screen in its parts."""

import re
from dataclasses import dataclass
from urllib.parse import unquote

from qwixx_pad.multiplayer.invitations import route_code

TABLE_SECTIONS = frozenset({"join", "table", "watch"})
_SETTINGS_PAGES = frozenset({"", "players", "licences", "own-sheets"})
"""The pages of the settings; empty for the settings themselves."""
_NUMBER = re.compile("0|[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class Route:
    """A route in its parts.

    Routes are `/`, `/sheets`, `/new`, `/open`, `/paper`, `/join`, `/join/CODE`, `/watch/CODE`,
    `/games`, `/stats`, `/data`, `/names`, `/rules` and `/rules/LAYOUT`; `/game/ID` and
    `/table/CODE`, which are played, and `/games/ID`, which is reviewed. `/table/CODE.ID` is a table
    in one of its games: its subpages stay with that game. `/link/ITEM` has the games of a link, and
    `/link/ITEM/N` the N-th of them. `/shared/TEXT` joins a table by what another app has shared.

    Games and tables have the subpages `/seats`, `/sheets`, `/review`, `/share`, `/remark` and
    `/rules`, links only the last of them; `/share/at-N` shares a moment. `/new` and `/paper` have
    `/sheets`. Any `/sheets` may be followed by `/rules-LAYOUT`, and any route by `/settings`,
    `/settings/players`, `/settings/licences` or `/settings/own-sheets`.

    Attributes:
        section: The first word; empty at home.
        item: The code of a table, the identifier of a game or a sheet, the item of a
            link, or a shared text with its escapes.
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

    @property
    def shared_text(self) -> str:
        """The text or the link that another app has shared; empty for none."""
        return unquote(self.item) if self.section == "shared" else ""

    @property
    def moment(self) -> int | None:
        """The number of entries at the end of the route; None if it has none."""
        number = self.subpage.rpartition("/at-")[2]
        return int(number) if _NUMBER.fullmatch(number) else None

    @property
    def link_page(self) -> tuple[int | None, str]:
        """The number of a game of a link, from 1 or None, and the page of it."""
        first, _, rest = self.subpage.partition("/")
        if _NUMBER.fullmatch(first) and int(first):
            return int(first), rest
        return None, first
