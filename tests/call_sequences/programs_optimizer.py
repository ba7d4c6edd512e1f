"""Programs with user-defined optimizers in trainers, modules, updaters and stores."""

from __future__ import annotations

from typing import Any

from recording import Recorder, add_program
from small_networks import BATCH, dense_network, module_of, training_iterator

import mxnet as mx
from mxnet import autograd, gluon

METHODS = ("_get_lr", "_get_lrs", "_get_wd", "_get_wds", "_update_count", "_set_current_context", "create_state",
           "create_state_multi_precision", "update", "update_multi_precision", "set_lr_mult", "set_wd_mult",
           "set_learning_rate", "learning_rate")
OPTIMIZERS: dict[str, dict[str, Any]] = {
    "SGD": {"momentum": 0.9, "wd": 0.01}, "ccSGD": {}, "NAG": {"momentum": 0.9}, "Signum": {"wd_lh": 0.1},
    "FTML": {}, "LARS": {"momentum": 0.9}, "LBSGD": {}, "LAMB": {}, "DCASGD": {}, "SGLD": {},
    "Adam": {}, "AdaGrad": {}, "RMSProp": {"centered": True}, "AdaDelta": {}, "Ftrl": {}, "Adamax": {}, "Nadam": {},
    "Test": {},
}


def own_methods(base: type) -> tuple[str, ...]:
    """Return the methods to record, including methods that only some optimizers have."""
    return METHODS + tuple(name for name in ("_update_impl",) if hasattr(base, name))


def optimizer_of(recorder: Recorder, name: str, **arguments: Any) -> Any:
    """Return an optimizer of the package with recording methods."""
    base = getattr(mx.optimizer, name)
    return recorder.subclass(base, own_methods(base))(**OPTIMIZERS[name], **arguments)


def train(trainer: Any, network: Any, contexts: list[Any], steps: int = 2, dtype: str = "float32") -> None:
    for _ in range(steps):
        losses = []
        with autograd.record():
            for context in contexts:
                if dtype == "float32":
                    losses.append(network(mx.nd.ones((BATCH, 3), ctx=context)).sum())
                else:  # MXNet has no half precision dense layers on the CPU
                    losses.extend(one.data(context).sum() for one in network.collect_params().values())
        autograd.backward(losses)
        trainer.step(BATCH)


def in_trainer(recorder: Recorder, name: str, devices: int = 1, dtype: str = "float32", on_store: Any = None,
               **arguments: Any) -> None:
    contexts = [mx.cpu(i) for i in range(devices)]
    network = dense_network(contexts, dtype=dtype)
    trainer = gluon.Trainer(network.collect_params(), optimizer_of(recorder, name, **arguments),
                            update_on_kvstore=on_store)
    train(trainer, network, contexts, dtype=dtype)
    if "set_learning_rate" not in arguments:
        trainer.set_learning_rate(0.25)
        assert trainer.learning_rate == 0.25


def in_module(recorder: Recorder, name: str, devices: int = 1, kvstore: Any = "local") -> None:
    module = module_of([mx.cpu(i) for i in range(devices)])
    module.fit(training_iterator(), num_epoch=1, kvstore=kvstore, optimizer=optimizer_of(recorder, name))


def in_updater(recorder: Recorder, name: str, dtype: str = "float32") -> None:
    updater = mx.optimizer.get_updater(optimizer_of(recorder, name, multi_precision=dtype == "float16"))
    weights = [mx.nd.ones((2, i + 1), dtype=dtype) for i in range(6)]
    updater(0, weights[0] * 2, weights[0])
    updater(list(range(6)), [weight * 2 for weight in weights], weights)


def in_store(recorder: Recorder, name: str) -> None:
    store = mx.kv.create("local")
    store.set_optimizer(optimizer_of(recorder, name))
    arrays = [mx.nd.ones((2, i + 1)) for i in range(5)]
    store.init(list(range(5)), arrays)
    store.push(list(range(5)), [array * 2 for array in arrays])
    store.pushpull([1, 3], [arrays[1], arrays[3]], out=[arrays[1], arrays[3]])


for _name in OPTIMIZERS:
    add_program(f"trainer_{_name}", lambda recorder, name=_name: in_trainer(recorder, name))
    add_program(f"updater_{_name}", lambda recorder, name=_name: in_updater(recorder, name))
    if _name not in ("Test", "Nadam"):
        add_program(f"updater_half_{_name}", lambda recorder, name=_name: in_updater(recorder, name, "float16"))
for _name in ("SGD", "Adam", "LAMB", "NAG", "LARS"):
    add_program(f"trainer_half_{_name}", lambda recorder, name=_name: in_trainer(
        recorder, name, dtype="float16", multi_precision=True))
    add_program(f"trainer_devices_{_name}", lambda recorder, name=_name: in_trainer(recorder, name, 2))
    add_program(f"trainer_devices_apart_{_name}", lambda recorder, name=_name: in_trainer(
        recorder, name, 2, on_store=False))
    add_program(f"module_{_name}", lambda recorder, name=_name: in_module(recorder, name))
    add_program(f"module_devices_{_name}", lambda recorder, name=_name: in_module(recorder, name, 2))
    add_program(f"module_no_store_{_name}", lambda recorder, name=_name: in_module(recorder, name, 2, None))
    add_program(f"store_{_name}", lambda recorder, name=_name: in_store(recorder, name))


class _Own(mx.optimizer.Optimizer):
    """A completely user-defined optimizer."""

    def create_state(self, index: Any, weight: Any) -> Any:
        return mx.nd.zeros(weight.shape, weight.context, dtype=weight.dtype)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        self._update_count(index)
        weight[:] -= self._get_lr(index) * (grad * self.rescale_grad + self._get_wd(index) * weight)


class _OwnLists(_Own):
    """A user-defined optimizer that takes lists."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.aggregate_num = 3

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        for one in zip(index, weight, grad, state):
            super().update(*one)


def own_optimizer(recorder: Recorder, base: type, where: str) -> None:
    optimizer = recorder.subclass(base, METHODS)(learning_rate=0.1, wd=0.1)
    if where == "module":
        module_of([mx.cpu()]).fit(training_iterator(), num_epoch=1, optimizer=optimizer)
        return
    network = dense_network([mx.cpu()])
    train(gluon.Trainer(network.collect_params(), optimizer), network, [mx.cpu()])


for _where in ("trainer", "module"):
    add_program(f"own_{_where}", lambda recorder, where=_where: own_optimizer(recorder, _Own, where))
    add_program(f"own_lists_{_where}", lambda recorder, where=_where: own_optimizer(recorder, _OwnLists, where))
SCHEDULES = {
    "LRScheduler": {}, "FactorScheduler": {"step": 2, "warmup_steps": 1}, "MultiFactorScheduler": {"step": [2, 3]},
    "PolyScheduler": {"max_update": 4, "warmup_steps": 1}, "CosineScheduler": {"max_update": 4, "warmup_steps": 2},
}


def schedule(recorder: Recorder, name: str, optimizer: str, where: str) -> None:
    base = getattr(mx.lr_scheduler, name)
    methods = ("__call__", "get_warmup_lr")
    if name == "LRScheduler":
        class Halving(base):  # type: ignore[misc, valid-type]
            def __call__(self, num_update: int) -> float:
                return 0.5 ** num_update

        base = Halving
    made = recorder.subclass(base, methods)(**SCHEDULES[name])
    if where == "module":
        module_of([mx.cpu(0), mx.cpu(1)]).fit(training_iterator(), num_epoch=1, optimizer=optimizer,
                                              optimizer_params={"learning_rate": 0.1, "lr_scheduler": made})
        return
    network = dense_network([mx.cpu()])
    trainer = gluon.Trainer(network.collect_params(), optimizer, {"learning_rate": 0.1, "lr_scheduler": made})
    train(trainer, network, [mx.cpu()], steps=3)
    assert trainer.learning_rate is not None


for _name in SCHEDULES:
    for _optimizer in ("sgd", "adam", "lamb"):
        for _where in ("trainer", "module"):
            add_program(f"schedule_{_name}_{_optimizer}_{_where}",
                        lambda recorder, name=_name, optimizer=_optimizer, where=_where: schedule(
                            recorder, name, optimizer, where))
