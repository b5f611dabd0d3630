// The last screen: a picture of the canvas, made when the screen rests, and seen at the next visit
// until the pad itself is there. What may be kept, and what is never shown: docs/adr/0030.
"use strict";

/** Looks for the picture of the last visit, and makes the one of this visit.
 *
 * @param words What is said, in the reader's language.
 * @param version Of the pad: the path of its folder.
 * @param give Hands the worker a question to Python, or a picture, which it keeps.
 * @returns `show`, to be called once this tab has the games; `leave`, when the pad is there; `hide`,
 *   when nothing is to be seen of it; `heard`, for each message of the worker but the one that
 *   answers the question, and `mayKeep`, for that one.
 */
globalThis.lastScreen = (words, version, give) => {
  const FOLDER = "qwixx-pad"; // as in slots.js
  const FILE = "last-screen"; // … and in picture.js
  const EXPECTED = "qwixx-pad-last-screen";
  const RESTS = 1500; // milliseconds without a word or a touch after which a screen rests
  const TOLD = 2500; // … that a tap is answered for
  const LATE = 800; // … that the pad may wait for the picture
  const DRAG = 12; // pixels after which a touch may have scrolled
  const QUALITY = 0.9; // of the picture, up to 1
  const SAMPLE = 8; // pixels each way that are looked at
  const HOME = "/";
  const part = (name) => document.getElementById(name);
  const ready = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
  const frame = () => new Promise(requestAnimationFrame);
  const route = () => location.hash.slice(1) || HOME;
  const guest = route().startsWith("/join/");
  let shown = null; // the picture
  let over = false; // nothing is shown any more
  let owner = false; // this tab has the games
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

  async function find() {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER);
    const file = await (await folder.getFileHandle(FILE)).getFile();
    const bytes = new Uint8Array(await file.arrayBuffer());
    const end = bytes.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    if (!fits(head)) return null;
    const image = new Image();
    const address = URL.createObjectURL(new Blob([bytes.subarray(end + 1)], { type: head.type }));
    Object.assign(image, { id: "last", alt: "", src: address });
    const decoded = image.decode().then(() => true, () => false);
    return { image, decoded, isCurrent: () => isCurrent(folder, head.games) };
  }

  // Whether this device would show that screen so, and its address leads there by a clock that was not put back.
  function fits({ of, made, until, look: before }) {
    const now = Date.now();
    return before === look() && now >= made && (route() === HOME ? now <= until : route() === of);
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

  const found = find().catch(() => null); // nothing is kept here, or cannot be read
  const waits = document.documentElement.classList;
  if (expected()) waits.add("waits");

  // Kept once it is seen or is known not to be; at once where none is expected.
  async function show() {
    if (!guest) watch();
    const seen = seek().catch(console.warn).finally(() => waits.remove("waits"));
    if (waits.contains("waits") && !document.hidden) await Promise.race([seen, new Promise((go) => setTimeout(go, LATE))]);
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
    await frame().then(frame);
    performance.mark("last screen");
  }

  function hide() {
    leave();
    waits.remove("waits");
    if (!shown) return;
    URL.revokeObjectURL(shown.src);
    shown.remove();
    shown = null;
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

  // Nothing that lies below the picture may hear of it.
  function answer(event) {
    event.stopImmediatePropagation();
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

  // What Python says of its screen: `screen`, and of one that may be kept its route and until when it opens.
  function mayKeep(word) {
    messages += 1;
    const [, of, until] = word.split(" ");
    if (of === route() && !(scrolled && of === HOME)) make({ of, until: Number(until) }).catch(console.warn);
    else asked = false;
  }

  async function make(screen) {
    await frame().then(frame);
    const [before, canvas] = [messages, onlyCanvas()];
    if (!asked || !canvas || isBlank(canvas)) return;
    asked = false;
    const head = { ...screen, look: look(), made: Date.now() };
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
    if (!blob) return;
    const picture = await blob.arrayBuffer();
    give({ head: { ...head, type: blob.type }, picture, messages: before }, [picture]);
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

  return { show, leave, hide, heard, mayKeep };
};
