"""Run the ``mxnet`` command with ``python -m mxnet``."""

from __future__ import annotations

import sys

from mxnet_records.cli import main

sys.exit(main())
