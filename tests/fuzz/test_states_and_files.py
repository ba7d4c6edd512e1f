"""Short runs of ``tools/fuzz``: no crash, no hang, no execution, no raw error."""

import pathlib
import random
from typing import Any

import files
import pytest
import records
import states
from _common import attempt

import mxnet as mx


def failures(make: Any, use: Any, errors: tuple[type[BaseException], ...], count: int) -> list[str]:
    found = (attempt(make, use, 0, number, errors)[0] for number in range(count))
    return [failure for failure in found if failure is not None]


def test_states() -> None:
    states.prepare()
    assert failures(states.make, states.use, (mx.MXNetError,), 1500) == []


@pytest.mark.parametrize(("kind", "count"), [("params", 300), ("json", 150), ("images", 150), ("records", 200),
                                             ("jpeg_rows", 200),
                                             ("record_iter", 60), ("index", 150), ("lists", 60), ("idx", 150),
                                             ("csv", 150), ("libsvm", 150), ("vectors", 150), ("sources", 150),
                                             ("notebooks", 150), ("checked_symbols", 100)])
def test_files(kind: str, count: int, capfd: pytest.CaptureFixture[str]) -> None:
    if kind in ("images", "jpeg_rows", "records", "record_iter", "index", "lists"):
        pytest.importorskip("cv2")
    chosen = files.KINDS[kind]
    assert failures(files.maker(chosen), chosen.use, chosen.errors, count) == []


def test_records(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("cv2")
    records.prepare()
    assert failures(records.make, records.use, records.ERRORS, 400) == []


def test_the_guard_sees_what_is_run(tmp_path: pathlib.Path) -> None:
    """Were something run, the scripts would say so."""
    calls = [lambda _: eval("1 + 1"), lambda _: open(tmp_path / "x", "w").close(), lambda _: exec("pass"),
             lambda _: __import__("this_is_no_module")]
    for call in calls:
        failure, _, _ = attempt(lambda choose: b"", call, 0, 0, (ModuleNotFoundError,))
        assert failure is not None and failure.startswith("ran ")
    failure, accepted, _ = attempt(lambda choose: b"", lambda content: content[0], 0, 0, ())
    assert failure is not None and failure.startswith("IndexError in test_states_and_files.py") and not accepted
    assert attempt(lambda choose: choose.random(), lambda _: None, 0, 0, ())[:2] == (None, True)
    assert random.Random("0:1").random() == random.Random("0:1").random()
