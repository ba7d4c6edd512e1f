"""Write ``tests/gluon/golden/loss.npz``: values and gradients of every loss, from the real MXNet 1.9.1.

Run it in an environment that has ``mxnet==1.9.1`` and ``numpy==1.23.5``::

    python tools/make_loss_golden.py tests/gluon/golden/loss.npz

Keys are ``case/input/<number>``, ``case/value`` and ``case/gradient`` (of the sum of the values with
respect to the first input). The cases are those of ``tests/gluon/test_loss.py``.
"""

import sys

import numpy as np

import mxnet as mx
from mxnet.gluon import loss as losses


def cases():
    random = np.random.RandomState(5)

    def normal(*shape):
        return random.randn(*shape).astype("float32")

    def uniform(*shape):
        return random.uniform(0.05, 0.95, shape).astype("float32")

    def signs(*shape):
        return np.where(random.rand(*shape) > 0.5, 1, -1).astype("float32")

    def classes(count, *shape):
        return random.randint(0, count, shape).astype("float32")

    def distribution(*shape):
        values = uniform(*shape)
        return values / values.sum(-1, keepdims=True)

    pred, label, weight = normal(4, 3), normal(4, 3), uniform(4, 1)
    yield "l2", losses.L2Loss(), [pred, label]
    yield "l2_weighted", losses.L2Loss(weight=3.0), [pred, label, weight]
    yield "l2_reshaped", losses.L2Loss(), [pred, label.reshape(3, 4)]
    yield "l1", losses.L1Loss(), [pred, label]
    yield "l1_vector", losses.L1Loss(), [pred[:, 0], label[:, 0]]
    yield "l1_weighted", losses.L1Loss(weight=0.5), [pred, label, weight]
    yield "bce", losses.SigmoidBCELoss(), [5 * pred, uniform(4, 3)]
    yield "bce_pos_weight", losses.SigmoidBCELoss(), [5 * pred, uniform(4, 3), weight, uniform(1, 3)]
    yield "bce_probabilities", losses.SigmoidBCELoss(from_sigmoid=True), [uniform(4, 3), uniform(4, 3)]
    yield (
        "bce_probabilities_pos_weight",
        losses.SigmoidBCELoss(from_sigmoid=True, weight=2),
        [uniform(4, 3), uniform(4, 3), weight, uniform(1, 3)],
    )
    yield "ce", losses.SoftmaxCELoss(), [pred, classes(3, 4)]
    yield "ce_weighted", losses.SoftmaxCELoss(weight=0.3), [pred, classes(3, 4), weight]
    yield "ce_axis", losses.SoftmaxCELoss(axis=1), [normal(2, 3, 5), classes(3, 2, 5)]
    yield "ce_batch_axis", losses.SoftmaxCELoss(batch_axis=1), [normal(2, 3, 5), classes(5, 2, 3)]
    yield "ce_dense", losses.SoftmaxCELoss(sparse_label=False), [pred, distribution(4, 3)]
    yield (
        "ce_from_logits",
        losses.SoftmaxCELoss(from_logits=True),
        [np.log(distribution(4, 3)), classes(3, 4)],
    )
    yield "kl", losses.KLDivLoss(), [np.log(distribution(4, 3)), distribution(4, 3)]
    yield "kl_softmax", losses.KLDivLoss(from_logits=False, weight=2), [pred, distribution(4, 3), weight]
    yield "ctc", losses.CTCLoss(), [normal(2, 8, 5), np.array([[1, 0, -1], [2, 2, 3]], "float32")]
    yield (
        "ctc_lengths",
        losses.CTCLoss("TNC", "TN", weight=2),
        [
            normal(8, 2, 5),
            np.array([[1, 0, 3], [2, 2, 3]], "float32").T,
            np.array([8, 7], "float32"),
            np.array([2, 3], "float32"),
        ],
    )
    yield "huber", losses.HuberLoss(rho=0.7), [2 * pred, label]
    yield "hinge", losses.HingeLoss(margin=0.5), [pred, signs(4, 3)]
    yield "squared_hinge", losses.SquaredHingeLoss(), [pred, signs(4, 3), weight]
    yield "logistic", losses.LogisticLoss(), [3 * pred, signs(4, 3)]
    yield "logistic_binary", losses.LogisticLoss(label_format="binary"), [3 * pred, classes(2, 4, 3)]
    yield "triplet", losses.TripletLoss(margin=0.3), [pred, label, normal(4, 3)]
    yield "poisson", losses.PoissonNLLLoss(), [pred, classes(6, 4, 3)]
    yield "poisson_rates", losses.PoissonNLLLoss(from_logits=False), [uniform(4, 3), classes(6, 4, 3), weight]
    yield "poisson_full", losses.PoissonNLLLoss(compute_full=True), [pred, 1 + classes(6, 4, 3)]
    yield "cosine", losses.CosineEmbeddingLoss(margin=0.1), [pred, label, signs(4)]
    yield "sdml", losses.SDMLLoss(), [pred, label]


def main():
    arrays = {}
    for name, loss, inputs in cases():
        first, *others = [mx.nd.array(value) for value in inputs]
        first.attach_grad()
        # PoissonNLLLoss with compute_full writes in place, which 1.9.1 refuses while recording.
        if name != "poisson_full":
            with mx.autograd.record():
                value = loss(first, *others)
            value.backward()
            arrays[f"{name}/gradient"] = first.grad.asnumpy()
        value = loss(first, *others)
        for position, array in enumerate(inputs):
            arrays[f"{name}/input/{position}"] = array
        arrays[f"{name}/value"] = value.asnumpy()
    np.savez_compressed(sys.argv[1], **arrays)


if __name__ == "__main__":
    main()
