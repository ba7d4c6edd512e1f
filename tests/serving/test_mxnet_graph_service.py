"""The handler that ``mxnet archive`` adds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import serving_models as samples

from mxnet.serving.archiver import Options, write_archive
from mxnet.serving.contents import read_folder
from mxnet.serving.sources import CodeSource


def _load_as_code(path: str) -> Any:
    return CodeSource("pets", read_folder(Path(path))).load()


def test_the_handler_answers_like_the_graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    samples.save_pictures(tmp_path / "model", mean=[10.0], std=[50.0], resize=9)
    write_archive(Options("pets", "model", form="no-archive"))
    code, graph = _load_as_code("pets"), samples.load("pets")
    content = samples.picture(20, 120, 30, ".jpg")
    for body, kind in ((content, "image/jpeg"), (json.dumps([[[[1] * 8] * 6] * 3]).encode(), "application/json")):
        first, second = (json.loads(samples.ask(model, body, kind).body) for model in (code, graph))
        if kind == "image/jpeg":
            assert [entry["class"] for entry in first] == [entry["class"] for entry in second]
            assert [entry["probability"] for entry in first] == pytest.approx(
                [entry["probability"] for entry in second], rel=1e-4)
        else:
            assert first == second
