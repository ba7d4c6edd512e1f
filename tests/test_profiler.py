"""Tests of the profiler: recorded events, its table, its JSON and its trace."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import mxnet as mx
from mxnet import profiler
from mxnet.profiler import _control, _record


@pytest.fixture(autouse=True)
def _fresh(tmp_path, monkeypatch):
    monkeypatch.setattr(_control.PROFILER, "record", _record.Record())
    monkeypatch.setattr(_control.PROFILER, "owed_by", None)  # otherwise this process would write a trace at exit
    profiler.set_config(profile_all=True, aggregate_stats=True, filename=str(tmp_path / "profile.json"))
    yield
    profiler.set_state("stop")


def _statistics() -> dict:
    return json.loads(profiler.dumps(format="json"))["Time"]


def test_operators_are_counted_while_it_runs():
    array = mx.nd.ones((4, 4))
    mx.nd.sqrt(array)
    profiler.set_state("run")
    for _ in range(3):
        mx.nd.sqrt(array)
    profiler.pause()
    mx.nd.sqrt(array)
    profiler.resume()
    mx.nd.sqrt(array)
    profiler.set_state("stop")
    mx.nd.sqrt(array)
    row = _statistics()["operator"]["sqrt"]
    assert row["Count"] == 4 and 0 < row["Min"] <= row["Avg"] <= row["Max"] <= row["Total"]


def test_backward_passes_are_operators_too():
    array = mx.nd.ones((4, 4))
    array.attach_grad()
    profiler.set_state("run")
    with mx.autograd.record():
        root = mx.nd.sqrt(array)
    root.backward()
    assert _statistics()["operator"]["_backward_sqrt"]["Count"] == 1


def test_reading_does_not_end_it_and_reset_counts_anew():
    array = mx.nd.ones((4, 4))
    profiler.set_state("run")
    mx.nd.sqrt(array)
    assert "sqrt" in profiler.dumps(reset=True)
    mx.nd.sqrt(array)
    mx.nd.sqrt(array)
    assert _statistics()["operator"]["sqrt"]["Count"] == 2


def test_resume_without_run_measures_nothing():
    profiler.resume()
    mx.nd.sqrt(mx.nd.ones(2))
    assert _statistics() == {}


def test_marks_of_the_program(tmp_path):
    domain = profiler.Domain("loop")
    task, frame, event = domain.new_task("load"), domain.new_frame("step"), profiler.Event("all")
    task.start()
    task.stop()
    profiler.set_state("run")
    event.start()
    for _ in range(2):
        frame.start()
        task.start()
        task.stop()
        frame.stop()
    event.stop()
    counter = domain.new_counter("samples", 3)
    counter += 5
    counter -= 1
    domain.new_marker("here").mark("thread")
    profiler.dump()
    counts = {category: {name: row["Count"] for name, row in rows.items()} for category, rows in _statistics().items()}
    assert counts["loop"] == {"load": 2} and counts["loop,frame"] == {"step": 2} and counts["event"] == {"all": 1}
    events = json.loads((tmp_path / "profile.json").read_text())["traceEvents"]
    assert [e["args"]["samples"] for e in events if e["ph"] == "C"] == [3, 8, 7]
    assert [(e["name"], e["s"]) for e in events if e["ph"] == "i"] == [("here", "t")]
    assert sum(e["name"] == "load" for e in events) == 2
    assert (str(domain), str(task), str(counter)) == ("loop", "load", "samples")


def test_operators_and_marks_share_one_clock(tmp_path):
    event = profiler.Event("around")
    profiler.set_state("run")
    event.start()
    mx.nd.dot(mx.nd.ones((50, 50)), mx.nd.ones((50, 50)))
    event.stop()
    profiler.dump()
    events = json.loads((tmp_path / "profile.json").read_text())["traceEvents"]
    around = next(e for e in events if e["name"] == "around")
    inner = next(e for e in events if e["name"] == "dot")
    slack = 50_000
    assert around["ts"] - slack < inner["ts"] < around["ts"] + around["dur"] + slack


@pytest.mark.parametrize("sort_by", ["total", "avg", "min", "max", "count"])
@pytest.mark.parametrize("ascending", [False, True])
def test_sorting(sort_by, ascending):
    record = _record.Record([_record.Span("a", "x", 0, 5, 1), _record.Span("a", "y", 0, 3, 1),
                             _record.Span("a", "y", 0, 9, 1)])
    rows = list(record.statistics(sort_by, ascending)["a"].values())
    values = [row[_record.SORT_KEYS[sort_by]] for row in rows]
    assert values == sorted(values, reverse=not ascending)


def test_old_names_warn(tmp_path):
    with pytest.warns(UserWarning, match="set_config"):
        profiler.profiler_set_config("all", str(tmp_path / "old.json"))
    with pytest.warns(UserWarning, match="set_state"):
        profiler.profiler_set_state("run")
    with pytest.warns(UserWarning, match="dump"):
        profiler.dump_profile()
    assert json.loads((tmp_path / "old.json").read_text())["traceEvents"] == []


def test_wrong_arguments():
    with pytest.raises(mx.MXNetError, match="unknown option.*file_name"):
        profiler.set_config(file_name="x")
    with pytest.raises(ValueError, match="state must be one of"):
        profiler.set_state("go")
    with pytest.raises(ValueError, match="sort_by"):
        profiler.dumps(sort_by="name")
    with pytest.raises(mx.MXNetError, match="no servers"):
        profiler.dump(profile_process="server")


def test_arithmetic_methods_and_creation_have_the_names_of_their_operators():
    profiler.set_state("run")
    x = mx.nd.zeros((2, 2))
    ((1 - (x + 1) * x) / 2).reshape((4,)).sum()
    mx.np.sum(mx.np.ones(3) + 1)
    profiler.set_state("stop")
    counts = {name: row["Count"] for name, row in _statistics()["operator"].items()}
    expected = ("_zeros", "_plus_scalar", "broadcast_mul", "_rminus_scalar", "_div_scalar", "sum", "_np_sum",
                "_npi_add_scalar")
    assert {name: counts.get(name) for name in expected} == dict.fromkeys(expected, 1)


@pytest.mark.parametrize("when", ["before", "after"])
def test_compiled_graphs_tell_their_operators(when):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(3, activation="tanh"), mx.gluon.nn.Dense(2))
    net.initialize()
    net.hybridize()
    x = mx.nd.ones((2, 4))
    net(x)  # in the other mode, because the first call also infers shapes
    if when == "before":
        with mx.autograd.record():
            net(x)
    profiler.set_state("run")
    with mx.autograd.record():
        result = net(x)
    result.backward()
    profiler.set_state("stop")
    counts = {name: row["Count"] for name, row in _statistics()["operator"].items()}
    assert counts["FullyConnected"] == 2 and counts["Activation"] == 1
    assert any(name.startswith("_backward_FullyConnected") for name in counts)


def test_functions_are_put_back():
    before = mx.nd.sqrt, mx.nd.NDArray.__add__, mx.nd.random.uniform, mx.np.sum, mx.nd.zeros
    profiler.set_state("run")
    assert mx.nd.sqrt is not before[0] and mx.nd.sqrt.__name__ == "sqrt"
    profiler.set_state("stop")
    assert (mx.nd.sqrt, mx.nd.NDArray.__add__, mx.nd.random.uniform, mx.np.sum, mx.nd.zeros) == before


def test_what_a_program_puts_in_their_places_stays(monkeypatch):
    def mine(x):
        return x

    monkeypatch.setattr(mx.nd, "cbrt", mx.nd.cbrt)
    profiler.set_state("run")
    mx.nd.cbrt = mine
    profiler.set_state("stop")
    assert mx.nd.cbrt is mine


def test_custom_operators_tell_what_they_call():
    class Plus(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.assign(out_data[0], req[0], in_data[0] + 1)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], mx.nd.negative(out_grad[0]))

    @mx.operator.register("profiled_plus")
    class PlusProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Plus()

    x = mx.nd.ones(3)
    x.attach_grad()
    profiler.set_state("run")
    with mx.autograd.record():
        y = mx.nd.Custom(x, op_type="profiled_plus")
    y.backward()
    profiler.set_state("stop")
    statistics = _statistics()
    assert {name: row["Count"] for name, row in statistics["Custom Operator"].items()} == {
        "profiled_plus::pure_python": 1, "_backward_profiled_plus::pure_python": 1,
        "profiled_plus::_plus_scalar": 1, "_backward_profiled_plus::negative": 1}
    assert statistics["operator"]["Custom"]["Count"] == 1


def test_a_trace_is_owed_until_it_is_written():
    assert _control.PROFILER.owed_by is None
    profiler.set_state("run")
    profiler.set_state("stop")
    assert _control.PROFILER.owed_by == os.getpid()
    profiler.dump(False)
    assert _control.PROFILER.owed_by == os.getpid()
    profiler.dump()
    assert _control.PROFILER.owed_by is None


def test_a_program_that_ends_while_it_runs_leaves_its_trace(tmp_path):
    code = "import mxnet as mx; mx.nd.ones(2) + 1; raise SystemExit(3)"
    environment = {**os.environ, "MXNET_PROFILER_AUTOSTART": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=False).returncode == 3
    events = json.loads((tmp_path / "profile.json").read_text())["traceEvents"]
    assert "_plus_scalar" in {event["name"] for event in events}
