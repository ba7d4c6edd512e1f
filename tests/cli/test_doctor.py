"""Tests for the output of ``mxnet doctor`` and the faults that it detects."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
import torch

import mxnet_records
from mxnet import cli
from mxnet.cli import doctor as package_part
from mxnet_records import tested
from mxnet_records.cli import _faults, doctor
from mxnet_records.installation import Fault


@pytest.fixture
def clean(monkeypatch):
    """Report no faults of this machine."""
    describe = doctor.describe_package
    monkeypatch.setattr(doctor, "_all_faults", list)
    monkeypatch.setattr(doctor.installation, "find_faults", list)
    monkeypatch.setattr(doctor, "describe_package", lambda: {**describe(), "faults": []})


def test_command_shows_versions_and_variables(capsys, monkeypatch, clean):
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", "0")
    monkeypatch.setenv("MXNET_NOT_A_VARIABLE", "7")
    monkeypatch.setenv("MXNET_CLUSTER_SECRET", "hidden words")
    assert cli.main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert f"  torch: {torch.__version__} (" in printed
    assert "  MXNET_SIMULATED_GPUS: 0\n" in printed
    assert "  MXNET_NOT_A_VARIABLE: 7 (nothing reads it here)\n" in printed
    assert "hidden words" not in printed
    assert "no faults found" in printed


@pytest.mark.parametrize(("level", "code"), [("note", 0), ("problem", 1)])
def test_json_and_exit_code(level, code, capsys, monkeypatch, clean):
    monkeypatch.setattr(doctor, "_all_faults", lambda: [Fault(level, "words")])
    assert cli.main(["doctor", "--json"]) == code
    content = json.loads(capsys.readouterr().out)
    assert content["faults"] == [{"level": level, "message": "words"}]
    assert content["threads"]["threads in an operator"] >= 1
    assert {"versions", "devices", "threads", "environment"} < content.keys()


def test_all_faults_are_looked_for():
    assert all(fault.level in ("note", "problem") for fault in doctor._all_faults())


def test_problem_of_the_files_is_reported_without_the_package(capsys, monkeypatch, clean):
    monkeypatch.setattr(doctor.installation, "find_faults", lambda: [Fault("problem", "a mixture")])
    monkeypatch.setattr(doctor, "describe_package", lambda: pytest.fail("the package was imported"))
    assert cli.main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert "  problem: a mixture\n" in shown and f"  torch: {importlib.metadata.version('torch')}\n" in shown


@pytest.mark.parametrize(("content", "message"), [
    ("raise OSError('libtorch_cpu.so: cannot open')", "OSError: libtorch_cpu.so: cannot open; torch "),
    ("raise AttributeError('_ARRAY_API not found\\n\\nmore')", "AttributeError: _ARRAY_API not found more; torch "),
    ("import os; os.abort()", "the process ended with signal SIGABRT"),
    ("import sys; sys.exit('no torch today')", "the process ended with exit code 1 (no torch today)"),
])
def test_torch_that_cannot_be_imported(content, message, tmp_path):
    if "abort" in content and os.name == "nt":
        pytest.skip("Windows has no signals")
    (tmp_path / "torch.py").write_text(content)
    path = os.pathsep.join((str(tmp_path), str(Path(mxnet_records.__file__).parents[1])))
    ended = subprocess.run([sys.executable, "-m", "mxnet_records.cli", "doctor", "--json"], capture_output=True,
                           text=True, env={**os.environ, "PYTHONPATH": path}, cwd=tmp_path)
    assert ended.returncode == 1 and ended.stderr == ""
    messages = [fault["message"] for fault in json.loads(ended.stdout)["faults"]]
    (shown,) = [text for text in messages if text.startswith("the package mxnet cannot be imported: ")]
    assert message in shown and "-m pip install --force-reinstall torch numpy" in shown


def test_torch_is_missing(monkeypatch):
    monkeypatch.setattr(doctor._faults, "find_version", lambda name: None)
    (fault,) = doctor._failed("ModuleNotFoundError: No module named 'torch'")["faults"]
    assert fault.message.endswith("-m pip install torch")


@pytest.mark.parametrize("name", ["MXNET_GRAPH_LINT", "MXNET_PROFILER_AUTOSTART", "MXNET_HOROVOD", "MXNET_HOST_OFF",
                                  "DMLC_ROLE"])
def test_variables_that_break_the_import(name, capsys, monkeypatch):
    monkeypatch.setenv(name, "nonsense")
    assert cli.main(["doctor", "--json"]) == 1
    content = json.loads(capsys.readouterr().out)
    assert any(f"the environment variable {name} must be" in fault["message"] for fault in content["faults"])
    assert "GPUs" in content["devices"]


def test_doctor_does_not_become_a_server(capsys, monkeypatch, clean):
    monkeypatch.setenv("DMLC_ROLE", "scheduler")
    assert cli.main(["doctor"]) == 0


@pytest.mark.parametrize(("versions", "levels"), [
    ({"torch": "2.15.1", "numpy": tested.NEWEST_NUMPY}, []),
    ({"torch": "2.16.0+cpu", "numpy": "9.0"}, ["note", "note"]),
    ({"torch": "2.10.0"}, ["problem"]),
    ({}, []),
])
def test_releases_outside_the_tested_range(versions, levels, monkeypatch):
    monkeypatch.setattr(_faults, "find_version", versions.get)
    faults = _faults.versions()
    assert [fault.level for fault in faults] == levels
    assert not faults or f"torch {versions['torch']} is " in faults[0].message


def test_python_newer_than_the_tests(monkeypatch):
    monkeypatch.setattr(_faults, "find_version", lambda name: None)
    monkeypatch.setattr(_faults.platform, "python_version", lambda: "3.99.0")
    (fault,) = _faults.versions()
    assert fault.level == "note" and "Python 3.99.0 is newer than" in fault.message


def test_version_of_a_missing_distribution():
    assert _faults.find_version("no-such-distribution") is None
    assert _faults.find_version("numpy") == importlib.metadata.version("numpy")


def test_torch_of_another_numpy(monkeypatch):
    def fail(self):
        raise RuntimeError("Numpy is not available")

    assert package_part.check_arrays() == []
    monkeypatch.setattr(torch.Tensor, "numpy", fail)
    assert "does not work with NumPy" in package_part.check_arrays()[0].message


def test_images_without_opencv(monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    (fault,) = _faults.images()
    assert fault.level == "note" and "[image]" in fault.message


def test_little_shared_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(_faults.shutil, "disk_usage", lambda folder: types.SimpleNamespace(free=64 << 20))
    assert "64 MiB free" in _faults.shared_memory(str(tmp_path))[0].message
    assert _faults.shared_memory(str(tmp_path / "missing")) == []


def test_more_threads_than_processors():
    assert _faults.threads({"OMP_NUM_THREADS": "4"}, 4) == []
    assert "OMP_NUM_THREADS=8" in _faults.threads({"OMP_NUM_THREADS": "8"}, 4)[0].message


def test_home_that_is_a_file(tmp_path):
    (tmp_path / "file").touch()
    assert _faults.home({"MXNET_HOME": str(tmp_path)}) == []
    assert _faults.home({"MXNET_HOME": str(tmp_path / "file")})[0].level == "problem"


def test_torch_for_gpus_without_any(monkeypatch):
    monkeypatch.setattr(torch.version, "cuda", "12.4")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert "CUDA 12.4" in package_part.check_graphics()[0].message


def test_variables_with_wrong_values(monkeypatch, capsys):
    right = {"MXNET_LAUNCH_GRACE": " -2 ", "MXNET_SAVE_FSYNC": "", "MXNET_STATES_FORMAT": "pickle", "OTHER": "x"}
    assert _faults.variables(right) == []
    faults = _faults.variables({"MXNET_LAUNCH_GRACE": "1.5", "MXNET_STATES_FORMAT": "xml", "MXNET_SAVE_FSYNC": "maybe"})
    assert [fault.level for fault in faults] == ["problem"] * 3
    assert sorted(fault.message.partition(";")[0] for fault in faults) == [
        "the environment variable MXNET_LAUNCH_GRACE must be an integer, received '1.5'",
        "the environment variable MXNET_SAVE_FSYNC must be 0 or 1, received 'maybe'",
        "the environment variable MXNET_STATES_FORMAT must be params or pickle, received 'xml'"]
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", "abc")
    monkeypatch.setenv("MXNET_LAUNCH_GRACE", "soon")
    assert cli.main(["doctor"]) == 1
    printed = capsys.readouterr().out
    for name, value in (("MXNET_SIMULATED_GPUS", "abc"), ("MXNET_LAUNCH_GRACE", "soon")):
        assert f"problem: the environment variable {name} must be an integer, received {value!r}" in printed


def test_variables_of_both_packages_are_known(monkeypatch, capsys):
    monkeypatch.setenv("MXNET_SAVE_FSYNC", "0")
    cli.main(["doctor"])
    assert "  MXNET_SAVE_FSYNC: 0\n" in capsys.readouterr().out
