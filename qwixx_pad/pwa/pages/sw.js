// Keeps one version of the pad whole, and answers from it: with a network, and without one.
"use strict";

const VERSION = "{{version}}";
const OURS = `qwixx-pad ${new URL(registration.scope).pathname} `; // another site may be at another path of this host
const CACHE = OURS + VERSION;
const PAGES = ["./", "manifest.json"]; // have no version in their address, so they are asked for anew
const EVERYWHERE = {{everywhere}};
const CLIENTS = {{clients}}; // … and one of these: which, the page has seen when it loaded
const ASKED = {{asked}}; // folders of what some names and sheets need, kept once it was asked for

const client = new URL(location.href).searchParams.get("client");
const files = [...EVERYWHERE, ...(CLIENTS[client] ?? [])];

async function fill() {
  const pages = await Promise.all(PAGES.map((page) => fetch(page, { cache: "reload" })));
  const start = await pages[0].clone().text();
  // While a host is renewed it may still give the old page, whose files it will not have for long.
  if (!pages.every(({ ok }) => ok) || !start.includes(`"${VERSION}/"`)) throw new Error(`not all is of ${VERSION}`);
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
  await Promise.all(PAGES.map((page, number) => cache.put(page, pages[number])));
  const asked = (await askedFor()).map((name) => `${VERSION}/${name}`).filter((name) => !files.includes(name));
  await Promise.allSettled(asked.map((name) => cache.add(name)));
}

// What was asked for here so far, in any version.
async function askedFor() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const below = (url) => ASKED.flatMap((folder) => url.split(`/${folder}`).slice(1).map((name) => folder + name));
  return kept.flat().flatMap(({ url }) => below(url));
}

// A new version waits until nobody uses the old one, or until somebody says so.
self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());

async function clear() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(clear()));

async function answer(request) {
  const cache = await caches.open(CACHE);
  const page = new URL("index.html", registration.scope).pathname; // the same as the folder
  const asked = new URL(request.url).pathname === page ? "./" : request;
  const kept = await cache.match(asked, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  const keeps = ASKED.some((folder) => request.url.includes(`${VERSION}/${folder}`));
  if (found.ok && keeps) await cache.put(request, found.clone()).catch(() => {});
  return found;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
