"""One person at open games: check, write, swap, tell; and what a device is known by."""
