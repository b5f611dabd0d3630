"""The play screen: the view of a game, its boxes, and the effects of its taps."""
