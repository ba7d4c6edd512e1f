"""``mxnet archive``: pack a model for servers."""

from __future__ import annotations

import argparse

from ..serving.archiver import Options, write_archive


def run(options: argparse.Namespace) -> int:
    """Write an archive and print its name."""
    steps = {"resize": options.resize, "mean": options.mean, "std": options.std}
    path = write_archive(Options(
        options.model_name, options.model_path, options.handler, options.runtime, options.export_path,
        options.archive_format, options.force, options.synset, dict(options.shape),
        {key: value for key, value in steps.items() if value is not None}))
    print(f"wrote {path}")
    return 0
