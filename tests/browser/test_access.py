"""A game without a finger: by keyboard alone, and by what a screen reader finds alone."""

from pad import SLOW_FINGER

CLICK = """([role, name]) => {
    const nodes = [...document.querySelectorAll("flt-semantics-host flt-semantics")];
    const called = node => node.ariaLabel || node.textContent;
    const found = nodes.filter(node => (node.getAttribute("role") || "") === role
        && called(node).startsWith(name));
    if (found.length !== 1) return found.length;
    found[0].click();
    return "clicked";
}"""
FOCUSED = """() => document.activeElement.getAttribute("flt-semantics-identifier")"""
LISTEN = """() => {
    window.heard = [];
    const note = how => list => list.forEach(change => change.addedNodes.forEach(
        node => window.heard.push([how, node.textContent.trim()])));
    for (const how of ["polite", "assertive"]) {
        const place = document.querySelector(`flt-announcement-${how}`);
        new MutationObserver(note(place.getAttribute("aria-live")))
            .observe(place, {childList: true});
    }
}"""


class Keys:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, page):
        self.page = page

    def focus(self, identifier):
        self.page.wait_until(
            lambda: self.page.page.evaluate(FOCUSED) == identifier,
            lambda: f"{identifier} has no focus, {self.page.page.evaluate(FOCUSED)} has",
        )
        return self

    def press(self, *keys, then=None):
        for key in keys:
            self.page.page.keyboard.press(key)
        return self if then is None else self.focus(then)

    def tab_to(self, identifier):
        for _ in range(20):
            if self.page.page.evaluate(FOCUSED) == identifier:
                return self
            self.page.page.keyboard.press("Tab")
            self.page.page.wait_for_timeout(60)
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


def test_a_whole_game_is_played_with_the_keyboard_alone(lasting_server, tab):
    page = tab().open(lasting_server.url).wait_for("new-game")
    keys = Keys(page).tab_to("new-game").press("Enter")
    page.wait_for("r2")
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
    for left in (-3, -8, -13):
        keys.press("Enter")
        page.wait_number("total", left)
        page.page.wait_for_timeout(SLOW_FINGER)
        keys.focus("penalty")
    keys.press("Enter")
    page.wait_for("review").wait_number("total", -18)
    keys.press("Escape")
    page.wait_for("new-game")


def test_a_whole_game_is_played_by_what_a_screen_reader_finds(server, tab):
    page = tab().open(server.url)

    def act(role, name):
        page.wait_until(
            lambda: page.page.evaluate(CLICK, [role, name]) == "clicked",
            lambda: f"not one {role} {name!r}: {page.page.evaluate(CLICK, [role, name])}",
        )

    def says(name):
        page.wait_sees(name)

    act("button", "New game")
    says("Red 2, open")
    page.page.evaluate(LISTEN)
    act("checkbox", "Red 4, open")
    says("Red 4, crossed, the newest")
    cells = {name: states for role, name, states in tree(page) if role == "checkbox"}
    assert cells["Red 3, skipped"]["disabled"]
    assert cells["Red 4, crossed, the newest"]["checked"] == "true"
    assert cells["Red 5, open"]["checked"] == "false"
    order = ["You", "Red. 1 cross", "Red 2", "Yellow. 0", "Blue 2,", "Misthrow 1 of 4", "1 plus 0"]
    order += ["Total 1", "Undo", "Redo"]

    def names():
        roles = {"button", "checkbox", "group", "heading", "StaticText"}
        return [*dict.fromkeys(name for role, name, _ in tree(page) if role in roles)]

    def in_order():
        places = [i for x in order for i, name in enumerate(names()) if name.startswith(x)]
        return len(places) == len(order) and places == sorted(places)

    page.wait_until(in_order, names)
    act("button", "Red lock, open.")
    says("Did someone close red?")
    asked = [name for role, name, _ in tree(page) if role in {"button", "checkbox"}]
    assert set(asked) == {"Close red", "Cancel"}
    act("button", "Close red")
    says("Red. Closed.")
    for number in range(1, 5):
        act("button", f"Misthrow {number} of 4")
        page.page.wait_for_timeout(SLOW_FINGER)
    says("The last misthrow ended the game.")
    ended = [(role, name) for role, name, _ in tree(page)]
    assert ("button", "Review") in ended

    def heard():
        return page.page.evaluate("window.heard")

    page.wait_until(lambda: "Game over. Total -19." in [text for _, text in heard()], heard)
    assert ["polite", "Red 4. Red 1. Total 1."] in heard()


def test_a_finger_reaches_the_pad_also_where_no_screen_reader_is(lasting_server, tab):
    page = tab().open(lasting_server.url).tap("new-game").wait_for("r2")
    boxes = {name: page.at(name).bounding_box() for name in ("r3", "undo")}
    plain = tab()
    plain.page.goto(page.page.url)
    plain.page.wait_for_selector("flt-semantics-placeholder", state="attached")
    plain.page.wait_for_timeout(2500)
    before = plain.page.screenshot()
    box = boxes["r3"]
    plain.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    plain.wait_until(lambda: plain.page.screenshot() != before, lambda: "nothing was crossed")
    page.reload().wait_number("total", 1)
