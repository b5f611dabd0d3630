"""The pad as a folder that any web host serves: `qwixx-pad build-site DIR`."""


class CannotBuildError(Exception):
    """The site cannot be made here; the text says why."""
