"""Tests with Ray, which is optional: its launcher, and the recipe for Ray Train."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import pytest
from launching import ROOT, environment, launch

RECIPE = ROOT / "docs" / "recipes" / "ray_train.py"


def _tree_of(folder: pathlib.Path) -> list[str]:
    """Return the commands of processes that run the program of this test."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace")
        except OSError:
            continue
        if str(folder) in words:
            found.append(words)
    return found


@pytest.mark.slow
def test_the_launcher_restarts_the_group_from_the_checkpoint(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("ray")
    expected = re.search(r"parameters (\w+)", launch("entry.py")[1])
    code, output = launch("entry.py", str(tmp_path), options=("--launcher", "ray", "--max-restarts", "1"))
    assert code == 0 and "restarting, attempt 1 of 1" in output, output
    found = re.findall(r"^\[worker ([01])\] launcher=mxnet launch, worker \1 of 2, parameters (\w+)$", output, re.M)
    assert {rank for rank, _ in found} == {"0", "1"}, output
    assert expected is not None and {digest for _, digest in found} == {expected[1]}
    assert not _tree_of(tmp_path)


@pytest.mark.slow
def test_the_recipe_for_ray_train(tmp_path: pathlib.Path) -> None:
    for name in ("ray", "pandas", "pyarrow"):
        pytest.importorskip(name)
    norms = []
    for kind, more in (("undisturbed", []), ("killed", ["--fault", str(tmp_path / "fault")])):
        done = subprocess.run([sys.executable, str(RECIPE), "--storage", str(tmp_path / kind), *more], check=False,
                              capture_output=True, text=True, timeout=120, env=environment(), cwd=tmp_path)
        result = re.search(r"^result .*'first': (\d), 'launcher': 'env', 'norm': ([\d.]+)", done.stdout, re.M)
        assert result is not None, done.stdout + done.stderr
        assert (int(result[1]) > 0) == (kind == "killed")
        norms.append(result[2])
    assert norms[0] == norms[1]


def test_ray_is_optional(tmp_path: pathlib.Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError('hidden')\n")
    path = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    code, output = launch("small.py", options=("--launcher", "ray"), PYTHONPATH=path)
    assert code == 1 and "needs Ray; install it with `pip install ray`" in output, output
