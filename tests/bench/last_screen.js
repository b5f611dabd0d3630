// Behind the boot.js of a copied site: keeps a picture of the canvas when a finger has been away
// for a while, and shows it on the next visit, below the splash, until the pad is there.
(() => {
  const PLACE = "last screen", RESTS = 1500;

  const now = () => performance.timeOrigin + performance.now();

  function canvas(node) {
    if (node.tagName === "CANVAS") return node;
    for (const child of [...(node.shadowRoot?.children ?? []), ...node.children]) {
      const found = canvas(child);
      if (found) return found;
    }
    return null;
  }

  function keep() {
    canvas(document.documentElement)?.toBlob(async (blob) => {
      await (await caches.open(PLACE)).put("/picture", new Response(blob));
      globalThis.lastScreenBytes = blob.size;
    }, "image/webp", 0.8);
  }

  let resting = 0;
  addEventListener("pointerup", () => {
    clearTimeout(resting);
    resting = setTimeout(keep, RESTS);
  }, true);

  async function show() {
    const found = await (await caches.open(PLACE)).match("/picture");
    if (!found) return;
    const picture = new Image(), splash = document.getElementById("splash");
    picture.src = URL.createObjectURL(await found.blob());
    picture.style.cssText = "position:fixed;inset:0;width:100%;height:100%;z-index:1";
    await picture.decode();
    document.body.prepend(picture);
    splash.style.cssText += "background:none;z-index:2";
    new MutationObserver((_, observer) => {
      if (!splash.classList.contains("gone")) return;
      observer.disconnect();
      picture.remove();
    }).observe(splash, { attributes: true });
    requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.lastScreenSeen = now(); }));
  }

  show();
})();
