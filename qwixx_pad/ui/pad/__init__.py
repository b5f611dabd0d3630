"""The pad: what is painted of a sheet, where it lies, and what a tap on it does."""
