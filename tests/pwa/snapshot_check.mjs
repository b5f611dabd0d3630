// Starts Python from a snapshot, and from snapshots that are not as they should be, in Node:
// node snapshot_check.mjs FOLDER. The folder is a version of a site with a small pad in it.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const LIMIT = 3;

/** A browser's cache in memory; `full` refuses everything. */
class Cache {
  entries = new Map();
  full = false;
  async match(url) {
    return this.entries.get(String(url))?.clone();
  }
  async put(url, response) {
    if (this.full) throw new DOMException("there is no room", "QuotaExceededError");
    this.entries.set(String(url), new Response(await response.blob()));
  }
  async delete(url) {
    return this.entries.delete(String(url));
  }
}

const cache = new Cache();
const browser = { keys: async () => ["this version"], open: async () => cache, match: (url) => cache.match(url) };
globalThis.caches = browser;
const { fetch } = globalThis;
globalThis.fetch = async (url) => (String(url).startsWith("file:") ? new Response(await readFile(url)) : fetch(url));
console.warn = () => {}; // what is wrong is said there, and expected here
// Node's Pyodide reads files, not addresses of blobs.
URL.createObjectURL = () => new URL("first.zip", folder).href;

const load = (name) => import(new URL(name, folder).href);
const { fromArchives, startPython } = await load("python.js");
const { makeSnapshot, snapshotWorked, takeSnapshot } = await load("snapshot.js");
const KEPT = new URL("python.snapshot", folder).href;
cache.entries.set(new URL("snapshot.js", folder).href, new Response(""));

const drawn = `
import os, random, secrets, tempfile, uuid
str([random.random(), secrets.token_hex(), uuid.uuid4().hex, os.urandom(8), next(tempfile._get_candidate_names())])`;
const start = () => startPython(() => {});
const kept = async () => new Uint8Array(await (await (await cache.match(KEPT)).blob()).arrayBuffer());

async function made() {
  const { python, first, tar } = await fromArchives({ _makeSnapshot: true });
  python.pyimport("qwixx_pad.pwa.snapshot").fill();
  python.globals.set("held", { ofThePage: true });
  await refuses((async () => python.makeMemorySnapshot())());
  python.runPython("del held");
  return { python, heap: python.makeMemorySnapshot(), first, tar };
}

const failures = [];
async function check(sentence, run) {
  try {
    await run();
    console.log(`ok: ${sentence}`);
  } catch (error) {
    failures.push(sentence);
    console.log(`FAILED: ${sentence}\n${String(error.stack ?? error).slice(-2000)}`);
  }
}

function same(found, wanted) {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

async function refuses(promise) {
  const refused = await promise.then(() => false, () => true);
  if (!refused) throw new Error("it was not refused");
}

await check("A full browser keeps no snapshot", async () => {
  await refuses(
    makeSnapshot(async () => {
      cache.full = true;
      return { heap: new Uint8Array(1), first: new Uint8Array(1), tar: new Uint8Array(1) };
    }),
  );
  cache.full = false;
  same(await takeSnapshot(), null);
  await snapshotWorked();
});

await check("A snapshot in which nothing of the page is held is kept", async () => {
  await makeSnapshot(made);
  same((await takeSnapshot()) !== null, true);
  await snapshotWorked();
});

await check("Two starts from one snapshot have all that was imported, and draw other numbers and names", async () => {
  const seen = [];
  for (let number = 0; number < 2; number++) {
    const { python, fromSnapshot } = await start();
    same(fromSnapshot, true);
    same(python.runPython("import sys; 'qwixx_pad.large' in sys.modules and len(sys.modules['qwixx_pad.large'].much)"), 30e6);
    same(python.runPython("import pathlib; pathlib.Path(sys.modules['qwixx_pad.large'].__file__).read_text()[:4]"), "much");
    seen.push(python.runPython(drawn));
    await snapshotWorked();
  }
  const [one, other] = seen.map((text) => text.slice(1, -1).split(", "));
  same(one.filter((value) => other.includes(value)), []);
});

await check("Torn, cut or foreign bytes are dropped, and Python starts as ever", async () => {
  const whole = await kept();
  const put = (bytes) => cache.put(KEPT, new Response(bytes));
  for (const cut of [whole.subarray(0, whole.length >> 1), new Uint8Array(10000), new Uint8Array(0)]) {
    await put(cut);
    await refuses(takeSnapshot().then(({ sound }) => sound));
    await snapshotWorked();
  }
  const torn = whole.slice();
  torn[torn.length >> 1] ^= 1;
  await put(torn);
  const { python, fromSnapshot } = await start();
  same([python.runPython("6 * 7"), fromSnapshot, cache.entries.has(KEPT)], [42, false, false]);
  await makeSnapshot(async () => failures.push("made once more"));
  await snapshotWorked();
  await put(whole);
});

await check("Another engine makes its own", async () => {
  const name = Object.getOwnPropertyDescriptor(navigator, "userAgent");
  Object.defineProperty(navigator, "userAgent", { value: "another", configurable: true });
  same(await takeSnapshot(), null);
  same(cache.entries.has(KEPT), false);
  if (name) Object.defineProperty(navigator, "userAgent", name);
  else delete navigator.userAgent;
  await snapshotWorked();
});

await check("What never comes as far as the screen is not tried for ever", async () => {
  const parts = { heap: new Uint8Array(8), first: new Uint8Array(1), tar: new Uint8Array(1) };
  const goesAway = () => Promise.reject(new Error("the page was closed"));
  for (let tries = 1; tries < LIMIT; tries++) await refuses(makeSnapshot(goesAway));
  await makeSnapshot(async () => parts);
  for (let tries = 1; tries <= LIMIT; tries++) same((await takeSnapshot()).heap.length, 8);
  same(await takeSnapshot(), null);
  same(cache.entries.has(KEPT), false);
  await makeSnapshot(async () => failures.push("made once more"));
});

await check("Where a browser keeps nothing Python starts as ever", async () => {
  delete globalThis.caches;
  const { python, fromSnapshot } = await start();
  same([python.runPython("6 * 7"), fromSnapshot], [42, false]);
});

process.exit(failures.length ? 1 : 0);
