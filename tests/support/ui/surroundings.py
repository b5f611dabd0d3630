"""What a screen is given that a test shows alone, without the pad around it."""

from qwixx_pad.i18n import catalogue
from qwixx_pad.settings import Settings
from qwixx_pad.ui.context import ScreenContext
from qwixx_pad.ui.flet_support.file_transfer import ComputerFiles, FileTransfer
from qwixx_pad.ui.flet_support.flet_patches import run_in_session
from qwixx_pad.ui.flet_support.session_scope import SessionScope
from qwixx_pad.ui.flet_support.times import TIMES
from qwixx_pad.ui.geometry import ScreenSpace
from qwixx_pad.ui.text.translator import Translator
from qwixx_pad.ui.theme.tokens import LIGHT

WORDS = Translator(catalogue("en"))


def surroundings(page, theme=LIGHT, settings=None, times=TIMES, load_weights=None):
    """The surroundings of a screen on this page; what it would change goes nowhere."""
    context = ScreenContext(
        *(ScreenSpace(page.width, page.height), theme, WORDS, settings or Settings()),
        *(run_in_session(page), SessionScope(page)),
        *(lambda **_: None, None, FileTransfer(page, ComputerFiles())),
        times=times,
        load_weights=load_weights,
    )
    context.surround(page)
    return context
