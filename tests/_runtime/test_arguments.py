"""Test that numeric arguments are checked at the call."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon
from mxnet._runtime.arguments import check_number


@pytest.mark.parametrize("value", ["0.1", b"1", [1], (1,), {"a": 1}, None, object()])
def test_rejected_numbers(value: Any) -> None:
    with pytest.raises(TypeError, match="SGD: wd must be a number, received"):
        check_number("SGD", "wd", value)


@pytest.mark.parametrize("value", [1, 0.1, True, np.float32(1), np.array(1.0), mx.nd.ones((1,))])
def test_accepted_numbers(value: Any) -> None:
    check_number("SGD", "wd", value)


@pytest.mark.parametrize(("name", "arguments"), [
    ("sgd", {"learning_rate": "0.1"}), ("sgd", {"momentum": "0.9"}), ("sgd", {"wd": "1e-4"}),
    ("sgd", {"rescale_grad": [1]}), ("sgd", {"clip_gradient": "5"}), ("adam", {"beta1": "0.9"}),
    ("adam", {"epsilon": "1e-8"}), ("rmsprop", {"gamma1": "0.9"}), ("nag", {"learning_rate": (0.1,)}),
])
def test_optimizers_check_their_arguments(name: str, arguments: dict[str, Any]) -> None:
    key = next(iter(arguments))
    with pytest.raises(TypeError, match=f"{key} must be a number, received"):
        mx.optimizer.create(name, **arguments)
    with pytest.raises(TypeError, match=f"{key} must be a number, received"):
        gluon.Trainer([], name, arguments)


@pytest.mark.parametrize("make", [
    lambda: mx.lr_scheduler.FactorScheduler(step="10"), lambda: mx.lr_scheduler.FactorScheduler(10, factor="0.5"),
    lambda: mx.lr_scheduler.MultiFactorScheduler([1, 2], base_lr="0.1"),
    lambda: mx.lr_scheduler.PolyScheduler(10, base_lr="0.1"), lambda: mx.lr_scheduler.CosineScheduler("10"),
    lambda: mx.lr_scheduler.LRScheduler(warmup_begin_lr="0"),
])
def test_schedulers_check_their_arguments(make: Any) -> None:
    with pytest.raises(TypeError, match="must be a number, received '.*' of type str; write .*, without quotes"):
        make()


def test_subclasses_of_users_are_checked_where_the_base_class_takes_the_argument() -> None:
    class Own(mx.optimizer.SGD):
        def __init__(self, rate: str, **kwargs: Any) -> None:
            super().__init__(learning_rate=rate, **kwargs)

    with pytest.raises(TypeError, match="Own: learning_rate must be a number, received 'fast' of type str$"):
        Own("fast")


def test_later_changes_are_checked_too() -> None:
    net = gluon.nn.Dense(1, in_units=1)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    with pytest.raises(TypeError, match="lr must be a number, received '0.1'"):
        trainer.set_learning_rate("0.1")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Trainer.step: batch_size must be a number, received '4'"):
        trainer.step("4")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Trainer.step: batch_size must be positive, received 0"):
        trainer.step(0)
    with pytest.raises(TypeError, match="optimizer_params must be a dict"):
        gluon.Trainer(net.collect_params(), "sgd", 0.1)  # type: ignore[arg-type]
