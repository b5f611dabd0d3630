// Runs pytest in the Python that ships in the pad's site: Pyodide, in node instead of a browser.
//
//   node --experimental-wasm-jspi run.mjs PYODIDE REPOSITORY PACKAGES KEPT ARGUMENTS…
//
// PYODIDE is flet-web's copy of it; PACKAGES has pytest and what the pad needs, made for it; KEPT
// keeps what was compiled and gets `note.json`, of which inside.py tells.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, repository, packages, cache, ...pytestArguments] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const pyodide = await loadPyodide({
  indexURL: join(runtime, "/"),
  env: {
    CI: process.env.CI ?? "", // where warnings are errors
    HOME: "/home/pyodide",
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
    PYTHONPYCACHEPREFIX: "/cache/compiled",
  },
});
const folders = { "/repository": repository, "/packages": packages, "/cache": cache };
for (const [place, folder] of Object.entries(folders)) {
  pyodide.FS.mkdirTree(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, place);
}
pyodide.globals.set("arguments", pyodide.toPy(pytestArguments));
process.exitCode = await pyodide.runPythonAsync(`
import os, sys
os.chdir("/repository")
sys.path[:0] = ["/repository/tests/pyodide", "/repository", "/packages"]
from inside import run
run("/cache/note.json", arguments)
`);
