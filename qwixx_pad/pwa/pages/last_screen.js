// The last screen: a picture of the canvas, made when the screen rests, and seen at the next visit
// until the pad itself is there. What may be kept, and what is never shown: docs/adr/0030.
"use strict";

/** Looks for the picture of the last visit, and makes the one of this visit.
 *
 * @param words What is said, in the reader's language.
 * @param version Of the pad: the path of its folder.
 * @param give Hands the worker a word to Python, or a picture, which it keeps.
 * @param openPencil Opens pencil.js, with the words to Python and an answer to a tap.
 * @returns `show`, to be called once this tab has the games; `enter`, when the pad is there, for what
 *   was tapped; `entered`, for its answer; `leave`, after it; `hide`, when nothing is to be seen of
 *   the picture; `heard`, for each message of the worker but the one that answers the question, and
 *   `mayKeep`, for that one.
 */
globalThis.lastScreen = (words, version, give, openPencil) => {
  const FOLDER = "qwixx-pad"; // as in slots.js
  const FILE = "last-screen"; // … and in picture.js
  const EXPECTED = "qwixx-pad-last-screen";
  const RESTS = 1500; // milliseconds without a word or a touch after which a screen rests
  const TOLD = 2500; // … that a tap is answered for
  const LATE = 800; // … that the pad may wait for the picture
  const OPENS = 3000; // … that a database may take to open
  const DRAG = 12; // pixels after which a touch may have scrolled
  const QUALITY = 0.9; // of the picture, up to 1
  const SAMPLE = 8; // pixels each way that are looked at
  const HOME = "/";
  const part = (name) => document.getElementById(name);
  const ready = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
  const after = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds));
  const frame = () => new Promise(requestAnimationFrame);
  const route = () => location.hash.slice(1) || HOME;
  const guest = route().startsWith("/join/");
  let shown = null; // the picture
  let over = false; // nothing is shown any more
  let owner = false; // this tab has the games
  let tookOver = false; // … from another one
  let pencil = null; // … and what was tapped; no first visit has any
  let messages = 0; // of the worker
  let changed = false; // something may have been painted since Python was asked
  let asked = false; // … and nothing has stirred since
  let resting = 0; // the timer
  let pressed = null; // where a touch began
  let scrolled = false; // home may not be as it is when it is opened
  let byKeys = false; // there may be a cursor

  // ---- the picture of the last visit

  // All that changes how a screen looks without Python.
  function look() {
    const page = getComputedStyle(document.documentElement);
    const colors = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => matchMedia(query).matches);
    const sizes = [innerWidth, innerHeight, devicePixelRatio, page.fontSize, page.getPropertyValue("--safe")];
    return JSON.stringify([version, ...sizes, navigator.languages, ...colors]);
  }

  async function findFile() {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER);
    return { folder, handle: await folder.getFileHandle(FILE) };
  }

  async function find() {
    const { folder, handle } = await file;
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    const end = bytes.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    if (!fits(head)) return null;
    const image = new Image();
    const start = end + 1 + head.sheet;
    const address = URL.createObjectURL(new Blob([bytes.subarray(start)], { type: head.type }));
    Object.assign(image, { id: "last", alt: "", src: address });
    const decoded = image.decode().then(() => true, () => false);
    const sheet = head.sheet ? unpack(bytes.subarray(end + 1, start)) : null;
    return { image, decoded, of: head.of, sheet, isCurrent: () => isCurrent(folder, head.games) };
  }

  // Whether this device would show that screen so, and its address leads there by a clock that was not put back.
  function fits({ of, made, until, look: before }) {
    const now = Date.now();
    return before === look() && now >= made && (route() === HOME ? now <= until : route() === of);
  }

  // What can be tapped on it.
  function unpack(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json().catch(console.warn);
  }

  // Known at once, as what is kept of the picture itself is not: then the splash waits for it.
  function expected() {
    try {
      return fits(JSON.parse(localStorage.getItem(EXPECTED)));
    } catch {
      return false; // none was made, or nothing is kept
    }
  }

  function expect(head) {
    try {
      localStorage.setItem(EXPECTED, JSON.stringify(head));
    } catch {
      // then the splash is seen for a moment
    }
  }

  // Whether the games are as they were.
  async function isCurrent(folder, { slot, size, end }) {
    const file = await (await folder.getFileHandle(slot)).getFile();
    const bytes = await file.slice(-end.length).arrayBuffer();
    return file.size === size && String(new Uint8Array(bytes)) === String(end);
  }

  const file = findFile(); // made by a first visit
  const found = find().catch(() => null); // nothing is kept here, or cannot be read
  const waits = document.documentElement.classList;
  if (expected()) waits.add("waits");

  // Kept once it is seen or is known not to be; at once where none is expected.
  async function show(isMoved) {
    tookOver = isMoved;
    if (!guest) watch();
    if (!guest) pencil = file.then(() => openPencil((word) => give({ pad: word }), answer)).catch(() => null);
    const seen = seek().catch(console.warn).finally(() => waits.remove("waits"));
    if (waits.contains("waits") && !document.hidden) await Promise.race([seen, after(LATE)]);
  }

  async function seek() {
    const picture = await found;
    if (!picture) return;
    const [current, decoded] = await Promise.all([picture.isCurrent(), picture.decoded, ready]);
    if (!current || !decoded || over) return;
    shown = picture.image;
    const splash = part("splash");
    splash.prepend(shown);
    splash.classList.add("waking");
    part("told").textContent = words.soon; // a screen reader says it at once, the eye sees it when it taps
    part("told").hidden = false;
    splash.addEventListener("pointerdown", answer);
    addEventListener("keydown", answer, true);
    addEventListener("resize", hide);
    waits.remove("waits");
    const [sheet, marks] = await Promise.all([picture.sheet, openedPencil()]);
    if (sheet && !over && !tookOver) marks?.offer(shown, picture.of, sheet);
    await frame().then(frame);
    performance.mark("last screen");
  }

  const openedPencil = () => Promise.race([pencil, after(OPENS)]);

  async function enter() {
    await (await openedPencil())?.enter(tookOver);
  }

  function hide() {
    leave();
    waits.remove("waits");
    if (!shown) return;
    URL.revokeObjectURL(shown.src);
    shown.remove();
    shown = null;
    for (const each of document.querySelectorAll(".pencil")) each.remove();
    part("splash").classList.remove("waking");
    part("told").classList.remove("asked");
    part("told").hidden = true;
  }

  // The pad is there: its own screen takes over what is tapped now, and a moment later what is seen.
  function leave() {
    over = true;
    part("splash")?.removeEventListener("pointerdown", answer);
    removeEventListener("keydown", answer, true);
    removeEventListener("resize", hide);
  }

  // Nothing that lies below the picture may hear of an event.
  function answer(event) {
    event?.stopImmediatePropagation();
    const told = part("told");
    told.classList.add("asked");
    clearTimeout(told.asked);
    told.asked = setTimeout(() => told.classList.remove("asked"), TOLD);
  }

  // ---- the picture of this visit

  function watch() {
    owner = true;
    const touched = { capture: true, passive: true };
    const kinds = ["pointerdown", "pointermove", "pointerup", "pointercancel", "wheel", "keydown"];
    for (const kind of kinds) addEventListener(kind, touch, touched);
    addEventListener("resize", stir);
    document.addEventListener("visibilitychange", stir);
  }

  function touch(event) {
    if (event.type === "pointerdown") pressed = event;
    const dragged = pressed && Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > DRAG;
    scrolled ||= route() === HOME && (["wheel", "keydown"].includes(event.type) || dragged);
    if (["pointerup", "pointercancel"].includes(event.type)) pressed = null;
    if (["pointerdown", "keydown"].includes(event.type)) byKeys = event.type === "keydown";
    stir();
  }

  function heard() {
    messages += 1;
    changed = true;
    stir();
  }

  function stir() {
    changed ||= asked;
    asked = false;
    clearTimeout(resting);
    if (owner && changed) resting = setTimeout(ask, RESTS);
  }

  function ask() {
    if (document.hidden || byKeys || pressed) return; // nothing is painted meanwhile; more is than will be
    changed = false;
    asked = true;
    give({ pad: "rests" });
  }

  // What Python says of its screen: `screen`, and of one that may be kept its route, until when it opens,
  // and what can be tapped on it.
  function mayKeep(word) {
    messages += 1;
    const [, of, until, packed = ""] = word.split(" ");
    const sheet = Uint8Array.from(atob(packed), (each) => each.charCodeAt(0));
    if (of === route() && !(scrolled && of === HOME)) make({ of, until: Number(until) }, sheet).catch(console.warn);
    else asked = false;
  }

  async function make(screen, sheet) {
    await frame().then(frame);
    const [before, canvas] = [messages, onlyCanvas()];
    if (!asked || !canvas || isBlank(canvas)) return;
    asked = false;
    const head = { ...screen, look: look(), made: Date.now() };
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
    if (!blob) return;
    const picture = await new Blob([sheet, blob]).arrayBuffer();
    give({ head: { ...head, type: blob.type, sheet: sheet.length }, picture, messages: before }, [picture]);
    expect(head);
  }

  // The one that Flutter paints on, if there is one and it fills the page.
  function onlyCanvas() {
    const found = canvases(document.body);
    const { width, height } = found[0]?.getBoundingClientRect() ?? {};
    return found.length === 1 && Math.abs(width - innerWidth) < 1 && Math.abs(height - innerHeight) < 1 ? found[0] : null;
  }

  // Some painters let nobody read what they have shown.
  function isBlank(canvas) {
    const sample = new OffscreenCanvas(SAMPLE, SAMPLE).getContext("2d");
    sample.drawImage(canvas, 0, 0, SAMPLE, SAMPLE);
    const { data } = sample.getImageData(0, 0, SAMPLE, SAMPLE);
    return data.some((value, index) => index % 4 === 3 && value < 255);
  }

  function canvases(node) {
    const inside = [...(node.shadowRoot?.children ?? []), ...node.children].flatMap(canvases);
    return node.tagName === "CANVAS" ? [node, ...inside] : inside;
  }

  const entered = async () => (await pencil).entered();

  return { show, enter, entered, leave, hide, heard, mayKeep };
};
