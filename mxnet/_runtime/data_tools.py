"""``python -m mxnet.tools.im2rec``, ``rec2idx`` and commands of ``python -m mxnet`` without torch.

Python imports the package on its way to the module, though these programs need nothing of it. So they run when this
file is imported, and the process ends.
"""

from __future__ import annotations

import sys

from mxnet_records import cli

_COMMANDS = {"mxnet.tools.im2rec": ["im2rec"], "mxnet.tools.rec2idx": ["rec2idx"], "mxnet": [], "mxnet.cli": []}

_words = getattr(sys, "argv", [])
if _words[:1] == ["-m"]:  # the path of the module, once it is found
    _command = _COMMANDS.get(sys.orig_argv[-len(_words)].removeprefix("-m"))
    if _command is not None and not cli.needs_mxnet(_line := [*_command, *_words[1:]]):
        sys.exit(cli.main(_line))
