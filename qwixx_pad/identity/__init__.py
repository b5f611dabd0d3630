"""The identity of a calling device, and the checks of its input."""
