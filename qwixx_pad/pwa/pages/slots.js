// Files of the origin's private file system that stay open: each with a name in its head.
//
// Synchronous handles are the only storage of a browser that has written when a call returns. They
// cannot be opened synchronously, so some stand by from the start. Every call of a browser may
// throw, some of them at random: what fails is tried again, and what stays unreadable is left alone.

export const JOURNAL = "pad.journal"; // the file that has the games
const FOLDER = "qwixx-pad";
const BLOCK = 4096; // bytes that are spoiled together
const HEAD = 2 * BLOCK; // … before the content: the name, and its copy in a block of its own
const SPARE = 4; // files (a rescue makes two) that can be made before the pad is opened again
const PATIENCE = 5000; // milliseconds for a page that is going away to let go
const TRIES = 5; // … for whatever else may pass
const PAUSE = 50; // milliseconds between two of them
const NUMBER = /^\d+$/; // what our files are called for the browser
const NAME = /^(?!\.\.?$)[^/\0]*$/; // … and for the pad; none: the file is free

/** What is kept here cannot be reached: nothing may be played until it can. */
export class Unreachable extends Error {}

/** Open all that is kept, and some room for more. Rejects where a browser keeps nothing.
 *
 * @throws {Unreachable} Something is kept.
 */
export async function openSlots() {
  const { folder, numbers } = await again(look);
  const kept = await Promise.all(numbers.map((number) => openSlot(folder, number)))
    .catch(async (error) => {
      if (await holdsNothing(folder, numbers)) throw error;
      throw new Unreachable("what is kept here cannot be opened", { cause: error });
    });
  return [...kept, ...(await spares(folder, kept))];
}

/** The folder of all that is kept. */
export async function folderOfGames() {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

async function look() {
  const folder = await folderOfGames();
  const numbers = [];
  for await (const name of folder.keys()) if (NUMBER.test(name)) numbers.push(name);
  return { folder, numbers };
}

/** Room for more files; where there is none, what is kept can be read all the same. */
async function spares(folder, kept) {
  const found = kept.filter(({ state }) => state === "free").length;
  const first = 1 + Math.max(-1, ...kept.map(({ number }) => Number(number)));
  const made = [];
  try {
    while (found + made.length < SPARE) made.push(await openSlot(folder, String(first + made.length)));
  } catch (error) {
    if (error.name !== "QuotaExceededError" && kept.length + made.length === 0) throw error;
    console.warn("No room for more files:", error);
  }
  return made;
}

async function holdsNothing(folder, numbers) {
  try {
    const files = numbers.map(async (number) => (await folder.getFileHandle(number)).getFile());
    return (await Promise.all(files)).every(({ size }) => size === 0);
  } catch {
    return false; // nobody knows
  }
}

async function openSlot(folder, number) {
  return again(async () => {
    const slot = new Slot(number, await folder.getFileHandle(number, { create: true }));
    await slot.open();
    try {
      slot.read();
    } catch (error) {
      slot.close();
      throw error;
    }
    return slot;
  });
}

async function again(open) {
  const until = performance.now() + PATIENCE;
  for (let tries = 1; ; tries++) {
    try {
      return await open();
    } catch (error) {
      const elsewhere = error.name === "NoModificationAllowedError";
      if (elsewhere ? performance.now() > until : tries >= TRIES) throw error;
      if (error.name === "QuotaExceededError") throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** A file: free, in use under a name, or damaged, which is never written to.
 *
 * Attributes: number, which is its name for the browser; state; name and turn, where it is in use;
 * content, as it was read; doubtful, whether what the browser has of it may not be what was written.
 */
class Slot {
  constructor(number, file) {
    Object.assign(this, { number, file, handle: null, opening: null, doubtful: false });
  }

  async open() {
    this.handle = await this.file.createSyncAccessHandle();
  }

  close() {
    try {
      this.handle.close();
    } catch {
      /* then it is opened again all the same, or that fails */
    }
  }

  /** Close it and open it again, some time after this call. */
  reopen() {
    this.opening ??= again(async () => {
      this.close();
      await this.open();
    })
      .catch((error) => console.warn("A file does not open again:", error))
      .finally(() => (this.opening = null));
  }

  read() {
    const bytes = new Uint8Array(this.handle.getSize());
    for (let done = 0; done < bytes.length; ) {
      const length = this.handle.read(bytes.subarray(done), { at: done });
      if (!(length > 0)) throw new Error(`file ${this.number} was read to ${done} of ${bytes.length}`);
      done += length;
    }
    this.content = bytes.slice(HEAD);
    const copies = [0, BLOCK].map((at) => labelOf(bytes.subarray(at, at + BLOCK)));
    const label = copies.filter(Boolean).sort((one, other) => other.turn - one.turn)[0];
    if (label) Object.assign(this, label, { state: label.name ? "used" : "free" });
    else this.state = bytes.length <= HEAD && !bytes.some(Boolean) ? "free" : "damaged";
    this.worn = label && copies.some((copy) => copy?.turn !== label.turn);
  }

  /** Make a free one the file of a name. */
  take(name, turn) {
    this.handle.truncate(0); // what was here before may have been released in part
    this.call(name, turn);
  }

  /** Give it a name, or another one. The turn tells two files of one name apart: later wins. */
  call(name, turn) {
    this.label(name, turn);
    Object.assign(this, { name, turn, state: "used" });
  }

  release() {
    this.label("", 0);
    this.handle.truncate(0);
    this.handle.flush();
    this.state = "free";
  }

  label(name, turn) {
    for (const at of [0, BLOCK]) {
      this.put(labelFor(name, turn), at);
      this.handle.flush(); // one copy is whole at any time
    }
  }

  write(bytes, position) {
    this.put(bytes, HEAD + position);
  }

  put(bytes, at) {
    for (let done = 0; done < bytes.length; ) {
      const length = this.handle.write(bytes.subarray(done), { at: at + done });
      // Chromium says that there is no room by a number that no file could have taken.
      if (!(length > 0 && length <= bytes.length - done)) throw noSpace();
      done += length;
    }
  }

  resize(size) {
    this.handle.truncate(HEAD + size);
  }

  /** What tells its content from what it is after another line: its size, and so many bytes at its end. */
  ending(length) {
    const size = this.handle.getSize();
    const end = new Uint8Array(Math.min(length, size));
    const read = this.handle.read(end, { at: size - end.length });
    return this.doubtful || read !== end.length ? null : { slot: this.number, size, end: [...end] };
  }

  flush() {
    this.handle.flush();
  }

  /** Write all of it once more. */
  renew(content) {
    this.call(this.name, this.turn);
    this.write(content, 0);
    this.resize(content.length);
    this.flush();
    this.doubtful = false;
  }
}

function noSpace() {
  return new DOMException("there is no room", "QuotaExceededError");
}

/** What stands in a head: the name and the turn, behind their checksum. */
function labelFor(name, turn) {
  const text = JSON.stringify({ name, turn });
  const block = new Uint8Array(BLOCK);
  block.set(new TextEncoder().encode(`${checksum(text)} ${text}`));
  return block;
}

/** The name and the turn of a head; null where that is none of ours. */
function labelOf(block) {
  const [, sum, text] = /^([0-9a-f]{8}) (.*?)\0*$/s.exec(new TextDecoder().decode(block)) ?? [];
  if (!text || sum !== checksum(text)) return null;
  try {
    const { name, turn } = JSON.parse(text);
    return NAME.test(name) && typeof name === "string" && Number.isSafeInteger(turn) ? { name, turn } : null;
  } catch {
    return null;
  }
}

/** FNV-1a, 32 bits: no single byte changes without it. */
function checksum(text) {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}
