"""A table that a relay keeps, as one phone has it: shown at once, sent when there is a link."""
