// Starts Python: from a snapshot of its memory where there is one, else from the archives of the site.

import create from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { abandonSnapshot, takeSnapshot } from "./snapshot.js";
import { plain, untar } from "./unpack.js";

const PYTHON = {
  // A browser has no files about time zones, and its language is not Python's.
  env: { HOME: "/home", PYTHONTZPATH: "", LANG: "C.UTF-8" },
  packageBaseUrl: new URL("pyodide/", import.meta.url).href,
};

/** Python with the pad in it, whatever is wrong with its snapshot.
 *
 * @param introduce Is given each Python that is tried, and does what needs no storage.
 * @returns It, and whether it is `fromSnapshot`.
 */
export async function startPython(introduce) {
  try {
    const snapshot = await takeSnapshot();
    if (snapshot) {
      const python = await restored(snapshot);
      python.pyimport("qwixx_pad.pwa.snapshot").renew();
      introduce(python);
      return { python, fromSnapshot: true };
    }
  } catch (error) {
    console.warn("Python starts without its snapshot:", error);
    await abandonSnapshot().catch(console.warn);
  }
  const { python } = await fromArchives();
  python.pyimport("qwixx_pad.pwa.precompiled_dataclasses").use();
  introduce(python);
  return { python, fromSnapshot: false };
}

/** Python with nothing imported, and what it was made of: the archives `first` and `tar`. */
export async function fromArchives(options = {}) {
  const rest = load("pad.zst");
  const first = await plain(await load("first.zip.gz"));
  const python = await loadPyodide({ ...PYTHON, ...options, stdLibURL: addressOf(first) });
  const tar = unpacked(python, await rest);
  install(python, tar);
  return { python, first, tar };
}

async function restored({ heap, first, tar, sound }) {
  const createPyodideModule = async (settings) => {
    const module = await create(settings);
    await sound;
    module.growMemory(heap.length); // Pyodide does not, and copies into what there is
    return module;
  };
  const options = { stdLibURL: addressOf(first), createPyodideModule, _loadSnapshot: heap };
  const python = await loadPyodide({ ...PYTHON, ...options });
  for (const name in options) delete python._api.config[name]; // it would hold the heap for ever
  install(python, tar.slice()); // … and so would this, which lies beside it
  return python;
}

async function load(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const addressOf = (bytes) => URL.createObjectURL(new Blob([bytes]));

// Far smaller than what browsers can unpack by themselves, and Python is there by now.
function unpacked({ pyimport, toPy }, packed) {
  const given = toPy(packed);
  const content = pyimport("compression.zstd").decompress(given);
  const bytes = content.toJs();
  [given, content].forEach((proxy) => proxy.destroy());
  return bytes;
}

function install({ FS, runPython }, tar) {
  const folder = runPython("import site; site.getsitepackages()[0]");
  for (const [name, content] of untar(tar)) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}
