"""Run a program like ``python``, with the removed names restored, and report their uses at exit."""

from __future__ import annotations

import atexit
import builtins
import contextlib
import os
import runpy
import signal
import sys
import tempfile
import types
import zipfile
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from typing import Any

from . import names
from .restoring import Use, Uses, restore

_MOST_LINES = 200


def run(words: Sequence[str]) -> int:
    """Run ``script.py [args]`` or ``-m module [args]`` and return its exit code."""
    start = _by_module if words[0].startswith("-m") else _by_path
    _report_at_exit()
    try:
        start(list(words))
    except SystemExit:
        raise
    except BaseException as error:
        return _show_error(error)
    return 0


def _report_at_exit() -> None:
    handle, path = tempfile.mkstemp(prefix="mxnet-run-", suffix=".uses")
    os.close(handle)
    uses, process = Uses(path), os.getpid()
    restore(uses)

    @atexit.register
    def report() -> None:
        if os.getpid() == process:
            reported = uses.all()
            with contextlib.suppress(OSError):
                os.unlink(path)
            if reported and sys.stderr is not None:
                with contextlib.suppress(OSError, ValueError):
                    print(describe(reported), file=sys.stderr)


def describe(uses: Sequence[Use]) -> str:
    """Format the report about uses."""
    lines = [f"mxnet run: restored {len(uses)} use{'s' * (len(uses) != 1)} of names that NumPy or Python have removed:"]
    for use in uses[:_MOST_LINES]:
        instead = names.replacement(use.name)
        lines.append(f"  {_short(use.file)}:{use.line}: {use.name}" + (f", now {instead}" if instead else ""))
    if len(uses) > _MOST_LINES:
        lines.append(f"  and {len(uses) - _MOST_LINES} more")
    return "\n".join([*lines, "mxnet check --fix PATH shows the changes that make the program run without this."])


def _short(path: str) -> str:
    try:
        relative = os.path.relpath(path)
    except (OSError, ValueError):  # the folder was deleted, or is on another drive
        return path
    return path if relative.startswith(os.pardir) else relative


# Start of programs, as in Python


def _main_module() -> types.ModuleType:
    """Replace ``__main__`` with a new module."""
    module = types.ModuleType("__main__")
    module.__dict__.update(__builtins__=builtins, __cached__=None)
    sys.modules["__main__"] = module
    return module


def _set_first_path(folder: str) -> None:
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0:1] = [folder]


def _by_module(words: list[str]) -> None:
    name, arguments = (words[0][2:], words[1:]) if len(words[0]) > 2 else (words[1], words[2:])
    sys.argv = ["-m", *arguments]
    _set_first_path(os.getcwd())
    _main_module()
    runpy._run_module_as_main(name)  # type: ignore[attr-defined]


def _by_path(words: list[str]) -> None:
    script = words[0]
    sys.argv = words
    if os.path.isdir(script) or zipfile.is_zipfile(script):
        _set_first_path(os.path.abspath(script))
        _main_module()
        runpy._run_module_as_main("__main__", alter_argv=False)  # type: ignore[attr-defined]
        return
    main = _main_module()
    if script == "-":
        _set_first_path("")
        source, path = sys.stdin.buffer.read(), "<stdin>"
    else:
        path = os.path.abspath(script)
        source = _read(script, path)
        _set_first_path(os.path.dirname(os.path.realpath(script)))
        main.__dict__.update(__file__=path, __loader__=SourceFileLoader("__main__", path))
    code = compile(source, path, "exec", dont_inherit=True)
    exec(code, main.__dict__)


def _read(script: str, path: str) -> bytes:
    try:
        with open(script, "rb") as file:
            return file.read()
    except OSError as error:
        print(f"mxnet run: can't open file {path!r}: [Errno {error.errno}] {error.strerror}", file=sys.stderr)
        raise SystemExit(2) from None


# Exit of programs, as in Python


def _show_error(error: BaseException) -> int:
    """Print an error like Python, without the frames of this command, and return the exit code."""
    trace: Any = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals.get("__name__") == __name__:
        trace = trace.tb_next
    sys.excepthook(type(error), error.with_traceback(trace), trace)
    if isinstance(error, KeyboardInterrupt):
        _end_by_interrupt()
    return 1


def _end_by_interrupt() -> None:
    """Exit like Python after Ctrl-C, so that a shell also stops. Use the exit code on other systems."""
    if os.name != "posix":
        raise SystemExit(130)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
