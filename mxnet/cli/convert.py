"""``mxnet convert``: convert models to other formats."""

from __future__ import annotations

import argparse
import sys

from ..tools.convert import Options, convert


def run(options: argparse.Namespace) -> int:
    """Convert a model, and fail if the outputs differ."""
    tolerance = options.tolerance
    if tolerance is None:
        tolerance = 1e-5 if options.library else 1e-4
    report = convert(Options(options.source, options.to, options.output, options.params, options.zoo,
                             dict(options.shape), dict(options.dtype), dict(options.input), options.opset,
                             tolerance, dict(options.dynamic), options.force, options.library))
    for line in report.lines:
        print(line)
    print("wrote " + ", ".join(map(str, report.files)))
    if not report.same:
        print(f"mxnet convert: error: outputs differ by more than {tolerance}", file=sys.stderr)
        return 1
    return 0
