"""A record file and its index, which appear under their names when they are complete.

The records are written to ``NAME.rec.partial``. ``NAME.rec.journal`` lists the records that are safe on disk: one line
of settings, then key, start and end of each record. Start and end are equal for a skipped image. The journal is written
after the records have reached the disk, so an interrupted run can continue after its last line.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import BinaryIO, NamedTuple

from . import files

_SECONDS_BETWEEN_CHECKPOINTS = 2.0


class Step(NamedTuple):
    """Result of one line of the list."""

    key: int
    start: int
    end: int

    @property
    def skipped(self) -> bool:
        return self.start == self.end


class Journal:
    """The records of one list.

    Parameters
    ----------
    stem : str
        Path of the files without extensions.
    settings : str
        All options that affect the records, in one line. A journal with other settings is discarded.
    total : int
        Number of lines in the list.
    """

    def __init__(self, stem: str, settings: str, total: int):
        self.record, self.index = f"{stem}.rec", f"{stem}.idx"
        self.partial, self.path = f"{stem}.rec.partial", f"{stem}.rec.journal"
        self._settings = f"{settings}\n".encode()
        self.steps, self._valid = self._read()
        self._pending: list[Step] = []
        if not self._fits(total):
            self.steps = []

    @property
    def size(self) -> int:
        """Size of the records so far, in bytes."""
        return self.steps[-1].end if self.steps else 0

    def _fits(self, total: int) -> bool:
        """Return whether the records of the journal exist, under either name."""
        if os.path.exists(self.partial):
            return os.path.getsize(self.partial) >= self.size
        return len(self.steps) == total and os.path.exists(self.record) and os.path.getsize(self.record) == self.size

    def _read(self) -> tuple[list[Step], int]:
        """Read the steps of an earlier run. Return them and their size in bytes."""
        steps: list[Step] = []
        valid = 0
        with contextlib.suppress(OSError), open(self.path, "rb") as file:
            if file.readline() != self._settings:
                return [], 0
            valid = len(self._settings)
            for line in file:
                step = _parse(line, steps[-1].end if steps else 0)
                if step is None:  # truncated, ignore the rest
                    break
                steps.append(step)
                valid += len(line)
        return steps, valid

    def open(self) -> None:
        """Continue after the last step, or start over."""
        if self.steps:
            self._records: BinaryIO = open(self.partial, "r+b")  # noqa: SIM115
            self._journal: BinaryIO = open(self.path, "r+b")  # noqa: SIM115
            self._journal.truncate(self._valid)
            self._journal.seek(self._valid)
        else:
            # A crash between these lines must not leave a journal of other records.
            self._journal = open(self.path, "wb")  # noqa: SIM115
            self._journal.write(self._settings)
            self._journal.flush()
            self._records = open(self.partial, "wb")  # noqa: SIM115
        self._records.truncate(self.size)
        self._records.seek(self.size)
        self._saved = time.monotonic()

    def write(self, key: int, record: bytes | None) -> None:
        """Append a record, or record that the image was skipped."""
        start = self.size
        if record is not None:
            self._records.write(record)
        step = Step(key, start, start + len(record or b""))
        self.steps.append(step)
        self._pending.append(step)
        if time.monotonic() - self._saved > _SECONDS_BETWEEN_CHECKPOINTS:
            self.checkpoint()

    def checkpoint(self) -> None:
        """Flush all written data to the disk."""
        self._records.flush()
        os.fsync(self._records.fileno())
        self._journal.write("".join(f"{key}\t{start}\t{end}\n" for key, start, end in self._pending).encode())
        self._journal.flush()
        self._pending.clear()
        self._saved = time.monotonic()

    def close(self) -> None:
        """Close the files. Data that can no longer be written is lost."""
        for file in (self._records, self._journal):
            with contextlib.suppress(OSError):
                file.close()

    def finish(self) -> None:
        """Rename the record file and write the index."""
        if os.path.exists(self.partial):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.index)  # belongs to the replaced records
            os.replace(self.partial, self.record)
        with files.write(self.index) as file:
            file.write("".join(f"{step.key}\t{step.start}\n" for step in self.steps if not step.skipped).encode())

    def remove(self) -> None:
        """Delete the journal, so that the next run starts over."""
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.path)


def _parse(line: bytes, start: int) -> Step | None:
    fields = line.split(b"\t")
    if not line.endswith(b"\n") or len(fields) != 3:
        return None
    try:
        step = Step(*map(int, fields))
    except ValueError:
        return None
    return step if step.start == start <= step.end else None
