"""The root of the screens: it imports every screen, and no screen imports it."""
