// Lets pages/last_screen.js and pages/picture.js keep and show a screen: node last_screen_check.mjs PAGES
// Of a page there is only what they ask for; what a browser's own does, the journeys show.

import { readFileSync } from "node:fs";
import { mock } from "node:test";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
import { deflateSync } from "node:zlib";
import { Disk } from "./disk.mjs";
import { check as checkNow, end, same } from "./checks.mjs";

const pages = process.argv[2];
const source = readFileSync(`${pages}/last_screen.js`, "utf8");
const load = (name) => import(pathToFileURL(`${pages}/${name}`).href);
const { openSlots } = await load("slots.js");
const { Picture } = await load("picture.js");

const GAME = "/game/a1";
const NOW = 1_800_000_000_000;
const IMAGE = new Uint8Array(5000).map((_, index) => index % 251);
const line = (text) => new TextEncoder().encode(`0000abcd ${text}\n`);
const turns = async (times = 30) => {
  for (let turn = 0; turn < times; turn++) await new Promise(setImmediate);
};

mock.timers.enable({ apis: ["setTimeout", "Date"], now: NOW });

// A worker and what it has of the games, one line at first.
class Worker {
  static async of(disk) {
    const slots = await openSlots();
    const worker = Object.assign(new Worker(), { disk, slots, told: 0, picture: new Picture(slots) });
    worker.games = slots.find(({ name }) => name === "pad.journal");
    if (!worker.games) {
      worker.games = slots[0];
      worker.games.take("pad.journal", 1);
      worker.write("one");
    }
    await worker.picture.open();
    return worker;
  }
  write(text) {
    this.games.write(line(text), this.games.handle.getSize() - 8192);
  }
  keep(head, bytes, heard) {
    this.picture.keep(head, bytes, () => heard === this.told);
    mock.timers.tick(250);
  }
  paints(page, word = page.word) {
    Object.assign(page, { word, worker: this });
    this.told += 1;
    page.last.heard();
  }
}

class Part {
  constructor() {
    Object.assign(this, { children: [], heard: {}, classes: new Set(), hidden: false });
    this.classList = {
      add: (name) => this.classes.add(name),
      remove: (name) => this.classes.delete(name),
      contains: (name) => this.classes.has(name),
    };
  }
  prepend(child) { this.children.unshift(child); }
  addEventListener(kind, listener) { this.heard[kind] = listener; }
  removeEventListener(kind) { delete this.heard[kind]; }
}

const DEVICE = { width: 390, height: 844, pixels: 3, letters: "16px", safe: "47px 0px", languages: ["de"] };

// A page on a device at an address. It is closed by opening the next one.
class Page {
  constructor({ hash = `#${GAME}`, version = "/1/", asks = [], stored = new Map(), pencil = null, ...device } = {}) {
    const given = { ...DEVICE, ...device };
    const parts = { splash: new Part(), told: new Part(), html: new Part() };
    const canvas = {
      tagName: "CANVAS", children: [], opaque: true,
      getBoundingClientRect: () => given,
      toBlob: (done) => done(new Blob([IMAGE], { type: "image/webp" })),
    };
    Object.assign(this, { parts, canvas, canvases: [canvas], given: [], listeners: [], stored });
    const page = this;
    navigator.languages = given.languages;
    Object.assign(globalThis, {
      location: { hash },
      innerWidth: given.width, innerHeight: given.height, devicePixelRatio: given.pixels,
      getComputedStyle: () => ({ fontSize: given.letters, getPropertyValue: () => given.safe }),
      matchMedia: (query) => ({ matches: asks.some((asked) => query.includes(asked)) }),
      localStorage: { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) },
      addEventListener: (kind, listener) => (kind === "DOMContentLoaded" ? listener() : page.listeners.push([kind, listener])),
      removeEventListener: (kind, listener) => (page.listeners = page.listeners.filter(([, each]) => each !== listener)),
      requestAnimationFrame: (paint) => setImmediate(paint),
      Image: class { decode() { return page.broken ? Promise.reject(new Error()) : Promise.resolve(); } remove() { parts.splash.children = []; } },
      OffscreenCanvas: class {
        getContext() { return this; }
        drawImage({ opaque }) { this.data = [9, 9, 9, opaque ? 255 : 0]; }
        getImageData() { return this; }
      },
      document: {
        hidden: false,
        documentElement: parts.html,
        getElementById: (name) => parts[name],
        addEventListener: (kind, listener) => page.listeners.push([kind, listener]),
        querySelectorAll: () => [],
        get body() { return { tagName: "BODY", children: page.canvases }; },
      },
    });
    runInThisContext(source);
    this.last = globalThis.lastScreen({ soon: "<soon>" }, version, (given) => this.gives(given), async () => pencil);
  }
  gives(given) {
    if (given.picture) return this.given.push([given.head, given.picture, given.messages]);
    same(given, { pad: "rests" });
    this.worker.told += 1;
    this.last.mayKeep(this.word);
  }
  async begins() {
    this.last.show(false);
    await turns();
    return this;
  }
  event(kind, about = {}) {
    const event = { type: kind, stopped: false, stopImmediatePropagation() { this.stopped = true; }, ...about };
    for (const [heard, listener] of this.listeners) if (heard === kind && !event.stopped) listener(event);
    return event;
  }
  async rests(time = 1500) {
    mock.timers.tick(time);
    await turns();
    return this.given.length;
  }
  get isSeen() {
    const { splash, html } = this.parts;
    return splash.classes.has("waking") && splash.children.length === 1 && !html.classes.has("waits");
  }
}

const check = (sentence, run) =>
  checkNow(sentence, () => {
    mock.timers.setTime(NOW);
    return run();
  });

// A page on which a game rested, and was kept; then it is closed.
async function visited(word = `screen ${GAME} 0`, device = {}) {
  const disk = new Disk();
  const worker = await Worker.of(disk);
  const page = await new Page(device).begins();
  worker.paints(page, word);
  same(await page.rests(), 1, word);
  worker.keep(...page.given[0]);
  disk.let_go();
  return { disk, worker, stored: page.stored };
}
const picture = (disk) => disk.files.get("last-screen");
const seenAt = async (device) => (await new Page(device).begins()).isSeen;

await check("the screen that rested is seen at the next visit, below the words of the page", async () => {
  const { stored } = await visited();
  const page = new Page({ stored });
  same(page.parts.html.classes.has("waits"), true, "the splash waits for it");
  await page.begins();
  same([page.isSeen, page.parts.told.textContent, page.parts.told.hidden], [true, "<soon>", false]);
  page.last.leave();
  page.last.hide();
  same([page.isSeen, page.parts.splash.children], [false, []]);
});

await check("what it was is not remembered by this alone, and what is remembered alone shows nothing", async () => {
  const { disk, stored } = await visited();
  same(await seenAt({ stored: new Map() }), true, "a browser that forgot the hint");
  disk.files.delete("last-screen");
  const page = await new Page({ stored }).begins();
  same([page.isSeen, page.parts.html.classes.has("waits")], [false, false]);
});

await check("another device, language, version or address does not show it", async () => {
  await visited();
  const others = [
    { width: 844 }, { height: 840 }, { pixels: 2 }, { letters: "20px" }, { safe: "0px 0px" }, { languages: ["fr"] },
    { version: "/2/" }, { asks: ["dark"] }, { asks: ["forced"] }, { hash: "#/game/a2" }, { hash: "" }, { hash: "#/" },
    { hash: `#${GAME}/review` },
  ];
  for (const other of others) same(await seenAt(other), false, JSON.stringify(other));
  same(await seenAt({}), true);
});

await check("the plain address shows what it leads to, until the time that Python has said", async () => {
  await visited(`screen ${GAME} ${NOW + 10_000}`);
  mock.timers.setTime(NOW + 10_000);
  same([await seenAt({ hash: "" }), await seenAt({})], [true, true]);
  mock.timers.setTime(NOW + 10_001);
  same([await seenAt({ hash: "" }), await seenAt({})], [false, true]);
  mock.timers.setTime(NOW);
  same(await seenAt({ hash: "" }), false, "a clock that was put back");
  await visited("screen / 8640000000000000", { hash: "" });
  same([await seenAt({ hash: "#/" }), await seenAt({ hash: "" }), await seenAt({})], [true, true, false]);
});

await check("none is shown that is older than the games, though nobody removed it", async () => {
  const { disk, worker } = await visited();
  const games = disk.files.get(worker.games.number);
  const changed = [
    [...games, ...line("two")],
    games.subarray(0, -1),
    games.map((byte, index) => (index === games.length - 2 ? byte + 1 : byte)),
    [],
  ];
  for (const bytes of changed) {
    disk.files.set(worker.games.number, new Uint8Array(bytes));
    same(await seenAt({}), false, bytes.length);
  }
  disk.files.set(worker.games.number, games);
  same(await seenAt({}), true);
  disk.files.delete(worker.games.number);
  same(await seenAt({}), false, "the games are in another file");
});

await check("a picture that is torn or cannot be read leaves the splash as it is", async () => {
  const { disk } = await visited();
  const whole = picture(disk);
  for (const bytes of [[], [0, ...whole.subarray(1)], whole.subarray(0, 90), [123, 125, 10]]) {
    disk.files.set("last-screen", new Uint8Array(bytes));
    same(await seenAt({}), false, bytes.length);
  }
  disk.files.set("last-screen", whole);
  const page = new Page();
  page.broken = true;
  same((await page.begins()).isSeen, false);
  disk.fault = (call) => (call === "getDirectory" ? new DOMException("", "SecurityError") : null);
  same(await seenAt({}), false, "a browser that keeps nothing");
});

await check("a tap and a key on it are answered, and reach nothing that lies below", async () => {
  await visited();
  const page = await new Page().begins();
  const { told, splash } = page.parts;
  same(told.classes.has("asked"), false);
  splash.heard.pointerdown({ stopImmediatePropagation() {} });
  same(told.classes.has("asked"), true);
  mock.timers.tick(2500);
  same([told.classes.has("asked"), page.event("keydown").stopped, told.classes.has("asked")], [false, true, true]);
  page.last.leave();
  same([page.event("keydown").stopped, splash.heard.pointerdown], [false, undefined]);
});

await check("what can be tapped is kept with the picture, and offered on it as soon as it is seen", async () => {
  const sheet = { entries: 2, crosses: [{ tap: "r5" }] };
  const { disk } = await visited(`screen ${GAME} 0 ${deflateSync(JSON.stringify(sheet)).toString("base64")}`);
  same(JSON.parse(Buffer.from(picture(disk)).toString("latin1").split("\n")[0]).sheet > 0, true);
  const offered = [];
  const pencil = { enter: async (...given) => offered.push(given) };
  const isOffered = new Promise((resolve) => (pencil.offer = (...given) => resolve(offered.push(given.slice(1)))));
  const page = await new Page({ pencil }).begins();
  await isOffered; // it is unpacked aside
  same([page.isSeen, offered.splice(0)], [true, [[GAME, sheet]]]);
  await page.last.enter();
  same(offered.splice(0), [[false]]);
  const moved = new Page({ pencil });
  await Promise.all([moved.last.show(true), turns()]);
  same([moved.isSeen, offered], [true, []], "what is tapped in a tab that took over is not entered");
  const other = await new Page({ pencil, width: 844 }).begins();
  await other.last.enter();
  same(offered.splice(0), [[false]], "what was tapped before is entered without a picture");
  await new Page({ pencil, hash: "#/join/K7QF3M" }).last.enter();
  same(offered, [], "not by the page of a guest");
});

await check("a page that turns meanwhile, or has something else to say, takes it away", async () => {
  await visited();
  const page = await new Page().begins();
  page.event("resize");
  same(page.isSeen, false);
  const told = new Page();
  told.last.hide();
  same((await told.begins()).isSeen, false);
});

await check("a screen is made when it has rested for a while in front of somebody, once", async () => {
  const worker = await Worker.of(new Disk());
  const page = await new Page().begins();
  same(await page.rests(9000), 0, "Python has said nothing");
  worker.paints(page, `screen ${GAME} 0`);
  same(await page.rests(1400), 0);
  worker.paints(page);
  same(await page.rests(1400), 0, "a word");
  page.event("pointerdown");
  same(await page.rests(9000), 0, "a finger that lies there");
  page.event("pointerup");
  same(await page.rests(1400), 0, "a finger");
  document.hidden = true;
  same(await page.rests(100), 0, "nobody looks");
  document.hidden = false;
  page.event("visibilitychange");
  same([await page.rests(), await page.rests(9000)], [1, 1]);
  worker.paints(page);
  same(await page.rests(), 2, "it may have been painted anew");
});

await check("none is made of another screen, of one that nobody can read, or of home where it was scrolled", async () => {
  const worker = await Worker.of(new Disk());
  const page = await new Page().begins();
  const tried = async (word, about) => {
    worker.paints(page, word);
    same(await page.rests(), 0, about ?? word);
  };
  await tried("screen");
  await tried("screen /game/a2 0");
  page.canvas.opaque = false;
  await tried(`screen ${GAME} 0`, "a painter that shows nothing twice");
  page.canvas.opaque = true;
  page.canvases = [page.canvas, page.canvas];
  await tried(`screen ${GAME} 0`, "two canvases");
  page.canvases = [page.canvas];
  location.hash = "#/";
  worker.paints(page, "screen / 0");
  page.event("pointerdown", { clientX: 5, clientY: 400 });
  page.event("pointermove", { clientX: 5, clientY: 300 });
  page.event("pointerup");
  await tried("screen / 0");
  location.hash = `#${GAME}`;
  page.event("keydown");
  await tried(`screen ${GAME} 0`, "a cursor");
  page.event("pointerdown");
  page.event("pointerup");
  worker.paints(page);
  same(await page.rests(), 1, "a sheet is not scrolled");
});

await check("a guest's page makes none, nor one that has not got the games", async () => {
  const worker = await Worker.of(new Disk());
  const guest = await new Page({ hash: "#/join/K7QF3M" }).begins();
  location.hash = `#${GAME}`;
  worker.paints(guest, `screen ${GAME} 0`);
  same(await guest.rests(), 0);
  const second = new Page();
  worker.paints(second, `screen ${GAME} 0`);
  same(await second.rests(), 0);
});

await check("a picture is kept only if nothing was told since it was made, nor a moment later", async () => {
  const disk = new Disk();
  const worker = await Worker.of(disk);
  worker.told = 3;
  worker.keep({}, IMAGE.buffer, 2);
  same(picture(disk).length, 0, "a word that the page had not heard");
  worker.picture.keep({}, IMAGE.buffer, () => worker.told === 3);
  worker.told = 4;
  mock.timers.tick(250);
  same(picture(disk).length, 0, "a word that came a moment later");
  worker.keep({}, IMAGE.buffer, 4);
  same(picture(disk).length > IMAGE.length, true);
  worker.picture.drop();
  same(picture(disk).length, 0);
});

await check("what the disk refuses is no picture and no fault, and takes no room", async () => {
  const disk = new Disk();
  const worker = await Worker.of(disk);
  const keep = () => worker.keep({}, IMAGE.buffer, worker.told);
  disk.full = true;
  keep();
  same(picture(disk).length, 0);
  disk.full = false;
  worker.games.doubtful = true;
  keep();
  same(picture(disk).length, 0, "games that may not be what was written");
  worker.games.doubtful = false;
  for (const call of ["write", "flush", "truncate", "read"]) {
    disk.fault = (called) => (called === call ? new DOMException("", "UnknownError") : null);
    keep();
    worker.picture.drop();
    disk.fault = () => null;
    same(await seenAt({}), false, call);
  }
  keep();
  same(picture(disk).length > IMAGE.length, true);
});

end();
