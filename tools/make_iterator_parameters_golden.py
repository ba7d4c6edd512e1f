"""Parameters of the real MXNet's iterators over record files, for tests/io/golden/iterator_parameters.json.

    python tools/make_iterator_parameters_golden.py     (in an environment with MXNet 1.9.1)
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import mxnet as mx

ITERATORS = ("ImageRecordIter", "ImageRecordUInt8Iter", "ImageRecordInt8Iter", "ImageDetRecordIter",
             "ImageRecordIter_v1", "ImageRecordUInt8Iter_v1")


def main() -> None:
    names = {}
    for iterator in ITERATORS:
        text = getattr(mx.io, iterator).__doc__
        names[iterator] = re.findall(r"^(\w+) : ", text[text.index("Parameters"):text.index("Returns")], re.M)
    target = Path(__file__).parents[1] / "tests" / "io" / "golden" / "iterator_parameters.json"
    target.write_text(json.dumps(names, indent=1) + "\n")


if __name__ == "__main__":
    main()
