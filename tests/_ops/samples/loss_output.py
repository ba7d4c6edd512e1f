"""Samples of ``mxnet/_ops/loss_output.py``, ``softmax_output.py`` and ``ctc.py``.

The gradients are those of a loss instead of the derivatives of the results.
"""

import numpy as np
from sample import Sample, array


def _sample(op, *inputs, **params):
    return Sample(op, inputs, params, train=True, numeric=False)


def _labels(*values, dtype="float32"):
    return np.array(values, dtype)


_ROWS = array(4, 3)
_CLASSES = _labels(0, 2, -1, 1)
_IMAGES, _PLACES = array(2, 3, 2, 2), _labels([[0, 1], [2, -1]], [[1, 1], [0, 2]])

SAMPLES = [
    _sample("SoftmaxOutput", _ROWS, _CLASSES),
    _sample("SoftmaxOutput", _ROWS.astype("float64"), _CLASSES.astype("float64"), grad_scale=0.5),
    _sample("SoftmaxOutput", _ROWS, _CLASSES, use_ignore=True, normalization="valid"),
    _sample("SoftmaxOutput", _ROWS, _CLASSES, normalization="batch", ignore_label=2.0, use_ignore=True),
    _sample("SoftmaxOutput", _ROWS, _CLASSES, normalization="valid", ignore_label=1.0),
    _sample("SoftmaxOutput", _ROWS, _CLASSES, smooth_alpha=0.1),
    _sample("SoftmaxOutput", _ROWS, _CLASSES, smooth_alpha=0.3, use_ignore=True, out_grad=True),
    _sample("SoftmaxOutput", _ROWS, array(4, 3, low=0.0, seed=1), grad_scale=2.0),
    _sample("SoftmaxOutput", _IMAGES, _PLACES, multi_output=True),
    _sample("SoftmaxOutput", _IMAGES, _PLACES.reshape(2, 4), multi_output=True, use_ignore=True,
            normalization="valid"),
    _sample("SoftmaxOutput", _IMAGES, _PLACES.reshape(2, 1, 2, 2), multi_output=True, normalization="batch"),
    _sample("SoftmaxOutput", array(2, 3, 4), _labels([0, 3, 1], [2, 2, -1]), preserve_shape=True,
            normalization="batch"),
    _sample("SoftmaxOutput", array(2, 3, 4), _labels([0, 3, 1], [2, 2, -1])),
    _sample("SoftmaxOutput", array(2, 3, 2, 4), array(2, 3, 2, low=0, high=3)),
    *[Sample("SoftmaxOutput", (array(2, 3, 2, 4, dtype=kind), array(2, 3, 2, low=0, high=3, dtype=kind)),
             {"preserve_shape": kept}, numeric=False) for kind in ("float32", "float64") for kept in (False, True)],
    _sample("LinearRegressionOutput", array(3, 2), array(3, 2, seed=1)),
    _sample("LinearRegressionOutput", array(3, 1), array(3, seed=1), grad_scale=2.0),
    _sample("MAERegressionOutput", array(3, 2), array(3, 2, seed=1), grad_scale=0.5),
    _sample("MAERegressionOutput", _labels([1, 2]), _labels([1, 3])),
    _sample("LogisticRegressionOutput", array(2, 2, 2), array(2, 4, low=0.0, seed=1)),
    _sample("LogisticRegressionOutput", array(3, 2, dtype="float64"), array(3, 2, seed=1, dtype="float64")),
    _sample("MakeLoss", array(2, 3), grad_scale=2.0),
    _sample("MakeLoss", array(2, 3, 2), normalization="batch"),
    _sample("MakeLoss", array(2, 3), normalization="valid", valid_thresh=0.2),
    _sample("make_loss", array(2, 3)),
    _sample("SVMOutput", _ROWS, _labels(0, 2, 1, 1)),
    _sample("SVMOutput", _ROWS, _labels(0, 2, 1, 1), use_linear=True, margin=0.5),
    _sample("SVMOutput", array(2, 2, 3), _labels([0, 2], [1, 1]), regularization_coefficient=0.5),
    _sample("SVMOutput", _labels([np.nan, 1.0, np.inf], [-np.inf, 0.5, np.nan]), _labels(1, 0)),
    Sample("softmax_cross_entropy", (_ROWS, _labels(0, 2, 0, 1)), grad=False),
    Sample("IdentityAttachKLSparseReg", (array(4, 3, low=0.1, high=0.9),), {"penalty": 0.1, "momentum": 0.5},
           train=True, numeric=False, symbolic=False, aux=(array(3, low=0.2, high=0.8),)),
    _sample("CTCLoss", array(5, 2, 4), _labels([1, 2, 2], [3, 0, 0], dtype="int32")),
    _sample("CTCLoss", array(5, 2, 4), _labels([1, 2, 2], [0, -1, -1]), blank_label="last"),
    _sample("CTCLoss", array(5, 2, 4), _labels([1, 2, 2], [3, 1, 1]), _labels(5, 4), _labels(2, 1),
            use_data_lengths=True, use_label_lengths=True),
    # Passed by position, the third input of a symbol would be data_lengths.
    Sample("CTCLoss", (array(5, 2, 4), _labels([1, 0, 2], [0, 1, 1], dtype="int32"), _labels(3, 2, dtype="int32")),
           {"use_label_lengths": True, "blank_label": "last"}, train=True, numeric=False, symbolic=False),
]
