// For a guest who comes by the link of a table: who sits there, and the name, while Python loads.
// It speaks with the relay as docs/wire.md says. Python joins a moment later, by the same secret.
"use strict";

/** Lets a guest sit down, if the page was opened by the link of a table.
 *
 * @param words What is said, in the guest's language.
 * @returns The `secret` that this phone is known by at its tables, empty without a relay; `left`,
 *   which is kept once the pad may take the place of this page; and `gone`, to be called then.
 */
globalThis.welcome = (words) => {
  const RELAY = "{{relay}}"; // an address, "." for the site's own, nothing for none
  const SECRET = "qwixx-pad-secret";
  const NAME = "qwixx-pad-name";
  const AGAIN = 2000; // milliseconds until a lost link is tried again, and that the relay has to answer a try
  const SILENCE = 5000; // … without a word after which the relay is asked whether it is there
  const LAST_WORD = 4000; // … that it has for an answer then
  const CHECK = 1500; // … where the network may be another one
  const CODE_LENGTH = 6;
  const code = codeIn(location.hash);
  const secret = RELAY && known();
  if (!RELAY || code.length !== CODE_LENGTH) return { secret, left: Promise.resolve(), gone() {} };

  const COLORS = ["#7B4B94", "#2F6690", "#9C4A1A", "#4F6D3A", "#C2367A", "#4A4A4F"];
  const TOLD = { "no-table": words.unknown, closed: words.closed, full: words.full, wait: words.wait };
  const REFUSED = { seat_taken: words.taken, name_taken: words.named, table_full: words.full, game_started: words.begun };
  let socket = null;
  let silent = 0; // the timer of a relay that says nothing
  let again = 0; // … and of the next try
  let cut = false; // the link was lost, and is not made again yet
  let reached = null; // the try to reach a relay whose link was lost
  let seats = []; // as the relay told last
  let begun = false;
  let asked = false; // to sit down, while there was no link
  let me = "";
  let over = false;
  let leave;
  const left = new Promise((resolve) => (leave = resolve));
  const part = (name) => document.getElementById(name);

  // A messenger may have put anything behind it: `route_code` in Python reads it likewise.
  function codeIn(hash) {
    const typed = /^#\/join\/(?:%20|\s)*([0-9A-Za-z]*)/.exec(hash)?.[1] ?? "";
    return typed.toUpperCase().replace(/[^2-9A-HJKMNP-Z]/g, "");
  }

  function known() {
    const secret = kept(SECRET) ?? base64url(crypto.getRandomValues(new Uint8Array(32)));
    keep(SECRET, secret);
    return secret;
  }

  function base64url(bytes) {
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  function kept(what) {
    try {
      return localStorage.getItem(what);
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  function keep(what, text) {
    try {
      localStorage.setItem(what, text);
    } catch {
      // then it is asked again
    }
  }

  // ---- the relay

  async function connect() {
    if (over || linked()) return;
    const page = new URL(RELAY === "." ? "relay" : RELAY, location.href.split("#")[0]);
    const address = new URL(page.href.replace(/^http/, "ws"));
    let said;
    try {
      if (socket && !(await isThere(`${address.href}/${code}`.replace(/^ws/, "http")))) return;
      said = await secretAt(address);
      if (over || linked()) return; // the pad is there, or the last try was only slow
      drop();
      socket = new WebSocket(`${address.href}/${code}`);
    } catch {
      return end(words.soon); // a page that came without TLS hashes nothing, one with it asks no relay that has none
    }
    socket.onopen = () => send({ wire: 3, secret: said, join: code, game: null, base_length: 0 });
    socket.onmessage = ({ data }) => {
      listen();
      hear(data);
    };
    socket.onclose = lost;
    listen();
  }

  // What this phone says of its secret to one relay is of no use at any other.
  async function secretAt({ protocol, host }) {
    const text = new TextEncoder().encode(`${protocol}//${host}/${secret}`);
    return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
  }

  // Browsers hold a WebSocket back whose like has failed before, so the relay is reached by fetching first.
  async function isThere(address) {
    reached?.abort();
    const mine = (reached = new AbortController());
    again = setTimeout(connect, AGAIN);
    try {
      const { status } = await fetch(address, { method: "HEAD", mode: "no-cors", cache: "no-store", signal: mine.signal });
      if (status >= 500 || mine !== reached) return false; // what is there may be a proxy alone
    } catch {
      return false; // the next try is on its way
    }
    clearTimeout(again);
    return true;
  }

  function lost() {
    clearTimeout(silent);
    if (over) return;
    cut = true;
    drop();
    say(words.unlinked);
    tappable(false);
    if (!me) leave(); // the pad says more than this page can
    again = setTimeout(connect, AGAIN);
  }

  function drop() {
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  // Nobody hears what is tapped meanwhile.
  function tappable(linked) {
    for (const name of ["seats", "sit"]) part(name).inert = !linked;
    part("again").hidden = linked;
  }

  function tryNow() {
    clearTimeout(again);
    if (!over) connect();
  }

  // The network may be another one, or was away while this page was.
  function check() {
    if (cut) tryNow();
    if (cut || !linked()) return;
    send({ n: 0, do: "ping" });
    clearTimeout(silent);
    silent = setTimeout(lost, CHECK);
  }

  // A link may be lost without a word: whoever says nothing is asked, once.
  function listen() {
    clearTimeout(silent);
    silent = setTimeout(() => {
      send({ n: 0, do: "ping" });
      silent = setTimeout(lost, LAST_WORD);
    }, SILENCE);
  }

  const linked = () => socket?.readyState === WebSocket.OPEN;
  const send = (message) => linked() && socket.send(JSON.stringify(message)); // while it connects that would be a fault of the page

  // A relay is believed in nothing: what it may never say is as good as a relay of another age.
  function hear(data) {
    try {
      take(JSON.parse(data));
    } catch {
      stop(words.apart);
    }
  }

  function take(message) {
    if (typeof message !== "object" || Array.isArray(message)) throw new TypeError("no message");
    if (message.error === "slow") return; // the link is made again
    if (message.error) return stop(word(TOLD, message.error, words.apart));
    if (message.you) {
      me = message.you;
      cut = false;
      tappable(true);
      say("");
    }
    if (message.table) show(message.table);
    if (message.refused) say(word(REFUSED, message.refused, words.unkept));
  }

  const word = (told, name, otherwise) => (Object.hasOwn(told, name) ? told[name] : otherwise);

  function stop(text) {
    over = true;
    socket.close();
    end(text);
  }

  function end(text) {
    say(text);
    part("sit").hidden = part("look").hidden = part("again").hidden = true;
    for (const seat of document.querySelectorAll("#seats button")) seat.disabled = true;
    leave();
  }

  // The pad knows how far a game is, and says whether there is a seat in the next one.
  function lead() {
    say(`${words.begun} ${words.soon}`);
    part("look").hidden = true;
    leave();
  }

  // Until then the others see this phone at the table.
  function gone() {
    over = true;
    clearTimeout(silent);
    clearTimeout(again);
    socket?.close();
    beneath.disconnect();
    cover(false);
  }

  // No key and no tap may reach the pad that comes up beneath.
  const cover = (covered) =>
    [...document.body.children].filter(({ id }) => id !== "splash").forEach((each) => (each.inert = covered));
  const beneath = new MutationObserver(() => cover(true));

  // ---- the page

  const say = (text) => (part("said").textContent = text);

  function show({ chairs, game, next_chairs: next = [] }) {
    if (!chairs.every(({ name }) => typeof name === "string")) throw new TypeError("no chairs");
    seats = chairs;
    begun = game !== null;
    part("seats").replaceChildren(...chairs.map(line));
    part("sit").hidden = begun;
    if ([...chairs, ...next].some(({ device }) => device === me)) end(words.seated);
    else if (begun) lead();
    else if (asked) sit();
  }

  function line({ name, color, device }, index) {
    const waits = device === null;
    const seat = document.createElement(waits ? "button" : "span");
    const disc = document.createElement("i");
    disc.style.background = COLORS[color % COLORS.length];
    const waiting = document.createElement("small");
    waiting.textContent = waits ? words.waiting : "";
    seat.append(disc, name, waiting);
    if (waits) {
      seat.type = "button";
      seat.onclick = () => {
        keep(NAME, name);
        send({ n: 1, do: "sit", seat: index + 1 });
      };
    }
    const item = document.createElement("li");
    item.append(seat);
    return item;
  }

  // What all spellings of a name share, in capitals or full width.
  const key = (name) => name.normalize("NFKC").toUpperCase();

  // The field takes no more than Python keeps of a name.
  function limit() {
    const { value, maxLength } = part("name");
    part("most").textContent = value.length < maxLength ? "" : words.longest.replace("{n}", maxLength);
  }

  function sit() {
    const name = part("name").value.trim();
    const same = (seat) => key(seat.name) === key(name) && seat.device === null;
    asked = name !== "" && !linked();
    if (!name || asked) return part("name").focus();
    keep(NAME, name);
    const waits = seats.findIndex(same);
    send(waits < 0 ? { n: 1, do: "add", name, color: null } : { n: 1, do: "sit", seat: waits + 1 });
  }

  addEventListener("DOMContentLoaded", () => {
    part("splash").classList.add("guest");
    part("splash").removeAttribute("role");
    document.querySelector("#splash h1").textContent = words.table.replace("{code}", code);
    const texts = { asked: words.name, down: words.sit, look: words.look, again: words.now, said: words.looking };
    for (const [name, text] of Object.entries(texts)) part(name).textContent = text;
    part("guest").hidden = false;
    part("name").value = kept(NAME) ?? "";
    part("name").oninput = limit;
    limit();
    part("guest").onsubmit = (event) => {
      event.preventDefault();
      sit();
    };
    beneath.observe(document.body, { childList: true });
    part("look").onclick = () => end(words.soon);
    part("again").onclick = tryNow;
    for (const kind of ["online", "offline", "pageshow"]) addEventListener(kind, check);
    document.addEventListener("visibilitychange", () => document.hidden || check());
    connect();
  });
  return { secret, left, gone };
};
