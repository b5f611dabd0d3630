// The private file system of a browser, in memory, with whatever fault a check asks for.

/** What is in it outlives whoever opens it. */
export class Disk {
  constructor(room = Infinity) {
    Object.assign(this, { files: new Map(), flushed: new Map(), room, open: new Set(), calls: 0 });
    this.fault = () => null; // asked before each call, with its name and file: what it throws
    const folder = {
      keys: async function* () {
        this.disk.called("keys");
        yield* this.disk.files.keys();
      },
      getFileHandle: async (name) => {
        this.called("getFileHandle", name);
        if (!this.files.has(name) && this.full) throw this.no_space();
        if (!this.files.has(name)) this.files.set(name, new Uint8Array(0));
        return {
          createSyncAccessHandle: async () => this.handle(name),
          getFile: async () => new Blob([this.files.get(name)]),
        };
      },
      disk: this,
    };
    const root = {
      getDirectoryHandle: async () => {
        this.called("getDirectoryHandle");
        return folder;
      },
    };
    const getDirectory = async () => {
      this.called("getDirectory");
      return root;
    };
    Object.defineProperty(globalThis, "navigator", {
      value: { storage: { getDirectory } },
      configurable: true,
    });
  }

  called(call, name) {
    const error = this.fault(call, name, this.calls++);
    if (error) throw error;
  }

  handle(name) {
    this.called("createSyncAccessHandle", name);
    if (this.open.has(name)) throw new DOMException("", "NoModificationAllowedError");
    this.open.add(name);
    let [closed, broken] = [false, false]; // one that is broken is of no use, but can be closed
    const resize = (size) => {
      const others = [...this.files].filter(([one]) => one !== name);
      const used = others.reduce((sum, [, bytes]) => sum + bytes.length, size);
      if (size > this.files.get(name).length && used > this.room) throw this.no_space();
      const bytes = new Uint8Array(size);
      bytes.set(this.files.get(name).subarray(0, size));
      this.files.set(name, bytes);
    };
    const calls = {
      getSize: () => this.files.get(name).length,
      read: (into, { at }) => {
        const found = this.files.get(name).subarray(at, at + into.length);
        into.set(found);
        return found.length;
      },
      write: (bytes, { at }) => {
        if (this.full) return 2 ** 32 - 8; // so does Chromium
        const length = Math.min(bytes.length, this.most ?? Infinity);
        if (at + length > this.files.get(name).length) resize(at + length);
        this.files.get(name).set(bytes.subarray(0, length), at);
        return length;
      },
      truncate: resize,
      flush: () => {
        this.flushed.set(name, this.files.get(name).slice());
      },
      close: () => {
        this.open.delete(name);
        closed = true;
      },
    };
    const wrapped = ([call, run]) => [
      call,
      (...given) => {
        if (closed || (broken && call !== "close")) throw new DOMException("", "InvalidStateError");
        try {
          this.called(call, name);
        } catch (error) {
          broken = error.name === "InvalidStateError";
          throw error;
        }
        return run(...given);
      },
    ];
    return Object.fromEntries(Object.entries(calls).map(wrapped));
  }

  no_space() {
    return new DOMException("", "QuotaExceededError");
  }

  /** As when a page goes: nobody has it open any more. */
  let_go() {
    this.open.clear();
  }

  /** Another one with the same files, or with what they were; it is the browser's from now on. */
  copy(files = this.files) {
    return Object.assign(new Disk(), { files: copied(files), flushed: copied(files) });
  }

  /** What is there if the page ends now, and what if the power fails. */
  get ends() {
    return [copied(this.files), copied(this.flushed)];
  }
}

const copied = (files) => new Map([...files].map(([name, bytes]) => [name, bytes.slice()]));
