"""Samples of ``mxnet/_ops/image_files.py``."""

import pathlib

import numpy as np
from sample import Sample, array

FILE = pathlib.Path(__file__).resolve().parent.parent / "golden" / "tiny.png"
CONTENT = np.frombuffer(FILE.read_bytes(), dtype=np.uint8)


def picture(*shape, dtype="uint8"):
    """Return an image with values from 0 to 255."""
    return array(*shape, low=0, high=255, dtype=dtype)


def border(options, dtype="uint8"):
    """Return a sample with margins."""
    return Sample("_cvcopyMakeBorder", (picture(6, 7, 3, dtype=dtype),), {"top": 1, "bot": 2, "left": 3, "right": 4,
                                                                         **options}, grad=False)


# MXNet cannot read images from parameters in Python 3, where bytes are not text.
WHOLE = {"index": 0, "x0": 0, "y0": 0, "x1": 0, "y1": 0, "c": 3, "size": CONTENT.size, "str_img": CONTENT.tobytes()}
DECODING = ({}, {"flag": 0}, {"to_rgb": False})

SAMPLES = [
    *[Sample("_cvimdecode", (CONTENT,), options, grad=False, symbolic=False) for options in DECODING],
    *[Sample("_cvimread", (), {"filename": str(FILE), **options}, grad=False, symbolic=False) for options in DECODING],
    Sample("_imdecode", (), WHOLE, grad=False, symbolic=False, without_golden=True),
    # OpenCV versions round the result of cubic interpolation differently.
    *[Sample("_cvimresize", (picture(6, 7, 3),), {"w": 5, "h": 9, "interp": i}, grad=False, atol=i == 2)
      for i in (0, 1, 2, 3, 4)],
    Sample("_cvimresize", (picture(6, 7, 1, dtype="float64"),), {"w": 3, "h": 4}, grad=False),
    *[border({"type": kind, "values": (1.0, 2.0, 3.0)}) for kind in range(5)],
    border({"value": 7.0}, "float32"),
]
