"""`python -m qwixx_pad.licences` prints the list of works that lies beside a released wheel."""

import sys

from qwixx_pad.licences.sbom import release_time, served_sbom

sys.stdout.write(served_sbom(release_time()))
