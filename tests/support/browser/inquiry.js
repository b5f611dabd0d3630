// What Chromium is asked of a page, and how a test meddles with what it keeps; `PadPage.ask`.
window.inquiry = {
  // ---- what a screen reader does and hears

  // Taps the one node of this role whose name begins so; tells how many there are, if not one.
  tap([role, name]) {
    const nodes = [...document.querySelectorAll("flt-semantics-host flt-semantics")];
    const found = nodes.filter((node) => (node.getAttribute("role") || "") === role
      && (node.ariaLabel || node.textContent).startsWith(name));
    if (found.length !== 1) return found.length;
    found[0].click();
    return "tapped";
  },

  // What has the focus; on a sheet, which is one stop, what was said when its cursor came there.
  focused() {
    const at = document.activeElement.getAttribute("flt-semantics-identifier");
    return at === "sheet" ? window.bound : at;
  },

  // From now on `heard` has all that is announced, and `bound` what was announced by its name.
  listen() {
    window.heard = [];
    const note = (how) => (list) => list.forEach((change) => change.addedNodes.forEach(
      (node) => {
        const said = node.textContent.trim();
        window.heard.push([how, said]);
        const nodes = [...document.querySelectorAll("[flt-semantics-identifier]:not([flt-semantics-identifier=message])")];
        const named = nodes.find((each) => (each.ariaLabel || each.textContent) === said);
        if (named) window.bound = named.getAttribute("flt-semantics-identifier");
      }));
    for (const how of ["polite", "assertive"]) {
      const place = document.querySelector(`flt-announcement-${how}`);
      new MutationObserver(note(place.getAttribute("aria-live"))).observe(place, { childList: true });
    }
  },

  // ---- what is painted

  isCovered() {
    const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    return document.querySelector("flutter-view") && seen.closest("#splash") !== null;
  },

  // The width of the icon, and the colour of its middle.
  async icon() {
    const data = await (await fetch("/icon.png")).arrayBuffer();
    const decoder = new ImageDecoder({ type: "image/png", data });
    await decoder.tracks.ready;
    const { image } = await decoder.decode({ frameIndex: 0 });
    const paper = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
    paper.drawImage(image, 0, 0);
    const middle = image.displayWidth / 2;
    return [image.displayWidth, ...paper.getImageData(middle, middle, 1, 1).data];
  },

  // Whether this page may speak with a pad.
  knock: (url) => new Promise((done) => {
    const socket = new WebSocket(url);
    socket.onopen = () => done("let in");
    socket.onerror = () => done("turned away");
  }),

  // ---- what is stored of a site

  address: (name) => new URL(name, document.baseURI),

  async isStored() {
    const { active, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return active?.state === "activated" && !waiting;
  },

  newVersionWaits: async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting),

  async until(name) {
    for (const end = performance.now() + 60_000; !(await inquiry[name]()); ) {
      if (performance.now() > end) throw new Error(`${name}: it did not come to that`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },

  worker: async () => (await fetch(inquiry.address("worker.js"))).text(),

  async putWorker(text) {
    const [name] = await caches.keys();
    const response = new Response(text, { headers: { "content-type": "text/javascript" } });
    await (await caches.open(name)).put(inquiry.address("worker.js"), response);
  },

  async lookForNew() {
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise((resolve) => {
      registration.onupdatefound = () => {
        const { installing } = registration;
        installing.onstatechange = () => resolve(installing.state);
      };
    });
    registration.update().catch(() => {});
    return await found;
  },
};
