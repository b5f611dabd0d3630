"""The pad as a folder that any web host serves: `qwixx-pad build-site DIR`."""


class CannotBuildError(Exception):
    """The site cannot be built here; the message says why."""
