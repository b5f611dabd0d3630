// What becomes of entries whatever the browser does: through the real storage.

import { Disk } from "./disk.mjs";

const BEGIN = `
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = ["/repository"] if "/repository" not in sys.path else []
from qwixx_pad.storage import CannotWrite, DiskFull, GameHead, SavedEntry, open_storage

now = datetime(2026, 11, 22, tzinfo=UTC)
`;
const OPEN = `
try:
    storage, notice = open_storage(Path("/pad"), now=now)
except CannotWrite as error:
    notice = error
`;
const GAME = `storage.add_game(GameHead("g", "classic", ("",), now))`;
const ENTER = `
def enter(token):
    try:
        storage.append("g", len(storage.load("g").entries), SavedEntry(token, now))
    except CannotWrite as error:
        return type(error).__name__
    return "stored"

def tokens():
    return [entry.token for entry in storage.load("g").entries] if "g" in storage.game_ids() else []
enter`;

export async function entryChecks({ check, same, content, opened, python }) {
  const run = (code) => python.runPython(code);
  const tokens = () => run("tokens()").toJs();
  const fold = () => run("storage.compact()");
  const begun = async (disk, changes) => {
    const close = await opened(disk, changes);
    run(BEGIN + OPEN);
    const enter = run(ENTER);
    return { close, enter };
  };
  const started = async (disk, changes) => {
    const pad = await begun(disk, changes);
    run(GAME);
    return pad;
  };

  const CHANGES = ["truncate", "write", "flush"];
  // The handle is of no use any more, and another one is.
  const unusable = () => new DOMException("", "InvalidStateError");
  const faults = {
    "fails once": [(_disk, left) => (left === 0 ? new Error("at random") : null), "stored"],
    "loses hold of a file": [(_disk, left) => (left === 0 ? unusable() : null), "CannotWrite"],
    "fails from then on": [(_disk, left) => (left <= 0 ? unusable() : null), "CannotWrite"],
    "has no room from then on": [(disk, left) => void (disk.full = left <= 0), "DiskFull"],
  };

  await check("an entry is flushed once, and asks nothing of the browser after that", async () => {
    const disk = new Disk();
    const { close, enter } = await started(disk);
    for (const token of ["r2", "r3", "y4"]) {
      const calls = [];
      disk.fault = (call) => void calls.push(call);
      same(enter(token), "stored");
      same(calls, ["truncate", "write", "write", "flush"]);
    }
    close();
  });

  await check("a change of the games is announced before it is made, and one that changes nothing is not", async () => {
    const disk = new Disk();
    const now = () => JSON.stringify([...disk.files].map(([name, bytes]) => [name, bytes.length]));
    let [before, announced] = ["", []];
    const { close } = await started(disk, () => announced.push(now() === before));
    const changes = {
      entry: 'enter("r2")',
      undo: 'enter("undo")',
      setting: 'storage.put_setting("theme", "dark")',
      deletion: 'storage.delete(["g"], now)',
      way_back: 'storage.restore(["g"])',
      end: 'storage.purge(["g"])',
    };
    for (const [name, code] of Object.entries(changes)) {
      [before, announced] = [now(), []];
      run(code);
      same([name, announced[0], now() === before], [name, true, false]);
    }
    announced = [];
    run("storage.checkpoint()");
    same(announced, []);
    close();
  });

  await check("games take one file of the browser, and a lock none", async () => {
    const disk = new Disk();
    const { close } = await started(disk);
    const used = [...disk.files.values()].filter(({ length }) => length);
    same([used.length, disk.files.size], [1, 4]);
    close();
  });

  await check("wherever the page ends or the power fails, every confirmed entry is there", async () => {
    const disk = new Disk();
    const moments = [];
    let confirmed = [];
    disk.fault = () => void moments.push(...disk.ends.map((files) => [files, confirmed]));
    const { close, enter } = await started(disk);
    for (const token of ["r2", "r3", "y4", "g12"]) {
      enter(token);
      confirmed = [...confirmed, token];
      if (token === "r3") fold();
    }
    run("storage.checkpoint()");
    close();
    for (const [files, confirmed] of moments) {
      const pad = await begun(disk.copy(files));
      const found = tokens();
      same([found.slice(0, confirmed.length), found.length <= confirmed.length + 1], [confirmed, true]);
      same(run("notice is None"), true);
      pad.close();
    }
    console.log(`moments at which the page ends: ${moments.length} tried, 0 lost`);
  });

  await check("a rescue that ends anywhere loses nothing, and what was damaged stays", async () => {
    const whole = new Disk();
    const { close, enter } = await started(whole);
    for (const token of ["r2", "r3", "y4"]) enter(token);
    close();
    const [slot, bytes] = [...whole.files].find(([, { length }]) => length > 8192);
    bytes[bytes.length - 9] ^= 1; // in the last line
    const damaged = JSON.stringify([...bytes.subarray(8192)]);
    const moments = [];
    const disk = whole.copy();
    disk.fault = () => void moments.push(...disk.ends);
    (await begun(disk)).close();
    same(run("notice.quarantined.name"), "pad-damaged-2026-11-22T000000Z.journal");
    for (const files of moments) {
      const pad = await begun(disk.copy(files));
      same(tokens(), ["r2", "r3"]);
      const stored = content("/pad").filter(([, bytes]) => JSON.stringify(bytes) === damaged);
      same(stored.length > 0, true);
      pad.close();
    }
    console.log(`moments at which a rescue ends: ${moments.length} tried, 0 lost`);
    let tried = 0;
    for (let left = 0; left <= 0; tried++) {
      left = tried;
      const disk = whole.copy();
      disk.fault = (call) => (CHANGES.includes(call) ? faults["loses hold of a file"][0](disk, left--) : null);
      const close = await opened(disk);
      same(run(`${OPEN}notice is not None`), true);
      close();
    }
    console.log(`calls of a rescue that lose hold of a file: ${tried} tried in all`);
  });

  for (const [how, [fault, answer]] of Object.entries(faults)) {
    await check(`where a browser ${how}, an entry is stored or refused with its reason, and none is lost`, async () => {
      let tried = 0;
      for (let number = 0, reached = true; reached; number++, tried++) {
        const disk = new Disk();
        const { close, enter } = await started(disk);
        let left = number;
        const closed = [];
        disk.fault = (call) => {
          if (call === "close") closed.push(call);
          return CHANGES.includes(call) ? fault(disk, left--) : null;
        };
        const confirmed = [];
        for (const token of ["r2", "r3", "y4"]) {
          const said = enter(token);
          if (said === "stored") confirmed.push(token);
          else same(said, answer);
          same(tokens(), confirmed);
          if (token === "r3") fold();
        }
        reached = left <= 0;
        if (answer === "DiskFull") same(closed, []);
        disk.fault = () => null;
        disk.full = false;
        await new Promise((resolve) => setTimeout(resolve, 5)); // what failed is opened again
        same(enter("g12"), "stored");
        close();
        const again = await begun(disk);
        same(tokens(), [...confirmed, "g12"]);
        again.close();
      }
      console.log(`calls of entries where a browser ${how}: ${tried} tried, 0 lost`);
    });
  }
}
