"""Tests of loggers."""

import logging
import pathlib
import re

import pytest

import mxnet as mx


def test_levels_and_colours(capsys: pytest.CaptureFixture[str]) -> None:
    logger = mx.log.get_logger("test_log.colours", level=mx.log.INFO)
    assert mx.log.get_logger("test_log.colours") is logger and len(logger.handlers) == 1
    logger.debug("hidden")
    logger.info("seen %d", 1)
    logger.error("wrong")
    lines = capsys.readouterr().err.splitlines()
    place = r"\S+:test_levels_and_colours:\d+"
    assert re.fullmatch(rf"\x1b\[32mI\d{{4}} \d\d:\d\d:\d\d \d+ {place}\]\x1b\[0m seen 1", lines[0])
    assert lines[1].startswith("\x1b[31mE") and len(lines) == 2


def test_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "out.log"
    path.write_text("old\n")
    logger = mx.log.get_logger("test_log.file", filename=str(path), filemode="w")
    logger.warning("text")
    logger.handlers[0].close()
    assert path.read_text() == "text\n"


def test_root_logger_is_left_alone() -> None:
    before = list(logging.getLogger().handlers)
    assert mx.log.get_logger() is logging.getLogger() and logging.getLogger().handlers == before


def test_former_name() -> None:
    with pytest.warns(DeprecationWarning, match="get_logger"):
        mx.log.getLogger("test_log.former")
