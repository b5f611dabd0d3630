"""Entry point of `python -m qwixx_pad`, and of every app that Flet builds or runs."""

import os
import sys

_FLET_VARIABLES = (
    "FLET_PLATFORM",
    "FLET_DISPLAY_URL_PREFIX",
    "FLET_FORCE_WEB_SERVER",
    "FLET_SERVER_PORT",
)
"""Variables that are set if Flet runs the pad: in an app, or by `flet run`."""


def run() -> None:
    """Start the pad: as Flet wants it if Flet runs it, else as the command."""
    if sys.platform == "emscripten" or any(os.environ.get(name) for name in _FLET_VARIABLES):
        from qwixx_pad.server.window import run_hosted  # noqa: PLC0415 - Flet is loaded only if needed

        run_hosted()
    else:
        from qwixx_pad.cli import main  # noqa: PLC0415 - see above

        sys.exit(main())


if __name__ == "__main__":
    run()
