"""For all tests: the command-line option of the golden pictures.

With this file pytest also puts the folder on the import path: any test may import `strategies`.
"""

from hypothesis import settings
from strategies import examples

settings.register_profile("pad", examples(100))  # and no test asserts a time
settings.load_profile("pad")


def pytest_addoption(parser):
    parser.addoption(
        "--accept-golden",
        action="store_true",
        help="keep the pictures of this run as the accepted ones",
    )
