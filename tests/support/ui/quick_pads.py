"""Pads whose results come at once: no test waits for a finished sheet to be looked at."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

from qwixx_pad import app
from qwixx_pad.ui.flet_support.times import Times
from tests.support.ui.session_client import CLOCK

AT_ONCE = Times(result=0, mount=0.05, clock=CLOCK)
NO_MINUTE = replace(AT_ONCE, away_after=timedelta(0))
"""Who leaves is away as soon as the loop has looked again."""

opened_pad = partial(app.opened_pad, times=AT_ONCE)
