"""Another name for a player in all stored games."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from qwixx_pad.settings import Settings, clean_name
from qwixx_pad.storage.saved import PlayerRename, RenamedSeat, RenamedSetting
from qwixx_pad.storage.summary import name_key


@dataclass(frozen=True, slots=True)
class RenamePreview:
    """The changes that a new name of a player would make.

    Attributes:
        rename: The changes to write.
        shared_games: Identifiers of the games that keep the old name, because somebody with the
            new one plays in them too.
        open_games: Number of games that keep it because their table is open.
    """

    rename: PlayerRename
    shared_games: tuple[str, ...] = ()
    open_games: int = 0

    def __bool__(self) -> bool:
        return bool(self.rename.seats or self.rename.settings)

    @property
    def game_count(self) -> int:
        """Number of games that it changes."""
        return len({seat.game for seat in self.rename.seats})


def preview_rename(
    old: str,
    new: str,
    names: Mapping[str, tuple[str, ...]],
    settings: Settings,
    open_games: Collection[str] = (),
) -> RenamePreview:
    """Compute what another name for a player would change; nothing is written.

    Names that differ only in capitals are one player's: the new one may be another spelling.

    Args:
        old: The name now, in any spelling.
        new: The name wanted, as it was typed; one without a visible character changes nothing.
        names: The names in all games, by game, one a seat.
        settings: Those of the pad; the names of its owner and of known players are among them.
        open_games: Games at an open table, which stay as they are.
    """
    name = clean_name(new)
    if not name:
        return RenamePreview(PlayerRename("", ()))
    seats: list[RenamedSeat] = []
    shared: list[str] = []
    left_open = 0
    for game, players in names.items():
        keys = [name_key(player) for player in players]
        found = [
            RenamedSeat(game, seat, players[seat - 1])
            for seat, key in enumerate(keys, 1)
            if key == name_key(old) and players[seat - 1] != name
        ]
        if not found:
            continue
        if game in open_games:
            left_open += 1
        elif name_key(name) in keys and name_key(name) != name_key(old):
            shared.append(game)
        else:
            seats += found
    changed = PlayerRename(name, tuple(seats), _renamed_settings(settings, old, name))
    return RenamePreview(changed, tuple(shared), left_open)


def _renamed_settings(settings: Settings, old: str, name: str) -> tuple[RenamedSetting, ...]:
    after = settings
    for person in settings.people:
        if name_key(person.name) == name_key(old):
            after = after.with_renamed_player(person.name, name)
    if settings.name and name_key(settings.name) == name_key(old):
        after = replace(after, name=name)
    before = settings.to_texts()
    return tuple(
        RenamedSetting(key, before[key], text)
        for key, text in after.changed_texts(settings).items()
    )
