"""The screens, painted with Flet."""
