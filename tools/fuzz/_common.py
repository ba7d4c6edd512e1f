"""Shared code of the fuzz scripts: numbered inputs, a worker process that may die, and a guard that detects code
execution.

Each input depends on ``(seed, number)`` only, so that ``--only NUMBER`` reproduces a failure.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

# Audit events for code execution and file writes. Reading files is allowed.
_FORBIDDEN = ("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "subprocess.Popen", "pty.spawn", "exec",
              "compile", "import", "ctypes.dlopen", "socket.connect", "socket.bind", "os.remove", "os.rename",
              "os.mkdir", "os.chmod", "os.kill", "shutil.rmtree", "pickle.find_class", "marshal.loads", "code.__new__")
_STALL_SECONDS = 20.0
_MEMORY = 2 << 30


def _is_own(event: str, arguments: tuple[Any, ...]) -> bool:
    """Return whether this event parses a literal or compiles graph source of the package, which another script checks.
    """
    name = str(arguments[1]) if event == "compile" else getattr(arguments[0], "co_filename", "")
    return name.startswith("<mxnet graph") or (event == "compile" and name == "<unknown>")


class Guard:
    """Audit hook that records forbidden events while it is armed.

    There is one per process, because hooks cannot be removed.
    """

    _installed: Guard | None = None

    def __init__(self, allowed_imports: tuple[str, ...] = ("torch", "numpy", "mxnet", "cv2", "encodings")) -> None:
        self.armed = False
        self.seen: list[str] = []
        self._imports = allowed_imports

    @classmethod
    def installed(cls) -> Guard:
        """Return the guard of this process."""
        if cls._installed is None:
            cls._installed = cls()
            sys.addaudithook(cls._installed._hook)
        return cls._installed

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.armed:
            return
        if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
            self.seen.append(f"open {arguments[0]!r} to write")
        elif event in ("compile", "exec") and _is_own(event, arguments):
            return
        elif event == "import" and arguments[0].partition(".")[0] in self._imports:
            return  # modules of the package that are imported lazily
        elif event in _FORBIDDEN:
            self.seen.append(f"{event} {str(arguments)[:80]}")

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Context manager that records forbidden events."""
        self.seen.clear()
        self.armed = True
        try:
            yield
        finally:
            self.armed = False


@dataclass
class Report:
    """Results of all inputs."""

    count: int = 0
    accepted: int = 0
    refused: int = 0
    slowest: float = 0.0
    failures: list[str] = field(default_factory=list)

    def add(self, number: int, failure: str | None, accepted: bool, seconds: float) -> None:
        """Add the result of one input."""
        self.count += 1
        self.slowest = max(self.slowest, seconds)
        if failure is not None:
            self.failures.append(f"input {number}: {failure}")
        elif accepted:
            self.accepted += 1
        else:
            self.refused += 1

    def print(self) -> None:
        """Print a summary, and each kind of failure once."""
        print(f"{self.count} inputs: {self.accepted} accepted, {self.refused} refused, {len(self.failures)} failures, "
              f"slowest {self.slowest:.2f} s")
        kinds = Counter(failure.partition(": ")[2].partition(" | ")[0][:80] for failure in self.failures)
        for kind, often in kinds.most_common(40):
            example = next(f for f in self.failures if f.partition(": ")[2].startswith(kind))
            print(f"  {often} times, e.g. {example}")


Make = Callable[[random.Random], Any]
Use = Callable[[Any], None]


def attempt(make: Make, use: Use, seed: int, number: int, errors: tuple[type[BaseException], ...]
            ) -> tuple[str | None, bool, float]:
    """Create and use one input; return the failure, whether it was accepted, and the time it took."""
    content = make(random.Random(f"{seed}:{number}"))
    guard = Guard.installed()
    start, failure, accepted = time.perf_counter(), None, False
    with guard.watching():
        try:
            use(content)
            accepted = True
        except errors:
            pass
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            failure = f"{type(error).__name__} in {os.path.basename(place.filename)}:{place.lineno} | {error}"
    if guard.seen:
        failure = f"ran {guard.seen[0]}"
    return failure, accepted, time.perf_counter() - start


def _work(make: Make, use: Use, seed: int, start: int, count: int, errors: Any, current: Any, queue: Any) -> None:
    with open("/proc/self/statm") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + _MEMORY, size + _MEMORY))
    for number in range(start, count):
        current.value = number
        queue.put((number, *attempt(make, use, seed, number, errors)))
    current.value = count


def run(make: Make, use: Use, errors: tuple[type[BaseException], ...], seed: int, count: int) -> Report:
    """Run inputs in a worker process. Start a new worker if it dies or hangs."""
    context = multiprocessing.get_context("fork")
    report, start = Report(), 0
    while start < count:
        current, queue = context.Value("q", start), context.Queue()
        worker = context.Process(target=_work, args=(make, use, seed, start, count, errors, current, queue))
        worker.start()
        start = _collect(worker, queue, current, report, count)
    return report


def _collect(worker: Any, queue: Any, current: Any, report: Report, count: int) -> int:
    """Collect results until the worker ends; return the number of the next input."""
    received, last = current.value, time.monotonic()
    while received < count:
        try:
            number, failure, accepted, seconds = queue.get(timeout=0.5)
        except Exception:
            if worker.is_alive() and time.monotonic() - last < _STALL_SECONDS:
                continue
            died = not worker.is_alive()
            if died and not queue.empty():
                continue
            reason = f"the process died with {worker.exitcode}" if died else f"no answer after {_STALL_SECONDS} s"
            worker.kill()
            worker.join()
            report.add(current.value, reason, False, _STALL_SECONDS)
            return current.value + 1
        report.add(number, failure, accepted, seconds)
        received, last = number + 1, time.monotonic()
    worker.join()
    return count


def arguments(description: str, count: int) -> argparse.Namespace:
    """Parse the options of a fuzz script."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--count", type=int, default=count, help="number of inputs")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, help="use only this input, in this process, and show its error")
    return parser.parse_args()


# Mutations of bytes

NUMBERS = (0, 1, 2, 4, 7, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**40,
            2**62, 2**63 - 1, 2**63, 2**64 - 1)


def mutated(content: bytes, choose: random.Random, others: list[bytes]) -> bytes:
    """Return the bytes after a few random changes."""
    data = bytearray(content)
    for _ in range(choose.choice((1, 1, 1, 2, 3, 8))):
        place = choose.randrange(len(data) + 1)
        kind = choose.randrange(8)
        if kind == 0 and data:
            data[place % len(data)] ^= 1 << choose.randrange(8)
        elif kind == 1 and data:
            data[place % len(data)] = choose.randrange(256)
        elif kind == 2:
            del data[place:place + choose.choice((1, 2, 4, 8, 64))]
        elif kind == 3:
            data[place:place] = choose.randbytes(choose.choice((1, 2, 4, 8)))
        elif kind == 4:
            size = choose.choice((1, 2, 4, 8))
            number = choose.choice(NUMBERS) % (1 << 8 * size)
            data[place:place + size] = number.to_bytes(size, choose.choice(("little", "big")))
        elif kind == 5:
            del data[place:]
        elif kind == 6:
            other = choose.choice(others)
            start = choose.randrange(len(other) + 1)
            data[place:place] = other[start:start + choose.choice((4, 16, 64, 256))]
        elif data:
            start = choose.randrange(len(data))
            data[place:place] = data[start:start + choose.choice((4, 16, 64))]
    return bytes(data)


def place_in(document: Any, choose: random.Random, deeper: float) -> tuple[Any, Any]:
    """Return a list or dict inside a JSON document and one of its keys; None if it is empty."""
    while True:
        places = list(document) if isinstance(document, dict) else list(range(len(document)))
        if not places:
            return document, None
        place = choose.choice(places)
        if not (isinstance(document[place], (dict, list)) and document[place] and choose.random() < deeper):
            return document, place
        document = document[place]
