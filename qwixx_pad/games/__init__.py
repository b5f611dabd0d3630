"""Open games: check an entry, write it, replace the game, notify the screens."""
