"""Write ``tests/golden/records.rec`` and ``records.idx`` with the real MXNet 1.9.1.

Run it in an environment that has ``mxnet==1.9.1`` and ``numpy==1.23.5``::

    python tools/make_recordio_golden.py tests/golden

The records are those of ``tests/test_recordio.py``: empty ones, every length modulo four, and the
magic number at places where it splits a record and where it does not.
"""

import os
import struct
import sys

import mxnet as mx

MAGIC = struct.pack("<I", 0xCED7230A)
RECORDS = [
    b"",
    b"a",
    b"four",
    b"seven b",
    MAGIC,
    MAGIC + MAGIC,
    b"abcd" + MAGIC + b"efgh",
    b"ab" + MAGIC + b"cdef",
    MAGIC + b"x" + MAGIC + b"yyy" + MAGIC,
    bytes(range(256)),
]


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    paths = [os.path.join(folder, f"records.{ending}") for ending in ("idx", "rec")]
    writer = mx.recordio.MXIndexedRecordIO(*paths, "w")
    for number, record in enumerate(RECORDS):
        writer.write_idx(number * 3, record)
    writer.close()


if __name__ == "__main__":
    main()
