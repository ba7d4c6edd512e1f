"""Starting by ssh and mpirun, with scripts in their place that start everything on this machine."""

from __future__ import annotations

import os
import pathlib

import pytest
from launching import launch

_SSH = """#!/bin/sh
for last; do :; done
exec sh -c "$last"
"""
_MPIRUN = """#!/bin/sh
count=$2
shift 3
while [ "$1" = --host ] || [ "$1" = -x ]; do shift 2; done
for i in $(seq $count); do "$@" & done
wait
"""


@pytest.mark.parametrize(("launcher", "script", "options"), [
    ("ssh", _SSH, ("-H", "hosts")), ("mpirun", _MPIRUN, ("--launcher", "mpi", "-H", "hosts")),
    ("mpirun", _MPIRUN, ("--launcher", "mpi"))])
def test_other_launchers(tmp_path: pathlib.Path, launcher: str, script: str, options: tuple[str, ...]) -> None:
    (tmp_path / launcher).write_text(script)
    (tmp_path / launcher).chmod(0o755)
    hosts = tmp_path / "hosts"
    hosts.write_text("# machines\n127.0.0.1:22\nsomebody@127.0.0.1\n")
    given = tuple(str(hosts) if option == "hosts" else option for option in options)
    code, output = launch("smallest.py", workers=2, options=given, PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert code == 0, output
    assert output.count("passed") == 2, output
