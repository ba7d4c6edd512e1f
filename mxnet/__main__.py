"""``python -m mxnet`` does what the ``mxnet`` command does."""

from __future__ import annotations

import sys

from mxnet_records.cli import main

sys.exit(main())
