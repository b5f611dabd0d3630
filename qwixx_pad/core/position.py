"""All sheets of a game at one moment: what the three ways to play have in common."""

from typing import TypeAlias

from qwixx_pad.core.paper import Paper
from qwixx_pad.core.solo import Solo
from qwixx_pad.core.table import Table

Position: TypeAlias = Solo | Table | Paper
"""One sheet whose table is elsewhere, a table, or sheets copied from paper."""
