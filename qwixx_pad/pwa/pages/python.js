// Starts Python from the archives of the site.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { plain, untar } from "./unpack.js";

const PYTHON = {
  // A browser has no files about time zones, and its language is not Python's.
  env: { HOME: "/home", PYTHONTZPATH: "", LANG: "C.UTF-8" },
  packageBaseUrl: new URL("pyodide/", import.meta.url).href,
};

/** Python with the pad in it, and nothing of it imported. */
export async function startPython() {
  const rest = load("pad.zst");
  const first = await plain(await load("first.zip.gz"));
  const stdLibURL = URL.createObjectURL(new Blob([first]));
  const python = await loadPyodide({ ...PYTHON, stdLibURL });
  install(python, unpacked(python, await rest));
  python.pyimport("qwixx_pad.pwa.precompiled_dataclasses").use();
  return python;
}

/** A file of the site. */
export async function load(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

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
