// The link of a page to the pad that serves it. Flet's client waits twice as long after each failure,
// up to minutes, and covers the sheet meanwhile: so it hears of none. Its socket is one of these. It
// is lost for the client only when another can be had, and is connecting until the pad has spoken.
//
// Browsers hold a WebSocket back, for up to a minute, whose like has failed before. So whether the
// pad is there again is asked by fetching, which they do at once.
(function () {
  var Socket = window.WebSocket;
  var ASKED = "here?"; // is sent as a text, which Flet's client never does, and answered by one
  var TICK = 500; // milliseconds; ticks are counted, for a page that was frozen has had none
  var ASK = 4; // ticks of silence after which the pad is asked whether it is there
  var CUT = 8; // ... after which the line counts as cut
  var DOUBT = 2; // ... that it has to answer where nobody else can be reached
  var TRY = 4; // ... that a try has, and the next begins
  var HIDDEN = 60; // ... in a page that nobody sees
  var GRACE = 300; // milliseconds that a busy pad has for answers that were asked for before
  var lines = new Set();

  window.Line = class Line extends EventTarget {
    constructor(url) {
      super();
      this.url = url;
      this.readyState = Socket.CONNECTING;
      this.binaryType = "blob";
      this.protocol = this.extensions = "";
      this.socket = null; // of the browser
      this.first = []; // what was sent before the pad has spoken, for the next socket if this one fails
      this.quiet = 0; // ticks since its last word
      this.waited = 0; // ... since the last try
      this.asking = null; // ends a try
      this.silent = true; // since that began
      ["open", "message", "close"].forEach(function (kind) {
        this["on" + kind] = null;
        this.addEventListener(kind, function (event) { if (this["on" + kind]) this["on" + kind](event); });
      }, this);
      lines.add(this);
      this.dial();
    }

    get bufferedAmount() {
      return this.socket ? this.socket.bufferedAmount : 0;
    }

    send(data) {
      if (this.first) this.first.push(data);
      this.pass(data);
    }

    close() {
      this.end(1000);
    }

    pass(data) {
      if (this.socket && this.socket.readyState === Socket.OPEN) this.socket.send(data);
    }

    dial() {
      var socket = new Socket(this.url);
      this.drop();
      this.socket = socket;
      this.quiet = this.waited = 0;
      socket.onopen = this.opened.bind(this);
      socket.onmessage = this.heard.bind(this);
      socket.onclose = this.lost.bind(this);
    }

    drop() {
      var socket = this.socket;
      this.socket = null;
      if (!socket) return;
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }

    opened() {
      this.quiet = 0;
      this.socket.binaryType = this.binaryType;
      if (this.readyState === Socket.OPEN) return this.first.forEach(this.pass, this);
      this.readyState = Socket.OPEN;
      this.dispatchEvent(new Event("open"));
    }

    heard(event) {
      var wasCut = this.quiet >= CUT;
      this.quiet = 0;
      this.silent = false;
      if (wasCut) this.dispatchEvent(new Event("mended"));
      if (typeof event.data === "string") return;
      this.first = null;
      this.dispatchEvent(new MessageEvent("message", { data: event.data }));
    }

    lost() {
      this.drop();
      this.quiet = Math.max(this.quiet, CUT);
      this.dispatchEvent(new Event("cut"));
    }

    tick() {
      this.waited += 1;
      if (this.quiet < CUT && !document.hidden) this.listen();
      if (this.quiet >= CUT && this.waited >= (document.hidden ? HIDDEN : TRY)) this.look();
    }

    listen() {
      this.quiet += 1;
      if (this.quiet === ASK) this.pass(ASKED);
      if (this.quiet === CUT) this.dispatchEvent(new Event("cut"));
    }

    // The network may be another, or was away while this page was.
    check() {
      if (this.asking && !this.waited) return;
      this.pass(ASKED);
      this.look();
    }

    // Ask whether the pad is there, once; a try that hangs gives way.
    look() {
      var line = this;
      var ends = new AbortController();
      if (this.asking) this.asking.abort();
      this.asking = ends;
      this.silent = true;
      this.waited = 0;
      fetch(flet.assetBase + "favicon.png", { method: "HEAD", cache: "no-store", signal: ends.signal }).then(function (answer) {
        if (answer.status >= 500) return; // of a proxy alone
        setTimeout(function () { if (line.asking === ends) line.reached(); }, line.socket ? GRACE : 0);
      }, function () {
        if (line.asking === ends) line.quiet = Math.max(line.quiet, CUT - DOUBT);
      });
    }

    reached() {
      this.asking = null;
      if (!this.silent) return; // it was only busy
      if (this.first) this.dial();
      else this.end(1006);
    }

    end(code) {
      this.drop();
      lines.delete(this);
      if (this.asking) this.asking.abort();
      this.asking = null;
      if (this.readyState === Socket.CLOSED) return;
      this.readyState = Socket.CLOSED;
      this.dispatchEvent(new CloseEvent("close", { code: code }));
    }
  };

  function check() {
    lines.forEach(function (line) { line.check(); });
  }

  setInterval(function () {
    lines.forEach(function (line) { line.tick(); });
  }, TICK);
  ["online", "offline", "pageshow"].forEach(function (kind) { addEventListener(kind, check); });
  ["visibilitychange", "resume"].forEach(function (kind) { // of a page that was frozen
    document.addEventListener(kind, function () { if (!document.hidden) check(); });
  });
  window.Line.check = check;
})();
