// Python's memory as it was when all modules of the pad had been imported, kept for the next visit.
//
// It lies among the files of its version, so it goes with them. Nobody needs it: whatever is not as
// it should be about it, Python starts from its archives, and no other is made of this version. Each
// attempt to make or to use it is counted before it begins, and forgotten when it has come to its
// end: what ends the page is not tried for ever.

const KEPT = new URL("python.snapshot", import.meta.url).href;
const ATTEMPTS = `${KEPT}.attempts`;
const LIMIT = 3;
const HEAD = 4096; // bytes, in which stands what the rest is
const PARTS = ["heap", "first", "tar"];

/** What the memory depends on beside the version: the engine, and the time zone that Python reads once. */
const madeFor = () => `${navigator.userAgent} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;

/** The parts of what is kept, and `sound`, which rejects if they are not what was kept.
 *
 * @returns null where nothing is kept that can be used.
 */
export async function takeSnapshot() {
  const [kept, count] = await Promise.all([caches.match(KEPT), attempts()]);
  if (!kept) return null;
  if (count >= LIMIT) return drop();
  const [blob] = await Promise.all([kept.blob(), note(count + 1)]);
  const snapshot = divided(new Uint8Array(await blob.arrayBuffer()));
  return snapshot ?? drop();
}

/** Keep what the parts are; the version has to be kept already.
 *
 * @param make Makes the parts. It is not called where that has failed too often.
 */
export async function makeSnapshot(make) {
  const count = await attempts();
  if (count >= LIMIT) return;
  await note(count + 1);
  const parts = await make();
  const cache = await cacheOfThisVersion();
  await cache.put(KEPT, new Response(await joined(PARTS.map((name) => parts[name]))));
  await cache.delete(ATTEMPTS);
}

/** The pad is on the screen. */
export async function snapshotWorked() {
  await (await cacheOfThisVersion()).delete(ATTEMPTS);
}

/** It did not work: this version does without. */
export async function abandonSnapshot() {
  await drop();
  await note(LIMIT);
}

async function drop() {
  await (await cacheOfThisVersion()).delete(KEPT);
  return null;
}

async function attempts() {
  const noted = await caches.match(ATTEMPTS);
  return noted ? Number(await noted.text()) : 0;
}

async function note(count) {
  await (await cacheOfThisVersion()).put(ATTEMPTS, new Response(String(count)));
}

async function cacheOfThisVersion() {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    if (await cache.match(import.meta.url)) return cache;
  }
  throw new Error("nothing of this version is kept");
}

async function joined(parts) {
  const digests = await Promise.all(parts.map(digest));
  const head = { madeFor: madeFor(), parts: parts.map(({ length }, at) => [length, digests[at]]) };
  return new Blob([JSON.stringify(head).padEnd(HEAD), ...parts]);
}

/** null: made for another engine, or elsewhere. */
function divided(bytes) {
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, HEAD)));
  if (head.madeFor !== madeFor()) return null;
  let at = HEAD;
  const parts = head.parts.map(([length]) => bytes.subarray(at, (at += length)));
  const check = async (part, number) => {
    if ((await digest(part)) !== head.parts[number][1]) throw new Error(`${PARTS[number]} was torn`);
  };
  const sound = Promise.all(parts.map(check));
  sound.catch(() => {}); // whoever uses the parts hears of it
  return { ...Object.fromEntries(PARTS.map((name, number) => [name, parts[number]])), sound };
}

async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
