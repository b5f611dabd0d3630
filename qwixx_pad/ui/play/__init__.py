"""The play screen: the state of a game on it, its boxes, its painting, and the effects of taps."""
