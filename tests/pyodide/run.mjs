// Runs pytest in the Python that ships in the pad's site: Pyodide, in node instead of a browser.
//
//   node run.mjs PYODIDE REPOSITORY PACKAGES CACHE ARGUMENTS…
//
// PYODIDE is flet-web's copy of it, PACKAGES holds pytest and its kin for it, CACHE keeps what was compiled.
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [pyodideFolder, repository, packages, cache, ...pytestArguments] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);

const pyodide = await loadPyodide({
  indexURL: pyodideFolder + "/",
  env: {
    HOME: "/home/pyodide",
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
    PYTHONPATH: "/packages",
    PYTHONPYCACHEPREFIX: "/cache",
  },
});
for (const [place, folder] of [["/repository", repository], ["/packages", packages], ["/cache", cache]]) {
  pyodide.FS.mkdirTree(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, place);
}
pyodide.globals.set("arguments", pyodide.toPy(pytestArguments));
process.exitCode = pyodide.runPython(`
import importlib, os, sys
os.chdir("/repository")
sys.path[:0] = ["/repository", "/packages"]
importlib.invalidate_caches()
import pytest
int(pytest.main(list(arguments)))
`);
