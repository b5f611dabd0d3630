"""The identity of a calling device, the checks of its input, and the limits on it."""
