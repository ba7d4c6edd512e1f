"""``mxnet summary``: layers, shapes, parameters, FLOPs and memory of a model."""

from __future__ import annotations

import argparse
import json

from ..tools.summary import format_lines, summarize


def run(options: argparse.Namespace) -> int:
    """Print the summary of a model."""
    summary = summarize(options.model, options.params, options.zoo, dict(options.shape), options.batch)
    if options.json:
        print(json.dumps(summary.to_json(), indent=2))
    else:
        for line in format_lines(summary):
            print(line)
    return 0
