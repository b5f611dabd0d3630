"""How a play screen is painted."""
