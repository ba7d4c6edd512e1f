"""Values and gradients of all losses.

Keys are ``case/input/<number>``, ``case/value`` and ``case/gradient``, which is the gradient of the sum of the
values with respect to the first input.
"""

import numpy as np

import mxnet as mx
from mxnet.gluon import loss as losses

FILE = "golden/loss.npz"
_random = np.random.RandomState(5)


def normal(*shape):
    return _random.randn(*shape).astype("float32")


def uniform(*shape):
    return _random.uniform(0.05, 0.95, shape).astype("float32")


def signs(*shape):
    return np.where(_random.rand(*shape) > 0.5, 1, -1).astype("float32")


def classes(count, *shape):
    return _random.randint(0, count, shape).astype("float32")


def distribution(*shape):
    values = uniform(*shape)
    return values / values.sum(-1, keepdims=True)


pred, label, weight = normal(4, 3), normal(4, 3), uniform(4, 1)
# name: function that creates the loss, inputs. The order determines the random numbers.
CASES = {
    "l2": (lambda: losses.L2Loss(), [pred, label]),
    "l2_weighted": (lambda: losses.L2Loss(weight=3.0), [pred, label, weight]),
    "l2_reshaped": (lambda: losses.L2Loss(), [pred, label.reshape(3, 4)]),
    "l1": (lambda: losses.L1Loss(), [pred, label]),
    "l1_vector": (lambda: losses.L1Loss(), [pred[:, 0], label[:, 0]]),
    "l1_weighted": (lambda: losses.L1Loss(weight=0.5), [pred, label, weight]),
    "bce": (lambda: losses.SigmoidBCELoss(), [5 * pred, uniform(4, 3)]),
    "bce_pos_weight": (lambda: losses.SigmoidBCELoss(), [5 * pred, uniform(4, 3), weight, uniform(1, 3)]),
    "bce_probabilities": (lambda: losses.SigmoidBCELoss(from_sigmoid=True), [uniform(4, 3), uniform(4, 3)]),
    "bce_probabilities_pos_weight": (lambda: losses.SigmoidBCELoss(from_sigmoid=True, weight=2),
                                     [uniform(4, 3), uniform(4, 3), weight, uniform(1, 3)]),
    "ce": (lambda: losses.SoftmaxCELoss(), [pred, classes(3, 4)]),
    "ce_weighted": (lambda: losses.SoftmaxCELoss(weight=0.3), [pred, classes(3, 4), weight]),
    "ce_axis": (lambda: losses.SoftmaxCELoss(axis=1), [normal(2, 3, 5), classes(3, 2, 5)]),
    "ce_batch_axis": (lambda: losses.SoftmaxCELoss(batch_axis=1), [normal(2, 3, 5), classes(5, 2, 3)]),
    "ce_dense": (lambda: losses.SoftmaxCELoss(sparse_label=False), [pred, distribution(4, 3)]),
    "ce_from_logits": (lambda: losses.SoftmaxCELoss(from_logits=True), [np.log(distribution(4, 3)), classes(3, 4)]),
    "kl": (lambda: losses.KLDivLoss(), [np.log(distribution(4, 3)), distribution(4, 3)]),
    "kl_softmax": (lambda: losses.KLDivLoss(from_logits=False, weight=2), [pred, distribution(4, 3), weight]),
    "ctc": (lambda: losses.CTCLoss(), [normal(2, 8, 5), np.array([[1, 0, -1], [2, 2, 3]], "float32")]),
    "ctc_lengths": (lambda: losses.CTCLoss("TNC", "TN", weight=2),
                    [normal(8, 2, 5), np.array([[1, 0, 3], [2, 2, 3]], "float32").T, np.array([8, 7], "float32"),
                     np.array([2, 3], "float32")]),
    "huber": (lambda: losses.HuberLoss(rho=0.7), [2 * pred, label]),
    "hinge": (lambda: losses.HingeLoss(margin=0.5), [pred, signs(4, 3)]),
    "squared_hinge": (lambda: losses.SquaredHingeLoss(), [pred, signs(4, 3), weight]),
    "logistic": (lambda: losses.LogisticLoss(), [3 * pred, signs(4, 3)]),
    "logistic_binary": (lambda: losses.LogisticLoss(label_format="binary"), [3 * pred, classes(2, 4, 3)]),
    "triplet": (lambda: losses.TripletLoss(margin=0.3), [pred, label, normal(4, 3)]),
    "poisson": (lambda: losses.PoissonNLLLoss(), [pred, classes(6, 4, 3)]),
    "poisson_rates": (lambda: losses.PoissonNLLLoss(from_logits=False), [uniform(4, 3), classes(6, 4, 3), weight]),
    "poisson_full": (lambda: losses.PoissonNLLLoss(compute_full=True), [pred, 1 + classes(6, 4, 3)]),
    "cosine": (lambda: losses.CosineEmbeddingLoss(margin=0.1), [pred, label, signs(4)]),
    "sdml": (lambda: losses.SDMLLoss(), [pred, label]),
}


def observe(case):
    make, inputs = CASES[case]
    loss, (first, *others) = make(), [mx.nd.array(value) for value in inputs]
    found = {}
    first.attach_grad()
    # PoissonNLLLoss with compute_full writes in place, which 1.9.1 does not support while recording.
    if case != "poisson_full":
        with mx.autograd.record():
            value = loss(first, *others)
        value.backward()
        found[f"{case}/gradient"] = first.grad.asnumpy()
    found.update({f"{case}/input/{number}": array for number, array in enumerate(inputs)})
    return {**found, f"{case}/value": loss(first, *others).asnumpy()}
