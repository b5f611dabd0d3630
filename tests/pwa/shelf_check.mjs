// Plays with pages/shelf.js on Pyodide's file system: node shelf_check.mjs PYODIDE PAGES REPOSITORY
// The handles are in memory here; what a browser's own do, the journeys show.

import { pathToFileURL } from "node:url";
import { Disk } from "./disk.mjs";
import { faultChecks } from "./fault_checks.mjs";
import { entryChecks } from "./entry_checks.mjs";
import { check, end, same } from "./checks.mjs";

const [runtime, pages, repository] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(path).href);
const { loadPyodide } = await load(`${runtime}/pyodide.mjs`);
const { shelf } = await load(`${pages}/shelf.js`);
const { openSlots, Unreachable } = await load(`${pages}/slots.js`);

const python = await loadPyodide();
const { FS } = python;
FS.mkdir("/pad");
FS.mkdir("/plain");
FS.mkdir("/repository");
FS.mount(FS.filesystems.NODEFS, { root: repository }, "/repository");

async function opened(disk, changes) {
  FS.mount(shelf(FS, await openSlots(), changes), {}, "/pad");
  return () => {
    FS.unmount("/pad");
    disk.let_go();
  };
}

const content = (folder) =>
  FS.readdir(folder)
    .filter((name) => !name.startsWith("."))
    .sort()
    .map((name) => [name, [...FS.readFile(`${folder}/${name}`)]]);

await check("after any changes the shelf holds what a plain folder holds, also when opened again", async () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const names = ["pad.journal", "pad.new", "aside", "other"];
  const bytes = () => new Uint8Array(random(5000)).map(() => random(256));
  const exists = (name) => FS.analyzePath(`/plain/${name}`).exists;
  const changes = [
    (f, name, given) => FS.writeFile(`${f}/${name}`, given),
    (f, name, given, at) => {
      const stream = FS.open(`${f}/${name}`, "a+");
      FS.write(stream, given, 0, given.length, at);
      FS.close(stream);
    },
    (f, name, _given, at) => exists(name) && FS.truncate(`${f}/${name}`, at),
    (f, name, _given, _at, to) => exists(name) && name !== to && FS.rename(`${f}/${name}`, `${f}/${to}`),
    (f, name) => exists(name) && FS.unlink(`${f}/${name}`),
  ];
  const disk = new Disk();
  let close = await opened(disk);
  for (let step = 0; step < 600; step++) {
    const [change, name, to] = [changes[random(5)], names[random(4)], names[random(4)]];
    const [given, at] = [bytes(), random(3000)];
    for (const folder of ["/pad", "/plain"]) change(folder, name, given, at, to); // the same to both
    if (step % 40 === 0) {
      close();
      close = await opened(disk);
      same(content("/pad"), content("/plain"));
    }
  }
  same(content("/pad"), content("/plain"));
  close();
});

await check("where there is no room a write is refused, and what was there stays", async () => {
  const disk = new Disk();
  const close = await opened(disk);
  FS.writeFile("/pad/saved", new Uint8Array([1, 2, 3]));
  disk.room = [...disk.files.values()].reduce((sum, { length }) => sum + length, 0);
  let refused = 0;
  try {
    FS.writeFile("/pad/saved", new Uint8Array(9000), { flags: "a" });
  } catch (error) {
    refused = error.errno;
  }
  same(refused, python.runPython("import errno; errno.ENOSPC"));
  same(content("/pad"), [["saved", [1, 2, 3]]]);
  close();
});

await check("where there is no room from the start, what is there can be read and not written", async () => {
  const disk = new Disk();
  let close = await opened(disk);
  FS.writeFile("/pad/saved", new Uint8Array([1, 2, 3]));
  close();
  disk.full = true;
  close = await opened(disk);
  const refusals = [
    () => FS.writeFile("/pad/saved", new Uint8Array([4]), { flags: "a" }),
    () => FS.writeFile("/pad/another", new Uint8Array([5])),
  ].map((write) => {
    try {
      return write();
    } catch (error) {
      return error.errno;
    }
  });
  same(new Set(refusals).size, 1);
  same(refusals[0], python.runPython("errno.ENOSPC"));
  same(content("/pad"), [["saved", [1, 2, 3]]]);
  close();
});

await check("no file is lost when a renaming was cut short", async () => {
  const disk = new Disk();
  let close = await opened(disk);
  FS.writeFile("/pad/old", new Uint8Array([1]));
  FS.writeFile("/pad/new", new Uint8Array([2]));
  const before = new Map([...disk.files].map(([name, bytes]) => [name, bytes.slice()]));
  FS.rename("/pad/new", "/pad/old");
  const after = new Map([...disk.files].map(([name, bytes]) => [name, bytes.slice()]));
  for (const [number, bytes] of before) {
    // as if the last write, which frees the file that was replaced, had not come to the disk
    if (new TextDecoder().decode(bytes.subarray(0, 40)).includes('"old"')) after.set(number, bytes);
  }
  close();
  disk.files = after;
  close = await opened(disk);
  same(content("/pad"), [["old", [2]]]);
  close();
});

await check("who writes to a file that is gone, or was replaced, writes into no other", async () => {
  const disk = new Disk();
  let close = await opened(disk);
  for (const name of ["gone", "replaced", "fresh"]) FS.writeFile(`/pad/${name}`, new Uint8Array([1]));
  const streams = ["gone", "replaced"].map((name) => FS.open(`/pad/${name}`, "r+"));
  FS.unlink("/pad/gone");
  FS.rename("/pad/fresh", "/pad/replaced");
  for (const name of ["one", "two"]) FS.writeFile(`/pad/${name}`, new Uint8Array([2]));
  for (const stream of streams) {
    FS.write(stream, new Uint8Array([9]), 0, 1, 0);
    FS.close(stream);
  }
  close();
  close = await opened(disk);
  same(content("/pad"), [["one", [2]], ["replaced", [1]], ["two", [2]]]);
  close();
});

const bench = { check, same, content, opened, openSlots, Unreachable, python, FS };
await entryChecks(bench);
await faultChecks(bench);

end();
