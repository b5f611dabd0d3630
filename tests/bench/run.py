"""How fast the pad is on this machine: `python tests/bench/run.py`. Measures, asserts nothing.

Each figure is one line. `pixels` and `first-cell` need Chromium, many phones need Linux. Without a
word behind it measures `pad` and `phones`; the words are

- `pad`: storage, game lines of two lengths, a tap beneath the screen;
- `taps`: a tap beneath the screen alone, in controls, bytes and Python;
- `pixels`: from the finger to the picture, the smallest pad of Flet and ours; the folder of a
  built site named behind is measured in the same run;
- `phones`: many phones at tables;
- `history`: ten and a hundred thousand stored games, for minutes;
- `first-cell`: the site and the served pad, from a closed browser to the first cell; the folder
  of another built site named behind is measured in the same run;
- `last-screen`: how soon the site shows its last screen, takes a cross in pencil there, and enters
  it; the folder of another built site named behind is measured in the same run;
- `outages`: how soon a phone is back after its line was cut, for ten minutes; needs `nft` and `ip`;
- `links`: damaged links of games, and how long links are;
- `kills`: processes killed and files damaged in large numbers; ends with an error if anything is
  lost.
"""

import asyncio
import sys
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from first_cell import bench_first_cell  # noqa: E402 - the path comes first
from kills import bench_kills  # noqa: E402
from large_history import bench_history, bench_screens  # noqa: E402
from last_screen import bench_last_screen  # noqa: E402
from load import bench_load  # noqa: E402
from measuring import loop, say, spread  # noqa: E402
from outages import bench_outages  # noqa: E402
from pixels import bench_pixels  # noqa: E402
from strange_links import bench_links  # noqa: E402
from taps import bench_taps  # noqa: E402

from qwixx_pad.core.notation import read_line  # noqa: E402
from qwixx_pad.layouts import installed_layouts  # noqa: E402
from qwixx_pad.storage import GameHead, SavedEntry, open_storage  # noqa: E402

CACHE = ROOT / ".pytest_cache" / "packed"
"""Where the files of a site are stored as a host packs them: packing takes minutes."""
PHONES = (5, 50, 200)
REPLAYED = (60_000, 1_000_000)
HISTORIES = (10_000, 100_000)


def bench_storage(folder):
    now = datetime.now(UTC)
    storage, _ = open_storage(folder, now=now)
    with closing(storage):
        storage.add_game(GameHead("bench", "classic", ("",), now))
        took = []
        for number in range(200):
            started = time.perf_counter()
            storage.append("bench", number, SavedEntry("r2", now))
            took.append(1000 * (time.perf_counter() - started))
    say("storage, append one entry", spread(took))


def bench_replay():
    for tokens in REPLAYED:
        text = " ".join(["classic/2", *["1:r5 1:undo"] * (tokens // 2)])
        line = read_line(text, installed_layouts())
        started = time.process_time()
        line.replay_tokens()
        took = 1000 * (time.process_time() - started)
        say(f"replay of {tokens:,} tokens", f"{took:.0f} ms, {took / loop():.0f} loops")


def bench_pad(folder, _):
    say("a fixed loop of Python", f"{loop():.2f} ms")
    bench_storage(folder / "storage")
    bench_replay()
    asyncio.run(bench_taps(folder / "taps"))


def bench_phones(folder, _):
    if Path("/proc/self/stat").exists():
        _show(bench_load(folder, ROOT, PHONES, say))
    else:
        say("phones", "only measured on Linux")


def bench_histories(folder, _):
    bench_history(folder, HISTORIES, say)
    asyncio.run(bench_screens(folder, HISTORIES[0], say))


def _show(lines):
    for line in lines:
        sys.stdout.write(f"{line}\n")


BENCHES = {
    "pad": bench_pad,
    "phones": bench_phones,
    "taps": lambda folder, _: asyncio.run(bench_taps(folder)),
    "pixels": bench_pixels,
    "history": bench_histories,
    "first-cell": lambda folder, others: _show(bench_first_cell(folder, CACHE, others, say)),
    "last-screen": lambda folder, others: bench_last_screen(folder, CACHE, others),
    "outages": lambda _, __: bench_outages(),
    "links": lambda folder, _: bench_links(folder),
    "kills": lambda folder, _: bench_kills(folder),
}
"""What can be measured; each is given a folder and the folders named behind, by their names."""


def main():
    wanted = [word for word in sys.argv[1:] if word in BENCHES] or ["pad", "phones"]
    others = {Path(word).name: Path(word) for word in sys.argv[1:] if word not in BENCHES}
    with tempfile.TemporaryDirectory() as folder:
        for name in wanted:
            before = loop()
            BENCHES[name](Path(folder, name), others)
            say(f"{name}, a fixed loop before and after", f"{before:.1f} / {loop():.1f} ms")


if __name__ == "__main__":
    main()
