// What Flet's client reads before it starts; the server fills in the rest behind it.
var flet = {
  pyodide: false,
  multiView: false,
  noCdn: true,
  webSocketEndpoint: "/ws",
  entrypointBaseUrl: "/",
  assetBase: "/",
  routeUrlStrategy: "path",
  canvasKitBaseUrl: "/canvaskit/",
  pyodideUrl: "/pyodide/pyodide.mjs",
  webRenderer: "auto",
  fontFallbackBaseUrl: "fonts/more/",
  appPackageUrl: "app.tar.gz"
};

// What another app shares with the pad comes in the query. It goes behind the `#`, before anything
// is asked for: a game or, for the screen that joins tables, the first link of one, else the text.
flet.sharedRoute = function (address) {
  var LONGEST = 180; // characters of a route
  var given = new URL(address).searchParams;
  var parts = ["title", "text", "url"].map(function (name) { return given.get(name) || ""; });
  var text = parts.join(" ").trim();
  var game = /#(\/link\/[\w-]+(?:\.\d{1,4})?)/.exec(text);
  if (!text || game) return game ? game[1] : "";
  var table = /\S*\/(?:join|table|watch)\/\w+/i.exec(text);
  return "/shared/" + encodeURIComponent(table ? table[0] : text).slice(0, LONGEST).replace(/%[0-9A-F]?$/, "");
};
var shared = flet.sharedRoute(location.href);
if (shared) history.replaceState(null, "", location.pathname + "#" + shared);

// A link that is a game lies behind the `#`, which no server is sent; so do the routes of its page.
if (location.hash.indexOf("#/") === 0) flet.routeUrlStrategy = "hash";
addEventListener("popstate", function (event) { // also of a link that is pasted over the address
  if (flet.routeUrlStrategy !== "path" || location.hash.indexOf("#/") !== 0) return;
  event.stopImmediatePropagation();
  location.reload();
});

flet.flutterAppLoaded = new Promise(function (resolve) { flet.flutterAppResolve = resolve; });

// A browser that keeps nothing throws where it is asked for its storage, and Flet's client gives up:
// it gets one that lasts as long as the page.
["localStorage", "sessionStorage"].forEach(function (name) {
  try { if (window[name]) return; } catch (denied) { /* then this page has its own */ }
  var kept = new Map();
  Object.defineProperty(window, name, { value: {
    get length() { return kept.size; },
    key: function (number) { return Array.from(kept.keys())[number] || null; },
    getItem: function (key) { return kept.has(key) ? kept.get(key) : null; },
    setItem: function (key, value) { kept.set(key, String(value)); },
    removeItem: function (key) { kept.delete(key); },
    clear: function () { kept.clear(); }
  } });
});

// A page that is loaded begins a session of its own: what it shows is kept by the server's store,
// and a session taken over would be painted twice. Only a lost link goes on with its old session.
try { sessionStorage.removeItem("_flet_session_id"); } catch (denied) { /* then there is none */ }

// WebKitGTK takes its system's locale for a language, be it "C"; what is none ends Flutter, unseen.
var spoken = navigator.languages.filter(function (code) {
  try { return Intl.getCanonicalLocales(code); } catch (none) { return false; }
});
if (spoken.length < navigator.languages.length) {
  if (!spoken.length) spoken = ["en"];
  Object.defineProperty(navigator, "languages", { value: spoken });
}

// By this alone Flutter chooses among fonts that have a Chinese sign: the pad has one for all of
// them. What its reader speaks Flutter takes from `languages`.
Object.defineProperty(navigator, "language", { value: "zh-Hans" });

// Flutter asks a browser for forced colours alone; whoever wants more contrast asks for no less.
var asked = window.matchMedia.bind(window);
window.matchMedia = function (query) {
  return asked(query === "(forced-colors: active)" ? query + ", (prefers-contrast: more)" : query);
};

// WebKit brings a page back from its cache with a painter that no longer runs, and without the lock
// that makes it the owner of its games: start afresh.
var apple = navigator.vendor && navigator.vendor.indexOf("Apple") === 0;
window.addEventListener("pageshow", function (event) {
  if (event.persisted && apple) window.location.reload();
});

// A browser shares and copies only while it hears a finger. Flet's client does so at once, by the
// `action` of a button, and tells nobody what came of it: the pad then asks for the same once more,
// and is told what came of the first.
[[navigator, "share"], [navigator.clipboard, "writeText"]].forEach(function (way) {
  var owner = way[0], name = way[1], first = null;
  if (!owner || !owner[name]) return;
  var ask = owner[name].bind(owner);
  owner[name] = function (data) {
    var text = data.text || data; // a file is never the same as another
    var pad = window.event && window.event.type === "message"; // else it is the finger
    if (first && first.text === text && (pad || !first.ended)) return first.done;
    var mine = first = { text: text, done: ask(data) };
    function end() {
      mine.ended = true;
      setTimeout(function () { if (first === mine) first = null; }, 5000);
    }
    mine.done.then(end, end);
    return mine.done;
  };
});

// Over plain http Chromium lends out no decoder of pictures, and Flutter then loads a painter that
// brings one along and is half as large again. It asks for no more of one than this.
if (!window.ImageDecoder && window.createImageBitmap && navigator.vendor === "Google Inc.") {
  window.ImageDecoder = class {
    constructor(picture) {
      this.bitmap = createImageBitmap(new Blob([picture.data], { type: picture.type }));
      this.completed = this.bitmap.then(function () {});
      this.tracks = { ready: this.completed, selectedTrack: { frameCount: 1, repetitionCount: 0 } };
    }
    async decode() {
      var image = await createImageBitmap(await this.bitmap);
      var shown = { displayWidth: image.width, displayHeight: image.height, duration: 0 };
      return { image: Object.assign(image, shown), complete: true };
    }
    close() {
      this.bitmap.then(function (bitmap) { bitmap.close(); }, function () {});
    }
  };
}

// Back closes what lies on top. The pad has two entries in a browser's history: its first screen, and
// over it the screen in front, whose address changes in place. Whoever goes back from there is taken
// forward again, and the pad is given a key, by which it closes a card or shows the screen below.
// That adds no entry: a browser passes over those that it was given without a finger.
(function () {
  var FIRST = 0; // levels of the two
  var FRONT = 1;
  var add = history.pushState.bind(history);
  var change = history.replaceState.bind(history);
  var shown = { state: history.state, url: location.href }; // as Flet's client has it
  var moving = false; // by a step of our own, of which the browser has yet to tell
  var refused = null; // what says that the link is down, as it did at the last step back

  function isFirst(url) {
    var to = new URL(url, location.href);
    return flet.routeUrlStrategy === "hash" ? to.hash.length < 3 : to.pathname === "/";
  }

  function level() {
    return history.state ? history.state.level : undefined;
  }

  function step(by) {
    moving = true;
    history.go(by);
  }

  function settle() {
    if (moving) return;
    var first = isFirst(shown.url);
    if (first && level() === FRONT) return step(-1);
    if (!first && level() === undefined) {
      change({ level: FIRST }, "", flet.routeUrlStrategy === "hash" ? location.href.split("#")[0] : "/");
    }
    var put = !first && level() === FIRST ? add : change;
    put(Object.assign({}, shown.state, { level: first ? FIRST : FRONT }), "", shown.url);
  }

  function pressBack() {
    ["keydown", "keyup"].forEach(function (type) {
      window.dispatchEvent(new KeyboardEvent(type, { key: "GoBack", code: "GoBack" }));
    });
  }

  history.pushState = history.replaceState = function (state, _, url) {
    // A link that was pasted into the pad would stand in a path, and so in the next request.
    if (flet.routeUrlStrategy === "path" && url.indexOf("/link/") === 0) return location.assign("/#" + url);
    shown = { state: state, url: url };
    settle();
  };

  window.addEventListener("popstate", function (event) {
    if (moving) {
      moving = false;
      event.stopImmediatePropagation();
      settle();
    } else if (level() === FIRST && !isFirst(shown.url)) {
      event.stopImmediatePropagation();
      var away = document.getElementById("away"); // nobody hears a key then
      if (away && away === refused) return history.back();
      refused = away;
      step(1);
      if (!away) pressBack();
    } else {
      shown = { state: history.state, url: location.href };
    }
  });
})();

// Before the pad has spoken, and while its new picture is painted, Flet's client shows an English
// word: the picture of the page covers it at first, and later the picture that was there last. While
// the line is cut, a strip in the words of whoever serves the page lies above the sheet, which can be
// read and no more. Both go when what is below is laid out and painted, and take all taps until then.
(function () {
  if (!window.Line) return; // a site's page, which speaks with a relay
  var FIRST = 400; // milliseconds that a painter takes at least for the first screen
  var LONG = 8000; // ... after which the picture goes, whatever is below
  var FADE = 12; // frames: as many as it takes most painters to have shown what is laid out
  var PICTURES = 2; // one may be under way when another is laid out, and no more than one
  var SECOND = 3000; // milliseconds that the second may come after the first, if there is one at all
  var PALE = 0.72; // of a sheet that is only read
  var SLOWEST = 20000; // milliseconds that a painter may take for the first
  var tellers = new Set(); // what has told its size: each of a new picture does that for the first time
  var strip = null;
  var still = null; // the picture that was there last, over what Flet's client shows meanwhile
  var leaving = false;
  var linked = false;
  var closed = false; // and the pad has not spoken since
  var lifted = false;
  var shown = 0;

  // Chromium is handed each picture when its painter is done, however long after it was laid out.
  var screen = navigator.vendor === "Google Inc." && window.ImageBitmapRenderingContext;
  if (screen) {
    var take = screen.prototype.transferFromImageBitmap;
    screen.prototype.transferFromImageBitmap = function (picture) {
      shown += 1;
      return take.call(this, picture);
    };
  }

  function below() {
    return Array.from(document.body.children).filter(function (each) { return each !== strip; });
  }

  function cut() {
    if (!linked || strip && !leaving || !flet.away) return;
    if (strip) uncover(strip);
    strip = document.createElement("div");
    strip.id = "away";
    var bar = strip.appendChild(document.createElement("div"));
    var said = bar.appendChild(document.createElement("div"));
    said.setAttribute("role", "alert");
    flet.away.slice(0, 2).forEach(function (text) {
      said.appendChild(document.createElement("p")).textContent = text;
    });
    bar.appendChild(document.createElement("button")).textContent = flet.away[2];
    strip.addEventListener("pointerdown", Line.check); // wherever the finger is
    strip.addEventListener("click", Line.check); // of a key, or a screen reader
    below().forEach(function (each) { each.inert = true; });
    document.body.appendChild(strip);
    new ResizeObserver(fit).observe(bar); // of a larger text nothing else tells
    fit();
  }

  // Flutter hears keys on the window, whatever has the focus. One that it holds may still be let go.
  addEventListener("keydown", function (event) {
    if (strip) event.stopImmediatePropagation();
  }, true);

  // What is below becomes smaller by the bar, so that all of it can be read.
  function fit() {
    if (!strip) return;
    document.body.classList.add("away");
    var left = 1 - strip.firstChild.offsetHeight / innerHeight;
    document.body.style.setProperty("--left", String(left));
  }
  addEventListener("resize", fit);

  // The line was only slow: what is shown is true, and what Flet's client has sent has arrived.
  function mended() {
    if (strip && !closed) uncover(strip);
  }

  function close() {
    closed = true;
    cut();
    if (!strip || still) return;
    document.body.classList.remove("away"); // for its sizes
    still = document.createElement("canvas");
    still.id = "still";
    still.width = innerWidth * devicePixelRatio;
    still.height = innerHeight * devicePixelRatio;
    var paper = still.getContext("2d");
    paper.globalAlpha = PALE;
    canvases(document.body).forEach(function (canvas) {
      var box = canvas.getBoundingClientRect();
      var sizes = [box.x, box.y, box.width, box.height].map(function (size) { return size * devicePixelRatio; });
      if (canvas.width && canvas.height) paper.drawImage(canvas, ...sizes);
    });
    still.inert = true;
    document.body.insertBefore(still, strip);
    fit();
  }

  // Some painters let nobody read what they have shown: then there is plain paper for this moment.
  function canvases(node) {
    var inside = Array.from(node.shadowRoot ? node.shadowRoot.children : []).concat(Array.from(node.children));
    return (node.tagName === "CANVAS" ? [node] : []).concat(...inside.map(canvases));
  }

  // What is laid out now is below the cover; it goes when the painter has shown that.
  function fade(cover, frames, gone) {
    var before = shown;
    var late = performance.now() + SLOWEST;
    return function look() {
      if (shown === before + 1) late = Math.min(late, performance.now() + SECOND);
      if (!screen || shown >= before + PICTURES || performance.now() > late) frames -= 1;
      if (!frames) return gone(cover);
      cover.style.opacity = String(Math.min(1, 2 * frames / FADE));
      requestAnimationFrame(look);
    };
  }

  function uncover(old) {
    if (old !== strip) return; // the line was cut again
    document.body.classList.remove("away");
    strip.remove();
    if (still) still.remove();
    strip = still = null;
    below().forEach(function (each) { each.inert = false; });
    leaving = false;
  }

  function lift() {
    var splash = lifted ? null : document.getElementById("splash");
    lifted = true;
    if (!splash) return;
    splash.style.pointerEvents = "none"; // what is laid out can be tapped
    var look = fade(splash, FADE, function () { splash.remove(); });
    setTimeout(requestAnimationFrame, FIRST, look);
  }

  // Each picture measures something that is new in it: when its size is told, it is laid out.
  function sent(data) {
    var said = new TextDecoder("latin1").decode(data);
    var teller = said.slice(0, said.indexOf("size_change") + 1);
    if (!teller || tellers.has(teller)) return;
    tellers.add(teller);
    lift();
    if (!strip || closed || leaving) return;
    leaving = true;
    requestAnimationFrame(fade(strip, screen ? 1 : FADE, uncover));
  }

  function back() {
    if (!linked) setTimeout(lift, LONG);
    linked = true;
    closed = false;
  }

  window.WebSocket = class extends Line {
    constructor(url) {
      super(url);
      this.addEventListener("message", back);
      this.addEventListener("cut", cut);
      this.addEventListener("mended", mended);
      this.addEventListener("close", close);
    }

    send(data) {
      super.send(data);
      sent(data);
    }
  };
  ["CONNECTING", "OPEN", "CLOSING", "CLOSED"].forEach(function (name, value) { window.WebSocket[name] = value; });
})();
