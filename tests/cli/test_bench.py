"""Tests of ``mxnet bench``. They check the results, never the times."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import cli, nd, recordio
from mxnet.base import MXNetError
from mxnet.cli.bench import _prepare, _processes, _report, _samples, _worker
from mxnet.cli.bench._report import Accuracy, Report, Row
from mxnet.gluon import nn
from mxnet_records.cli._options.bench import add_arguments

QUICK = ["--seconds", "0.001", "--rounds", "1", "--threads", "1", "--samples", "6"]


@pytest.fixture
def lenet(tmp_path):
    mx.random.seed(0)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(), nn.Dense(5))
    net.initialize()
    net.hybridize()
    net(nd.zeros((1, 1, 12, 12)))
    net.export(str(tmp_path / "lenet"))
    return str(tmp_path / "lenet")


@pytest.fixture
def in_process(monkeypatch):
    """Run the steps in this process, which is faster. Return the list of tasks."""
    tasks = []

    def run(task):
        tasks.append(task)
        try:
            return _worker.perform(task)
        except Exception as error:
            raise MXNetError(str(error)) from error

    monkeypatch.setattr(_processes, "run_task", run)
    return tasks


def save(tmp_path, symbol, **shapes):
    """Write a symbol with random parameters and return its prefix."""
    symbol.save(str(tmp_path / "net-symbol.json"))
    arguments, _, _ = symbol.infer_shape(**shapes)
    generator = np.random.RandomState(0)
    nd.save(str(tmp_path / "net-0000.params"), {
        f"arg:{name}": nd.array(generator.uniform(-1, 1, shape))
        for name, shape in zip(symbol.list_arguments(), arguments, strict=True)
        if name not in shapes and "label" not in name})
    return str(tmp_path / "net")


def rows_of(path):
    return json.loads(Path(path).read_text())["rows"]


def test_processes_measure_a_model(lenet, tmp_path, capsys):
    out = str(tmp_path / "out.json")
    words = ["bench", lenet, "--shape", "data=1,12,12", "--batch", "2", "--precision", "float32", "--no-onnxruntime"]
    assert cli.main([*words, *QUICK, "--json", out]) == 0
    shown = capsys.readouterr()
    assert "[2/2] round 1: mxnet float32, batch 2, threads 1" in shown.err
    assert "lenet (data 1x12x12)" in shown.out and "3 samples of random data" in shown.out
    (row,) = rows_of(out)
    assert row["calls"] >= 5 and row["samples_per_second"] > 0 and row["p99_ms"] >= row["median_ms"] > 0
    assert row["peak_memory_mb"] is None or row["peak_memory_mb"] > 50
    assert (row["largest_relative_error"], row["same_argmax"]) == (0, 1)


def test_all_precisions_and_reports(lenet, tmp_path, in_process, capsys):
    pytest.importorskip("onnxruntime")
    pytest.importorskip("matplotlib")
    out, png = str(tmp_path / "out.json"), tmp_path / "out.png"
    assert cli.main(["bench", lenet, "--shape", "data=1,12,12", "--batch", "1,3", *QUICK, "--json", out, "--png",
                     str(png)]) == 0
    content = json.loads(Path(out).read_text())
    assert content["complete"] and content["machine"]["cpu"] and content["machine"]["versions"]["torch"]
    assert isinstance(content["machine"]["instruction_sets"], list) and content["samples_for_accuracy"] == 3
    kinds = ["mxnet float32", "mxnet bfloat16", "mxnet int8", "onnxruntime float32", "onnxruntime int8"]
    assert [f"{row['engine']} {row['precision']}" for row in content["rows"]] == kinds * 2
    assert not [row for row in content["rows"] if "error" in row]
    errors = [row["rms_relative_error"] for row in content["rows"][:5]]
    assert errors[0] == 0 < errors[1] < 0.02 and 0 < errors[2] < 0.05 and errors[3] < 1e-5 and 0 < errors[4] < 0.2
    assert png.read_bytes().startswith(b"\x89PNG")
    lines = capsys.readouterr().out.splitlines()
    assert len({line.index("median ms") + len("median ms") for line in lines[1:2]}) == 1
    assert len(lines) >= 13 and all(len(line) <= len(lines[1]) for line in lines[2:12])


def test_labels_are_not_needed(tmp_path, in_process):
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc")
    prefix = save(tmp_path, mx.sym.SoftmaxOutput(net, name="softmax"), data=(2, 6))
    assert cli.main(["bench", prefix, "--shape", "data=6", "--batch", "1,3", *QUICK, "--json", f"{prefix}.out"]) == 0
    assert not [row for row in rows_of(f"{prefix}.out") if "error" in row]


def test_indices_stay_exact_in_bfloat16(tmp_path, in_process):
    """bfloat16 cannot represent 257, so indices must not be converted."""
    table = mx.sym.Embedding(mx.sym.var("data"), input_dim=2000, output_dim=4, name="embed")
    prefix = save(tmp_path, mx.sym.FullyConnected(table, num_hidden=3, name="fc"), data=(2, 5))
    data = tmp_path / "data.npy"
    np.save(data, np.arange(257, 277).reshape(4, 5).astype("float32"))
    assert cli.main(["bench", prefix, "--data", str(data), "--precision", "bfloat16", "--batch", "2", *QUICK,
                     "--no-onnxruntime", "--json", f"{prefix}.out"]) == 0
    (row,) = rows_of(f"{prefix}.out")
    assert 0 < row["largest_relative_error"] < 0.02


def test_a_failed_configuration_is_a_row(tmp_path, in_process, capsys):
    fixed = mx.sym.reshape(mx.sym.var("data"), shape=(8, 6))
    prefix = save(tmp_path, mx.sym.FullyConnected(fixed, num_hidden=3, name="fc"), data=(8, 6))
    words = ["bench", prefix, "--shape", "data=6", "--precision", "float32", *QUICK, "--no-onnxruntime"]
    assert cli.main([*words, "--batch", "3,8", "--json", f"{prefix}.out"]) == 0
    first, second = rows_of(f"{prefix}.out")
    assert "reshape" in first["error"].lower() and "median_ms" not in first and "median_ms" in second
    assert "failed: " in capsys.readouterr().out
    assert cli.main([*words, "--batch", "3"]) == 1


def test_failure_to_convert_fails_only_its_rows(lenet, in_process, monkeypatch, capsys):
    def fail(*_, **__):
        raise ValueError("no such kernel")

    monkeypatch.setattr(_prepare.quantization, "quantize_net_v2", fail)
    assert cli.main(["bench", lenet, "--shape", "data=1,12,12", "--batch", "1", *QUICK, "--no-onnxruntime"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines if "failed: no such kernel" in line] == ["int8"]


def test_interruption_prints_the_results_so_far(lenet, tmp_path, in_process, monkeypatch, capsys):
    run = _processes.run_task

    def interrupt(task):
        if task.get("batch") == 2:
            raise KeyboardInterrupt
        return run(task)

    monkeypatch.setattr(_processes, "run_task", interrupt)
    out = str(tmp_path / "out.json")
    assert cli.main(["bench", lenet, "--shape", "data=1,12,12", "--batch", "1,2", "--precision", "float32", *QUICK,
                     "--no-onnxruntime", "--json", out]) == 130
    shown = capsys.readouterr()
    assert "not measured" in shown.out and "interrupted" in shown.err
    assert not json.loads(Path(out).read_text())["complete"] and "median_ms" in rows_of(out)[0]


def test_rounds_are_interleaved(lenet, in_process):
    assert cli.main(["bench", lenet, "--shape", "data=1,12,12", "--batch", "1,2", "--precision", "float32",
                     *QUICK, "--rounds", "2", "--no-onnxruntime"]) == 0
    assert [task["batch"] for task in in_process if task["kind"] == "measure"] == [1, 2, 1, 2]


def test_zoo_networks_have_random_weights():
    model, random = _prepare.read_model("squeezenet1.1", None, None)
    assert random and _prepare.sample_shapes(model, {}) == {"data": (3, 224, 224)}


@pytest.mark.parametrize(("words", "message"), [
    ([], "does not define the shape of data; pass the shape of one sample, for example --shape data=1,12,12"),
    (["--shape", "x=1,12,12"], "the model has no input x; its inputs are data"),
    (["--shape", "data=1,12,12", "--data", "nothing"], "nothing is not data: expected an .npy, .npz or .rec file"),
    (["--shape", "data=1,12,12", "--json", "no/folder/x.json"], "no/folder/x.json cannot be written"),
])
def test_errors_name_the_remedy(lenet, words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if not words:  # a shape that no table of common sizes lists cannot be suggested
        monkeypatch.setattr("mxnet.tools.convert._shapes._IMAGE_SIZES", (12,))
    assert cli.main(["bench", lenet, *words, "--no-onnxruntime"]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("words", "message"), [
    (["--batch", "1,0"], "--batch: must be an integer of at least 1, received '0'"),
    (["--precision", "int4"], "--precision: must be some of float32,bfloat16,int8, received 'int4'"),
    (["--seconds", "-1"], "--seconds: must be a number above 0, received '-1'"),
    (["--mean", "a,b"], "--mean: must be numbers separated by commas, received 'a,b'"),
])
def test_bad_options_are_refused(words, message, capsys):
    with pytest.raises(SystemExit):
        cli.main(["bench", "net", *words])
    assert message in capsys.readouterr().err


def test_lists_of_numbers():
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    options = parser.parse_args(["net", "--mean", "0.5,0.5,0.4", "--std", "1,1,1", "--batch", "8,8,1"])
    assert (options.mean, options.std, options.batch) == ([0.5, 0.5, 0.4], [1.0, 1.0, 1.0], [8, 1])


def test_onnxruntime_must_be_installed_if_requested(lenet, monkeypatch, capsys):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name == "onnxruntime" else find(name, *a))
    assert cli.main(["bench", lenet, "--onnxruntime"]) == 1
    assert "--onnxruntime needs onnxruntime; run pip install onnxruntime" in capsys.readouterr().err


def test_worker_imports_no_torch():
    """Otherwise the peak memory of onnxruntime would contain torch."""
    program = (f"import runpy, sys; runpy.run_path({str(_processes._WORKER)!r}, run_name='worker'); "
               "print('torch' in sys.modules, 'mxnet' in sys.modules)")
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["False", "False"]


def test_peak_memory_is_optional(monkeypatch):
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert _worker._peak_memory() is None


def test_processes_report_why_they_failed(tmp_path):
    with pytest.raises(MXNetError, match=r"^KeyError: 'kind'$"):
        _processes.run_task({"folder": str(tmp_path), "threads": 1})
    assert _processes._explain(1, "Traceback\n  x\nmxnet.MXNetError: one\ntwo\n") == "mxnet.MXNetError: one two"
    assert _processes._explain(3, "") == "the process ended with exit code 3"
    if os.name == "posix":
        assert "SIGKILL, perhaps for lack of memory" in _processes._explain(-9, "")


def test_accuracy():
    one = np.array([[1.0, 2.0], [4.0, 3.0]])
    assert Accuracy.compare([one], [one]) == Accuracy(0, 0, 1)
    changed = Accuracy.compare([one], [np.array([[2.0, 1.0], [4.0, 3.0]])])
    assert changed == Accuracy(0.25, pytest.approx((2 / 30) ** 0.5), 0.5)
    assert Accuracy.compare([one], [one * np.nan]).error == np.inf
    assert Accuracy.compare([one], [one[:1]]) == Accuracy(np.inf, np.inf, None)
    assert Accuracy.compare([one[:, :1]], [one[:, :1]]).same is None


def test_statistics_of_rounds():
    row = Row("mxnet", "int8", 4, 1)
    row.add({"times": [1.0, 3.0], "memory": 10.0})
    row.add({"times": [2.0, 2.0], "memory": 9.0})
    assert (row.median, row.throughput, row.memory) == (2.0, 2000.0, 10.0)
    assert row.describe()["round_medians_ms"] == [2.0, 2.0]


def test_report_mentions_a_busy_machine(monkeypatch):
    settings = {"shapes": {"data": (3,)}, "data": None, "samples for accuracy": 1, "random weights": False}
    monkeypatch.setattr(_report, "processors", lambda: 2)
    busy = _report.format_lines(Report("net", {**settings, "load average before": 1.5}, []))
    quiet = _report.format_lines(Report("net", {**settings, "load average before": 0.1}, []))
    assert any("other programs were running" in line for line in busy)
    assert not any("other programs were running" in line for line in quiet)


def test_images_and_records_are_samples(tmp_path):
    cv2 = pytest.importorskip("cv2")
    pixels = np.full((20, 30, 3), (10, 20, 30), np.uint8)  # BGR
    (tmp_path / "a").mkdir()
    cv2.imwrite(str(tmp_path / "a" / "one.png"), pixels)
    record = recordio.MXRecordIO(str(tmp_path / "data.rec"), "w")
    record.write(recordio.pack_img(recordio.IRHeader(0, 1.0, 0, 0), pixels, img_fmt=".png"))
    record.close()
    normal = _samples.Pixels([10.0], [2.0])
    for path in (tmp_path, tmp_path / "data.rec"):
        read = _samples._read_images(str(path), (3, 8, 8), 4, normal)
        assert read.shape == (1, 3, 8, 8)
        assert read[0, :, 4, 4].tolist() == [10.0, 5.0, 0.0]
    with pytest.raises(MXNetError, match="images have 1 or 3 channels"):
        _samples._read_images(str(tmp_path), (5,), 4, normal)


def test_arrays_are_samples(tmp_path):
    np.savez(tmp_path / "x.npz", a=np.ones((3, 2)), b=np.ones((3, 1)))
    assert {name: array.shape for name, array in _samples.arrays_of(str(tmp_path / "x.npz"), ["a", "b"]).items()} == {
        "a": (3, 2), "b": (3, 1)}
    with pytest.raises(MXNetError, match="has an array b, but the inputs of the model are a"):
        _samples.arrays_of(str(tmp_path / "x.npz"), ["a"])
    calibration, test = _samples.split({"a": np.arange(5)})
    assert (calibration["a"].tolist(), test["a"].tolist()) == ([0, 1], [2, 3, 4])
    calibration, test = _samples.split({"a": np.arange(1)})
    assert calibration["a"].tolist() == test["a"].tolist() == [0]


def test_the_example_of_the_guide_runs(tmp_path, in_process, monkeypatch, capsys):
    pytest.importorskip("onnxruntime")
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    shown = {}
    for guide in ("docs/en/guides/bench.md", "docs/zh/guides/bench.md"):
        text = (Path(__file__).parents[2] / guide).read_text("utf-8")
        shown[guide] = [re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
                        for language in ("python", "bash", "text")]
    assert shown["docs/en/guides/bench.md"] == shown["docs/zh/guides/bench.md"]
    (program,), (command,), (output,) = shown["docs/en/guides/bench.md"]
    exec(compile(program, "docs/en/guides/bench.md", "exec"), {"__name__": "guide"})
    assert cli.main([*shlex.split(command)[1:], "--seconds", "0.001", "--rounds", "1"]) == 0
    printed, expected = capsys.readouterr().out.splitlines(), output.splitlines()
    assert printed[1].split() == expected[1].split()
    assert [line.split()[:4] for line in printed[2:12]] == [line.split()[:4] for line in expected[2:12]]
    assert printed[12] == expected[12] and Path("net.json").exists() and Path("net.png").exists()
