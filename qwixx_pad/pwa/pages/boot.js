// The page around the pad: one tab at a time, Python and client started side by side, a splash
// until there is something to tap, and a service worker that keeps all of it for later.
"use strict";

(() => {
  const LOCK = "qwixx-pad";
  const PATIENCE = 1500; // milliseconds for another page that is on its way out
  const LOOK_AGAIN = 3600000; // … between two looks for a new version
  const LONG = 8000; // … after which a first visit says why it takes so long
  const FADE = 500; // … after which nothing is seen of the splash any more
  const base = new URL(".", document.currentScript.src);
  const folder = base.pathname;
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel(LOCK) : null;
  let worker = null;
  let file = null; // that an installed pad was opened with last
  let service = null; // the registration of the service worker
  let paint = () => {}; // Flet's client, for what Python sends
  let connected = () => {};
  let failed = false;
  let slow = 0; // the timer of a long first visit

  // What Flet's client reads before it starts.
  Object.assign(flet, {
    pyodide: true,
    noCdn: true,
    entrypointBaseUrl: folder,
    assetBase: folder,
    canvasKitBaseUrl: `${folder}canvaskit/`,
    fontFallbackBaseUrl: `${folder}fonts/more/`,
    routeUrlStrategy: "hash",
    webRenderer: "auto",
  });

  // ---- what is said before the pad can speak for itself

  const words = (() => {
    const all = JSON.parse(document.getElementById("words").textContent);
    const wanted = navigator.languages.map((code) => code.slice(0, 2).toLowerCase());
    const language = wanted.find((code) => code in all) ?? "en";
    document.documentElement.lang = language;
    return all[language];
  })();

  const guest = globalThis.welcome?.(words) ?? { secret: "", left: Promise.resolve(), gone() {} };
  const none = { async show() {}, async enter() {}, entered() {}, leave() {}, hide() {}, heard() {}, mayKeep() {} };
  const give = (...given) => worker.postMessage(...given);
  const openPencil = async (...given) => (await import(`${base}pencil.js`)).openPencil(folder, ...given);
  const last = globalThis.lastScreen?.(words, folder, give, openPencil) ?? none;
  const ready = new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));

  async function say(text, label, act) {
    await ready;
    last.hide();
    const [told, button] = ["told", "act"].map((id) => document.getElementById(id));
    document.getElementById("splash").classList.remove("gone");
    document.getElementById("bars").hidden = true;
    document.getElementById("guest").hidden = true;
    told.textContent = text;
    button.textContent = label ?? "";
    button.onclick = act;
    told.hidden = false;
    button.hidden = !label;
    patient(false);
  }

  function patient(needed) {
    clearTimeout(slow);
    const text = document.getElementById("slow");
    text.hidden = true;
    if (!needed || navigator.serviceWorker?.controller) return;
    text.textContent = words.slow;
    slow = setTimeout(() => (text.hidden = false), LONG);
  }

  async function done(number) {
    await ready;
    document.querySelector(`#bars i:nth-child(${number})`)?.classList.add("done");
  }

  async function lift() {
    await done(4);
    patient(false);
    await guest.left;
    await last.enter().catch(console.warn);
    const frame = () => new Promise(requestAnimationFrame);
    await frame().then(frame);
    document.getElementById("splash").classList.add("gone");
    last.leave();
    setTimeout(last.hide, FADE);
    guest.gone();
  }

  // ---- a link that is a game: who played it, and when, before the pad can show more

  const PACKED = /^#\/link\/1([\w-]{1,16000})/.exec(location.hash)?.[1]; // docs/exchange.md
  const NAMES = 5;
  const LETTERS = 24; // of a name
  const LARGEST = 64000; // bytes of what is packed

  function clean(name) {
    return String(name).replace(/[\p{Cc}\p{Bidi_Control}]/gu, " ").trim().slice(0, LETTERS);
  }

  async function textOf(stream) {
    const reader = stream.getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > LARGEST) throw new RangeError("more than a link holds");
      parts.push(part.value);
    }
    return new Blob(parts).text();
  }

  async function nameGame() {
    const bytes = Uint8Array.from(atob(PACKED.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const [{ names, started }] = JSON.parse(await textOf(stream));
    const known = names.slice(0, NAMES).map(clean).filter(Boolean);
    const day = new Date(started).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
    await ready;
    const text = document.getElementById("told");
    if (known.length) document.querySelector("#splash h1").textContent = known.join(", ");
    text.textContent = `${day}. ${words.soon}`;
    text.hidden = false;
    performance.mark("game named");
  }

  // ---- Python

  function startPython() {
    worker = new Worker(new URL("worker.js", base), { type: "module", name: kept() ? "kept" : "" });
    worker.postMessage({ secret: guest.secret });
    if (file) worker.postMessage({ file });
    worker.onerror = ({ message }) => fail(message ?? "worker.js did not load");
    worker.onmessage = ({ data }) => {
      if (data.pad?.startsWith("screen")) return last.mayKeep(data.pad);
      last.heard();
      if (data instanceof Uint8Array) paint(data);
      else if (data.stage) reached(data);
      else if (data.connected) connected();
      else if (data.failed) fail(data.failed, data.unreachable ? words.unreachable : words.failed);
      else if (data.pad) asked(data.pad);
    };
  }

  function reached({ stage, kept }) {
    done(stage === "python" ? 2 : 3);
    if (kept) attempt(() => localStorage.setItem(LOCK, "kept"));
  }

  // Whether games were kept here: then the pad must not begin without them.
  const kept = () => attempt(() => localStorage.getItem(LOCK)) !== null;

  function attempt(ask) {
    try {
      return ask();
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  // Flet's client calls these three.
  globalThis.jsConnect = async (_app, _given, received) => {
    paint = received;
    const listening = new Promise((resolve) => (connected = resolve));
    worker.postMessage({ connect: true, address: document.URL });
    await listening;
  };
  globalThis.jsSend = async (_app, data) => worker.postMessage(data, [data.buffer]);
  globalThis.jsDisconnect = async () => {};

  function fail(reason, told = words.failed) {
    if (failed) return;
    failed = true;
    console.error(reason);
    say(told, words.again, again);
  }

  // A version that does not start must not keep the next one out.
  async function again() {
    service ??= await navigator.serviceWorker?.getRegistration();
    takeOver();
  }

  // ---- what the pad asks for

  function asked(what) {
    if (what === "shown") lift().then(keepForLater).catch(console.warn);
    else if (what === "entered") last.entered();
    else if (what === "lasting") askToKeep();
    else if (what === "update") takeOver();
  }

  const tell = (what) => worker?.postMessage({ pad: what });

  // The network may be another one, or wait for nothing but a try.
  function watchNetwork() {
    const seen = () => document.hidden || tell("seen");
    for (const kind of ["online", "offline", "pageshow"]) addEventListener(kind, seen);
    document.addEventListener("visibilitychange", seen);
    addEventListener("pointerdown", () => tell("touched"), { capture: true, passive: true });
  }

  const lasts = (lasting) => tell(lasting ? "lasts" : "may go");

  function askToKeep() {
    navigator.storage?.persist?.().then(lasts, () => lasts(false));
  }

  // ---- without a network, and new versions

  async function keepForLater() {
    if (!navigator.serviceWorker) return;
    try {
      const script = new URL(`../sw.js?client=${loadedClient()}`, base);
      service = await navigator.serviceWorker.register(script, { updateViaCache: "none" });
    } catch (error) {
      console.warn("This browser keeps no pages:", error);
      return;
    }
    const follow = () => service.installing?.addEventListener("statechange", offer);
    service.addEventListener("updatefound", follow);
    follow(); // the browser may have found it before we asked
    offer();
    let looked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - looked < LOOK_AGAIN) return;
      looked = Date.now();
      service.update().catch(() => {});
    });
  }

  // Flet's client comes in several builds; a browser runs, and so has to keep, only one.
  function loadedClient() {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name.replace(base.href, ""));
    if (loaded.includes("main.dart.wasm")) return "skwasm";
    return loaded.includes("canvaskit/chromium/canvaskit.js") ? "chromium" : "canvaskit";
  }

  function offer() {
    if (service.waiting && navigator.serviceWorker.controller) tell("update");
  }

  function takeOver() {
    if (!service?.waiting) location.reload();
    else {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      service.waiting.postMessage("take over");
    }
  }

  // ---- what an installed pad is opened with, also while it runs

  function watchLaunches() {
    const [{ type }] = performance.getEntriesByType("navigation");
    let loading = true;
    addEventListener("load", () => (loading = false));
    globalThis.launchQueue?.setConsumer(async ({ targetURL, files }) => {
      if (loading && type === "reload") return; // a browser hands over once more what it has handed over
      const route = flet.sharedRoute(targetURL) || new URL(targetURL).hash.slice(1);
      if (route && !loading) location.hash = route;
      if (!files?.length) return;
      file = await files[0].getFile();
      worker?.postMessage({ file });
    });
  }

  // ---- one tab at a time: two would write one file

  function startClient() {
    const script = document.createElement("script");
    script.src = new URL("flutter_bootstrap.js", base);
    script.async = true;
    script.onerror = () => fail(`${script.src} did not load`);
    document.head.append(script);
    // Nothing else tells that one of the client's other files is missing, or does not run here.
    const faults = {
      unhandledrejection: ({ reason }) => fail(reason),
      // Firefox reports here what a database refuses pencil.js, which has its own answer to that.
      error: ({ message, filename }) => filename?.endsWith("/pencil.js") || fail(message),
    };
    for (const [kind, heard] of Object.entries(faults)) addEventListener(kind, heard);
    flet.flutterAppLoaded.then(() => {
      for (const [kind, heard] of Object.entries(faults)) removeEventListener(kind, heard);
      done(1);
    });
  }

  function begin(shown = null) {
    if (PACKED) nameGame().catch(console.warn); // Python says what is wrong with it
    ready.then(() => patient(!failed));
    try {
      startPython();
      if (shown) shown.catch(console.warn).then(startClient).catch(fail); // it would keep the picture back
      else startClient();
    } catch (error) {
      fail(error);
    }
    watchNetwork();
    tabs?.addEventListener("message", ({ data }) => data === "leave" && location.reload());
  }

  // WebKit keeps the page of whoever leaves, but not its lock: its Python must not keep the games open.
  addEventListener("pagehide", ({ persisted }) => persisted && apple && worker?.terminate());

  const keeper = navigator.serviceWorker?.controller; // gave this page, and has its files

  function moveHere() {
    if (keeper && navigator.serviceWorker.controller !== keeper) return location.reload(); // it has gone over to a new version
    tabs?.postMessage("leave");
    hold({}, true).catch(fail);
  }

  const hold = (options, isMoved = false) =>
    navigator.locks.request(LOCK, options, () => {
      document.getElementById("told")?.setAttribute("hidden", "");
      document.getElementById("act")?.setAttribute("hidden", "");
      if (document.getElementById("bars")) document.getElementById("bars").hidden = false;
      document.querySelector(".guest #guest")?.removeAttribute("hidden");
      begin(last.show(isMoved));
      return new Promise(() => {}); // until the page goes
    });

  function beginAlone() {
    const request = new AbortController();
    hold({ signal: request.signal }).catch(({ name }) => {
      if (name === "AbortError") say(words.elsewhere, words.here, moveHere);
      else beginWithoutLock();
    });
    setTimeout(() => endUnlessGranted(request).catch(console.warn), PATIENCE);
  }

  // A busy browser may be late with a lock that is free: only while ours is pending, another page has it.
  async function endUnlessGranted(request) {
    const { pending } = await navigator.locks.query();
    if (pending.some(({ name }) => name === LOCK)) request.abort();
  }

  // A browser that has no locks for us keeps no games either.
  function beginWithoutLock() {
    last.hide();
    begin();
  }

  // What Python needs; a phone that is locked down may refuse it too.
  const able = ["WebAssembly", "Worker", "DecompressionStream"].every((name) => name in window);

  watchLaunches();
  if (!able || !window.AbortSignal?.timeout) say(words.unable); // none from before 2022 was ever tried
  else if (navigator.locks) beginAlone();
  else beginWithoutLock();
})();
