"""Creation of record files of images, like MXNet's ``tools/im2rec.py``."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass

import numpy as np

from .error import MXNetError
from .journal import Journal
from .lists import Entry, check_label_widths, read_list
from .pixels import decode, opencv
from .progress import Progress
from .record_format import encode_record
from .record_images import IRHeader, pack, pack_img

# Images per task of a thread, and number of queued tasks: enough to keep threads busy, few enough to limit memory.
_GROUP, _GROUPS_AHEAD = 4, 4


@dataclass(frozen=True)
class Conversion:
    """Conversion of images to records. The fields are the options of the tool."""

    root: str
    pass_through: bool = False
    resize: int = 0
    center_crop: bool = False
    quality: int = 95
    color: int = 1
    encoding: str = ".jpg"
    pack_label: bool = False

    def record(self, entry: Entry) -> bytes:
        """Return the bytes of a record. Raise OSError or ValueError if the image cannot be read."""
        several = self.pack_label and len(entry.labels) > 1
        header = IRHeader(0, entry.labels if several else entry.labels[0], entry.key, 0)
        with open(os.path.join(self.root, entry.name), "rb") as file:
            content = file.read()
        if self.pass_through:
            return b"".join(encode_record(pack(header, content)))
        image = decode(np.frombuffer(content, np.uint8), self.color)
        if self.center_crop:
            image = _center(image)
        if self.resize:
            image = _with_shorter_edge(image, self.resize)
        return b"".join(encode_record(pack_img(header, image, self.quality, self.encoding)))


def _center(image: np.ndarray) -> np.ndarray:
    height, width = image.shape[:2]
    edge = min(height, width)
    top, left = (height - edge) // 2, (width - edge) // 2
    return image[top : top + edge, left : left + edge]


def _with_shorter_edge(image: np.ndarray, edge: int) -> np.ndarray:
    height, width = image.shape[:2]
    shorter = min(height, width)
    return opencv().resize(image, (width * edge // shorter, height * edge // shorter))


@dataclass(frozen=True)
class Summary:
    """Result of converting a list."""

    path: str
    images: int
    skipped: int
    size: int


def make_records(prefix: str, conversion: Conversion, threads: int) -> list[Summary]:
    """Write a record file and an index for each list whose path starts with `prefix`, or in this folder."""
    if not os.path.isdir(conversion.root):
        raise MXNetError(f"the folder {conversion.root} with images does not exist")
    lists = _lists_of(prefix)
    written = [_write_list(path, conversion, threads) for path in lists]
    for _, journal in written:
        journal.remove()
    return [summary for summary, _ in written]


def _lists_of(prefix: str) -> list[str]:
    folder = prefix if os.path.isdir(prefix) else os.path.dirname(prefix)
    try:
        paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    except OSError as error:
        raise MXNetError(f"cannot search for lists in {folder}: {error.strerror}") from error
    lists = [path for path in paths if path.startswith(prefix) and path.endswith(".lst") and os.path.isfile(path)]
    if not lists:
        raise MXNetError(f"found no list {prefix}*.lst; create one from the images of a folder with --list")
    return lists


def _write_list(path: str, conversion: Conversion, threads: int) -> tuple[Summary, Journal]:
    refused: list[str] = []
    entries = read_list(path, refused.append)
    if conversion.pack_label:
        check_label_widths(path, entries)
    journal = Journal(os.path.splitext(path)[0], _settings(path, conversion), len(entries))
    done = len(journal.steps)
    progress = Progress(os.path.basename(journal.record), len(entries), done)
    for text in refused:
        progress.report(text)
    if done:
        progress.report(f"{journal.record}: continuing after image {done} of {len(entries)} "
                        f"(delete {journal.path} to start over)")
    if done < len(entries) or not done:
        _write_entries(journal, entries, conversion, threads, progress)
    progress.clear()
    journal.finish()
    skipped = sum(step.skipped for step in journal.steps)
    return Summary(journal.record, len(entries) - skipped, skipped + len(refused), journal.size), journal


def _settings(path: str, conversion: Conversion) -> str:
    with open(path, "rb") as file:
        listed = hashlib.sha256(file.read()).hexdigest()
    return json.dumps({"list": listed, "opencv": opencv().__version__, **asdict(conversion)})


def _write_entries(journal: Journal, entries: list[Entry], conversion: Conversion, threads: int,
                   progress: Progress) -> None:
    try:
        journal.open()
        try:
            with _one_thread_per_call():
                _convert(journal, entries, conversion, threads, progress)
            journal.checkpoint()
        except KeyboardInterrupt:
            journal.checkpoint()
            raise
        finally:
            journal.close()
    except OSError as error:
        progress.clear()
        raise MXNetError(f"cannot write {journal.partial}: {error.strerror}; fix the cause and run the same command "
                         "to continue from here") from error


def _convert(journal: Journal, entries: list[Entry], conversion: Conversion, threads: int, progress: Progress) -> None:
    todo = entries[len(journal.steps):]
    groups = (todo[start : start + _GROUP] for start in range(0, len(todo), _GROUP))
    with ThreadPoolExecutor(threads, "im2rec") as pool:
        try:
            for entry, result in itertools.chain.from_iterable(_in_order(pool, threads, groups, conversion)):
                if isinstance(result, str):
                    progress.report(f"skipped {entry.name}: {result}")
                journal.write(entry.key, None if isinstance(result, str) else result)
                progress.update(len(journal.steps))
        finally:
            pool.shutdown(cancel_futures=True)


Converted = list[tuple[Entry, bytes | str]]


def _in_order(pool: ThreadPoolExecutor, threads: int, groups: Iterable[list[Entry]],
              conversion: Conversion) -> Iterator[Converted]:
    """Yield the results of all groups in order, with a bounded number of pending groups."""
    waiting: deque[Future[Converted]] = deque()
    for group in groups:
        waiting.append(pool.submit(_convert_group, conversion, group))
        if len(waiting) > threads * _GROUPS_AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _convert_group(conversion: Conversion, group: list[Entry]) -> Converted:
    """Return a record or an error message for each entry."""
    return [(entry, _record_or_reason(conversion, entry)) for entry in group]


def _record_or_reason(conversion: Conversion, entry: Entry) -> bytes | str:
    try:
        return conversion.record(entry)
    except OSError as error:
        return error.strerror or str(error)
    except (ValueError, AssertionError, MXNetError, opencv().error) as error:
        return str(error).strip().replace("\n", " ")


@contextlib.contextmanager
def _one_thread_per_call() -> Iterator[None]:
    """Disable OpenCV's threads, because images are already converted in parallel."""
    cv2 = opencv()
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)
