// How often an entry is flushed, and what becomes of one whose flush fails: through the real storage.

import { Disk } from "./disk.mjs";

const BEGIN = `
import sys
from datetime import UTC, datetime
from pathlib import Path

sys.dont_write_bytecode = True
sys.path[:0] = ["/repository"] if "/repository" not in sys.path else []
from qwixx_pad.storage import CannotWrite, DiskFull, GameHead, SavedEntry, open_storage

now = datetime(2026, 11, 22, tzinfo=UTC)
storage, notice = open_storage(Path("/pad"), now=now)
`;
const GAME = `storage.start(GameHead("g", "classic", ("",), now))`;
const ENTER = `
def enter(token):
    try:
        storage.append("g", storage.length("g"), SavedEntry(token, now))
    except CannotWrite as error:
        return type(error).__name__
    return "kept"

def tokens():
    return [entry.token for entry in storage.load("g").entries]
enter`;

export async function flushChecks({ check, same, opened, python }) {
  const run = (code) => python.runPython(code);
  const tokens = () => run("tokens()").toJs();
  const begun = async (disk) => {
    const close = await opened(disk);
    run(BEGIN);
    if (!run(`"g" in storage.games()`)) run(GAME);
    const enter = run(ENTER);
    return { close, enter };
  };

  await check("an entry is flushed exactly once, before it is told as kept", async () => {
    const disk = new Disk();
    const { close, enter } = await begun(disk);
    const counts = [];
    for (const token of ["r2", "r3", "y4", "g12", "-"]) {
      const before = disk.flushes;
      same(enter(token), "kept");
      counts.push(disk.flushes - before);
    }
    same(counts, [1, 1, 1, 1, 1]);
    close();
  });

  await check("the last thing that an entry asks of the browser is the flush", async () => {
    const disk = new Disk();
    const { close, enter } = await begun(disk);
    const calls = [];
    disk.fault = (call) => void calls.push(call);
    enter("r2");
    same(calls.at(-1), "flush");
    same(calls.filter((call) => call === "write").length > 0, true);
    close();
  });

  await check("a flush that fails once costs no entry, and all is written once more", async () => {
    const disk = new Disk();
    const { close, enter } = await begun(disk);
    let failures = 1;
    disk.fault = (call) => (call === "flush" && failures-- > 0 ? new Error("at random") : null);
    same(enter("r2"), "kept");
    close();
    const again = await begun(disk);
    same(tokens(), ["r2"]);
    again.close();
  });

  for (const call of ["flush", "write"]) {
    await check(`an entry whose ${call} fails for good is refused, and comes to stand when it works again`, async () => {
      const disk = new Disk();
      const { close, enter } = await begun(disk);
      same(enter("r2"), "kept");
      disk.fault = (asked) => (asked === call ? new DOMException("", "InvalidStateError") : null);
      same(enter("r3"), "CannotWrite");
      same(tokens(), ["r2"]);
      disk.fault = () => null;
      await new Promise((resolve) => setTimeout(resolve, 5)); // it is opened again meanwhile
      same(enter("r4"), "kept");
      close();
      const again = await begun(disk);
      same(tokens(), ["r2", "r4"]);
      again.close();
    });
  }

  await check("an entry without room is told apart, and nothing is opened again for it", async () => {
    const disk = new Disk();
    const { close, enter } = await begun(disk);
    const calls = [];
    disk.fault = (call) => void calls.push(call);
    disk.full = true;
    same(enter("r2"), "DiskFull");
    same(calls.includes("close"), false);
    disk.full = false;
    same(enter("r3"), "kept");
    same(tokens(), ["r3"]);
    close();
  });
}
