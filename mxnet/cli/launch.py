"""``mxnet launch``: start the processes of a distributed program."""

from __future__ import annotations

import argparse
import re

from ..base import MXNetError
from ..kvstore.dist.launch import Options, launch, read_hosts

_LAUNCHERS = ("local", "ssh", "mpi", "ray")


def _pair(text: str) -> tuple[str, str]:
    match = re.fullmatch(r"([^:=]+)[:=](.*)", text, re.DOTALL)
    if match is None:
        raise MXNetError(f"an environment variable must be given as NAME:VALUE, received {text!r}")
    return match[1], match[2]


def run(options: argparse.Namespace) -> int:
    """Start the program and return its exit code."""
    command = options.program[1:] if options.program[:1] == ["--"] else options.program
    if not command:
        raise MXNetError("no program to start; add its command after the options: mxnet launch -n 2 python train.py")
    launcher = options.launcher or ("ssh" if options.hostfile else "local")
    if launcher not in _LAUNCHERS:
        raise MXNetError(f"the launcher {launcher!r} is not supported; use one of {', '.join(_LAUNCHERS)}, or start "
                         "the processes with the scheduler of the cluster and the DMLC_* variables")
    if launcher == "ssh" and not options.hostfile:
        raise MXNetError("the launcher 'ssh' needs -H/--hostfile with the machines")
    if options.num_workers < 1 or (options.num_servers or 0) < 0 or options.max_restarts < 0:
        raise MXNetError("the number of workers must be at least 1, and those of servers and restarts at least 0")
    return launch(Options(
        command, options.num_workers, options.num_workers if options.num_servers is None else options.num_servers,
        read_hosts(options.hostfile) if options.hostfile and launcher != "local" else [], launcher,
        {"all": dict(_pair(text) for text in options.env if ":" in text or "=" in text),
         "server": dict(map(_pair, options.env_server)), "worker": dict(map(_pair, options.env_worker))},
        [text for text in options.env if ":" not in text and "=" not in text],
        options.sync_dst_dir, options.port, options.max_restarts, options.prefix))
