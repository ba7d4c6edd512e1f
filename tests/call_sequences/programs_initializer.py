"""Programs with user-defined initializers in modules, networks, descriptors and attributes."""

from __future__ import annotations

from typing import Any

from recording import Recorder, add_program, program
from small_networks import BATCH, module_of, symbol

import mxnet as mx
from mxnet import gluon

METHODS = ("__call__", "_legacy_init", "_init_weight", "_init_bias", "_init_gamma", "_init_beta", "_init_zero",
           "_init_one", "_init_default", "_init_bilinear", "_init_loc_bias", "_init_quantized_weight",
           "_init_quantized_bias", "dumps", "set_verbosity")
INITIALIZERS: dict[str, dict[str, Any]] = {
    "Initializer": {}, "Uniform": {}, "Normal": {}, "Zero": {}, "One": {}, "Constant": {"value": 2.0},
    "Orthogonal": {}, "Xavier": {}, "MSRAPrelu": {}, "Bilinear": {}, "LSTMBias": {},
}
NAMES = ("fc_weight", "fc_bias", "norm_gamma", "norm_beta", "norm_moving_mean", "norm_moving_var", "norm_running_mean",
         "norm_running_var", "range_min", "range_max", "x_weight_quantize", "x_bias_quantize", "moving_inv_var",
         "moving_avg", "upsampling_x", "stn_loc_weight", "stn_loc_bias", "state", "something")


def initializer_of(recorder: Recorder, name: str) -> Any:
    base = getattr(mx.init, name)
    if name == "Initializer":
        class Threes(base):  # type: ignore[misc, valid-type]
            def _init_weight(self, desc: Any, array: Any) -> None:
                array[:] = 3

        base = Threes
    return recorder.subclass(base, METHODS)(**INITIALIZERS[name])


def in_module(recorder: Recorder, name: str) -> None:
    module = module_of([mx.cpu(0), mx.cpu(1)], normalized=True)
    module.bind([("data", (BATCH, 3))], [("softmax_label", (BATCH,))])
    module.init_params(initializer_of(recorder, name))


def in_network(recorder: Recorder, name: str, deferred: bool) -> None:
    network = gluon.nn.HybridSequential(prefix="net_")
    with network.name_scope():
        network.add(gluon.nn.Dense(4, in_units=0 if deferred else 3))
        network.add(gluon.nn.BatchNorm(in_channels=0 if deferred else 4))
        network.add(gluon.nn.Dense(2, in_units=0 if deferred else 4, bias_initializer="ones"))
    network.initialize(initializer_of(recorder, name), ctx=[mx.cpu(0), mx.cpu(1)])
    network(mx.nd.ones((2, 3)))


def by_descriptor(recorder: Recorder, name: str) -> None:
    initializer = initializer_of(recorder, name)
    for one in NAMES:
        for described in (one, mx.init.InitDesc(one), mx.init.InitDesc(one, {"__init__": mx.init.One().dumps()}),
                          mx.init.InitDesc(one, {}, mx.init.Zero())):
            try:
                initializer(described, mx.nd.zeros((4, 4, 2, 2) if name == "Bilinear" else (4, 4)))
            except Exception as error:
                recorder.note("raised", isinstance(error, ValueError), one, isinstance(described, mx.init.InitDesc))


for _name in INITIALIZERS:
    add_program(f"descriptor_{_name}", lambda recorder, name=_name: by_descriptor(recorder, name))
    if _name in ("Bilinear", "LSTMBias", "Orthogonal"):
        continue
    if _name not in ("Xavier", "MSRAPrelu"):
        add_program(f"network_{_name}", lambda recorder, name=_name: in_network(recorder, name, False))
    add_program(f"module_{_name}", lambda recorder, name=_name: in_module(recorder, name))
    add_program(f"network_deferred_{_name}", lambda recorder, name=_name: in_network(recorder, name, True))


@program
def attributes_in_symbol(recorder: Recorder) -> None:
    kind = recorder.subclass(mx.init.Constant, METHODS)
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), mx.sym.Variable("w", init=mx.init.One()),
                                mx.sym.Variable("fc_bias", init=kind(4.0)), num_hidden=2, name="fc")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", (BATCH, 3))], [("softmax_label", (BATCH,))])
    module.init_params(recorder.subclass(mx.init.Uniform, METHODS, "outer.")())


@program
def parameters_with_own_initializers(recorder: Recorder) -> None:
    network = gluon.nn.Dense(3, in_units=2, prefix="dense_",
                             weight_initializer=recorder.subclass(mx.init.Normal, METHODS, "weight.")(),
                             bias_initializer=recorder.subclass(mx.init.Constant, METHODS, "bias.")(2.0))
    network.initialize(recorder.subclass(mx.init.Xavier, METHODS, "outer.")())
    network.initialize(recorder.subclass(mx.init.Uniform, METHODS, "again.")(), force_reinit=True)


@program
def parameter_alone(recorder: Recorder) -> None:
    parameter = gluon.Parameter("own_weight", shape=(2, 3))
    parameter.initialize(recorder.subclass(mx.init.Normal, METHODS)(), default_init=mx.init.One())
    other = gluon.Parameter("own", shape=(2, 3), init=recorder.subclass(mx.init.Constant, METHODS, "own.")(1.5))
    other.initialize()
    constant = gluon.Constant("constant", mx.nd.ones((2,)))
    constant.initialize(recorder.subclass(mx.init.Normal, METHODS, "constant.")())


@program
def mixed(recorder: Recorder) -> None:
    initializer = recorder.subclass(mx.init.Mixed, ("__call__",), "mixed")(
        ["bias", ".*"], [recorder.subclass(mx.init.Zero, METHODS, "zero.")(),
                         recorder.subclass(mx.init.Uniform, METHODS, "uniform.")()])
    module = module_of([mx.cpu()], normalized=True)
    module.bind([("data", (BATCH, 3))], [("softmax_label", (BATCH,))])
    module.init_params(initializer)


@program
def load(recorder: Recorder) -> None:
    initializer = recorder.subclass(mx.init.Load, ("__call__",), "load")(
        {"arg:fc1_weight": mx.nd.ones((5, 3))}, default_init=recorder.subclass(mx.init.Uniform, METHODS)())
    module = module_of([mx.cpu()])
    module.bind([("data", (BATCH, 3))], [("softmax_label", (BATCH,))])
    module.init_params(initializer)


@program
def fused_rnn(recorder: Recorder) -> None:
    inner = recorder.subclass(mx.init.Uniform, METHODS, "inner.")()
    initializer = recorder.subclass(mx.init.FusedRNN, METHODS, "outer.")(inner, num_hidden=3, num_layers=1, mode="lstm")
    layer = mx.rnn.FusedRNNCell(3, num_layers=1, mode="lstm", prefix="lstm_")
    size = mx.sym.RNN(mx.sym.Variable("data"), state_size=3, num_layers=1, mode="lstm", name="r").infer_shape(
        data=(2, 1, 4))[0][1]
    initializer._init_weight(mx.init.InitDesc("lstm_parameters", {}, inner), mx.nd.zeros(size))
    assert layer is not None


@program
def verbose(recorder: Recorder) -> None:
    def shown(array: Any) -> str:
        recorder.note("print_func", array)
        return "shown"

    network = gluon.nn.Dense(3, in_units=2, prefix="dense_")
    network.initialize(recorder.subclass(mx.init.Normal, METHODS)().set_verbosity(True, shown), verbose=True)
    assert symbol() is not None
