"""``python -m mxnet_records.cli`` does what the ``mxnet`` command does."""

from __future__ import annotations

import sys

from . import main

sys.exit(main())
