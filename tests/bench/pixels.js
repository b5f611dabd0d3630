// Looks at some pixels around a tap in every frame. Resolves to the milliseconds from the lifted finger
// to the first that changed, and to the last; null if none did. Flutter paints on a canvas.
function painted() {
  const canvases = [];
  const look = (node) => {
    if (node.tagName === "CANVAS") canvases.push(node);
    if (node.shadowRoot) look(node.shadowRoot);
    for (const child of node.children ?? []) look(child);
  };
  look(document.documentElement);
  return canvases.at(-1);
}

function watchPixels([x, y, patience]) {
  const SIDE = 24;
  const SEEN = 1.5; // of 256 levels, on average, that an eye may notice
  const canvas = painted();
  const scale = canvas.width / canvas.getBoundingClientRect().width;
  const small = new OffscreenCanvas(SIDE, SIDE).getContext("2d", { willReadFrequently: true });
  const pixels = () => {
    small.clearRect(0, 0, SIDE, SIDE);
    const [left, top, side] = [x - SIDE / 2, y - SIDE / 2, SIDE].map((length) => length * scale);
    small.drawImage(canvas, left, top, side, side, 0, 0, SIDE, SIDE);
    return small.getImageData(0, 0, SIDE, SIDE).data;
  };
  const apart = (one, other) => one.reduce((sum, level, at) => sum + Math.abs(level - other[at]), 0) / one.length;
  const frames = [];
  let lifted = Infinity;
  addEventListener("pointerup", () => (lifted = performance.now()), { capture: true, once: true });
  return new Promise((resolve) => {
    const frame = () => {
      frames.push([performance.now(), pixels()]);
      if (performance.now() < lifted + patience) return requestAnimationFrame(frame);
      const [before, after] = [frames[0][1], frames.at(-1)[1]];
      const since = frames.filter(([when]) => when >= lifted);
      const first = since.find(([, seen]) => apart(seen, before) > SEEN);
      if (!first) return resolve(null);
      const unfinished = since.findLastIndex(([, seen]) => apart(seen, after) > SEEN);
      resolve([first, since[unfinished + 1]].map(([when]) => when - lifted));
    };
    requestAnimationFrame(frame);
  });
}
