"""The files of weights that ship with the pad and that `qwixx_pad/analysis/net.py` reads."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from net import Weights

from qwixx_pad import analysis

FOLDER = Path(analysis.__file__).parent
_BYTE = 127


def list_sheets(name: str, sheets: Sequence[str], folder: Path = FOLDER) -> None:
    """List which sheets a file of weights is for, next to the files."""
    index = folder / "weights.json"
    names = {**json.loads(index.read_text()), name: sheets}
    replace_file(index, (json.dumps(names, indent=1, sort_keys=True) + "\n").encode())


def replace_file(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all."""
    torn = path.with_name(f"{path.name}.part")
    torn.write_bytes(content)
    torn.replace(path)


def write(name: str, weights: Weights, folder: Path = FOLDER) -> None:
    """Write the weights of a net: a line of JSON with the shapes, then the rounded numbers.

    For each array there are the scales of its columns (the last axis), as little-endian floats of
    four bytes, then its numbers in units of these, from -127 to 127, one byte each, line by line.
    """
    parts = [json.dumps({"shapes": [array.shape for array in weights]}).encode(), b"\n"]
    for array in weights:
        flat = array.reshape(-1, array.shape[-1])
        scales = np.maximum(np.abs(flat).max(0) / _BYTE, 1e-9).astype("<f4")
        parts += [scales.tobytes(), np.round(flat / scales).astype(np.int8).tobytes()]
    replace_file(folder / f"{name}.weights", b"".join(parts))


def read(name: str, folder: Path = FOLDER) -> Weights:
    """Read the weights from a file."""
    content = (folder / f"{name}.weights").read_bytes()
    at = content.index(b"\n") + 1
    arrays = []
    for shape in json.loads(content[:at])["shapes"]:
        columns = shape[-1]
        count = int(np.prod(shape))
        scales = np.frombuffer(content, "<f4", columns, at)
        numbers = np.frombuffer(content, np.int8, count, at + scales.nbytes)
        arrays.append((numbers.reshape(shape) * scales).astype(np.float32))
        at += scales.nbytes + numbers.nbytes
    own, theirs, first, second, last = arrays
    wide = first.shape[1]
    return own.reshape(-1, wide), theirs.reshape(-1, wide), first, second, last
