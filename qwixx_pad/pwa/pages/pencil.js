// Crosses in pencil on the picture of the last screen, stored until the pad has entered them. See
// docs/adr/0040.

const NAME = "qwixx-pad"; // of the database, and of what is in it
const MOST = 3; // crosses of a roll
const PENALTY = "penalty";
const LASTS = 3600000; // milliseconds that a tap is good for
const PATIENCE = 3000; // … that the pad may take to enter it
const SECOND_TAP = 600; // … that a finger may come down twice

function answerOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** What is tapped on the picture, in this visit or in one that was cut off.
 *
 * @param version Of the pad: the path of its folder.
 * @param tell Sends Python a word.
 * @param refuse Answers a tap that is not stored.
 */
export async function openPencil(version, tell, refuse) {
  const request = indexedDB.open(NAME);
  request.onupgradeneeded = () => request.result.createObjectStore(NAME);
  const database = await answerOf(request);
  let record = await answerOf(database.transaction(NAME).objectStore(NAME).get(0));
  let stored = record;
  let newest = {}; // what was tapped last, and when
  let entered = () => {};

  // On its way to the disk when this returns: a busy page hears late that it is there.
  async function store(next) {
    record = next;
    const change = database.transaction(NAME, "readwrite", { durability: "strict" });
    change.objectStore(NAME).put(next, 0);
    change.commit();
    await new Promise((resolve, reject) => Object.assign(change, { oncomplete: resolve, onabort: reject }));
    stored = next;
  }

  function isLate() {
    const age = Date.now() - record.at;
    return record.version !== version || age < 0 || age > LASTS;
  }

  function tap(of, entries, what, draw) {
    const at = Date.now();
    const isSecond = newest.what === what && at - newest.at < SECOND_TAP;
    newest = { what, at };
    if (isSecond) return;
    const before = record?.taps ?? [];
    const taps = before.includes(what) ? before.filter((each) => each !== what) : [...before, what];
    if (taps.length > MOST || (taps.length > 1 && taps.includes(PENALTY))) return refuse();
    const next = taps.length ? { of, entries, taps, at, version } : null;
    store(next).catch(() => {
      refuse();
      if (record === next) record = stored; // else a newer one has these taps, too
      draw();
    });
    draw();
  }

  // What can be crossed on a picture that is seen: its route, the length of its log, its crosses as in
  // ui/sheet/pencil.py, and the corner of the safe area.
  function offer(picture, of, { entries, crosses, edge }) {
    // What was tapped on another picture waits for the pad, which says what becomes of it.
    if (record && (record.of !== of || record.entries !== entries || isLate())) return;
    const [marks, area] = [0, 1].map(() => document.createElement("div"));
    marks.className = area.className = "pencil";
    picture.after(marks);
    document.body.append(area);
    const draw = () => {
      const crossed = crosses.filter((cross, index) => {
        const isCrossed = Boolean(record?.taps.includes(cross.tap));
        area.children[index].setAttribute("aria-pressed", isCrossed);
        return isCrossed;
      });
      marks.replaceChildren(...crossed.map((cross) => drawCross(cross, edge, picture)));
    };
    for (const { tap: what, spoken, at, box } of crosses) {
      const button = place("button", edge, at, box);
      button.setAttribute("aria-label", spoken);
      button.tabIndex = -1;
      button.onclick = () => tap(of, entries, what, draw);
      area.append(button);
    }
    draw();
  }

  // The pad enters what was tapped, or says why not; it must not if this tab has taken over from another.
  async function enter(tookOver) {
    const area = document.querySelector("body > .pencil");
    if (area?.querySelector(":active")) refuse(); // a finger that is still down
    area?.remove();
    if (!record) return;
    const { of, entries, taps } = record;
    const isEntered = new Promise((resolve) => (entered = resolve)).then(() => store(null));
    tell(`taps ${JSON.stringify({ of, entries, taps, late: tookOver || isLate() })}`);
    await Promise.race([isEntered, new Promise((go) => setTimeout(go, PATIENCE))]);
  }

  return { offer, enter, entered: () => entered() };
}

function place(kind, edge, at, [left, top, width, height]) {
  const element = document.createElement(kind);
  const [x, y] = [edge[0] + at[0] + left, edge[1] + at[1] + top];
  element.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
  return element;
}

function drawCross({ at, box, fill, old, number, pen: color, strokes }, edge, picture) {
  const scale = devicePixelRatio;
  const canvas = place("canvas", edge, at, box);
  canvas.width = box[2] * scale;
  canvas.height = box[3] * scale;
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, -box[0] * scale, -box[1] * scale);
  pen.fillStyle = fill;
  if (fill) pen.fillRect(...(old ?? number[0]));
  if (number) {
    const [[left, top, width, height], beside] = number; // taken from the picture: no font is there yet
    const from = [edge[0] + at[0] + left, edge[1] + at[1] + top, width, height];
    pen.drawImage(picture, ...from.map((each) => each * scale), ...beside);
  }
  pen.strokeStyle = color;
  pen.lineCap = "round";
  for (const [width, path] of strokes) {
    pen.lineWidth = width;
    pen.stroke(new Path2D(path));
  }
  return canvas;
}
