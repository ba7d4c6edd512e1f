"""Record files with empty records, all lengths modulo four, and aligned and unaligned magic numbers."""

import struct

import mxnet as mx

FOLDER, CASES = "../golden", ["records"]
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


def observe(case):
    writer = mx.recordio.MXIndexedRecordIO(f"{case}.idx", f"{case}.rec", "w")
    for number, record in enumerate(RECORDS):
        writer.write_idx(number * 3, record)
    writer.close()
    return {}
