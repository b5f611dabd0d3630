"""The files of weights that ship with the pad and that `qwixx_pad/analysis/net.py` reads."""

import json
from pathlib import Path

import numpy as np
from net import Weights

from qwixx_pad import analysis

FOLDER = Path(analysis.__file__).parent
_BYTE = 127


def write(name: str, weights: Weights, folder: Path = FOLDER) -> None:
    """Write the weights of a net: a line of JSON with their shapes, then the rounded numbers.

    For each array there are the scales of its columns (the last axis), as little-endian floats of
    four bytes, then its numbers in units of these, from -127 to 127, one byte each, line by line.
    """
    head = json.dumps({"shapes": [array.shape for array in weights]})
    with (folder / f"{name}.weights").open("wb") as file:
        file.write(f"{head}\n".encode())
        for array in weights:
            flat = array.reshape(-1, array.shape[-1])
            scales = np.maximum(np.abs(flat).max(0) / _BYTE, 1e-9).astype("<f4")
            file.write(scales.tobytes())
            file.write(np.round(flat / scales).astype(np.int8).tobytes())


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
    return own, theirs, first, second, last
