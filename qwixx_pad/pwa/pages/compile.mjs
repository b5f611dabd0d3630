// Runs qwixx_pad.pwa.compiling on Pyodide: node compile.mjs PYODIDE SOURCES STAGE MADE PLAN

import { pathToFileURL } from "node:url";

const [runtime, sources, stage, made, plan] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } }); // a third smaller; lines are still told
for (const [place, root] of Object.entries({ sources, stage, made })) {
  python.FS.mkdir(`/${place}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/${place}`);
}
python.globals.set("plan", plan);
python.runPython(`
import sys
started = tuple(sys.modules)
import json
from pathlib import Path
sys.path.insert(0, "/sources")
from qwixx_pad.pwa.compiling import compile_stage
compile_stage(Path("/stage"), Path("/made"), json.loads(plan), started)
`);
