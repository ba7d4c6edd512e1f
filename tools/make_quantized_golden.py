"""Writes the golden file of quantized networks; run it with the real MXNet 1.9.1.

    python tools/make_quantized_golden.py
"""

from __future__ import annotations

import json
import pathlib
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent / "tests" / "contrib"
sys.path.insert(0, str(TESTS))


def main():
    import quantized_networks

    import mxnet as mx
    from mxnet.contrib import quantization

    golden = {case: quantized_networks.described(mx, quantization, arguments)
              for case, arguments in quantized_networks.CASES.items()}
    (TESTS / "quantized_golden.json").write_text(json.dumps(golden, separators=(",", ":")))


if __name__ == "__main__":
    main()
