"""Run ``python -m mxnet.tools.im2rec``, ``rec2idx`` and commands of ``python -m mxnet`` without torch.

Python imports the package before the module, although these programs do not need it. Therefore they run when this file
is imported, and the process exits.
"""

from __future__ import annotations

import os
import subprocess
import sys

from mxnet_records import cli

_COMMANDS = {"mxnet.tools.im2rec": ["im2rec"], "mxnet.tools.rec2idx": ["rec2idx"], "mxnet": [], "mxnet.cli": []}

_words = getattr(sys, "argv", [])
if _words[:1] == ["-m"]:  # path of the module, after it was found
    _command = _COMMANDS.get(sys.orig_argv[-len(_words)].removeprefix("-m"))
    if _command is not None and not cli.needs_mxnet(_line := [*_command, *_words[1:]]):
        if _line[:1] != ["run"]:
            sys.exit(cli.main(_line))
        # A program that imports this package must not see a partial import: restart without it.
        _flags = [word for word in sys.orig_argv[1 : -len(_words)] if word != "-m"]
        _start = [sys.executable, *_flags, "-m", "mxnet_records.cli", *_line]
        if os.name == "posix":
            os.execv(sys.executable, _start)
        sys.exit(subprocess.call(_start))
