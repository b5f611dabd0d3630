// Cuts the line under assets/line.js, by a clock of its own: node line_check.mjs ASSETS
// Of browser and pad there is only what the line asks of them; a real cut is in tests/browser.

import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { check, end, same } from "./checks.mjs";

const source = readFileSync(`${process.argv[2]}/line.js`, "utf8");
const TICK = 500;
const PICTURE = new ArrayBuffer(1);

// A browser, with a page in it, and a pad that it reaches as long as there is a network.
class World {
  constructor() {
    Object.assign(this, { now: 0, network: true, status: 200, mute: false, sockets: [], fetched: 0, timers: [], events: {}, heard: [] });
    const world = this;
    const document = { hidden: false, addEventListener: (kind, run) => (world.events[kind] = run) };
    this.document = document;
    Object.assign(globalThis, {
      window: globalThis,
      document,
      flet: { assetBase: "/" },
      addEventListener: (kind, run) => (world.events[kind] = run),
      setInterval: (run) => (world.tick = run),
      setTimeout: (run, wait) => world.timers.push([world.now + wait, run]),
      fetch: (_, { signal }) => new Promise((resolve, reject) => {
        world.fetched += 1;
        signal.onabort = reject;
        world.arrive(() => resolve({ status: world.status }));
      }),
      CloseEvent: class extends Event {
        constructor(kind, { code }) { super(kind); this.code = code; }
      },
      WebSocket: class {
        static CONNECTING = 0;
        static OPEN = 1;
        static CLOSED = 3;
        bufferedAmount = 0;
        readyState = 0;
        sent = [];
        constructor() {
          world.sockets.push(this);
          world.arrive(() => {
            if (this.readyState) return;
            this.readyState = 1;
            this.onopen();
          });
        }
        send(data) {
          this.sent.push(data);
          if (data === "here?") world.arrive(() => this.says("here"));
        }
        says(data) { if (!world.mute) this.onmessage?.({ data }); }
        close() { this.readyState = 3; }
        fails() { this.readyState = 3; this.onclose(); }
      },
    });
    runInThisContext(source);
  }
  arrive(come) { if (this.network) this.timers.push([this.now, come]); }
  // As Flet's client does: it asks for the session, and tries again half a second after an end.
  connect() {
    const line = new Line("ws://pad/ws");
    line.addEventListener("open", () => line.send("session"));
    for (const kind of ["cut", "mended", "message", "close"]) line.addEventListener(kind, ({ type }) => this.heard.push(type));
    line.addEventListener("close", () => setTimeout(() => this.connect(), 500));
    this.line = line;
    return this;
  }
  async pass(seconds, ticks = true) {
    for (const end = this.now + 1000 * seconds; this.now < end; ) {
      this.now += 100;
      if (ticks && this.now % TICK === 0) this.tick();
      for (let due; (due = this.timers.find(([at]) => at <= this.now)); ) {
        this.timers.splice(this.timers.indexOf(due), 1);
        due[1]();
        await null;
      }
      for (let turns = 0; turns < 5; turns += 1) await null;
    }
    return this;
  }
  get socket() { return this.sockets.at(-1); }
  get asked() { return this.socket.sent.includes("session"); }
  async begun() {
    await this.connect().pass(1);
    this.socket.says(PICTURE);
    this.heard.splice(0);
    return this;
  }
}

const backIn = async (world, limit) => {
  const from = world.now;
  const before = world.sockets.length;
  while (!(world.sockets.length > before && world.asked)) {
    await world.pass(0.1);
    if (world.now - from > 1000 * limit) throw new Error(`not back in ${limit} s`);
  }
};

await check("a line on which nothing happens stays open, and the client hears nothing of what keeps it", async () => {
  const world = await new World().begun();
  await world.pass(600);
  same([world.heard, world.sockets.length, world.fetched], [[], 1, 0]);
});

for (const seconds of [5, 40, 140, 3600])
  await check(`a phone is back within 3 s of the network, after ${seconds} s without a word`, async () => {
    const world = await new World().begun();
    world.network = false;
    await world.pass(seconds);
    same(world.heard, ["cut"]);
    world.network = true;
    await backIn(world, 3);
    same(world.heard, ["cut", "close"]);
  });

await check("the client waits half a second each time, for no try fails that it hears of", async () => {
  const world = await new World().begun();
  for (const _ of [1, 2, 3, 4, 5]) {
    world.socket.fails();
    await world.pass(1);
    world.network = false;
    await world.pass(30);
    world.network = true;
    await backIn(world, 3);
    await world.pass(1);
    world.socket.says(PICTURE);
  }
  same(world.heard.filter((kind) => kind === "close").length, 5);
});

await check("a pad that ends the line before it has spoken is asked the same again by another", async () => {
  const world = new World().connect();
  await world.pass(1);
  world.socket.fails();
  await world.pass(3);
  same([world.sockets.length, world.socket.sent[0], world.heard], [2, "session", ["cut"]]);
});

await check("a try is made every 2 s, and by a page that nobody sees every 30 s", async () => {
  const world = await new World().begun();
  world.network = false;
  await world.pass(10);
  for (const [hidden, tries] of [[false, 30], [true, 2]]) {
    world.document.hidden = hidden;
    const before = world.fetched;
    await world.pass(60);
    same(world.fetched - before, tries, hidden);
  }
});

await check("a proxy that answers alone is not the pad", async () => {
  const world = await new World().begun();
  world.socket.fails();
  world.status = 502;
  await world.pass(20);
  same(world.sockets.length, 1);
  world.status = 200;
  await backIn(world, 3);
});

for (const kind of ["online", "pageshow", "visibilitychange", "resume", "a tap"])
  await check(`a try is made at once: ${kind}`, async () => {
    const world = await new World().begun();
    world.network = false;
    await world.pass(20);
    world.document.hidden = true;
    await world.pass(20);
    world.network = world.mute = true; // and the old line answers nobody any more
    world.document.hidden = false;
    const before = world.fetched;
    (world.events[kind] ?? Line.check)();
    same(world.fetched - before, 1);
    await backIn(world, 1);
  });

await check("a page that was frozen when the line was cut is back within 3 s of being seen", async () => {
  const world = await new World().begun();
  world.network = false;
  world.document.hidden = true;
  await world.pass(140, false);
  world.network = true;
  world.mute = true; // the old line answers nobody any more
  world.document.hidden = false;
  world.events.visibilitychange();
  await backIn(world, 3);
});

await check("a page that was frozen alone goes on with its line", async () => {
  const world = await new World().begun();
  await world.pass(3);
  await world.pass(600, false);
  await world.pass(10);
  world.events.visibilitychange();
  await world.pass(10);
  same([world.heard, world.sockets.length], [[], 1]);
});

await check("a pad that was only busy goes on with the same line", async () => {
  const world = await new World().begun();
  world.network = false;
  await world.pass(6);
  same(world.heard, ["cut"]);
  world.network = true;
  world.arrive(() => world.socket.says("here"));
  await world.pass(10);
  same([world.heard, world.sockets.length], [["cut", "mended"], 1]);
});

await check("the line is what the client takes it for", async () => {
  const world = new World().connect();
  const { line } = world;
  const heard = [];
  line.onopen = ({ type }) => heard.push(type);
  line.onclose = ({ code }) => heard.push(code);
  same([line.readyState, line.url, line.protocol, line.bufferedAmount], [0, "ws://pad/ws", "", 0]);
  line.binaryType = "arraybuffer";
  await world.pass(1);
  same([line.readyState, world.socket.binaryType], [1, "arraybuffer"]);
  line.close();
  same([line.readyState, world.socket.readyState, heard], [3, 3, ["open", 1000]]);
});

end();
