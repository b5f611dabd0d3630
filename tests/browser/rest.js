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
      this.addEventListener("message", () => {
        moved = performance.now();
      });
    }
  };

  // Resolves when nothing has moved for so many milliseconds.
  window.restOfTheScreen = async (quiet) => {
    while (waiting || performance.now() - moved < quiet) {
      await new Promise((done) => setTimeout(done, 50));
    }
  };
})();
