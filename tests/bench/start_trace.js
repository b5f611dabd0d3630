// Milliseconds from the navigation to each step of a start of the site, in `trace`, by its name.
globalThis.trace = {};

{
  let messages = 0; // of what is to be painted
  const mark = (step) => (trace[step] ??= Math.round(performance.now()));
  const steps = ({ stage, connected, pad }) => stage ?? (connected ? "connected" : pad);
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      mark("worker");
      this.addEventListener("message", ({ data }) => {
        mark(data instanceof Uint8Array ? `message ${++messages}` : steps(data));
      });
    }
  };
  const isGone = () => document.querySelector("#splash.gone") && mark("splash gone");
  new MutationObserver(isGone).observe(document, { subtree: true, attributes: true });
}
