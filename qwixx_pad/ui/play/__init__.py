"""The play screen: what is shown of a game, where it lies, and what a tap on it does."""
