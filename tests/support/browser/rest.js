// Before the page's own scripts: knows when the screen rests.
(() => {
  const ask = window.requestAnimationFrame.bind(window);
  let waiting = 0;
  let moved = performance.now(); // when the page last painted, or heard from its server

  window.requestAnimationFrame = (paint) => {
    waiting += 1;
    return ask((time) => {
      waiting -= 1;
      moved = performance.now();
      paint(time);
    });
  };

  window.WebSocket = class extends window.WebSocket {
    constructor(...how) {
      super(...how);
      this.addEventListener("message", ({ data }) => {
        if (data !== "here") moved = performance.now(); // the server's word that it is there
      });
    }
  };

  window.pageWantsToPaint = () => waiting > 0;

  // Resolves when nothing has moved for so many milliseconds; a minute without rest is a failure.
  window.restOfTheScreen = async (quiet) => {
    const end = performance.now() + 60_000;
    while (waiting || performance.now() - moved < quiet) {
      if (performance.now() > end) throw new Error("the screen does not come to rest");
      await new Promise((done) => setTimeout(done, 50));
    }
  };
})();
