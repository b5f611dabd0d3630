// Lets a relay say things to pages/guest.js: node guest_check.mjs PAGES
// Of a page there is only what a guest is shown; how it looks, the journeys show.

import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { check, end, same } from "./checks.mjs";

const ROUTE_CODES = new URL("../support/multiplayer/route_codes.json", import.meta.url);
const source = readFileSync(`${process.argv[2]}/guest.js`, "utf8").replace("{{relay}}", ".");
const words = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
const WAITS = { name: "Ben", color: 1, device: null };
const TABLE = { chairs: [{ name: "Ann", color: 0, device: "ann" }, WAITS], game: null };

class Part {
  constructor() {
    Object.assign(this, { children: [], style: {}, textContent: "", value: "", hidden: false, maxLength: 24 });
    this.classList = { add() {} };
  }
  append(...more) { this.children.push(...more); }
  replaceChildren(...all) { this.children = all; }
  removeAttribute() {}
  focus() {}
}

// A page that was opened by the link of a table, and what its relay says to it.
class Guest {
  constructor(part = "K7QF3M") {
    const parts = {};
    this.part = (name) => (parts[name] ??= new Part());
    this.parts = parts;
    Object.assign(this, { events: {}, timers: [], sent: [], fetched: 0, network: true, status: 200 });
    const page = this;
    Object.assign(globalThis, {
      location: { hash: `#/join/${part}`, href: `https://pad.example/#/join/${part}` },
      localStorage: { getItem: () => null, setItem() {} },
      addEventListener: (kind, run) => (page.events[kind] = run),
      fetch: async (_, { signal }) => {
        page.fetched += 1;
        if (!page.network) await new Promise((_, reject) => (signal.onabort = reject));
        return { status: page.status };
      },
      setTimeout: (run, wait) => page.timers.push([wait, run]),
      clearTimeout: (number) => delete page.timers[number - 1],
      MutationObserver: class { observe() {} disconnect() {} },
      document: {
        body: { children: [] },
        addEventListener: (kind, run) => (page.events[kind] = run),
        getElementById: this.part,
        createElement: () => new Part(),
        querySelector: () => new Part(),
        querySelectorAll: () => [],
      },
      WebSocket: class {
        static OPEN = 1;
        readyState = 1;
        constructor(address) {
          Object.assign(page, { address, socket: this });
          page.sockets = (page.sockets ?? 0) + 1;
        }
        send(text) { page.sent.push(JSON.parse(text)); }
        close() { page.closed = true; }
      },
    });
    runInThisContext(source);
    this.welcomed = globalThis.welcome(words);
    this.left = false;
    this.welcomed.left.then(() => (this.left = true));
    this.events.DOMContentLoaded?.(); // it waits for the page only with a code
  }
  async hears(...frames) {
    while (!this.socket) await new Promise(setImmediate);
    for (const data of frames) this.socket.onmessage({ data });
    await null;
    return this;
  }
  get said() { return this.part("said").textContent; }
  get names() { return this.part("seats").children.map((item) => item.children[0].children[1]); }
}

const first = (table) => JSON.stringify({ wire: 3, you: "me", table });

await check("a guest sees who sits at the table", async () => {
  const guest = await new Guest().hears(first(TABLE));
  same([guest.said, guest.names, guest.left], ["", ["Ann", "Ben"], false]);
});

await check("a name in capitals or full width takes the seat that waits for it", async () => {
  for (const [name, asked] of [["BEN", "sit"], ["Ｂｅｎ", "sit"], ["Benn", "add"]]) {
    const guest = await new Guest().hears(first(TABLE));
    guest.part("name").value = name;
    guest.part("guest").onsubmit({ preventDefault() {} });
    same(guest.sent.at(-1).do, asked, name);
  }
});

await check("a field that takes no more letters says so", async () => {
  const guest = await new Guest().hears(first(TABLE));
  const notes = [23, 24, 23].map((letters) => {
    guest.part("name").value = "n".repeat(letters);
    guest.part("name").oninput();
    return guest.part("most").textContent;
  });
  same(notes, ["", "<longest>", ""]);
});

await check("a link finds its table whatever was put behind it", async () => {
  for (const [part, code] of Object.entries(JSON.parse(readFileSync(ROUTE_CODES, "utf8")))) {
    const guest = new Guest(part);
    same("DOMContentLoaded" in guest.events, code.length === 6, part);
    if (!guest.events.DOMContentLoaded) continue;
    await guest.hears(first(TABLE));
    same([guest.names, guest.address], [["Ann", "Ben"], `wss://pad.example/relay/${code}`], part);
  }
});

await check("a name that is sent without a link is meant once there is one", async () => {
  const guest = await new Guest().hears();
  guest.part("name").value = "Cleo";
  guest.socket.readyState = 0;
  guest.part("guest").onsubmit({ preventDefault() {} });
  guest.socket.readyState = 1;
  await guest.hears(first(TABLE), first(TABLE));
  same(guest.sent, [{ n: 1, do: "add", name: "Cleo", color: null }]);
});

await check("a guest who comes in a game is led to the pad, and may take a seat that waits meanwhile", async () => {
  const guest = await new Guest().hears(first({ ...TABLE, game: "one" }));
  same([guest.said, guest.left, guest.part("sit").hidden], ["<begun> <soon>", true, true]);
  same(guest.part("seats").children[1].children[0].disabled, undefined);
});

await check("nothing is shown of a sheet that no Python has checked", async () => {
  for (const own_sheet of [7, [], { name: "own:x-1", text: "{", title: "<b>Sheet", description: "Said" }]) {
    const guest = await new Guest().hears(first({ ...TABLE, layout: "own:x-1", own_sheet }));
    same([guest.said, guest.names, guest.left], ["", ["Ann", "Ben"], false]);
    same(JSON.stringify(guest.parts).match(/Ann|Sheet|Said/g), ["Ann"]);
  }
});

await check("who has sat down for the next game has a seat", async () => {
  const next_chairs = [{ name: "Cleo", color: 2, device: "me" }];
  same((await new Guest().hears(first({ ...TABLE, game: "one", next_chairs }))).said, "<seated>");
});

await check("what a relay may never say is told, and the pad goes on", async () => {
  const tables = [7, [], {}, { chairs: null }, { chairs: {} }, { chairs: [null], game: null }];
  const chairs = [[7], [{}], [{ ...WAITS, name: 7 }], [{ ...WAITS, name: null }]];
  const frames = ["", "[", "null", "7", '"x"', "[]", '{"error": {"toString": 1}}'];
  tables.push({ ...TABLE, next_chairs: 7 }, { ...TABLE, next_chairs: [null] });
  for (const wrong of chairs) tables.push({ chairs: wrong, game: null });
  for (const frame of [...frames, ...tables.map(first)]) {
    for (const before of [[], [first(TABLE)]]) {
      const guest = await new Guest().hears(...before, frame);
      same([guest.said, guest.left, guest.closed], ["<apart>", true, true], frame);
      guest.part("guest").onsubmit({ preventDefault() {} });
    }
  }
});

await check("a word that the page does not know is told in one that it knows", async () => {
  for (const error of ["constructor", "__proto__", "toString", "new"])
    same((await new Guest().hears(JSON.stringify({ error }))).said, "<apart>", error);
  for (const refused of ["constructor", "hasOwnProperty", "NEW"])
    same((await new Guest().hears(first(TABLE), JSON.stringify({ re: 1, refused }))).said, "<unkept>", refused);
  for (const [error, told] of Object.entries({ "no-table": "unknown", closed: "closed", full: "full", wait: "wait", version: "apart" }))
    same((await new Guest().hears(JSON.stringify({ error }))).said, `<${told}>`);
});

await check("a guest whose line is cut can tap nothing but to try now, and is back at once by that", async () => {
  for (const way of ["tap", "online", "pageshow", "visibilitychange"]) {
    const guest = await new Guest().hears(first(TABLE));
    guest.network = false;
    guest.socket.readyState = 3;
    guest.socket.onclose();
    const shown = () => [guest.said, guest.part("seats").inert, guest.part("sit").inert, guest.part("again").hidden];
    same(shown(), ["<unlinked>", true, true, false], way);
    guest.network = true;
    if (way === "tap") guest.part("again").onclick();
    else guest.events[way]();
    while (guest.sockets < 2) await new Promise(setImmediate);
    same([guest.sockets, guest.fetched], [2, 1], way);
    await guest.hears(first(TABLE));
    same(shown(), ["", false, false, true], way);
  }
});

await check("a guest's first link is left alone when its page is shown", async () => {
  const guest = new Guest();
  while (!guest.socket) await new Promise(setImmediate);
  guest.socket.readyState = 0;
  guest.events.pageshow();
  guest.socket.readyState = 1;
  for (let digest = 0; digest < 20; digest += 1) await crypto.subtle.digest("SHA-256", new Uint8Array(1));
  same([guest.sockets, guest.fetched], [1, 0]);
});

await check("a guest dials no relay whose proxy alone answers", async () => {
  const guest = await new Guest().hears(first(TABLE));
  Object.assign(guest, { status: 502 });
  guest.socket.readyState = 3;
  guest.socket.onclose();
  guest.part("again").onclick();
  for (let digest = 0; digest < 20; digest += 1) await crypto.subtle.digest("SHA-256", new Uint8Array(1));
  same([guest.sockets, guest.fetched], [1, 1]);
});

await check("a guest on a line that went silent is asked for a word, and tries again without one", async () => {
  const guest = await new Guest().hears(first(TABLE));
  guest.events.online();
  const [wait, run] = guest.timers.findLast((timer) => timer);
  same(wait, 1500);
  run();
  same(guest.said, "<unlinked>");
});

end();
