"""Where `flet build` and `flet run` look for the pad."""

from qwixx_pad.__main__ import run

run()
