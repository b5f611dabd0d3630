// The picture of the last screen, in a file beside the games: see docs/adr/0030.

import { folderOfGames, JOURNAL } from "./slots.js";

const FILE = "last-screen"; // as in last_screen.js
const END = 64; // bytes of the games' file that tell it from what it is after another line
const MOMENT = 250; // milliseconds in which whatever Python is at is painted

/** The file of a picture, which may not be there: then none is kept.
 *
 * @param slots The files of the games.
 */
export class Picture {
  constructor(slots) {
    Object.assign(this, { slots, file: null, empty: false });
  }

  async open() {
    const folder = await folderOfGames();
    const file = await folder.getFileHandle(FILE, { create: true });
    this.file = await file.createSyncAccessHandle();
  }

  /** Forget it: the games are about to change. */
  drop() {
    if (this.empty || !this.file) return;
    try {
      this.file.truncate(0);
      this.empty = true;
    } catch (error) {
      console.warn("The last screen was not removed:", error); // it is not shown: the games are others
    }
  }

  /** Keep it, unless something is told to the page, or the games change, meanwhile.
   *
   * @param head What the page knows of it.
   * @param bytes The picture.
   * @param isLast Whether the page has heard all that was told.
   */
  keep(head, bytes, isLast) {
    const keep = () => isLast() && this.write(head, new Uint8Array(bytes));
    if (isLast()) setTimeout(keep, MOMENT);
  }

  write(head, bytes) {
    this.drop();
    if (!this.empty) return;
    try {
      const games = this.slots.find(({ state, name }) => state === "used" && name === JOURNAL)?.ending(END);
      if (!games) return;
      const text = new TextEncoder().encode(`${JSON.stringify({ ...head, games })}\n`);
      this.empty = false;
      this.put(bytes, text.length);
      this.put(text.subarray(1), 1);
      this.file.flush();
      this.put(text.subarray(0, 1), 0); // before this nobody can read it
    } catch (error) {
      console.warn("The last screen is not kept:", error);
      this.drop();
    }
  }

  put(bytes, at) {
    // Chromium says that there is no room by a number that no file could have taken.
    if (this.file.write(bytes, { at }) !== bytes.length) throw new DOMException("there is no room", "QuotaExceededError");
  }
}
