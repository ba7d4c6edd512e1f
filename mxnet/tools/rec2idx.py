"""``python -m mxnet.tools.rec2idx``: create the index of a record file.

It can also be run by its path, and then it does not import ``mxnet``.
"""

from __future__ import annotations

import sys

from mxnet_records.cli import main

if __name__ == "__main__":
    sys.exit(main(["rec2idx", *sys.argv[1:]]))
