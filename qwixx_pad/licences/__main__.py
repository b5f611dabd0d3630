"""`python -m qwixx_pad.licences` prints the list of works that lies beside a released wheel.

With the folder of a built site behind it, it prints the list that lies beside the site.
"""

import sys
from pathlib import Path

from qwixx_pad.licences.sbom import release_time, served_sbom, site_sbom


def main() -> None:
    """Print a list."""
    made = release_time()
    if len(sys.argv) == 1:
        sys.stdout.write(served_sbom(made))
        return
    notices = next(Path(sys.argv[1]).rglob("assets/NOTICES"), None)
    if notices is None:
        sys.exit(f"{sys.argv[1]} is no site with the licences of Flet's client in it")
    sys.stdout.write(site_sbom(notices.parents[1], made))


main()
