"""Samples of ``mxnet/_ops/activation.py``, ``softmax.py`` and ``dropout.py``."""

import numpy as np
from sample import Sample, array

_WIDE = array(3, 4, low=-25.0, high=25.0)
_SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-3, 3.0, -3.0, 500.0, -500.0, 0.3, -0.7])
_LENGTH = np.array([[1, 2, 3], [0, 2, 1]], "int32")

SAMPLES = [
    *[Sample("Activation", (array(2, 3, seed=s, dtype=t),), {"act_type": name})
      for s, (name, t) in enumerate([("relu", "float32"), ("sigmoid", "float32"), ("softrelu", "float32"),
                                     ("softsign", "float32"), ("tanh", "float32"), ("tanh", "float64")])],
    Sample("Activation", (np.array([-1.0, 0.0, 2.0], "float32"),), {"act_type": "relu"}, numeric=False),
    Sample("Activation", (_WIDE,), {"act_type": "softrelu"}),
    Sample("Activation", (array(2, 3, dtype="float16"),), {"act_type": "sigmoid"}, numeric=False, rtol=1e-2,
           atol=1e-3),
    # Numeric gradients use double precision, but MXNet computes these operators with half of its digits.
    Sample("LeakyReLU", (array(2, 3, 2),), numeric=False),
    Sample("LeakyReLU", (array(2, 3, dtype="float64"),), {"act_type": "leaky", "slope": 0.1}, numeric=False),
    Sample("LeakyReLU", (array(2, 3, 2), array(3, seed=3)), {"act_type": "prelu"}, numeric=False),
    Sample("LeakyReLU", (array(2, 3), array(1, seed=3)), {"act_type": "prelu"}, numeric=False),
    Sample("LeakyReLU", (array(2, 3), array(2, 3, seed=3)), {"act_type": "prelu"}, numeric=False),
    Sample("LeakyReLU", (array(2, 3),), {"act_type": "elu", "slope": 0.5}),
    *[Sample("LeakyReLU", (array(2, 3, dtype=kind),), {"act_type": act_type, "slope": -0.5}, numeric=False)
      for act_type in ("elu", "leaky") for kind in ("float32", "float64")],
    Sample("LeakyReLU", (array(2, 3),), {"act_type": "selu"}, numeric=False),
    Sample("LeakyReLU", (array(2, 3),), {"act_type": "gelu"}, numeric=False),
    Sample("LeakyReLU", (array(2, 3),), {"act_type": "rrelu", "lower_bound": 0.1, "upper_bound": 0.3}, grad=False,
           values=False),
    Sample("SoftmaxActivation", (array(2, 3),)),
    Sample("SoftmaxActivation", (array(2, 3, 4),), {"mode": "channel"}),
    Sample("SoftmaxActivation", (array(2, 3, 4),), {"mode": "instance"}, numeric=False),
    Sample("softmax", (array(2, 3),)),
    Sample("softmax", (array(2, 3, 4),), {"axis": 1, "temperature": 0.5}),
    Sample("softmax", (array(2, 3, dtype="float64"),), {"dtype": "float32"}, numeric=False),
    Sample("softmax", (array(2, 3, 3), _LENGTH), {"axis": 2, "use_length": True}),
    Sample("softmax", (array(2, 3, 3), _LENGTH), {"axis": 1, "use_length": True, "temperature": 2.0}),
    Sample("softmin", (array(2, 3),), {"temperature": 3.0}),
    Sample("softmin", (array(2, 3, 2),), {"axis": 0}),
    Sample("log_softmax", (_WIDE,)),
    Sample("log_softmax", (array(2, 3, 2),), {"axis": -2, "temperature": 0.7}),
    Sample("log_softmax", (array(2, 3),), {"dtype": "float64"}),
    Sample("Dropout", (array(2, 3),)),
    Sample("Dropout", (array(2, 3),), {"p": 0.0}, train=True),
    Sample("Dropout", (array(2, 3),), {"p": 0.5, "axes": (1,)}, train=True, values=False, grad=False),
    Sample("Dropout", (array(2, 3),), {"p": 0.3, "mode": "always"}, values=False, grad=False),
    *[Sample("Activation", (_SPECIAL.astype(kind),), {"act_type": name}, numeric=False, rtol=2e-3, atol=1e-5)
      for kind in ("float32", "float64", "float16") for name in ("sigmoid", "softsign", "tanh")],
    *[Sample("LeakyReLU", (_SPECIAL.astype(kind),), {"act_type": name}, numeric=False,
             rtol=2e-3 if kind == "float16" else 1e-5, atol=1e-3 if kind == "float16" else 1e-5)
      for kind in ("float32", "float64", "float16") for name in ("leaky", "elu", "selu", "gelu")],
    Sample("LeakyReLU", (_SPECIAL.astype("float32"),), {"act_type": "leaky", "slope": 0.0}, numeric=False),
    *[Sample("LeakyReLU", (_SPECIAL.reshape(2, 6).astype(kind), np.array([0.1, 0.25, -0.5, 0, 1, np.nan], kind)),
             {"act_type": "prelu"}, numeric=False, rtol=2e-3 if kind == "float16" else 1e-6)
      for kind in ("float32", "float64", "float16")],
    *[Sample("LeakyReLU", (array(2, 5, low=-3.0, high=3.0, dtype="float64"),), {"act_type": name}, numeric=False,
             rtol=1e-5, atol=0.0) for name in ("leaky", "selu", "gelu")],
    *[Sample(op, (np.zeros((2, 3), kind),), params, refused=True)
      for op, params in (("Activation", {"act_type": "sigmoid"}), ("Activation", {"act_type": "tanh"}),
                         ("LeakyReLU", {"act_type": "leaky"}), ("L2Normalization", {}), ("MakeLoss", {}))
      for kind in ("int32", "uint8")],
    Sample("softmax", (array(2, 3),), {"dtype": "float64"}, numeric=False, rtol=1e-6, atol=0.0),
    Sample("softmax", (np.array([[-np.inf, 0, 1], [-np.inf] * 3, [1e4, -1e4, 0]], "float32"),), numeric=False),
]
