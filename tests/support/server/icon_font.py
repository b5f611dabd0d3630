"""The icons that the pad shows, as a font of their own: `python tests/support/server/icon_font.py`.

Flet's client brings eight thousand icons, and a phone would wait for all of them.
"""

import ast
from functools import cache
from pathlib import Path

import flet as ft
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from qwixx_pad.server.client import flet_client_folder, icon_font_path

WHOLE = flet_client_folder() / "assets" / "fonts" / "MaterialIcons-Regular.otf"
PAD = Path(__file__).parents[3] / "qwixx_pad"
OF_FLUTTER = {
    *("ARROW_BACK", "ARROW_BACK_IOS_NEW_ROUNDED", "ARROW_FORWARD", "ARROW_DROP_DOWN"),
    *("CANCEL", "CHECK", "CHEVRON_LEFT", "CHEVRON_RIGHT", "CLEAR", "CLOSE", "CONTENT_COPY"),
    *("CONTENT_CUT", "CONTENT_PASTE", "DRAG_HANDLE", "ERROR", "ERROR_OUTLINE", "EXPAND_MORE"),
    *("MENU", "MORE_HORIZ", "MORE_VERT", "REFRESH", "SEARCH", "SELECT_ALL", "SHARE"),
}
"""What Flutter's widgets and Flet's own cards draw unasked: back, menus of texts, complaints."""
STYLES = ("_rounded", "_outlined", "_sharp")


@cache
def used():
    """Names of the icons in the code, be they spoken of or looked up by name."""
    named = {icon.name for icon in ft.Icons}
    return {text for path in PAD.rglob("*.py") for text in _icons_in(path) if text in named}


def _icons_in(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and _name(node.value).lower().endswith("icons"):
            yield node.attr
        elif isinstance(node, ast.Constant) and str(node.value).lower().endswith(STYLES):
            yield node.value


def _name(node):
    return getattr(node, "attr", getattr(node, "id", ""))


def glyph(icon):
    """What the font calls an icon."""
    name = icon.lower()
    return name if name.endswith(STYLES) else f"{name}_baseline"


@cache
def codepoints(path):
    """Where a font keeps each of its glyphs."""
    return {name: code for code, name in TTFont(path).getBestCmap().items()}


def make(target):
    known = codepoints(WHOLE)
    font = TTFont(WHOLE)
    options = Options(glyph_names=True, name_IDs=["*"], notdef_outline=True, hinting=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[known[glyph(icon)] for icon in used() | OF_FLUTTER])
    subsetter.subset(font)
    font.recalcTimestamp = False
    font.save(target)


if __name__ == "__main__":
    make(icon_font_path())
