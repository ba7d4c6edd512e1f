"""Differences of files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.cli import main
from mxnet.tools.diff import compare


def _save(path: Path, **arrays: Any) -> str:
    mx.nd.save(str(path), {name: mx.nd.array(value, dtype=np.asarray(value).dtype) for name, value in arrays.items()})
    return str(path)


def _symbol(path: Path, hidden: int = 3, name: str = "fc", flatten: bool = True) -> str:
    data = mx.sym.var("data")
    mx.sym.FullyConnected(data, num_hidden=hidden, name=name, flatten=flatten).save(str(path))
    return str(path)


def test_equal_parameters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = np.float32([1, np.nan, np.inf])
    a, b = _save(tmp_path / "a.params", w=values), _save(tmp_path / "b.params", w=values)
    assert main(["diff", a, b]) == 0
    assert capsys.readouterr().out == "equal: 1 names\n"


def test_all_differences_of_parameters(tmp_path: Path) -> None:
    a = _save(tmp_path / "a.params", old=np.float32([1]), shape=np.float32([1, 2]), kind=np.float32([1, 2]),
              values=np.float32([1, 2, 4]), small=np.float32([8]), nan=np.float32([np.nan]), same=np.int64([2**60]),
              zero=np.float32([1]), large=np.int64([2**60]))
    b = _save(tmp_path / "b.params", new=np.float32([1]), shape=np.float32([[1, 2]]), kind=np.int32([1, 2]),
              values=np.float32([1, 2, 5]), small=np.float32([8.5]), nan=np.float32([1]), same=np.int64([2**60]),
              zero=np.float32([0]), large=np.int64([2**60 + 1]))
    comparison = compare(a, b)
    assert (comparison.only_first, comparison.only_second, comparison.compared) == (["old"], ["new"], 8)
    found = {(change.name, change.what): change for change in comparison.changes}
    assert (found["shape", "shape"].first, found["shape", "shape"].second) == ([2], [1, 2])
    assert (found["kind", "dtype"].first, found["kind", "dtype"].second) == ("float32", "int32")
    assert (found["values", "values"].absolute, found["values", "values"].relative) == (1.0, 0.2)
    assert found["nan", "values"].absolute == np.inf
    assert found["zero", "values"].relative == np.inf
    assert ("large", "values") in found and ("same", "values") not in found and ("kind", "values") not in found


def test_tolerances(tmp_path: Path) -> None:
    a, b = _save(tmp_path / "a.params", w=np.float32([8, 1])), _save(tmp_path / "b.params", w=np.float32([8.5, 1]))
    assert not compare(a, b, atol=0.4).equal
    assert compare(a, b, atol=0.5).equal
    assert compare(a, b, rtol=0.06).equal
    assert main(["diff", a, b, "--rtol", "0.06"]) == 0


def test_prefixes_of_checkpoints(tmp_path: Path) -> None:
    mx.nd.save(str(tmp_path / "a.params"), {"arg:w": mx.nd.ones(2), "aux:m": mx.nd.ones(1)})
    mx.nd.save(str(tmp_path / "b.params"), {"w": mx.nd.ones(2), "m": mx.nd.ones(1)})
    assert compare(str(tmp_path / "a.params"), str(tmp_path / "b.params")).equal


def test_bfloat16(tmp_path: Path) -> None:
    for name, value in (("a", 1.0), ("b", 1.5)):
        mx.nd.save(str(tmp_path / name), {"w": mx.nd.array([value]).astype("bfloat16")})
    (change,) = compare(str(tmp_path / "a"), str(tmp_path / "b")).changes
    assert (change.what, change.absolute) == ("values", 0.5)


def test_arrays_without_names(tmp_path: Path) -> None:
    for name, size in (("a", 2), ("b", 3)):
        mx.nd.save(str(tmp_path / name), [mx.nd.ones(1), mx.nd.ones(size)])
    (change,) = compare(str(tmp_path / "a"), str(tmp_path / "b")).changes
    assert (change.name, change.what) == ("1", "shape")


def test_symbols(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a = _symbol(tmp_path / "a.json")
    assert main(["diff", a, _symbol(tmp_path / "b.json")]) == 0
    assert main(["diff", a, _symbol(tmp_path / "b.json", hidden=4)]) == 1
    assert 'fc: attributes {"num_hidden": "3"} -> {"num_hidden": "4"}' in capsys.readouterr().out
    comparison = compare(a, _symbol(tmp_path / "b.json", name="other"))
    assert "fc" in comparison.only_first and "other" in comparison.only_second
    assert [change.what for change in comparison.changes] == ["outputs"]


def test_other_operators_and_inputs(tmp_path: Path) -> None:
    x, y = mx.sym.var("x"), mx.sym.var("y")
    for name, result in (("a", mx.sym.elemwise_add(x, y, name="sum")), ("b", mx.sym.elemwise_sub(y, x, name="sum"))):
        result.save(str(tmp_path / f"{name}.json"))
    changes = compare(str(tmp_path / "a.json"), str(tmp_path / "b.json")).changes
    assert [(change.what, change.first) for change in changes] == [("operator", "elemwise_add"), ("inputs", ["x", "y"])]


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = _save(tmp_path / "a.params", w=np.float32([1])), _save(tmp_path / "b.params", w=np.float32([np.nan]))
    assert main(["diff", a, b, "--json"]) == 1
    content = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert content == {"equal": False, "compared": 1, "only_first": [], "only_second": [],
                       "changes": [{"name": "w", "what": "values", "absolute": "inf", "relative": "inf"}]}


def test_long_lists_are_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a = _save(tmp_path / "a.params", **{f"w{i}": np.float32([1]) for i in range(9)})
    b = _save(tmp_path / "b.params", **{f"w{i}": np.float32([1 + i]) for i in range(9)})
    assert main(["diff", a, b, "--limit", "2"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "w8: values differ by up to 8 (relative 0.888889)", "w7: values differ by up to 7 (relative 0.875)",
        "and 6 more differences", "different: 8 changes in 9 common names"]


@pytest.mark.parametrize(("second", "words"), [("missing.params", "does not exist"), ("s.json", "different kinds"),
                                               ("damaged.params", "damaged")])
def test_errors(second: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _symbol(tmp_path / "s.json")
    (tmp_path / "damaged.params").write_bytes(b"damaged")
    assert main(["diff", _save(tmp_path / "a.params", w=np.float32([1])), str(tmp_path / second)]) == 2
    assert words in capsys.readouterr().err
