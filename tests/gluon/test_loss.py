"""Compare losses with values and gradients of MXNet 1.9.1 (``golden_loss.py``)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from golden_loss import CASES

import mxnet as mx
from mxnet.gluon import loss as losses

GOLDEN = np.load(Path(__file__).parent / "golden" / "loss.npz")
# SDMLLoss needs the batch size, which a symbol does not have, as in MXNet.
EAGER_ONLY = {"sdml"}


def inputs_of(case):
    names = sorted(name for name in GOLDEN.files if name.startswith(f"{case}/input/"))
    return [mx.nd.array(GOLDEN[name]) for name in names]


def test_every_golden_case_is_checked():
    assert {name.split("/")[0] for name in GOLDEN.files} == set(CASES)


@pytest.mark.parametrize(
    ("case", "hybridized"),
    [(case, hybridized) for case in CASES for hybridized in (False, True) if not (hybridized and case in EAGER_ONLY)],
)
def test_value_and_gradient(case, hybridized):
    if case.startswith("ctc") and not hasattr(mx.nd, "CTCLoss"):
        pytest.skip("the operator CTCLoss does not exist yet")
    loss = CASES[case][0]()
    if hybridized:
        loss.hybridize()
    first, *others = inputs_of(case)
    first.attach_grad()
    with mx.autograd.record():
        value = loss(first, *others)
    value.backward()
    expected = GOLDEN[f"{case}/value"]
    assert value.shape == expected.shape
    np.testing.assert_allclose(value.asnumpy(), expected, rtol=2e-5, atol=1e-6)
    if case == "poisson_full":
        # MXNet cannot record it. The additional constant does not depend on the prediction.
        pred, target = (array.asnumpy() for array in inputs_of(case))
        gradient = (np.exp(pred) - target) / pred.size
    else:
        gradient = GOLDEN[f"{case}/gradient"]
    np.testing.assert_allclose(first.grad.asnumpy(), gradient, rtol=1e-4, atol=5e-6)


def test_traced_node_names():
    data, label = mx.sym.Variable("data"), mx.sym.Variable("label")
    outputs = losses.L2Loss(prefix="l2_")(data, label).get_internals().list_outputs()
    assert outputs == [
        "label",
        "data",
        "l2_reshape_like0_output",
        "l2__minus0_output",
        "l2_square0_output",
        "l2__mulscalar0_output",
        "l2_mean0_output",
    ]
    outputs = losses.SoftmaxCELoss(prefix="ce_")(data, label).get_internals().list_outputs()
    assert outputs == [
        "data",
        "ce_log_softmax0_output",
        "label",
        "ce_pick0_output",
        "ce__mulscalar0_output",
        "ce_mean0_output",
    ]


def test_printed_form():
    assert repr(losses.L2Loss()) == "L2Loss(batch_axis=0, w=1.0)"
    assert repr(losses.SoftmaxCrossEntropyLoss(weight=2)) == "SoftmaxCrossEntropyLoss(batch_axis=0, w=2)"


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: losses.CTCLoss(layout="CNT"), AssertionError, "CNT"),
        (lambda: losses.CTCLoss(label_layout="NTC"), AssertionError, "NTC"),
        (lambda: losses.LogisticLoss(label_format="odd"), ValueError, "odd"),
        (
            lambda: losses.L1Loss(weight="2")(mx.nd.ones((1,)), mx.nd.ones((1,))),
            AssertionError,
            "must be a number",
        ),
    ],
)
def test_wrong_arguments(make, error, words):
    with pytest.raises(error, match=words):
        make()
