// Python for one page: storage, interpreter and pad are fetched at once, and before Flet asks.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { leadFlushes, shelf } from "./shelf.js";
import { openSlots, Unreachable } from "./slots.js";
import { plain, untar } from "./unpack.js";

const KEPT = "/pad";
const waiting = []; // what Flet's client sends before Python listens
const flet = {}; // what Flet's Python looks for under the name flet_js
const page = { keeps: true, damaged: false, languages: [...navigator.languages] }; // … and the pad under pad_js
let hear = (what) => told.push(what);
const told = [];

page.tell = (what) => self.postMessage({ pad: what });
page.listen = (listener) => {
  hear = listener;
  told.splice(0).forEach(listener);
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
  const rest = load("pad.zst");
  const python = await loadPyodide({
    stdLibURL: URL.createObjectURL(new Blob([await plain(await load("first.zip.gz"))])),
    env: { HOME: "/home", PYTHONTZPATH: "" }, // a browser has no files about time zones
    packageBaseUrl: new URL("pyodide/", import.meta.url).href,
  });
  self.postMessage({ stage: "python" });
  install(python, await rest);
  python.FS.mkdir(KEPT);
  const slots = await kept;
  if (page.keeps) python.FS.mount(shelf(python.FS, slots), {}, KEPT);
  page.damaged = slots.some(({ state }) => state === "damaged");
  python.registerJsModule("flet_js", flet);
  python.registerJsModule("pad_js", page);
  page.folder = KEPT;
  python.pyimport("qwixx_pad.ready_made").use();
  python.pyimport("qwixx_pad.in_browser").run();
  self.postMessage({ stage: "pad", kept: page.keeps });
}

async function load(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// Far smaller than what browsers can unpack by themselves, and Python is there by now.
function install({ FS, pyimport, runPython, toPy }, packed) {
  const folder = runPython("import site; site.getsitepackages()[0]");
  const given = toPy(packed);
  const unpacked = pyimport("compression.zstd").decompress(given);
  const bytes = unpacked.toJs();
  [given, unpacked].forEach((proxy) => proxy.destroy?.());
  for (const [name, content] of untar(bytes)) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}

// Python hands out bytes; their copy is given away, not copied again.
function send(bytes) {
  const copy = bytes.toJs();
  self.postMessage(copy, [copy.buffer]);
}

async function connect() {
  await started;
  await flet.start_connection(send);
  self.postMessage({ connected: true });
  waiting.splice(0).forEach((message) => flet.send(message));
}

self.onmessage = ({ data }) => {
  if (data instanceof Uint8Array) {
    if (flet.send) flet.send(data);
    else waiting.push(data);
  } else if (data.connect) {
    flet.documentUrl = data.address;
    connect().catch(fail);
  } else if (data.pad) {
    hear(data.pad);
  }
};

function fail(error) {
  console.error(error);
  const reason = String(error?.message ?? error);
  self.postMessage({ failed: reason, unreachable: error instanceof Unreachable });
}

// Pyodide only warns when its program does not arrive, and then nothing would ever happen. What it
// gives its program cannot be changed anywhere else.
const { instantiateStreaming } = WebAssembly;
WebAssembly.instantiateStreaming = async (response, imports) => {
  try {
    return await instantiateStreaming(response, leadFlushes(imports));
  } catch (error) {
    fail(error);
    throw error;
  }
};

const started = start();
started.catch(fail);
