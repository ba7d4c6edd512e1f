"""Load states that MXNet 1.9.1 pickled with all protocols (``golden_states.py``), and compare our states."""

import json
import pathlib
import pickle
from typing import Any

import numpy as np
import pytest
from golden_states import described

import mxnet as mx
from mxnet import nd

GOLDEN = pathlib.Path(__file__).parent / "golden"
CONTENTS = json.loads((GOLDEN / "states.json").read_text())
with np.load(GOLDEN / "states.npz") as _archive:
    PICKLES = {name: _archive[name].tobytes() for name in _archive.files}


def check(updater: Any, content: dict[str, Any], with_optimizer: bool = True) -> None:
    assert described(updater.states) == content["states"]
    if with_optimizer:
        assert type(updater.optimizer).__name__ == content["class"]
        own = {key: described(part) for key, part in vars(updater.optimizer).items()}
        for key, part in content["attributes"]["dict"]:
            assert own[key] == part, key
        counts = updater.optimizer._all_index_update_counts
        assert updater.optimizer._index_update_count is counts[0]


def loaded(states: bytes) -> Any:
    updater = mx.optimizer.get_updater(mx.optimizer.Test())
    updater.set_states(states)
    return updater


@pytest.mark.parametrize("name", PICKLES)
def test_pickles_of_the_original(name: str) -> None:
    case, form = name.split("/")
    check(loaded(PICKLES[name]), CONTENTS[case], form != "states")


@pytest.mark.parametrize("case", CONTENTS)
def test_all_of_it_can_be_saved_and_loaded(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    updater = loaded(PICKLES[f"{case}/dump"])
    check(loaded(updater.get_states(dump_optimizer=True)), CONTENTS[case])
    check(loaded(updater.get_states()), CONTENTS[case], with_optimizer=False)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        check(loaded(pickle.dumps((updater.states, updater.optimizer), protocol)), CONTENTS[case])
    monkeypatch.setenv("MXNET_STATES_FORMAT", "pickle")
    states, optimizer = pickle.loads(updater.get_states(dump_optimizer=True))
    assert described(states) == CONTENTS[case]["states"] and type(optimizer).__name__ == CONTENTS[case]["class"]


def test_a_file_of_ours_is_a_file_of_arrays(tmp_path: pathlib.Path) -> None:
    updater = loaded(PICKLES["sgd/dump"])
    (tmp_path / "x.states").write_bytes(updater.get_states(dump_optimizer=True))
    arrays = nd.load(str(tmp_path / "x.states"))
    text = json.loads(arrays.pop("states.json").asnumpy().tobytes())
    assert text["version"] == 1 and sorted(arrays) == ["0", "1", "2"]
    assert described(arrays["0"]) == CONTENTS["sgd"]["states"]["dict"][0][1]


def python_2_states() -> bytes:
    """Return states of Python 2, in which strings are bytes and bytearrays consist of a string and its encoding."""
    record = pickle.loads(pickle.dumps(nd.array([1.5]).__getstate__()))["handle"]
    text = bytes(record).decode("latin-1").encode("raw-unicode-escape").replace(b"\n", b"\\u000a")
    return (b"((dp0\nI0\n(cmxnet.ndarray\nNDArray\np1\n(NtRp2\n(dp3\nS'handle'\np4\nc__builtin__\nbytearray\np5\n(V"
            + text +
            b"\np6\nS'latin-1'\np7\ntRp8\nsbNtp9\nsccopy_reg\n_reconstructor\np10\n(cmxnet.optimizer\nSGD\np11\n"
            b"c__builtin__\nobject\np12\nNtRp13\n(dp14\nS'momentum'\np15\nF0.90000000000000002\nsS'lr'\np16\n"
            b"cnumpy.core.multiarray\nscalar\np17\n(cnumpy\ndtype\np18\n(S'f4'\np19\nI0\nI1\ntRp20\n(I3\nS'<'\np21\nNNNI-1\n"
            b"I-1\nI0\ntbS'\\xcd\\xcc\\xcc='\np22\ntRp23\nsS'num_update'\np24\nL3L\nsS'multi_precision'\np25\nI00\n"
            b"sS'idx2name'\np26\n(dp27\nI0\nS'it\\'s'\np28\nssbtp29\n.")


def test_states_of_python_2() -> None:
    updater = loaded(python_2_states())
    array, nothing = updater.states[0]
    assert array.asnumpy().tolist() == [1.5] and nothing is None
    optimizer = updater.optimizer
    assert type(optimizer) is mx.optimizer.SGD and optimizer.momentum == 0.9 and optimizer.num_update == 3
    assert optimizer.lr == np.float32(0.1) and type(optimizer.lr) is np.float32
    assert optimizer.multi_precision is False and optimizer.idx2name == {0: "it's"}
    weight = nd.ones((1,))
    updater(1, nd.ones((1,)), weight)  # attributes missing in old versions have default values
    assert weight.asnumpy()[0] == pytest.approx(0.9)
