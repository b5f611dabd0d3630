"""The screens, painted with Flet. Floor 3: it sees everything below, nothing below sees it."""
