"""Tests of the command line: version, help and invalid arguments."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from mxnet import cli
from mxnet_records.cli import doctor

COMMANDS = ("demo", "train", "predict", "launch", "im2rec", "rec2idx", "rec", "run", "convert", "archive", "summary",
            "diff", "bench", "serve", "check", "doctor")


def test_version_names_the_package_and_its_engine(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--version"])
    assert stopped.value.code == 0
    printed = capsys.readouterr().out
    assert printed.startswith("mxnet-torch ")
    assert "MXNet 1.9.1" in printed
    assert f"(torch {importlib.metadata.version('torch')}, " in printed


@pytest.mark.parametrize("module", ["mxnet", "mxnet.cli"])
def test_module_runs_as_a_program(module, tmp_path):
    ended = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("mxnet-torch ")
    ended = subprocess.run([sys.executable, "-m", module, "check", str(tmp_path)], capture_output=True, text=True)
    assert ended.stdout.startswith("0 files, 0 names of MXNet"), ended.stderr


@pytest.mark.parametrize("words", [[], ["--help"], ["--version"], ["nonsense"],
                                   *([name, "--help"] for name in COMMANDS)])
@pytest.mark.parametrize("start", [["-m", "mxnet"], ["-m", "mxnet.cli"],
                                   ["-c", "import sys; from mxnet_records.cli import main; sys.exit(main())"]])
def test_help_imports_no_torch(words, start, tmp_path):
    """Help must be fast, and importing torch takes more than a second."""
    for name in ("torch", "cv2"):
        (tmp_path / f"{name}.py").write_text("raise AssertionError('not so fast')\n")
    path = os.pathsep.join((str(tmp_path), str(Path(cli.__file__).parents[2])))
    ended = subprocess.run([sys.executable, *start, *words], env={**os.environ, "PYTHONPATH": path},
                           capture_output=True, text=True)
    shown = ended.stdout + ended.stderr
    assert "not so fast" not in shown and "mxnet" in shown and "Traceback" not in shown
    assert ended.returncode == (2 if words == ["nonsense"] else 0)


def test_warnings_of_a_command_name_it(capsys, monkeypatch):
    """Warnings contain the command, because there is no source line to point to."""
    monkeypatch.setattr(doctor, "run", lambda options: warnings.warn("not so good", stacklevel=9) or 0)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert cli.main(["doctor"]) == 0
    assert capsys.readouterr().err == "mxnet doctor: warning: not so good\n"


def test_help_lists_the_commands(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--help"])
    assert stopped.value.code == 0
    shown = capsys.readouterr().out
    assert all(f"    {name} " in shown for name in COMMANDS)


def test_switches_show_no_defaults(capsys):
    for command in COMMANDS:
        with pytest.raises(SystemExit):
            cli.main([command, "--help"])
        shown = " ".join(capsys.readouterr().out.split())
        assert "--no-shuffle keep the order of file names record files:" in shown or command != "im2rec"
        assert "(default: False)" not in shown and ("(default: True)" not in shown or command == "demo")


def test_no_command_shows_the_help(capsys):
    assert cli.main([]) == 0
    assert "usage: mxnet" in capsys.readouterr().out


def test_help_of_demo_lists_its_options(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["demo", "--help"])
    assert stopped.value.code == 0
    printed = capsys.readouterr().out
    for option in (
        "--epochs", "--output", "--batch-size", "--learning-rate", "--seed", "--no-hybridize", "--ctx"
    ):  # fmt: skip
        assert option in printed
    assert "--limit" not in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["traim"], "invalid choice: 'traim'"),
        (["demo", "--epochs", "0"], "--epochs: must be an integer of at least 1, received '0'"),
        (["demo", "--epochs", "many"], "--epochs: must be an integer of at least 1, received 'many'"),
        (["demo", "--batch-size", "-4"], "--batch-size: must be an integer of at least 1, received '-4'"),
        (["demo", "--learning-rate", "0"], "--learning-rate: must be a number above 0, received '0'"),
        (["demo", "--learning-rate", "nan"], "--learning-rate: must be a number above 0, received 'nan'"),
        (["demo", "--learning-rate", "fast"], "--learning-rate: must be a number above 0, received 'fast'"),
        (["demo", "--seed", "-1"], "--seed: must be an integer from 0 to 2**31 - 1, received '-1'"),
        (["demo", "--ctx", "tpu"], "--ctx: invalid choice: 'tpu'"),
        (["demo", "--colour", "red"], "unrecognized arguments: --colour red"),
        (["demo", "--output", __file__], "--output: must be a folder, but"),
    ],
)
def test_bad_arguments_are_refused(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err
