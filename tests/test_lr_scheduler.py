"""Compare learning rate schedules with values of MXNet 1.9.1."""

from __future__ import annotations

import pytest

from mxnet import lr_scheduler

RATES = {
    "factor": (
        lr_scheduler.FactorScheduler,
        {"step": 3, "factor": 0.5, "stop_factor_lr": 1e-2, "base_lr": 0.1},
        [0.1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.025, 0.025, 0.025, 0.0125, 0.0125, 0.0125, 0.01],
    ),
    "factor with constant warm-up": (
        lr_scheduler.FactorScheduler,
        {
            "step": 4,
            "factor": 0.5,
            "base_lr": 1,
            "warmup_steps": 3,
            "warmup_begin_lr": 0.1,
            "warmup_mode": "constant",
        },
        [0.1, 0.1, 0.1, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.125],
    ),
    "multi factor": (
        lr_scheduler.MultiFactorScheduler,
        {"step": [2, 5, 9], "factor": 0.1, "base_lr": 2.0, "warmup_steps": 2},
        [0.0, 1.0, 2.0, 0.2, 0.2, 0.2, 0.02, 0.02, 0.02, 0.02, 0.002, 0.002, 0.002, 0.002],
    ),
    "poly": (
        lr_scheduler.PolyScheduler,
        {
            "max_update": 10,
            "base_lr": 0.5,
            "pwr": 3,
            "final_lr": 0.05,
            "warmup_steps": 2,
            "warmup_begin_lr": 0.1,
        },
        [0.1, 0.3, 0.5, 0.3514648437, 0.23984375, 0.1598632812, 0.10625]
        + [0.0737304688, 0.05703125, 0.0508789063, 0.05, 0.05, 0.05, 0.05],
    ),
    "cosine": (
        lr_scheduler.CosineScheduler,
        {"max_update": 10, "base_lr": 0.5, "final_lr": 0.05, "warmup_steps": 4},
        [0.0, 0.125, 0.25, 0.375, 0.5, 0.4698557159, 0.3875, 0.275, 0.1625, 0.0801442841] + [0.05, 0.05, 0.05, 0.05],
    ),
}


@pytest.mark.parametrize("case", RATES)
def test_rates(case):
    klass, arguments, expected = RATES[case]
    scheduler = klass(**arguments)
    assert [scheduler(update) for update in range(14)] == pytest.approx(expected, rel=1e-8, abs=1e-9)


def test_resumed_training_catches_up_with_every_step():
    assert lr_scheduler.FactorScheduler(3, 0.5, base_lr=0.1)(11) == pytest.approx(0.0125)
    assert lr_scheduler.MultiFactorScheduler([2, 5], 0.5, base_lr=1.0)(100) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("klass", "arguments", "error", "words"),
    [
        (lr_scheduler.FactorScheduler, {"step": 0}, ValueError, "step must be at least 1 update, received 0"),
        (lr_scheduler.FactorScheduler, {"step": 1, "factor": 2}, ValueError, "at most 1, .* received 2"),
        (lr_scheduler.MultiFactorScheduler, {"step": [5, 2]}, ValueError, "must be an increasing list"),
        (lr_scheduler.MultiFactorScheduler, {"step": 5}, AssertionError, "list"),
        (lr_scheduler.PolyScheduler, {"max_update": 0}, ValueError, "max_update must be at least 1, received 0"),
        (lr_scheduler.LRScheduler, {"warmup_begin_lr": 1}, ValueError, "warmup_begin_lr=1 must not exceed base_lr"),
        (lr_scheduler.LRScheduler, {"warmup_mode": "cubic"}, ValueError, "cubic"),
        (lr_scheduler.LRScheduler, {"warmup_steps": -1}, ValueError, "-1"),
        (lr_scheduler.LRScheduler, {"warmup_steps": 1.5}, AssertionError, "1.5"),
    ],
)
def test_wrong_arguments(klass, arguments, error, words):
    with pytest.raises(error, match=words):
        klass(**arguments)


def test_base_class_has_no_schedule():
    with pytest.raises(NotImplementedError):
        lr_scheduler.LRScheduler()(1)
