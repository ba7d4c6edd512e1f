"""Creation of the index of a record file."""

from __future__ import annotations

from . import files
from .record_files import MXRecordIO


def make_index(record: str, index: str) -> int:
    """Write the position of each record, with record numbers as keys. Return the number of records.

    Parameters
    ----------
    record : str
        Path of the record file.
    index : str
        Path of the index to write.
    """
    reader = MXRecordIO(record, "r")
    positions = [0]
    while reader.read() is not None:
        positions.append(reader.handle.tell())
    reader.close()
    with files.write(index) as file:
        file.write("".join(f"{key}\t{position}\n" for key, position in enumerate(positions[:-1])).encode())
    return len(positions) - 1
