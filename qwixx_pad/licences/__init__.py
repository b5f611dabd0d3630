"""Whose work is inside the pad and on which terms: for its page of licences, and for machines.

The page of licences, the lists that lie beside a release (`licences.sbom`) and the tests ask the
same functions, so that they cannot say different things.
"""

from qwixx_pad.licences.browser_parts import Work, WorkKind
from qwixx_pad.licences.installed import (
    IN_A_SITE,
    NEEDED,
    WRITTEN,
    served_works,
    site_works,
    works,
    write_works,
)

__all__ = [
    "IN_A_SITE",
    "NEEDED",
    "WRITTEN",
    "Work",
    "WorkKind",
    "served_works",
    "site_works",
    "works",
    "write_works",
]
