"""The profiler: what it records, its table, its JSON and its trace."""

from __future__ import annotations

import json

import pytest

import mxnet as mx
from mxnet import profiler
from mxnet.profiler import _control, _record


@pytest.fixture(autouse=True)
def _fresh(tmp_path, monkeypatch):
    monkeypatch.setattr(_control.PROFILER, "record", _record.Record())
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
    row = _statistics()["operator"]["aten::sqrt"]
    assert row["Count"] == 4 and 0 < row["Min"] <= row["Avg"] <= row["Max"] <= row["Total"]


def test_backward_passes_are_operators_too():
    array = mx.nd.ones((4, 4))
    array.attach_grad()
    profiler.set_state("run")
    with mx.autograd.record():
        root = mx.nd.sqrt(array)
    root.backward()
    assert _statistics()["operator"]["SqrtBackward0"]["Count"] == 1


def test_reading_does_not_end_it_and_reset_counts_anew():
    array = mx.nd.ones((4, 4))
    profiler.set_state("run")
    mx.nd.sqrt(array)
    assert "aten::sqrt" in profiler.dumps(reset=True)
    mx.nd.sqrt(array)
    mx.nd.sqrt(array)
    assert _statistics()["operator"]["aten::sqrt"]["Count"] == 2


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
    inner = next(e for e in events if e["name"] == "aten::mm")
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
