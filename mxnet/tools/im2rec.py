"""``python -m mxnet.tools.im2rec``: create record files of images, like MXNet's ``tools/im2rec.py``.

It can also be run by its path (see ``test_utils.get_im2rec_path``), and then it does not import ``mxnet``.
"""

from __future__ import annotations

import sys

from mxnet_records.cli import main

if __name__ == "__main__":
    sys.exit(main(["im2rec", *sys.argv[1:]]))
