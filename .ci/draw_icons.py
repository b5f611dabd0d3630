"""Draw the icons that only the apps need from `assets/icon.svg`, with Chromium.

    .venv/bin/python .ci/draw_icons.py

Run it after a change of the icon and commit the result. An icon that the system cuts to its own
shape must be filled to the edge; one that it moves on its own background must be the tile alone.
The plain `icon.png` has the round corners for Windows and Linux.
"""

import re
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ASSETS = Path(__file__).parents[1] / "assets"
SIDE = 1024
_SAFE = 0.66
"""The scale of the tile in an Android icon: it fits into the circle that launchers never cut."""
_GROUND = re.compile(r'<rect width="1024" height="1024" rx="228" fill="(#[0-9A-F]{6})"/>')
_TILE = '<g transform="rotate(-7 512 512)">'


def drawings(svg: str) -> dict[str, str]:
    """Make the SVG of each icon, by the file name that `flet build` looks for.

    Args:
        svg: The content of `icon.svg`.

    Raises:
        ValueError: It is no longer made of a ground and a tile.
    """
    found = _GROUND.search(svg)
    if found is None or svg.count(_TILE) != 1:
        raise ValueError("icon.svg is no longer a ground and a tile; look at what is drawn of it")
    ground = found[0]
    color = found[1]
    filled = svg.replace(ground, f'<rect width="1024" height="1024" fill="{color}"/>')
    smaller = f'<g transform="translate(512 512) scale({_SAFE}) rotate(-7) translate(-512 -512)">'
    alone = svg.replace(ground, "").replace(_TILE, smaller)
    return {"icon_android.png": alone, "icon_ios.png": filled, "icon_macos.png": filled}


def _draw(browser: Browser, svg: str, target: Path) -> None:
    page = browser.new_page(viewport={"width": SIDE, "height": SIDE})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{SIDE}px}}</style>{svg}")
    page.screenshot(path=target, omit_background=True)
    page.close()


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        for name, svg in drawings((ASSETS / "icon.svg").read_text(encoding="utf-8")).items():
            _draw(browser, svg, ASSETS / name)
        browser.close()


if __name__ == "__main__":
    main()
