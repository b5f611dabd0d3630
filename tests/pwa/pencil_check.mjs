// Taps on what pages/pencil.js offers: node pencil_check.mjs PAGES
// Of IndexedDB and of the page there is only what it asks for.

import { mock } from "node:test";
import { pathToFileURL } from "node:url";
import { check, end, same } from "./checks.mjs";

const { openPencil } = await import(pathToFileURL(`${process.argv[2]}/pencil.js`).href);
const GAME = "/game/a1";
const VERSION = "/1/";
const HOUR = 3_600_000;
const SECOND_TAP = 600;
const drawn = [];
const TAPS = ["r5", "g9", "b3", "y4", "penalty"];
const turn = () => new Promise(setImmediate);
mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_800_000_000_000 });

// A database of one value. What is written is there when it is committed; the page hears of it later.
class Disk {
  constructor() {
    this.record = null;
    this.full = false;
  }
  open() {
    return this.answer({ createObjectStore() {}, transaction: () => this.transaction() });
  }
  answer(result) {
    const request = { result };
    setImmediate(() => request.onsuccess());
    return request;
  }
  transaction() {
    const change = { commit: () => this.commit(change), objectStore: () => change };
    change.get = () => this.answer(structuredClone(this.record));
    change.put = (value) => (change.value = structuredClone(value));
    return change;
  }
  commit(change) {
    const isFull = this.full;
    if (!isFull) this.record = change.value;
    setImmediate(() => (isFull ? change.onabort(new Error("full")) : change.oncomplete()));
  }
}

class Element {
  constructor() {
    Object.assign(this, { children: [], style: {}, about: {} });
  }
  append(child) { this.children.push(child); }
  setAttribute(name, value) { this.about[name] = value; }
  drawImage(...given) { drawn.push(given.slice(1)); }
  replaceChildren() {}
  getContext() { return this; }
  setTransform() {}
  fillRect() {}
  stroke() {}
}

// A page that shows the picture of a game.
class Page {
  static async on(disk, { of = GAME, entries = 2, version = VERSION } = {}) {
    const page = Object.assign(new Page(), { told: [], refused: 0, buttons: [] });
    globalThis.indexedDB = disk;
    Object.assign(globalThis, { Path2D: class {}, innerWidth: 390, innerHeight: 844, devicePixelRatio: 3 });
    globalThis.document = {
      createElement: () => new Element(),
      querySelector: () => null,
      body: { append: (area) => (page.buttons = area.children) },
    };
    page.pencil = await openPencil(version, (word) => page.told.push(word), () => (page.refused += 1));
    const number = [[5, 20, 16, 12], [8, 3, 8, 6]];
    const about = { box: [-1, -1, 30, 60], fill: "#FFFFFF", number, strokes: [[2, ""]] };
    const crosses = TAPS.map((tap, at) => ({ tap, spoken: tap, at: [30 * at, 100], ...about }));
    page.pencil.offer({ after() {} }, of, { entries, crosses, edge: [10, 47] });
    return page;
  }
  tap(...taps) {
    for (const tap of taps) {
      mock.timers.setTime(Date.now() + SECOND_TAP);
      this.buttons[TAPS.indexOf(tap)].onclick();
    }
    return this.pressed;
  }
  get pressed() {
    return TAPS.filter((_, at) => this.buttons[at]?.about["aria-pressed"]);
  }
  // What the pad is handed, and whether it is late; it answers at once or not at all.
  async enters(tookOver = false, answers = true) {
    const done = this.pencil.enter(tookOver);
    await turn();
    if (answers) this.pencil.entered();
    mock.timers.tick(3000);
    await done;
    const { taps, late } = JSON.parse(this.told.pop()?.replace("taps ", "") ?? "{}");
    return taps && [taps, late];
  }
}

const kept = (disk, ...taps) => same(disk.record?.taps ?? [], taps);

await check("a tap draws a cross at once and is on its way to the disk; a second one takes it away", async () => {
  const disk = new Disk();
  const page = await Page.on(disk);
  same(page.tap("r5", "g9"), ["r5", "g9"]);
  kept(disk, "r5", "g9");
  same(page.tap("r5"), ["g9"]);
  kept(disk, "g9");
  page.tap("g9");
  same(disk.record, null);
});

await check("a finger that comes down twice makes one cross", async () => {
  const page = await Page.on(new Disk());
  page.tap("r5");
  page.buttons[0].onclick();
  same(page.pressed, ["r5"]);
});

await check("the number of a cell is taken from the picture, where the safe area begins", async () => {
  const page = await Page.on(new Disk());
  drawn.length = 0;
  page.tap("g9");
  same(drawn, [[45, 167, 16, 12].map((each) => 3 * each).concat([8, 3, 8, 6])]);
});

await check("there are three crosses at most, or one penalty", async () => {
  const disk = new Disk();
  const page = await Page.on(disk);
  same([page.tap("g9", "r5", "b3", "y4", "penalty").length, page.refused], [3, 2]);
  kept(disk, "g9", "r5", "b3");
  page.tap("g9", "r5", "b3");
  same([page.tap("penalty", "r5"), page.refused], [["penalty"], 3]);
});

await check("the pad is handed the taps in their order, and they are kept until it has answered", async () => {
  const disk = new Disk();
  const page = await Page.on(disk);
  page.tap("g9", "r5");
  same(await page.enters(false, false), [["g9", "r5"], false]);
  kept(disk, "g9", "r5");
  same(await page.enters(), [["g9", "r5"], false]);
  same(disk.record, null);
  same(await page.enters(), undefined);
});

await check("the next visit brings them back on the same picture", async () => {
  const disk = new Disk();
  (await Page.on(disk)).tap("g9");
  const page = await Page.on(disk);
  same(page.pressed, ["g9"]);
  page.tap("r5");
  same(await page.enters(), [["g9", "r5"], false]);
});

await check("another game, a longer one, another version and an hour later bring none back, and take none", async () => {
  for (const [other, late] of [[{ of: "/game/a2" }, false], [{ entries: 3 }, false], [{ version: "/2/" }, true], [{}, true]]) {
    const disk = new Disk();
    (await Page.on(disk)).tap("g9");
    if (!Object.keys(other).length) mock.timers.setTime(Date.now() + HOUR + 1);
    const page = await Page.on(disk, other);
    same(page.buttons, [], JSON.stringify(other));
    same(await page.enters(), [["g9"], late], JSON.stringify(other));
    same(disk.record, null);
  }
});

await check("a clock that was put back makes them late", async () => {
  const disk = new Disk();
  (await Page.on(disk)).tap("g9");
  mock.timers.setTime(Date.now() - 1);
  same(await (await Page.on(disk)).enters(), [["g9"], true]);
});

await check("a tab that has taken over from another enters none", async () => {
  const page = await Page.on(new Disk());
  page.tap("g9");
  same(await page.enters(true), [["g9"], true]);
});

await check("what the disk refuses is not crossed, unless a later tap has taken it along", async () => {
  const disk = new Disk();
  const page = await Page.on(disk);
  page.tap("g9");
  await turn();
  disk.full = true;
  page.tap("r5");
  await turn();
  same([page.pressed, page.refused], [["g9"], 1]);
  page.tap("r5");
  disk.full = false;
  page.tap("b3");
  await turn();
  same(page.pressed, ["r5", "g9", "b3"]);
  same(await page.enters(false, false), [["g9", "r5", "b3"], false]);
  kept(disk, "g9", "r5", "b3");
});

end();
