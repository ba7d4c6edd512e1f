"""The command line itself: version, help, refusals."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch

from mxnet import cli


def test_version_names_the_package_and_its_engine(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--version"])
    assert stopped.value.code == 0
    printed = capsys.readouterr().out
    assert printed.startswith("mxnet-torch ")
    assert "MXNet 1.9.1" in printed
    assert f"(torch {torch.__version__}, " in printed


def test_module_runs_as_a_program():
    ended = subprocess.run([sys.executable, "-m", "mxnet.cli", "--version"], capture_output=True, text=True, check=True)
    assert ended.stdout.startswith("mxnet-torch ")


def test_help_lists_the_commands(capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--help"])
    assert stopped.value.code == 0
    assert "demo" in capsys.readouterr().out


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
        (["train"], "invalid choice: 'train'"),
        (["demo", "--epochs", "0"], "--epochs: must be a whole number of at least 1, received '0'"),
        (["demo", "--epochs", "many"], "--epochs: must be a whole number of at least 1, received 'many'"),
        (["demo", "--batch-size", "-4"], "--batch-size: must be a whole number of at least 1, received '-4'"),
        (["demo", "--learning-rate", "0"], "--learning-rate: must be a number above 0, received '0'"),
        (["demo", "--learning-rate", "nan"], "--learning-rate: must be a number above 0, received 'nan'"),
        (["demo", "--learning-rate", "fast"], "--learning-rate: must be a number above 0, received 'fast'"),
        (["demo", "--seed", "-1"], "--seed: must be a whole number from 0 to 2**31 - 1, received '-1'"),
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
