// What a damaged file or a failing browser costs: every byte of a head, every call of a browser.

import { Disk } from "./disk.mjs";

const HEAD = 8192;
const GAMES = [...new TextEncoder().encode("0b5a1f3c journal [1,2,3]\nand all the games")];
const FILES = [
  ["aside", GAMES],
  ["other", [1, 2, 3]],
  ["pad.journal", GAMES],
];

export async function faultChecks({ check, same, content, opened, openSlots, Unreachable, FS }) {
  async function storedDisk() {
    const disk = new Disk();
    const close = await opened(disk);
    for (const [name, bytes] of FILES) FS.writeFile(`/pad/${name}`, new Uint8Array(bytes));
    close();
    return disk;
  }
  const slotOf = (disk, name) =>
    [...disk.files].find(([, bytes]) => new TextDecoder().decode(bytes.subarray(0, 80)).includes(`"${name}"`))[0];

  /** What is found after a change to the file of a name. */
  async function after(whole, name, change) {
    const disk = whole.copy();
    const slot = slotOf(disk, name);
    disk.files.set(slot, change(disk.files.get(slot)) ?? disk.files.get(slot));
    const damaged = disk.files.get(slot).slice();
    const close = await opened(disk);
    const found = content("/pad");
    close();
    return { found, disk, slot, damaged };
  }

  await check("no changed byte of a head costs anything, and the head is whole again afterwards", async () => {
    const whole = await storedDisk();
    let tried = 0;
    for (let at = 0; at < HEAD; at += at % 4096 < 64 || at % 4096 > 4090 ? 1 : 401) {
      const { found, disk, slot } = await after(whole, "pad.journal", (bytes) => void (bytes[at] ^= 1 << at % 8));
      same(found, FILES);
      same([...disk.files.get(slot).subarray(0, HEAD)], [...whole.files.get(slot).subarray(0, HEAD)]);
      tried++;
    }
    console.log(`changed bytes of heads: ${tried} tried, 0 lost`);
  });

  await check("a spoiled block, or both, cost neither the games nor what was entered last", async () => {
    const whole = await storedDisk();
    const spoilers = [
      (bytes) => void bytes.fill(0, 0, 4096),
      (bytes) => void bytes.fill(0, 4096, HEAD),
      (bytes) => void bytes.fill(0, 0, HEAD),
      (bytes) => void bytes.fill(0xff, 0, HEAD),
    ];
    for (const spoil of spoilers) same((await after(whole, "pad.journal", spoil)).found, FILES);
  });

  await check("a file of unknown name stays as it is, under a name that says so", async () => {
    const whole = await storedDisk();
    for (const [name, bytes] of FILES.slice(0, 2)) {
      const { found, disk, slot, damaged } = await after(whole, name, (bytes) => void bytes.fill(0, 0, HEAD));
      const others = FILES.filter(([one]) => one !== name);
      same(found, [...others, [`pad-damaged-slot-${slot}`, bytes]].sort());
      same([...disk.files.get(slot)], [...damaged]);
    }
  });

  await check("no text in a head hides the other files, and none is overwritten", async () => {
    const checksum = (text) => {
      let sum = 0x811c9dc5;
      for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0), 0x01000193);
      return (sum >>> 0).toString(16).padStart(8, "0");
    };
    const texts = ["{}", "[]", "null", "7", '"pad.journal"', '{"name":7,"turn":1}', '{"name":"pad.journal"}'];
    texts.push('{"name":"pad.journal","turn":"9"}', '{"name":null,"turn":9}', '{"turn":9}', "scrawl", "\u{1f9e9}");
    texts.push('{"name":"a/b","turn":9}', '{"name":"..","turn":9}', '{"name":".","turn":9}');
    for (const text of [...texts, ...texts.map((text) => `${checksum(text)} ${text}`)]) {
      const disk = (await storedDisk()).copy();
      const bytes = new TextEncoder().encode(text);
      disk.files.set("99", bytes);
      const close = await opened(disk);
      for (let number = 0; number < 4; number++) FS.writeFile(`/pad/${number}`, new Uint8Array([number]));
      same(content("/pad").filter(([name]) => FILES.some(([one]) => one === name)), FILES);
      same([...disk.files.get("99")], [...bytes]);
      close();
    }
  });

  await check("files and folders of others are passed over", async () => {
    const disk = await storedDisk();
    disk.files.set("notes.txt", new Uint8Array([1]));
    disk.fault = (_call, name) => (name === "notes.txt" ? new DOMException("", "TypeMismatchError") : null);
    const close = await opened(disk.copy());
    same(content("/pad"), FILES);
    close();
  });

  await check("a file that was cut at any place hides no other, and its head alone is an empty file", async () => {
    const whole = await storedDisk();
    for (const length of [0, 1, 40, 4095, 4096, 4097, HEAD - 1, HEAD, HEAD + 1]) {
      const { found } = await after(whole, "other", (bytes) => bytes.slice(0, length));
      same(found.filter(([name]) => name === "pad.journal"), FILES.slice(2));
    }
  });

  const OPENING = ["getDirectory", "getDirectoryHandle", "keys", "getFileHandle", "createSyncAccessHandle", "getSize", "read"];

  await check("whichever call fails twice while the pad is opened, it is tried again", async () => {
    const whole = await storedDisk();
    const calls = [];
    const counted = whole.copy();
    counted.fault = (call) => void calls.push(call);
    (await opened(counted))();
    for (const call of OPENING)
      for (const number of [calls.indexOf(call), calls.lastIndexOf(call)]) {
        const disk = whole.copy();
        let left = 2;
        disk.fault = (asked, _name, at) => (asked === call && at >= number && left-- > 0 ? new Error("at random") : null);
        const close = await opened(disk);
        same(content("/pad"), FILES);
        same(left < 0, true); // it was asked a third time
        close();
      }
  });

  await check("where stored files never open, nobody is given an empty folder", async () => {
    const whole = await storedDisk();
    for (const call of ["getFileHandle", "createSyncAccessHandle", "getSize", "read"]) {
      const disk = whole.copy();
      const slot = slotOf(disk, "pad.journal");
      disk.fault = (asked, name) => (asked === call && name === slot ? new Error("for good") : null);
      const refused = await openSlots().then(() => null, (error) => error instanceof Unreachable);
      same(refused, true);
    }
  });

  await check("a browser that opens no files, and keeps none, is recognized", async () => {
    const disk = new Disk();
    disk.fault = (call) => (call === "createSyncAccessHandle" ? new TypeError("no such method") : null);
    for (let visit = 1; visit <= 2; visit++) {
      const error = await openSlots().catch((reason) => reason);
      same(error instanceof Unreachable, false);
      same(error.name, "TypeError");
    }
  });

  await check("whichever call fails once while files are changed, nothing is lost", async () => {
    const change = () => {
      FS.writeFile("/pad/pad.journal", new Uint8Array([4, 4]), { flags: "a" });
      FS.truncate("/pad/other", 1);
      FS.rename("/pad/other", "/pad/another");
      FS.writeFile("/pad/fresh", new Uint8Array([5]));
      FS.unlink("/pad/aside");
    };
    const calls = [];
    const whole = await storedDisk();
    const counted = whole.copy();
    let close = await opened(counted);
    counted.fault = (call) => void calls.push(call);
    change();
    close();
    close = await opened(counted);
    const wanted = content("/pad");
    close();
    for (const number of calls.keys()) {
      const disk = whole.copy();
      close = await opened(disk);
      const first = disk.calls;
      disk.fault = (_call, _name, at) => (at === first + number ? new Error("at random") : null);
      change();
      same(content("/pad"), wanted);
      await new Promise((resolve) => setTimeout(resolve)); // what failed is opened again
      close();
      disk.fault = () => null;
      close = await opened(disk);
      same(content("/pad"), wanted);
      close();
    }
    console.log(`calls of changes that fail: ${calls.length} tried, 0 lost`);
  });

  await check("what a renaming that fails for good was to replace stays, and is written on", async () => {
    const whole = new Disk();
    let close = await opened(whole);
    FS.writeFile("/pad/old", new Uint8Array([1]));
    FS.writeFile("/pad/new", new Uint8Array([2]));
    close();
    for (const number of [0, 1, 2, 3, 4]) {
      const disk = whole.copy();
      close = await opened(disk);
      const first = disk.calls + number;
      disk.fault = (_call, _name, at) => (at >= first ? new Error("for good") : null);
      try {
        FS.rename("/pad/new", "/pad/old");
      } catch {
        // it gets this answer
      }
      disk.fault = () => null;
      await new Promise((resolve) => setTimeout(resolve)); // what failed is opened again
      FS.writeFile("/pad/old", new Uint8Array([3]), { flags: "a" });
      const old = () => content("/pad").find(([name]) => name === "old");
      const wanted = old();
      close();
      close = await opened(disk);
      same(old(), wanted);
      close();
    }
  });

  await check("what a browser reads and writes in part is read and written whole", async () => {
    const disk = new Disk();
    disk.most = 1000;
    let close = await opened(disk);
    for (const [name, bytes] of FILES) FS.writeFile(`/pad/${name}`, new Uint8Array(bytes));
    FS.writeFile("/pad/long", new Uint8Array(5000).fill(7));
    close();
    close = await opened(disk);
    same(content("/pad"), [FILES[0], ["long", Array(5000).fill(7)], ...FILES.slice(1)]);
    close();
  });
}
