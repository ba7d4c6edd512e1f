"""``python -m mxnet.tools.rec2idx``: the index of a record file that has none.

It also runs by its path, and then without importing ``mxnet``.
"""

from __future__ import annotations

import sys

from mxnet_records.cli import main

if __name__ == "__main__":
    sys.exit(main(["rec2idx", *sys.argv[1:]]))
