// Python for one page: storage, interpreter and pad are fetched at once, and before Flet asks.

import { Picture } from "./picture.js";
import { load, startPython } from "./python.js";
import { shelf } from "./shelf.js";
import { openSlots, Unreachable } from "./slots.js";

const KEPT = "/pad";
const waiting = []; // what Flet's client sends before Python listens
const flet = {}; // what Flet's Python looks for under the name flet_js
const site = new URL("..", self.location);
const REACH = 2000; // milliseconds
const RELAY = "{{relay}}"; // an address, "." for the site's own, nothing for none
const page = {
  // … and the pad under pad_js
  keeps: true,
  damaged: false,
  languages: [...navigator.languages],
  site: site.href,
  relay: RELAY === "." ? new URL("relay", site).href.replace("http", "ws") : RELAY,
  secret: "", // of this phone at its tables
  file: null, // that was opened with the pad
  socket: (address) => new WebSocket(address),
  weights: (name) => load(`weights/${name}.weights`),
  // Whether anybody answers there; a try that hangs gives way to the next.
  reach: async (address) => {
    const how = { method: "HEAD", mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(REACH) };
    const { status } = await fetch(address.replace(/^ws/, "http"), how);
    if (status >= 500) throw new Error(`a proxy answers ${status}`);
  },
};
let hear = (what) => told.push(what);
const told = [];
let picture = null;
let messages = 0; // to the page

function post(message, given = []) {
  messages += 1;
  self.postMessage(message, given);
}

page.tell = (what) => post({ pad: what });
page.listen = (listener) => {
  hear = listener;
  told.splice(0).forEach((what) => listener(what)); // and nothing else: it is Python
};

async function storage() {
  try {
    return await openSlots();
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    if (self.name === "kept") throw new Unreachable("games were kept here", { cause: error });
    console.warn("This browser keeps nothing:", error);
    page.keeps = false;
    return [];
  }
}

async function start() {
  const kept = storage();
  kept.catch(fail); // at once, not when Python is there
  const python = await startPython();
  python.registerJsModule("flet_js", flet);
  python.registerJsModule("pad_js", page);
  const pad = python.pyimport("qwixx_pad.pwa.in_browser");
  post({ stage: "python" });
  python.FS.mkdir(KEPT);
  const slots = await kept;
  picture = new Picture(slots);
  if (page.keeps) python.FS.mount(shelf(python.FS, slots, changes), {}, KEPT);
  page.damaged = slots.some(({ state }) => state === "damaged");
  page.folder = KEPT;
  pad.run();
  post({ stage: "pad", kept: page.keeps });
  if (page.keeps) picture.open().catch(console.warn);
}

function changes() {
  picture.drop();
  post({ changes: true });
}

// Python hands out bytes; their copy is given away, not copied again.
function send(bytes) {
  const copy = bytes.toJs();
  post(copy, [copy.buffer]);
}

async function connect() {
  await started;
  await flet.start_connection(send);
  post({ connected: true });
  waiting.splice(0).forEach((message) => flet.send(message));
}

self.onmessage = ({ data }) => {
  if (data instanceof Uint8Array) {
    if (flet.send) flet.send(data);
    else waiting.push(data);
  } else if (data.connect) {
    flet.documentUrl = data.address;
    connect().catch(fail);
  } else if (data.picture) {
    picture.keep(data.head, data.picture, () => data.messages === messages);
  } else if (data.pad) {
    hear(data.pad);
  } else if (data.file) {
    page.file = data.file;
    hear("file");
  } else if (data.secret) {
    page.secret = data.secret;
  }
};

function fail(error) {
  console.error(error);
  const reason = String(error?.message ?? error);
  post({ failed: reason, unreachable: error instanceof Unreachable });
}

// Pyodide only warns when its program does not arrive, and then nothing would ever happen.
const { instantiateStreaming } = WebAssembly;
WebAssembly.instantiateStreaming = (...given) => {
  const program = instantiateStreaming(...given);
  program.catch(fail);
  return program;
};

const started = start();
started.catch(fail);
