"""What can keep a site from being built."""


class CannotBuildError(Exception):
    """The site cannot be made here; the text says why."""
