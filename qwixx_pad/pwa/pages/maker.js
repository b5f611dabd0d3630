// Makes the snapshot that the next visit begins with: a Python of its own, which is gone afterwards.

import { fromArchives } from "./python.js";
import { makeSnapshot } from "./snapshot.js";

makeSnapshot(async () => {
  const { python, first, tar } = await fromArchives({ _makeSnapshot: true });
  python.pyimport("qwixx_pad.pwa.snapshot").fill();
  return { heap: python.makeMemorySnapshot(), first, tar };
})
  .catch((error) => console.warn("No snapshot was made:", error))
  .finally(() => self.postMessage("done"));
