"""A record file and its index that appear under their names only when they are complete.

The records go into ``NAME.rec.partial``. ``NAME.rec.journal`` says which of them are safe: a line of settings, then
key, start and end of each, equal where the image was skipped. It is written after the records have reached the disk,
so that a run that was cut off goes on behind the last line.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import BinaryIO, NamedTuple

from . import files

_SECONDS_BETWEEN_CHECKPOINTS = 2.0


class Step(NamedTuple):
    """What has become of a line of the list."""

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
        Path of the files without their endings.
    settings : str
        What decides the records, in one line; a journal with other settings is not gone on with.
    total : int
        Length of the list.
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
        """Bytes of the records so far."""
        return self.steps[-1].end if self.steps else 0

    def _fits(self, total: int) -> bool:
        """Whether the records that the journal speaks of are there, under either name."""
        if os.path.exists(self.partial):
            return os.path.getsize(self.partial) >= self.size
        return len(self.steps) == total and os.path.exists(self.record) and os.path.getsize(self.record) == self.size

    def _read(self) -> tuple[list[Step], int]:
        """Steps of an earlier run and the number of bytes that hold them."""
        steps: list[Step] = []
        valid = 0
        with contextlib.suppress(OSError), open(self.path, "rb") as file:
            if file.readline() != self._settings:
                return [], 0
            valid = len(self._settings)
            for line in file:
                step = _parsed(line, steps[-1].end if steps else 0)
                if step is None:  # cut off, as is everything behind it
                    break
                steps.append(step)
                valid += len(line)
        return steps, valid

    def open(self) -> None:
        """Go on behind the last step, or begin."""
        if self.steps:
            self._records: BinaryIO = open(self.partial, "r+b")  # noqa: SIM115
            self._journal: BinaryIO = open(self.path, "r+b")  # noqa: SIM115
            self._journal.truncate(self._valid)
            self._journal.seek(self._valid)
        else:
            # A crash between these lines must not leave a journal that speaks of other records.
            self._journal = open(self.path, "wb")  # noqa: SIM115
            self._journal.write(self._settings)
            self._journal.flush()
            self._records = open(self.partial, "wb")  # noqa: SIM115
        self._records.truncate(self.size)
        self._records.seek(self.size)
        self._saved = time.monotonic()

    def write(self, key: int, record: bytes | None) -> None:
        """Append a record, or note that the image is skipped."""
        start = self.size
        if record is not None:
            self._records.write(record)
        step = Step(key, start, start + len(record or b""))
        self.steps.append(step)
        self._pending.append(step)
        if time.monotonic() - self._saved > _SECONDS_BETWEEN_CHECKPOINTS:
            self.checkpoint()

    def checkpoint(self) -> None:
        """Make what is written safe."""
        self._records.flush()
        os.fsync(self._records.fileno())
        self._journal.write("".join(f"{key}\t{start}\t{end}\n" for key, start, end in self._pending).encode())
        self._journal.flush()
        self._pending.clear()
        self._saved = time.monotonic()

    def close(self) -> None:
        """Close the files; what cannot be written any more is lost."""
        for file in (self._records, self._journal):
            with contextlib.suppress(OSError):
                file.close()

    def finish(self) -> None:
        """Give the records their name and write the index."""
        if os.path.exists(self.partial):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self.index)  # of the records that are replaced now
            os.replace(self.partial, self.record)
        with files.write(self.index) as file:
            file.write("".join(f"{step.key}\t{step.start}\n" for step in self.steps if not step.skipped).encode())

    def remove(self) -> None:
        """Take the journal away: the next run starts from the beginning."""
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.path)


def _parsed(line: bytes, start: int) -> Step | None:
    fields = line.split(b"\t")
    if not line.endswith(b"\n") or len(fields) != 3:
        return None
    try:
        step = Step(*map(int, fields))
    except ValueError:
        return None
    return step if step.start == start <= step.end else None
