"""``python -m mxnet.tools.im2rec``: record files of images, as MXNet's ``tools/im2rec.py`` makes them.

It also runs by its path, which ``test_utils.get_im2rec_path`` tells, and then without importing ``mxnet``.
"""

from __future__ import annotations

import sys

from mxnet_records.cli import main

if __name__ == "__main__":
    sys.exit(main(["im2rec", *sys.argv[1:]]))
