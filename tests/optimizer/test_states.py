"""Tests of optimizer states as bytes."""

import json
import os
import pathlib
import pickle
import sys
from typing import Any

import numpy as np
import pytest
from golden_optimizer import flat
from golden_states import ONE_STEP

import mxnet as mx
from mxnet import nd
from mxnet._runtime.files import params_file


class Evil:
    def __reduce__(self):
        return os.getcwd, ()


def test_states_round_trip() -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9, learning_rate=0.1))
    weight = nd.ones((2,))
    updater(0, nd.ones((2,)), weight)
    other = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9, learning_rate=0.1))
    other.set_states(updater.get_states(dump_optimizer=True))
    assert other.optimizer.momentum == 0.9 and other.optimizer.num_update == 1
    assert (other.states[0].asnumpy() == updater.states[0].asnumpy()).all()


class Recorded(mx.lr_scheduler.LRScheduler):
    """A user-defined scheduler."""

    def __init__(self, rates: list[float]) -> None:
        super().__init__()
        self.rates, self.inner = rates, mx.lr_scheduler.CosineScheduler(10)

    def __call__(self, num_update: int) -> float:
        return self.rates[num_update]


class OwnOptimizer(mx.optimizer.SGD):
    """A user-defined optimizer with attributes that are not numbers."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.hook: Any = None
        self.kept = {"mean": nd.array([1, 2]), "scale": np.float32(0.5), "shape": (1, 2)}

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in super().__getstate__().items() if key != "hook"}


def named(module: str, name: str, state: bytes = b"}") -> bytes:
    """Return a pickle of states with one weight, whose state is an object of a class."""
    return b"}K\x00c" + f"{module}\n{name}\n".encode() + b"N\x85R" + state + b"bs."


HOSTILE = {
    "nothing": b"",
    "junk": b"junk",
    "a call": pickle.dumps({0: Evil()}),
    "a function": pickle.dumps(os.system),
    "no states": pickle.dumps([1, 2]),
    "no optimizer": pickle.dumps(({}, {})),
    "another class of arrays": named("mxnet.ndarray.ndarray", "_GradientBuffer"),
    "an array of nothing": named("mxnet.ndarray.ndarray", "NDArray", b"}U\x06handleC\x03abcs"),
    "an array of a number": named("mxnet.ndarray.ndarray", "NDArray", b"}U\x06handleK\x03s"),
    "a symbol": named("mxnet.symbol.symbol", "Symbol"),
    "an updater": named("mxnet.optimizer.optimizer", "Updater"),
    "a method": named("mxnet.optimizer.optimizer", "SGD", b"}U\x06updateK\x01s"),
    "a dunder": named("mxnet.optimizer.optimizer", "SGD", b"}U\x09__class__K\x01s"),
    "a text as rate": named("mxnet.optimizer.optimizer", "SGD", b"}U\x02lrU\x01xs"),
    "attributes that are a list": named("mxnet.optimizer.optimizer", "SGD", b"]"),
    "no scheduler": named("mxnet.optimizer.optimizer", "SGD", b"}U\x0clr_schedulerK\x01s"),
    "a scheduler that never ends": pickle.dumps(({}, mx.optimizer.SGD(lr_scheduler=mx.lr_scheduler.FactorScheduler(1)))
                                                ).replace(b"\x8c\x04step\x94K\x01", b"\x8c\x04step\x94K\x00"),
    "arrays without a text": params_file.write([params_file.SavedArray.dense(np.ones(2, "f4"))], ["x"]),
    "a damaged text": params_file.write([params_file.SavedArray.dense(np.frombuffer(b"{1", "u1"))], ["states.json"]),
}


def text_file(states: Any, *arrays: np.ndarray) -> bytes:
    text = np.frombuffer(json.dumps({"version": 1, "states": states}).encode(), np.uint8)
    records = [params_file.SavedArray.dense(array) for array in (text, *arrays)]
    return params_file.write(records, ["states.json", *map(str, range(len(arrays)))])


HOSTILE.update({f"text {text}": text_file(text) for text in (
    3, {"array": 0}, {"array": -1}, {"array": "x"}, {"unknown": 1}, {"dict": 3}, {"dict": [[1]]}, {"dict": [[[1], 2]]},
    {"dict": [], "tuple": []}, {"tuple": None}, {"object": ["os", "system", {}]}, {"object": 1}, {"bytes": 4},
    {"number": ["float32", "x"]}, {"number": ["uint8", -1]}, {"number": ["object", 1]}, {"number_type": "object"},
    {"complex": [1]}, {"set": [[1]]}, {"defaultdict": ["print", []]}, {"dict": [[2**70, 1]]},
    {"object": ["mxnet.optimizer.optimizer", "SGD", {"update": 1}]},
)})
HOSTILE["deep text"] = text_file(json.loads("[" * 60 + "]" * 60))
HOSTILE["deepest text"] = params_file.write(
    [params_file.SavedArray.dense(np.frombuffer(b"[" * 200_000, np.uint8))], ["states.json"])


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_strange_bytes_raise_and_run_nothing(content: bytes) -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.states = {7: None}
    with pytest.raises(mx.MXNetError, match="optimizer states"):
        updater.set_states(content)
    assert updater.states == {7: None}


def test_no_class_of_the_package_is_called() -> None:
    """Malicious files called types that array modules import, and set attributes of their objects."""
    kinds = {(module, name) for module, content in list(sys.modules.items()) if module.startswith("mxnet.")
             for name, value in list(vars(content).items()) if isinstance(value, type)}
    assert len(kinds) > 500
    known = set(mx.optimizer.Optimizer.opt_registry.values()) | {mx.optimizer.Optimizer}
    for module, name in kinds:
        found = getattr(sys.modules[module], name)
        if found in known or issubclass(found, (mx.lr_scheduler.LRScheduler, mx.optimizer.Optimizer)):
            continue
        content = named(module, name, b"}U\x01aK\x01sU\x06handleK\x01s")
        with pytest.raises(mx.MXNetError, match="optimizer states"):
            mx.optimizer.get_updater(mx.optimizer.SGD()).set_states(content)


def test_all_classes_of_the_package_have_defaults() -> None:
    names = [name for name in mx.optimizer.Optimizer.opt_registry if "own" not in name]
    # SVRG's optimizer needs another optimizer.
    for kind in {type(mx.optimizer.create(name)) for name in names if name != "_svrgoptimizer"}:
        updater = mx.optimizer.get_updater(kind())
        other = mx.optimizer.get_updater(mx.optimizer.Test())
        other.set_states(updater.get_states(dump_optimizer=True))
        assert type(other.optimizer) is kind and vars(other.optimizer) == vars(updater.optimizer)


def test_classes_of_users() -> None:
    made = OwnOptimizer(momentum=0.5, lr_scheduler=Recorded([0.1, 0.2]))
    made.hook = print
    updater = mx.optimizer.get_updater(made)
    updater(0, nd.ones((2,)), nd.ones((2,)))
    for states in (updater.get_states(dump_optimizer=True), pickle.dumps((updater.states, made))):
        other = mx.optimizer.get_updater(mx.optimizer.SGD())
        other.set_states(states)
        copy = other.optimizer
        assert type(copy) is OwnOptimizer and type(copy.lr_scheduler) is Recorded
        assert copy.lr_scheduler.rates == [0.1, 0.2]
        assert type(copy.lr_scheduler.inner) is mx.lr_scheduler.CosineScheduler and not hasattr(copy, "hook")
        assert copy.kept["mean"].asnumpy().tolist() == [1, 2] and copy.kept["shape"] == (1, 2)
        assert type(copy.kept["scale"]) is np.float32


def test_classes_that_the_program_does_not_have() -> None:
    class_name = b"their.module\nTheirOptimizer\n"
    with pytest.raises(mx.MXNetError, match=r"their\.module\.TheirOptimizer.*import its module"):
        mx.optimizer.get_updater(mx.optimizer.SGD()).set_states(b"\x80\x02}c" + class_name + b")\x81}b\x86.")


def test_what_cannot_be_saved_is_named() -> None:
    made = OwnOptimizer()
    made.kept["hook"] = print
    with pytest.raises(mx.MXNetError, match=r"attribute 'kept' of OwnOptimizer\['hook'\] is a builtin_function"):
        mx.optimizer.get_updater(made).get_states(dump_optimizer=True)


def test_an_array_that_is_used_twice_stays_one() -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    array = nd.ones((2,))
    updater.states = {0: (array, [array]), "x": {"y": None}, 2: nd.ones((2, 2)).tostype("csr")}
    other = mx.optimizer.get_updater(mx.optimizer.SGD())
    other.set_states(updater.get_states())
    assert other.states[0][0] is other.states[0][1][0] and other.states["x"] == {"y": None}
    assert other.states[2].stype == "csr" and (other.states[2].asnumpy() == 1).all()


def test_arrays_of_numpy_mode() -> None:
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.states = {0: mx.np.array(2.5), 1: mx.np.ones((0, 3))}
    for states in (updater.get_states(), pickle.dumps(updater.states)):
        other = mx.optimizer.get_updater(mx.optimizer.SGD())
        other.set_states(states)
        assert type(other.states[0]) is mx.np.ndarray and other.states[0].shape == () and float(other.states[0]) == 2.5
        assert type(other.states[1]) is mx.np.ndarray and other.states[1].shape == (0, 3)


def test_files_are_named(tmp_path: pathlib.Path) -> None:
    name = str(tmp_path / "damaged.states")
    pathlib.Path(name).write_bytes(b"junk")
    net = mx.gluon.nn.Dense(1, in_units=1)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd")
    store = mx.kv.create()
    store.set_optimizer(mx.optimizer.SGD())
    for load in (trainer.load_states, store.load_optimizer_states):
        with pytest.raises(mx.MXNetError, match=r"damaged\.states.*cannot read optimizer states"):
            load(name)


def test_an_unknown_format_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_STATES_FORMAT", "xml")
    with pytest.raises(mx.MXNetError, match="MXNET_STATES_FORMAT must be params or pickle, received 'xml'"):
        mx.optimizer.get_updater(mx.optimizer.SGD()).get_states()


def compare(mine: dict[int, Any], theirs: dict[int, Any]) -> None:
    for index in (0, 1):
        pairs = list(zip(flat(mine[index]), flat(theirs[index]), strict=True))
        assert pairs and all(one.dtype == other.dtype for one, other in pairs)
        for one, other in pairs:
            np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=5e-5)


@pytest.mark.parametrize(("name", "arguments"), ONE_STEP.items())
def test_states_of_the_original(name: str, arguments: dict[str, Any]) -> None:
    """Compare our bytes after one step with the bytes of MXNet 1.9.1 (``golden_states.py``)."""
    loaded = mx.optimizer.get_updater(mx.optimizer.create(name))
    loaded.set_states((pathlib.Path(__file__).parent / "golden" / f"{name}.states").read_bytes())
    optimizer = loaded.optimizer
    assert optimizer.num_update == 1 and optimizer.multi_precision and optimizer.idx2name == {0: "a_weight"}
    assert optimizer.lr_scheduler.base_lr == 0.1 and optimizer.lr_scheduler.step == 3
    own = mx.optimizer.get_updater(mx.optimizer.create(name, multi_precision=True, learning_rate=0.1, **arguments))
    weights = [nd.array([1, 2, 3], dtype=dtype) for dtype in ("float32", "float16")]
    grads = [nd.array([1, -2, 0.5], dtype=weight.dtype) for weight in weights]
    own([0, 1], grads, weights)
    compare(own.states, loaded.states)
    copies = [weight.copy() for weight in weights]
    own([0, 1], grads, weights)
    loaded([0, 1], grads, copies)
    compare(own.states, loaded.states)
    for weight, copy in zip(weights, copies, strict=True):
        np.testing.assert_allclose(weight.asnumpy(), copy.asnumpy(), rtol=1e-5)


def test_optimizers_can_be_pickled() -> None:
    made = mx.optimizer.Adam(learning_rate=0.5, param_dict={0: mx.gluon.Parameter("x", shape=(1,))})
    copy = pickle.loads(pickle.dumps(made))
    assert type(copy) is mx.optimizer.Adam and copy.lr == 0.5 and copy.param_dict == {}
