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
  fontFallbackBaseUrl: "assets/fonts/",
  appPackageUrl: "app.tar.gz"
};
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

// Flutter asks a browser for forced colours alone; whoever wants more contrast asks for no less.
var asked = window.matchMedia.bind(window);
window.matchMedia = function (query) {
  return asked(query === "(forced-colors: active)" ? query + ", (prefers-contrast: more)" : query);
};

// WebKit brings a page back from its cache with a painter that no longer runs: start afresh.
window.addEventListener("pageshow", function (event) {
  var apple = navigator.vendor && navigator.vendor.indexOf("Apple") === 0;
  if (event.persisted && apple && !flet.pyodide) window.location.reload();
});
