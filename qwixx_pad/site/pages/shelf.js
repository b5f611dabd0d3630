// Where the games lie in a browser: files of the origin's private file system.
//
// Its synchronous handles are the only storage of a browser that has written when a call returns,
// so what the pad promises on a disk holds here too: an entry is kept before it is seen, a full
// storage refuses it at once, and nobody else has the file open. Handles cannot be opened
// synchronously; some stand by from the start, and each keeps the name of its file in its head.

const FOLDER = "qwixx-pad";
const HEAD = 4096; // bytes before the content of a file
const SPARE = 8; // files that can be made before the pad is opened again
const PATIENCE = 5000; // milliseconds for a page that is going away to let go
const MEMORY_ONLY = /-shm$/; // what SQLite shares between processes; here is only one
const NO_SPACE = 51; // ENOSPC, EIO: as Emscripten numbers them
const BROKEN = 29;

/** Open all that is kept, and some room for more. Rejects where a browser keeps nothing. */
export async function openSlots() {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const names = [];
  for await (const name of folder.keys()) names.push(name);
  const slots = await Promise.all(names.map((name) => openSlot(folder, name)));
  const wanted = slots.filter((slot) => slot.state !== "free").length + SPARE;
  try {
    while (slots.length < wanted) {
      const name = String(1 + Math.max(-1, ...slots.map((slot) => Number(slot.number))));
      slots.push(await openSlot(folder, name));
    }
  } catch (error) {
    if (error.name !== "QuotaExceededError") throw error; // what is there can be read all the same
  }
  return slots;
}

async function openSlot(folder, number) {
  const file = await folder.getFileHandle(number, { create: true });
  return new Slot(number, await patiently(() => file.createSyncAccessHandle()));
}

async function patiently(open) {
  for (const until = performance.now() + PATIENCE; ; ) {
    try {
      return await open();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A file of the private file system: free, or with a name in its head and content behind it. */
class Slot {
  constructor(number, handle) {
    this.number = number;
    this.handle = handle;
    const head = new Uint8Array(HEAD);
    handle.read(head, { at: 0 });
    const text = new TextDecoder().decode(head).replace(/\0+$/, "");
    this.state = text === "" ? "free" : "unreadable"; // what cannot be read is never overwritten
    try {
      Object.assign(this, JSON.parse(text), { state: "used" });
    } catch {
      /* stays as it is */
    }
  }

  /** Give it a name, or another one. The turn tells two files of one name apart: later wins. */
  call(name, turn) {
    this.put(HEAD, new TextEncoder().encode(JSON.stringify({ name, turn })));
    Object.assign(this, { name, turn, state: "used" });
  }

  release() {
    this.put(HEAD, new Uint8Array(0));
    this.state = "free";
    this.handle.truncate(0);
  }

  put(length, bytes) {
    const head = new Uint8Array(length);
    head.set(bytes);
    this.write(head, -HEAD);
    this.handle.flush();
  }

  write(bytes, position) {
    let written = 0;
    try {
      written = this.handle.write(bytes, { at: HEAD + position });
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
    }
    // Chromium says that there is no room by a number that no file could have taken.
    if (written !== bytes.length) throw Object.assign(new Error("no space"), { full: true });
  }

  resize(size) {
    this.handle.truncate(HEAD + size);
  }

  content() {
    const bytes = new Uint8Array(Math.max(0, this.handle.getSize() - HEAD));
    this.handle.read(bytes, { at: HEAD });
    return bytes;
  }
}

/** A file system for Emscripten: one folder in memory, each change written to a slot first. */
export function shelf(FS, slots) {
  const { MEMFS } = FS.filesystems;
  let turn = Math.max(0, ...slots.map((slot) => slot.turn ?? 0));

  const kept = (change) => {
    try {
      return change();
    } catch (error) {
      throw error instanceof FS.ErrnoError ? error : new FS.ErrnoError(error.full ? NO_SPACE : BROKEN);
    }
  };

  function take(name) {
    const slot = slots.find((one) => one.state === "free");
    if (!slot) throw Object.assign(new Error("no slot"), { full: true });
    slot.call(name, ++turn);
    return slot;
  }

  const file = {
    setattr(node, attributes) {
      if (attributes.size !== undefined && node.slot) kept(() => node.slot.resize(attributes.size));
      node.memory.node.setattr(node, attributes);
    },
  };
  const stream = {
    write(stream, buffer, offset, length, position) {
      const { slot, memory } = stream.node;
      if (slot) kept(() => slot.write(buffer.slice(offset, offset + length), position));
      return memory.stream.write(stream, buffer, offset, length, position, false);
    },
    fsync(stream) {
      if (stream.node.slot) kept(() => stream.node.slot.handle.flush());
      return 0;
    },
  };
  const folder = {
    mknod(parent, name, mode, device) {
      const lasting = FS.isFile(mode) && !MEMORY_ONLY.test(name);
      return place(parent, name, mode, device, lasting ? kept(() => take(name)) : null);
    },
    rename(node, parent, name) {
      const replaced = parent.contents[name];
      if (node.slot) kept(() => node.slot.call(name, ++turn));
      parent.memory.node.rename(node, parent, name);
      if (replaced) free(replaced);
    },
    unlink(parent, name) {
      free(parent.contents[name]);
      parent.memory.node.unlink(parent, name);
    },
  };

  /** Whoever has the file open still reads and writes it, but in memory: its slot is for others now. */
  function free(node) {
    if (node.slot) kept(() => node.slot.release());
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

  return {
    mount() {
      const root = place(null, "/", 0o40700, 0, null);
      const byTurn = slots.filter((slot) => slot.state === "used").sort((a, b) => b.turn - a.turn);
      for (const slot of byTurn) {
        if (root.contents[slot.name]) {
          slot.release(); // the file that a renamed one has replaced
          continue;
        }
        const node = place(root, slot.name, 0o100600, 0, slot);
        node.contents = slot.content();
        node.usedBytes = node.contents.length;
      }
      return root;
    },
  };
}
