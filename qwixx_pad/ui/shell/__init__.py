"""The root of the screens: it knows every one of them, and none knows it."""
