"""A game without a finger: by keyboard alone, and by what a screen reader finds alone."""

from functools import partial

from tests.support.browser.journeys import HOME, begin


class Keys:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, page):
        self.page = page

    def focus(self, identifier):
        self.page.wait_until(
            lambda: self.page.ask("focused") == identifier,
            lambda: f"{identifier} has no focus, {self.page.ask('focused')} has",
        )
        return self

    def press(self, *keys, then=None):
        for key in keys:
            if key in {"Enter", "Space"}:
                self.page.look_around()
            self.page.page.keyboard.press(key)
        return self if then is None else self.focus(then)

    def tab_to(self, identifier):
        for _ in range(20):
            if (focused := self.page.ask("focused")) == identifier:
                return self
            self.press("Tab")
            self.page.wait_until(
                lambda focused=focused: self.page.ask("focused") != focused,
                lambda focused=focused: f"Tab does not lead on from {focused}",
            )
        raise AssertionError(f"Tab does not lead to {identifier}")


def tree(page):
    """Role, name and state of all that Chromium shows to a screen reader, in reading order."""
    session = page.page.context.new_cdp_session(page.page)
    nodes = {n["nodeId"]: n for n in session.send("Accessibility.getFullAXTree")["nodes"]}
    found = []

    def take(node):
        if not node.get("ignored") and node.get("name", {}).get("value"):
            states = {x["name"]: x["value"].get("value") for x in node.get("properties", [])}
            found.append((node["role"]["value"], node["name"]["value"], states))
        for child in node.get("childIds", []):
            if child in nodes:
                take(nodes[child])

    take(next(n for n in nodes.values() if n["role"]["value"] == "RootWebArea"))
    return found


def test_long_name_of_a_button_takes_no_taps_beneath_it(pad):
    """A browser writes the name into the button's box; what hangs out of it would take taps."""
    page = pad.look().show("/sheets").wait_for("rules-classic").rest()
    overlong = page.evaluate(
        """() => [...document.querySelectorAll("flt-semantics[role=button]")].filter((one) => {
            const box = one.getBoundingClientRect(), beneath = [box.x + 24, box.bottom + 3];
            const hit = document.elementFromPoint(...beneath);
            return one.scrollHeight > box.height && one.contains(hit);
        }).map((one) => one.textContent)"""
    )
    assert overlong == []


def test_game_is_playable_by_keyboard_alone(pad):
    page = pad.look().show("/").wait_for(HOME)
    keys = Keys(page).tab_to("new-game").press("Enter")
    page.wait_for("r2").ask("listen")
    keys.press("ArrowRight", then="r2").press("ArrowRight", then="r3").press("Enter")
    page.wait_number("total", 1)
    keys.press("ArrowDown", then="y3").press("Space")
    page.wait_number("total", 2)
    keys.press("Control+z")
    page.wait_number("total", 1)
    keys.press("Control+y")
    page.wait_number("total", 2)
    keys.press("End", then="y-lock").press("Enter")
    page.wait_for("y#")
    keys.focus("y#").press("Escape")
    page.wait_gone("y#").wait_for("penalty")
    keys.press("ArrowDown", then="g-lock").press("ArrowDown", then="b-lock")
    keys.press("ArrowDown", then="penalty")
    keys.press("Enter")
    page.wait_number("total", -3)
    keys.focus("penalty").press("Escape")
    page.wait_for(HOME)


def test_game_is_playable_with_a_screen_reader(pad):
    page = pad.look().show("/").wait_for(HOME)

    def act(role, name):
        page.look_around()
        page.wait_until(
            lambda: page.ask("tap", [role, name]) == "tapped",
            lambda: f"not one {role} {name!r}: {page.ask('tap', [role, name])}",
        )

    act("button", "New game")
    page.wait_sees("Red 2, open").ask("listen")
    act("checkbox", "Red 4, open")
    page.wait_sees("Red 4, crossed, the newest")
    cells = {name: states for role, name, states in tree(page) if role == "checkbox"}
    assert cells["Red 3, skipped"]["disabled"]
    assert cells["Red 4, crossed, the newest"]["checked"] == "true"
    assert cells["Red 5, open"]["checked"] == "false"
    act("button", "Red lock, open.")
    page.wait_sees("Did someone close red?")
    asked = {name for role, name, _ in tree(page) if role in {"button", "checkbox"}}
    assert asked == {"Close red", "Cancel"}
    act("button", "Close red")
    page.wait_sees("Red. Closed.")
    act("button", "Penalty 1 of 4")
    heard = partial(page.evaluate, "() => window.heard")
    page.wait_until(lambda: any("Penalty" in text for _, text in heard()), heard)
    assert ["polite", "Red 4. Red 1. Total 1."] in heard()


def test_touch_works_without_a_screen_reader(pad, tab):
    page = begin(pad)
    x, y = page.middle("r3")
    plain = tab()
    plain.goto(page.page.url)
    plain.page.wait_for_selector("flt-semantics-placeholder", state="attached")
    plain.page.locator("#splash").wait_for(state="detached")
    before = plain.picture()
    plain.press(x, y)
    plain.wait_until(lambda: plain.page.screenshot() != before, lambda: "nothing was crossed")
    page.reload().wait_number("total", 1)
