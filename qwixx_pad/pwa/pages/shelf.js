// Where the games lie in a browser: a file system for Emscripten on the files of slots.js.
//
// What the pad promises on a disk holds here too: an entry is kept before it is seen, a full storage
// refuses it at once, and nobody else has the file open. Reading never asks the browser.

import { JOURNAL } from "./slots.js";

const LOCK = "pad.lock"; // holds nothing, and nobody else is here: it lies in memory
const NO_SPACE = 51; // ENOSPC, EIO: as Emscripten numbers them
const BROKEN = 29;
const BEGINNING = /^[0-9a-f]{8} journal \[/;

/** A file system for Emscripten: one folder in memory, each change written to a slot first.
 *
 * @param changes Called before a file becomes longer, shorter or another.
 */
export function shelf(FS, slots, changes = () => {}) {
  const { MEMFS } = FS.filesystems;
  let turn = Math.max(0, ...slots.map((slot) => slot.turn ?? 0));

  const refusal = (error) =>
    error instanceof FS.ErrnoError ? error : new FS.ErrnoError(isFull(error) ? NO_SPACE : BROKEN);

  /** Do it to the slot of a file, and where that fails once more, after all of the file.
   *
   * What was written before a failed flush may be lost, so repeating the flush alone proves nothing.
   */
  function keep(node, change) {
    const { slot } = node;
    if (!slot) return;
    for (let last = false; ; last = true) {
      try {
        if (slot.doubtful) slot.renew(MEMFS.getFileDataAsTypedArray(node));
        change(slot);
        return;
      } catch (error) {
        slot.doubtful = true;
        if (!last && !isFull(error)) continue;
        if (!isFull(error)) slot.reopen();
        throw refusal(error);
      }
    }
  }

  function take(name) {
    changes();
    let fault = new DOMException("there is no slot", "QuotaExceededError");
    for (const slot of slots.filter(({ state }) => state === "free")) {
      try {
        slot.take(name, ++turn);
        return slot;
      } catch (error) {
        if (!isFull(error)) slot.reopen();
        fault = error;
      }
    }
    throw refusal(fault);
  }

  const file = {
    setattr(node, attributes) {
      node.memory.node.setattr(node, attributes); // what was refused must not be read, whatever fails now
      if (attributes.size === undefined) return;
      if (attributes.size !== node.usedBytes) changes();
      keep(node, (slot) => slot.resize(attributes.size));
    },
  };
  const stream = {
    write(stream, buffer, offset, length, position) {
      if (stream.node.slot && position + length > stream.node.usedBytes) changes();
      keep(stream.node, (slot) => slot.write(buffer.slice(offset, offset + length), position));
      return stream.node.memory.stream.write(stream, buffer, offset, length, position, false);
    },
    fsync(stream) {
      keep(stream.node, (slot) => slot.flush());
      return 0;
    },
  };
  const folder = {
    mknod(parent, name, mode, device) {
      const lasting = FS.isFile(mode) && name !== LOCK;
      return place(parent, name, mode, device, lasting ? take(name) : null);
    },
    rename(node, parent, name) {
      const replaced = parent.contents[name];
      changes();
      try {
        keep(node, (slot) => slot.call(name, ++turn));
      } catch (error) {
        // Nobody knows which name it has now: what it was to replace goes before it.
        if (replaced?.slot) Object.assign(replaced.slot, { turn: ++turn, doubtful: true });
        throw error;
      }
      parent.memory.node.rename(node, parent, name);
      if (replaced) attempt(() => free(replaced));
    },
    unlink(parent, name) {
      free(parent.contents[name]);
      parent.memory.node.unlink(parent, name);
    },
  };

  /** Whoever has the file open still reads and writes it, but in memory: its slot is for others now. */
  function free(node) {
    changes();
    keep(node, (slot) => slot.release());
    node.slot = null;
  }

  function place(parent, name, mode, device, slot) {
    const node = MEMFS.createNode(parent, name, mode, device);
    const own = FS.isDir(mode) ? [folder, {}] : [file, stream];
    node.memory = { node: node.node_ops, stream: node.stream_ops };
    node.node_ops = { ...node.node_ops, ...own[0] };
    node.stream_ops = { ...node.stream_ops, ...own[1] };
    node.slot = slot;
    return node;
  }

  function show(root, name, slot) {
    const node = place(root, name, 0o100600, 0, slot.state === "used" ? slot : null);
    node.contents = slot.content;
    node.usedBytes = slot.content.length;
  }

  /** A journal whose head is spoiled in both places is known by how it begins, if there is no other. */
  function adopt(root, slot) {
    const begins = String.fromCharCode(...slot.content.subarray(0, 32));
    if (!BEGINNING.test(begins) || root.contents[JOURNAL]) return false;
    slot.call(JOURNAL, ++turn);
    return true;
  }

  /** What helps later, and harms nobody if it fails now. */
  function attempt(change) {
    try {
      change();
    } catch (error) {
      console.warn("A file of the pad was left as it is:", error);
    }
  }

  return {
    mount() {
      const root = place(null, "/", 0o40700, 0, null);
      const byTurn = slots.filter((slot) => slot.state === "used").sort((a, b) => b.turn - a.turn);
      for (const slot of byTurn) {
        if (root.contents[slot.name]) {
          attempt(() => slot.release()); // the file that a renamed one has replaced
          continue;
        }
        if (slot.worn) attempt(() => slot.call(slot.name, slot.turn));
        show(root, slot.name, slot);
      }
      for (const slot of slots.filter(({ state }) => state === "damaged")) {
        if (adopt(root, slot)) show(root, slot.name, slot);
        else show(root, `pad-damaged-slot-${slot.number}`, slot);
      }
      for (const slot of slots) delete slot.content;
      return root;
    },
  };
}

function isFull(error) {
  return error.name === "QuotaExceededError";
}
