"""Tests for the output of ``mxnet doctor`` and the faults that it detects."""

from __future__ import annotations

import json
import sys
import types

import pytest
import torch

from mxnet import cli
from mxnet.cli import _faults, doctor


def test_command_shows_versions_and_variables(capsys, monkeypatch):
    monkeypatch.setenv("MXNET_SIMULATED_GPUS", "0")
    monkeypatch.setenv("MXNET_NOT_A_VARIABLE", "7")
    monkeypatch.setenv("MXNET_CLUSTER_SECRET", "hidden words")
    monkeypatch.setattr(doctor, "_all_faults", list)
    assert cli.main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert f"  torch: {torch.__version__} (" in printed
    assert "  MXNET_SIMULATED_GPUS: 0\n" in printed
    assert "  MXNET_NOT_A_VARIABLE: 7 (nothing reads it here)\n" in printed
    assert "hidden words" not in printed
    assert "no faults found" in printed


@pytest.mark.parametrize(("level", "code"), [("note", 0), ("problem", 1)])
def test_json_and_exit_code(level, code, capsys, monkeypatch):
    monkeypatch.setattr(doctor, "_all_faults", lambda: [_faults.Fault(level, "words")])
    assert cli.main(["doctor", "--json"]) == code
    content = json.loads(capsys.readouterr().out)
    assert content["faults"] == [{"level": level, "message": "words"}]
    assert content["threads"]["threads in an operator"] == torch.get_num_threads()
    assert {"versions", "devices", "threads", "environment"} < content.keys()


def test_all_faults_are_looked_for():
    assert all(fault.level in ("note", "problem") for fault in doctor._all_faults())


def test_another_distribution(monkeypatch):
    names = [types.SimpleNamespace(metadata={"Name": name}) for name in ("mxnet-cu112", "numpy", "mxnet-torch")]
    monkeypatch.setattr(_faults.importlib.metadata, "distributions", lambda: names)
    (fault,) = _faults.other_distributions()
    assert fault.level == "problem" and "pip uninstall mxnet-cu112" in fault.message


def test_the_command_does_not_shadow_the_package(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mxnet").write_text("#!/usr/bin/env python\n")
    assert _faults.shadows([str(tmp_path)]) == []


def test_folder_or_file_that_shadows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert _faults.shadows([str(_faults._PACKAGE.parent)]) == []
    (tmp_path / "mxnet.py").touch()
    (fault,) = _faults.shadows(["", str(tmp_path)])
    assert fault.level == "problem" and str(tmp_path / "mxnet.py") in fault.message


def test_torch_of_another_numpy(monkeypatch):
    def fail(self):
        raise RuntimeError("Numpy is not available")

    assert _faults.arrays_of_torch() == []
    monkeypatch.setattr(torch.Tensor, "numpy", fail)
    assert "does not work with NumPy" in _faults.arrays_of_torch()[0].message


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
    assert "CUDA 12.4" in _faults.graphics()[0].message


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
