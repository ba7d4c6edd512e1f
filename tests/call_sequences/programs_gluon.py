"""Programs with user-defined blocks, parameters, trainers, losses, cells, stores, datasets and event handlers."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import numpy as np
from recording import Recorder, add_program, program
from small_networks import BATCH, data, dense_network

import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon.contrib import estimator

TRAINER = ("_check_contexts", "_init_optimizer", "_init_params", "_reset_kvstore", "_init_kvstore",
           "set_learning_rate", "_row_sparse_pull", "_check_and_rescale_grad", "step", "allreduce_grads",
           "_allreduce_grads", "update", "_update", "save_states", "load_states", "learning_rate", "optimizer")
STORE = ("broadcast", "pushpull", "set_optimizer", "is_capable", "type", "rank", "num_workers",
         "save_optimizer_states", "load_optimizer_states")
BLOCK = ("__call__", "forward", "collect_params", "initialize", "hybridize", "cast", "apply", "register_child",
         "register_forward_hook", "register_forward_pre_hook", "save_parameters", "load_parameters", "summary",
         "name_scope", "_collect_params_with_prefix", "__setattr__", "__repr__", "prefix", "name")
HYBRID = (*BLOCK, "hybrid_forward", "infer_shape", "infer_type", "export", "_build_cache", "_clear_cached_op",
          "_get_graph", "_infer_attrs", "_deferred_infer_shape", "_call_cached_op", "optimize_for")
PARAMETER = ("initialize", "data", "grad", "list_data", "list_grad", "list_ctx", "set_data", "zero_grad", "reset_ctx",
             "cast", "var", "_finish_deferred_init", "_init_impl", "_init_grad", "_load_init", "_reduce",
             "_set_trainer", "row_sparse_data", "list_row_sparse_data", "shape", "grad_req", "dtype")


def losses_of(network: Any, contexts: list[Any]) -> list[Any]:
    with autograd.record():
        losses = [network(mx.nd.ones((BATCH, 3), ctx=context)).sum() for context in contexts]
    autograd.backward(losses)
    return losses


def trainer_program(recorder: Recorder, devices: int, kvstore: Any, on_store: Any) -> None:
    contexts = [mx.cpu(i) for i in range(devices)]
    network = dense_network(contexts)
    trainer = recorder.subclass(gluon.Trainer, TRAINER)(network.collect_params(), "sgd", {"momentum": 0.9},
                                                        kvstore=kvstore, update_on_kvstore=on_store)
    for _ in range(2):
        losses_of(network, contexts)
        trainer.step(BATCH)
    if not on_store and not (on_store is None and devices == 2 and kvstore):
        losses_of(network, contexts)
        trainer.allreduce_grads()
        trainer.update(BATCH)
    trainer.set_learning_rate(0.3)
    assert trainer.learning_rate == 0.3
    with tempfile.TemporaryDirectory() as folder:
        trainer.save_states(os.path.join(folder, "states"))
        trainer.load_states(os.path.join(folder, "states"))
    losses_of(network, contexts)
    trainer.step(BATCH, ignore_stale_grad=True)


for _devices in (1, 2):
    for _store in ("device", None):
        for _on in (None, False) + ((True,) if _devices == 2 and _store else ()):
            if _devices == 2 and _store is None:
                continue  # the devices would have different values
            add_program(f"trainer_{_devices}_{_store}_{_on}", lambda recorder, devices=_devices, store=_store, on=_on:
                        trainer_program(recorder, devices, store, on))


@program
def trainer_with_own_reduction(recorder: Recorder) -> None:
    class Scaled(gluon.Trainer):
        def _allreduce_grads(self) -> None:
            recorder.note("own_reduction")
            for one in self._params:
                for gradient in one.list_grad():
                    gradient *= 2

    network = dense_network([mx.cpu()])
    trainer = recorder.subclass(Scaled, TRAINER)(network.collect_params(), "sgd", kvstore=None)
    for _ in range(2):
        losses_of(network, [mx.cpu()])
        trainer.step(BATCH)


def store_program(recorder: Recorder, name: str, devices: int, on_store: Any) -> None:
    if name == "KVStore":
        store = mx.kv.create("device")
        store.__class__ = recorder.subclass(mx.kv.KVStore, (*STORE, "push", "pull", "init", "row_sparse_pull",
                                                            "_set_updater"))
    else:
        store = recorder.subclass(mx.kvstore.base.TestStore, STORE)()
    contexts = [mx.cpu(i) for i in range(devices)]
    network = dense_network(contexts, 2)
    trainer = gluon.Trainer(network.collect_params(), "adam", kvstore=store, update_on_kvstore=on_store)
    for _ in range(2):
        losses_of(network, contexts)
        trainer.step(BATCH)


for _devices in (1, 2):
    for _name, _ons in (("KVStore", (None, True, False)), ("TestStore", (None, False))):
        for _on in _ons:
            add_program(f"store_{_name}_{_devices}_{_on}", lambda recorder, name=_name, devices=_devices, on=_on:
                        store_program(recorder, name, devices, on))


@program
def store_of_user(recorder: Recorder) -> None:
    class Own(mx.kv.KVStoreBase):
        def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
            for one in out:
                one[:] = value

        def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
            total = sum(one.as_in_context(mx.cpu(0)) for one in value)
            for one in value if out is None else out:
                one[:] = total

        @staticmethod
        def is_capable(capability: str) -> bool:
            return False

        @property
        def type(self) -> str:
            return "own"

        @property
        def rank(self) -> int:
            return 0

        @property
        def num_workers(self) -> int:
            return 1

    store = recorder.subclass(Own, ("broadcast", "pushpull", "is_capable", "type", "rank", "num_workers"))()
    contexts = [mx.cpu(0), mx.cpu(1)]
    network = dense_network(contexts, 2)
    trainer = gluon.Trainer(network.collect_params(), "sgd", kvstore=store)
    losses_of(network, contexts)
    trainer.step(BATCH)


class Two(gluon.HybridBlock):
    """Return two dense layers."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        with self.name_scope():
            self.first = gluon.nn.Dense(4)
            self.second = gluon.nn.Dense(2)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.second(F.relu(self.first(x)))


def use_block(block: Any, hybrid: bool) -> None:
    block.initialize()
    if hybrid:
        block.hybridize()
    for _ in range(2):
        with autograd.record():
            block(mx.nd.ones((2, 3))).sum().backward()
    block(mx.nd.ones((2, 3)))
    block(mx.nd.ones((5, 3)))
    block.collect_params(".*weight")
    block.cast("float64")
    block(mx.nd.ones((2, 3), dtype="float64"))
    with tempfile.TemporaryDirectory() as folder:
        block.save_parameters(os.path.join(folder, "p"))
        block.load_parameters(os.path.join(folder, "p"))


def hybrid_block(recorder: Recorder, hybrid: bool) -> None:
    methods = tuple(name for name in HYBRID if name not in PRIVATE_OF_BLOCKS)
    use_block(recorder.subclass(Two, methods)(prefix="two_"), hybrid)


# The creation of a graph differs between the packages, but the calls of overridden methods do not.
PRIVATE_OF_BLOCKS = ("_build_cache", "_get_graph", "_infer_attrs", "_deferred_infer_shape", "_call_cached_op",
                     "_clear_cached_op", "__setattr__", "prefix", "name")
add_program("block_plain", lambda recorder: hybrid_block(recorder, False))
add_program("block_hybridized", lambda recorder: hybrid_block(recorder, True))


def layer_in_network(recorder: Recorder, hybrid: bool) -> None:
    methods = tuple(name for name in HYBRID if name not in PRIVATE_OF_BLOCKS)
    network = recorder.subclass(gluon.nn.HybridSequential, tuple(
        name for name in methods if name != "export"), "net.")(prefix="net_")
    with network.name_scope():
        network.add(recorder.subclass(gluon.nn.Dense, methods, "dense.")(4))
        network.add(recorder.subclass(gluon.nn.BatchNorm, methods, "norm.")())
        network.add(recorder.subclass(gluon.nn.Dropout, methods, "dropout.")(0.5))
        network.add(recorder.subclass(gluon.nn.HybridLambda, methods, "lambda.")("relu"))
    use_block(network, hybrid)
    str(network)
    len(network)
    network[0]


add_program("layers_plain", lambda recorder: layer_in_network(recorder, False))
add_program("layers_hybridized", lambda recorder: layer_in_network(recorder, True))


@program
def block_not_hybrid(recorder: Recorder) -> None:
    class Plain(gluon.Block):
        def __init__(self, **arguments: Any) -> None:
            super().__init__(**arguments)
            with self.name_scope():
                self.layer = recorder.subclass(gluon.nn.Dense, ("__call__", "forward", "hybrid_forward", "cast",
                                                                "collect_params", "hybridize"), "layer.")(3)

        def forward(self, x: Any) -> Any:
            return self.layer(x) * 2

    methods = tuple(name for name in BLOCK if name not in PRIVATE_OF_BLOCKS)
    use_block(recorder.subclass(Plain, methods)(prefix="plain_"), True)


@program
def block_exported(recorder: Recorder) -> None:
    block = recorder.subclass(Two, ("__call__", "forward", "hybrid_forward", "export", "collect_params",
                                    "_collect_params_with_prefix"))(prefix="two_")
    block.initialize()
    block.hybridize()
    block(mx.nd.ones((2, 3)))
    with tempfile.TemporaryDirectory() as folder:
        block.export(os.path.join(folder, "two"), 1)
        kind = recorder.subclass(gluon.SymbolBlock, ("__call__", "forward", "hybrid_forward", "cast",
                                                     "collect_params"), "symbol.")
        loaded = kind(mx.sym.load(os.path.join(folder, "two-symbol.json")), mx.sym.var("data"))
        loaded.load_parameters(os.path.join(folder, "two-0001.params"))
    loaded(mx.nd.ones((2, 3)))
    loaded.hybridize()
    loaded(mx.nd.ones((2, 3)))
    loaded.cast("float64")


@program
def block_called_with_symbols(recorder: Recorder) -> None:
    block = recorder.subclass(Two, ("__call__", "forward", "hybrid_forward", "infer_shape"))(prefix="two_")
    block(mx.sym.var("data"))
    block.infer_shape(mx.nd.ones((2, 3)))


@program
def block_hooks(recorder: Recorder) -> None:
    block = Two(prefix="two_")
    block.initialize()
    for hybrid in (False, True):
        block.hybridize(hybrid)
        before = block.register_forward_pre_hook(lambda _, inputs: recorder.note("before", inputs))
        after = block.register_forward_hook(lambda _, inputs, outputs: recorder.note("after", inputs, outputs))
        inner = block.first.register_forward_hook(lambda _, inputs, outputs: recorder.note("inner", inputs, outputs))
        for _ in range(2):
            block(mx.nd.ones((2, 3)))
        for handle in (before, after, inner):
            handle.detach()
    block(mx.nd.ones((2, 3)))
    block.summary  # noqa: B018 - its output differs in width only


def parameter_program(recorder: Recorder, hybrid: bool) -> None:
    kind = recorder.subclass(gluon.Parameter, tuple(name for name in PARAMETER if name not in (
        "shape", "grad_req", "dtype", "_init_impl", "_reduce", "_init_grad", "_finish_deferred_init", "_load_init")))

    class Scale(gluon.HybridBlock):
        def __init__(self, **arguments: Any) -> None:
            super().__init__(**arguments)
            self.scale = kind("scale_scale", shape=(3,), init="ones")
            self.params.update({"scale_scale": self.scale})

        def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
            return F.broadcast_mul(x, scale)

    block = Scale(prefix="scale_")
    block.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    if hybrid:
        block.hybridize()
    trainer = gluon.Trainer([block.scale], "sgd")
    for _ in range(2):
        with autograd.record():
            losses = [block(mx.nd.ones((2, 3), ctx=mx.cpu(i))).sum() for i in range(2)]
        autograd.backward(losses)
        trainer.step(2)
    block.scale.zero_grad()
    block.scale.set_data(mx.nd.zeros((3,)))
    block.collect_params().zero_grad()
    block.collect_params().reset_ctx(mx.cpu(0))
    block.cast("float64")


@program
def parameter_in_files(recorder: Recorder) -> None:
    kind = recorder.subclass(gluon.Parameter, ("initialize", "set_data", "cast", "list_data", "reset_ctx"))
    parameters = gluon.ParameterDict("p_")
    parameters.update({"p_scale": kind("p_scale", shape=(3,), init="ones")})
    parameters.initialize()
    with tempfile.TemporaryDirectory() as folder:
        parameters.save(os.path.join(folder, "q"))
        parameters.load(os.path.join(folder, "q"))
        parameters.load(os.path.join(folder, "q"), ctx=mx.cpu(0), cast_dtype=True)


add_program("parameter_plain", lambda recorder: parameter_program(recorder, False))
add_program("parameter_hybridized", lambda recorder: parameter_program(recorder, True))
LOSSES: dict[str, Any] = {
    "L2Loss": 1, "L1Loss": 1, "SigmoidBinaryCrossEntropyLoss": 1, "SoftmaxCrossEntropyLoss": 0, "KLDivLoss": 1,
    "HuberLoss": 1, "HingeLoss": 1, "SquaredHingeLoss": 1, "LogisticLoss": 1, "PoissonNLLLoss": 1,
}


def loss_program(recorder: Recorder, name: str, hybrid: bool) -> None:
    loss = recorder.subclass(getattr(gluon.loss, name), ("__call__", "forward", "hybrid_forward"))(prefix="loss_")
    if hybrid:
        loss.hybridize()
    network = dense_network([mx.cpu()], 1)
    numbers, classes = data(BATCH)
    label = mx.nd.array(classes) if not LOSSES[name] else mx.nd.ones((BATCH, 2))
    for _ in range(2):
        with autograd.record():
            value = loss(network(mx.nd.array(numbers)), label)
        value.backward()
    if not hybrid:  # a compiled block has a fixed number of arguments
        with autograd.record():
            loss(network(mx.nd.array(numbers)), label, mx.nd.ones((BATCH, 1))).backward()


for _name in LOSSES:
    add_program(f"loss_{_name}", lambda recorder, name=_name: loss_program(recorder, name, False))
    add_program(f"loss_hybridized_{_name}", lambda recorder, name=_name: loss_program(recorder, name, True))


@program
def loss_of_user(recorder: Recorder) -> None:
    class Own(gluon.loss.Loss):
        def hybrid_forward(self, F: Any, pred: Any, label: Any) -> Any:
            return F.abs(pred - label).mean(axis=0, exclude=True)

    loss = recorder.subclass(Own, ("__call__", "forward", "hybrid_forward"))(None, 0)
    network = dense_network([mx.cpu()], 1)
    for _ in range(2):
        with autograd.record():
            loss(network(mx.nd.ones((BATCH, 3))), mx.nd.ones((BATCH, 2))).backward()


CELL = ("__call__", "forward", "hybrid_forward", "begin_state", "state_info", "reset", "unroll", "_alias")
CELLS: dict[str, tuple[Any, ...]] = {"RNNCell": (3,), "LSTMCell": (3,), "GRUCell": (3,)}


def cell_program(recorder: Recorder, name: str, wrap: str) -> None:
    cell = recorder.subclass(getattr(gluon.rnn, name), CELL, "cell.")(*CELLS[name], prefix="cell_")
    if wrap == "residual":
        cell = recorder.subclass(gluon.rnn.ResidualCell, (*CELL[3:],), "wrap.")(cell)
    elif wrap == "stacked":
        stack = recorder.subclass(gluon.rnn.HybridSequentialRNNCell, CELL[3:], "stack.")(prefix="stack_")
        stack.add(cell)
        stack.add(gluon.rnn.DropoutCell(0.0, prefix="drop_"))
        cell = stack
    cell.initialize()
    cell(mx.nd.ones((2, 3)), cell.begin_state(batch_size=2, func=mx.nd.zeros))
    cell.unroll(3, mx.nd.ones((2, 3, 3)), layout="NTC", merge_outputs=True)
    cell.unroll(2, [mx.nd.ones((2, 3))] * 2, begin_state=cell.begin_state(batch_size=2, func=mx.nd.zeros),
                valid_length=mx.nd.array([1, 2]))


for _name in CELLS:
    for _wrap in ("alone", "residual", "stacked"):
        add_program(f"cell_{_name}_{_wrap}", lambda recorder, name=_name, wrap=_wrap: cell_program(
            recorder, name, wrap))


@program
def data_set_and_samplers(recorder: Recorder) -> None:
    numbers, classes = data(6)
    kind = recorder.subclass(gluon.data.ArrayDataset, ("__len__", "__getitem__"), "set.")
    sampler = recorder.subclass(gluon.data.SequentialSampler, ("__len__", "__iter__"), "sampler.")(6)
    batches = recorder.subclass(gluon.data.BatchSampler, ("__len__", "__iter__"), "batches.")(sampler, 4, "keep")

    def batchify(parts: Any) -> Any:
        recorder.note("batchify", parts)
        return mx.nd.array(np.stack([np.asarray(part[0]) for part in parts]))

    def transform(*parts: Any) -> Any:
        recorder.note("transform", *parts)
        return parts

    def transform_first(part: Any) -> Any:
        recorder.note("transform_first", part)
        return part

    data_set = kind(numbers, classes)
    for loader in (gluon.data.DataLoader(data_set, 4), gluon.data.DataLoader(data_set, 4, sampler=sampler),
                   gluon.data.DataLoader(data_set, batch_sampler=batches),
                   gluon.data.DataLoader(data_set.transform(transform), 3, batchify_fn=batchify),
                   gluon.data.DataLoader(data_set.transform_first(transform_first, lazy=False), 3)):
        len(loader)
        for _ in range(2):
            list(loader)
    len(data_set.filter(lambda part: part[1] > 0))
    len(data_set.shard(2, 0))
    len(data_set.take(2))
    list(data_set.sample(sampler))


@program
def data_set_of_user(recorder: Recorder) -> None:
    class Own(gluon.data.Dataset):
        def __len__(self) -> int:
            return 5

        def __getitem__(self, index: int) -> Any:
            return np.ones((2,), "float32") * index, index

    data_set = recorder.subclass(Own, ("__len__", "__getitem__"))()
    mx.random.seed(3)
    np.random.seed(3)
    list(gluon.data.DataLoader(data_set, 2, last_batch="discard"))
    list(gluon.data.DataLoader(data_set.take(3), 2, last_batch="rollover"))
    changed = data_set.transform_first(lambda x: x + 1)
    assert len(changed[1]) == 2


EVENTS = ("train_begin", "train_end", "epoch_begin", "epoch_end", "batch_begin", "batch_end")


class _Everything(estimator.TrainBegin, estimator.TrainEnd, estimator.EpochBegin, estimator.EpochEnd,
                  estimator.BatchBegin, estimator.BatchEnd):
    """Handles all events."""


def fitted(recorder: Recorder, handlers: list[Any], **arguments: Any) -> None:
    network = gluon.nn.Dense(2, in_units=3, prefix="dense_")
    network.initialize()
    numbers, classes = data()
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(numbers, classes), BATCH)
    metric = recorder.subclass(mx.metric.Accuracy, ("update", "reset", "get"), "metric.")()
    loss = recorder.subclass(gluon.loss.SoftmaxCrossEntropyLoss, ("__call__",), "loss")()
    processor = recorder.subclass(estimator.BatchProcessor, ("fit_batch", "evaluate_batch", "_get_data_and_label"),
                                  "processor.")()
    kind = recorder.subclass(estimator.Estimator, ("fit", "evaluate", "_prepare_default_handlers",
                                                   "_categorize_handlers", "_initialize", "_check_loss"))
    fit = kind(network, loss, train_metrics=metric, trainer=gluon.Trainer(network.collect_params(), "sgd"),
               context=mx.cpu(), batch_processor=processor)
    fit.fit(loader, epochs=2, event_handlers=handlers, **arguments)


@program
def events_of_user(recorder: Recorder) -> None:
    fitted(recorder, [recorder.subclass(_Everything, EVENTS, "own.")()])


@program
def events_of_package(recorder: Recorder) -> None:
    def known(kind: type) -> tuple[str, ...]:
        return tuple(name for name in EVENTS if hasattr(kind, name))

    handlers = []
    for name, arguments in (("StoppingHandler", (2,)), ("MetricHandler", ([],)), ("LoggingHandler", (1,))):
        kind = getattr(estimator, name)
        handlers.append(recorder.subclass(kind, known(kind), f"{name}.")(*arguments))
    fitted(recorder, handlers)


@program
def events_with_validation(recorder: Recorder) -> None:
    numbers, classes = data(BATCH)
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(numbers, classes), BATCH)
    fitted(recorder, [recorder.subclass(_Everything, EVENTS, "own.")()], val_data=loader)
