"""``mxnet diff``: compare two parameter files or two symbols."""

from __future__ import annotations

import argparse
import json
import sys

from ..base import MXNetError
from ..tools.diff import compare, format_lines


def run(options: argparse.Namespace) -> int:
    """Print the differences. Return 0 for equal files, 1 for different ones and 2 for errors, as diff does."""
    try:
        comparison = compare(options.first, options.second, options.atol, options.rtol)
    except (MXNetError, OSError) as error:
        print(f"mxnet diff: error: {error}", file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps(comparison.to_json(), indent=2))
    else:
        for line in format_lines(comparison, options.first, options.second, options.limit):
            print(line)
    return 0 if comparison.equal else 1
