"""What a person does with a pad in a tab and sees of it, whatever browser the tab is in."""

import re
import time
from abc import ABC, abstractmethod

from tests.support.looking import LOOK, looks_first

SIZES = {
    "phone": (390, 844),
    "small": (360, 640),
    "landscape": (844, 390),
    "tablet": (1180, 820),
    "television": (1920, 1080),
}
PATIENCE = 60_000
"""Milliseconds that most browsers are given."""
MOMENT = 20
"""Milliseconds between two looks."""
QUIET = 300
"""Milliseconds without a frame and without a word from the server after which a screen rests."""

WAKE = """() => {
    document.querySelector("flt-semantics-placeholder")?.click();
    return Boolean(document.querySelector("flt-semantics-host flt-semantics"));
}"""
HAS = """identifier => Boolean(
    document.querySelector(`[flt-semantics-identifier="${identifier}"]`))"""
NAME = """identifier => {
    const node = document.querySelector(`[flt-semantics-identifier="${identifier}"]`);
    return node.ariaLabel || node.innerText;
}"""
BOX = """identifier => document.querySelector(
    `[flt-semantics-identifier="${identifier}"]`).getBoundingClientRect().toJSON()"""
FOCUSED = """identifier => Boolean(document.activeElement.closest(
    `[flt-semantics-identifier="${identifier}"]`))"""
TYPED = "() => document.activeElement.value"
REST = "quiet => restOfTheScreen(quiet)"
PAINTS = "() => pageWantsToPaint()"
GO = """route => {
    History.prototype.pushState.call(history, null, "", route);
    window.dispatchEvent(new PopStateEvent("popstate", {state: null}));
}"""
"""What a browser does with an address that is typed behind the `#` of a site."""
ALL_WORDS = """() => [...document.querySelectorAll("flt-semantics-host *")].map(
    node => node.ariaLabel || (node.firstElementChild ? "" : node.textContent)
).filter(Boolean).join(" | ")"""
SPLASH_IS_GONE = """() => Boolean(document.querySelector("#splash.gone"))"""
PAGE_SAYS = "() => document.body.innerText"


class Tab(ABC):
    """One tab. Things are named by their semantics identifier, which is the token they enter.

    A browser has to know seven things of its own, and `PadPage` has Chromium's for the rest.

    Attributes:
        patience: Milliseconds before a thing that does not appear is a failure.
    """

    patience = PATIENCE
    _tapped = ""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def load_again(self) -> None:
        """Load the same page once more."""

    @abstractmethod
    def go_back(self) -> None:
        """Press the browser's Back."""

    @abstractmethod
    def evaluate(self, function: str, argument=None):
        """What a JavaScript function says of the page; it may promise it."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Press and let go, so many pixels from the left and from the top."""

    @abstractmethod
    def type_anew(self, text: str) -> None:
        """Replace the text of the field that has the focus."""

    @abstractmethod
    def bring_to_front(self) -> None:
        """Be the tab that is seen."""

    def pause(self, milliseconds: int) -> None:
        time.sleep(milliseconds / 1000)

    def look_around(self):
        """Wait like a person who looks at what has just come."""
        self.pause(1000 * LOOK)
        return self

    def open(self, url: str):
        self.goto(url)
        return self.wake()

    def step_back(self):
        self.go_back()
        return self

    def reload(self):
        self.load_again()
        return self.wake()

    def wake(self):
        """Turn the semantics tree on, as a screen reader does."""
        return self.wait_until(lambda: self.evaluate(WAKE), lambda: "Flutter does not begin")

    def has(self, identifier: str) -> bool:
        return self.evaluate(HAS, identifier)

    def wait_for(self, identifier: str):
        return self.wait_until(
            lambda: self.has(identifier), lambda: f"no {identifier} in {self.words()!r}"
        )

    def wait_gone(self, identifier: str):
        return self.wait_until(
            lambda: not self.has(identifier), lambda: f"{identifier} stays in {self.words()!r}"
        )

    def box(self, identifier: str):
        """Where a thing lies: x, y, width and height, in pixels."""
        return self.evaluate(BOX, identifier)

    def tap(self, identifier: str):
        """A real press in the middle of the thing, once it has come to rest and was looked at."""
        self.wait_for(identifier)
        self.bring_to_front()
        if looks_first(self._tapped, identifier):
            self.look_around()
        self._tapped = identifier
        self.press(*self.middle(identifier))
        return self

    def middle(self, identifier: str) -> tuple[float, float]:
        """Where the middle of a thing is, once it has come to rest."""
        box = self._resting_box(identifier)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _resting_box(self, identifier: str):
        """Its place between two looks, in which the page had nothing left to paint.

        A slow machine paints a screen that moves seldom enough for two looks to be alike.
        """
        before = None
        for _ in range(self.patience // MOMENT):
            box = None if self.evaluate(PAINTS) else self.box(identifier)
            if box and box == before:
                return box
            before = box
            self.pause(MOMENT)
        raise AssertionError(f"{identifier} does not come to rest")

    def name(self, identifier: str) -> str:
        """What a screen reader says of it."""
        self.wait_for(identifier)
        return self.evaluate(NAME, identifier)

    def number(self, identifier: str) -> int:
        return int(re.search(r"-?\d+", self.name(identifier).replace("−", "-"))[0])

    def wait_number(self, identifier: str, number: int):
        self.wait_for(identifier)
        return self.wait_until(
            lambda: self.number(identifier) == number,
            lambda: f"{identifier} is {self.name(identifier)!r}, not {number}",
        )

    def wait_name(self, identifier: str, part: str):
        self.wait_for(identifier)
        return self.wait_until(
            lambda: part in self.name(identifier),
            lambda: f"{identifier} is {self.name(identifier)!r}, without {part!r}",
        )

    def write(self, identifier: str, text: str):
        """Type into a field, in place of what stood there.

        A browser gives a field the focus at once; Flutter takes it over with its next frame, and
        empties it then of what has been typed before.
        """
        self.tap(identifier)
        self.wait_until(
            lambda: self.evaluate(FOCUSED, identifier), lambda: f"{identifier} has no focus"
        )
        self.rest()
        self.type_anew(text)
        return self.wait_until(
            lambda: self.evaluate(TYPED) == text,
            lambda: f"{identifier} holds {self.evaluate(TYPED)!r}, not {text!r}",
        )

    def words(self) -> str:
        """All texts and labels on the screen."""
        return self.evaluate(ALL_WORDS)

    def sees(self, words: str) -> bool:
        """Whether these words stand anywhere on the screen, or are said of something there."""
        return words in self.words()

    def wait_sees(self, words: str):
        return self.wait_until(
            lambda: self.sees(words), lambda: f"no {words!r} in {self.words()!r}"
        )

    def show(self, route: str):
        """Another screen of the same pad, without loading the page again."""
        self.rest()
        self.evaluate(GO, route)
        return self

    def rest(self, quiet: int = QUIET):
        """Wait until nothing has moved for some milliseconds."""
        self.bring_to_front()
        self.evaluate(REST, quiet)
        return self

    def wait_until(self, true, complaint):
        """Let the browser go on until something is true of it."""
        end = time.monotonic() + self.patience / 1000
        while not true():
            assert time.monotonic() < end, f"{complaint()}; there is {self.words()!r}"
            self.pause(MOMENT)
        return self


def shown(tab):
    """Wait for a site, until there is something to tap."""
    tab.wait_until(lambda: tab.evaluate(SPLASH_IS_GONE), lambda: tab.evaluate(PAGE_SAYS))
    return tab.wake()
