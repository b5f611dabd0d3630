"""The pad of a running game: from a tap to what is on the screen next."""
