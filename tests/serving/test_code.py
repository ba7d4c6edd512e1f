"""Modules of archives."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import mxnet as mx
from mxnet.serving.code import CodeFolder


def _folder(path: Path, value: int) -> CodeFolder:
    path.mkdir()
    (path / "service.py").write_text("import helper\nvalue = helper.value\n\n\ndef later():\n    import lazy\n"
                                     "    return lazy.value\n")
    (path / "helper.py").write_text(f"value = {value}\n")
    (path / "lazy.py").write_text(f"value = -{value}\n")
    return CodeFolder(str(path), [str(path)])


def test_archives_with_the_same_module_names(tmp_path: Path) -> None:
    before = os.getcwd(), list(sys.path), set(sys.modules)
    folders = [_folder(tmp_path / "a", 1), _folder(tmp_path / "b", 2)]
    modules = []
    for folder in folders:
        with folder.enter():
            modules.append(folder.load("service"))
    assert [module.value for module in modules] == [1, 2]
    for folder, module, expected in zip(folders * 2, modules * 2, (-1, -2, -1, -2), strict=True):
        with folder.enter():
            assert module.later() == expected
            assert sys.modules["service"] is module
    assert (os.getcwd(), list(sys.path), set(sys.modules)) == before


def test_code_runs_in_its_folder(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "a", 1)
    with pytest.raises(KeyError), folder.enter():
        assert os.path.realpath(os.getcwd()) == os.path.realpath(tmp_path / "a")
        raise KeyError
    assert os.path.realpath(os.getcwd()) != os.path.realpath(tmp_path / "a")


def test_a_module_of_the_archive_may_be_called_like_another(tmp_path: Path) -> None:
    import json

    (tmp_path / "json.py").write_text("value = 5\n")
    folder = CodeFolder(str(tmp_path), [str(tmp_path)])
    with folder.enter():
        assert folder.load("json").value == 5
    assert sys.modules["json"] is json


def test_imports_that_fail(tmp_path: Path) -> None:
    (tmp_path / "service.py").write_text("import missing_module_of_a_stranger\n")
    folder = CodeFolder(str(tmp_path), [str(tmp_path)])
    with folder.enter():
        with pytest.raises(mx.MXNetError, match=r"cannot be imported \(service\): ModuleNotFoundError.*missing_module"):
            folder.load("service")
        with pytest.raises(mx.MXNetError, match="has no module numpy"):
            folder.load("numpy")
        with pytest.raises(mx.MXNetError, match="has no module absent_module"):
            folder.load("absent_module")
        (tmp_path / "json.py").write_text("1 / 0\n")
        with pytest.raises(mx.MXNetError, match="ZeroDivisionError"):
            folder.load("json")
    assert hasattr(sys.modules["json"], "loads")
