"""Run the ``mxnet`` command with ``python -m mxnet_records.cli``."""

from __future__ import annotations

import sys

from . import main

sys.exit(main())
