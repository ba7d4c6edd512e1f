"""Samples of ``mxnet/_ops/activation.py``, ``softmax.py`` and ``dropout.py``."""

import numpy as np
from sample import Sample, array

_WIDE = array(3, 4, low=-25.0, high=25.0)
_LENGTH = np.array([[1, 2, 3], [0, 2, 1]], "int32")

SAMPLES = [
    *[Sample("Activation", (array(2, 3, seed=s, dtype=t),), {"act_type": name})
      for s, (name, t) in enumerate([("relu", "float32"), ("sigmoid", "float32"), ("softrelu", "float32"),
                                     ("softsign", "float32"), ("tanh", "float32"), ("tanh", "float64")])],
    Sample("Activation", (np.array([-1.0, 0.0, 2.0], "float32"),), {"act_type": "relu"}, numeric=False),
    Sample("Activation", (_WIDE,), {"act_type": "softrelu"}),
    Sample("Activation", (array(2, 3, dtype="float16"),), {"act_type": "sigmoid"}, numeric=False, rtol=1e-2,
           atol=1e-3),
    Sample("LeakyReLU", (array(2, 3, 2),)),
    Sample("LeakyReLU", (array(2, 3, dtype="float64"),), {"act_type": "leaky", "slope": 0.1}),
    Sample("LeakyReLU", (array(2, 3, 2), array(3, seed=3)), {"act_type": "prelu"}),
    Sample("LeakyReLU", (array(2, 3), array(1, seed=3)), {"act_type": "prelu"}),
    Sample("LeakyReLU", (array(2, 3), array(2, 3, seed=3)), {"act_type": "prelu"}),
    Sample("LeakyReLU", (array(2, 3),), {"act_type": "elu", "slope": 0.5}),
    *[Sample("LeakyReLU", (array(2, 3, dtype=kind),), {"act_type": act_type, "slope": -0.5}, numeric=False)
      for act_type in ("elu", "leaky") for kind in ("float32", "float64")],
    Sample("LeakyReLU", (array(2, 3),), {"act_type": "selu"}, numeric=False),
    Sample("LeakyReLU", (array(2, 3),), {"act_type": "gelu"}),
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
]
