"""Samples of ``mxnet/_ops/numpy/create.py`` and ``random.py``."""

import numpy as np
from sample import Sample, array

SAMPLES = [
    *[Sample(f"_npi_{name}", (), {"shape": shape, "dtype": dtype}, grad=False)
      for name in ("zeros", "ones") for shape, dtype in (((2, 3), "float32"), ((), "int32"), ((0, 2), "bool"))],
    Sample("_npi_identity", (), {"shape": (3, 3), "dtype": "float64"}, grad=False),
    Sample("_npi_full_like", (array(2, 3),), {"fill_value": 4.0}, numeric=False),
    Sample("_npi_full_like", (array(2, 3),), {"fill_value": 4.7, "dtype": "int32"}, grad=False),
    *[Sample("_npi_arange", (), {"start": start, "stop": stop, "step": step, "dtype": dtype}, grad=False)
      for start, stop, step, dtype in ((0.0, 5.0, 1.0, "float32"), (5.0, 0.0, -1.5, "float64"),
                                       (0.0, 0.0, 1.0, "float32"), (1.0, 7.0, 2.0, "int64"))],
    *[Sample("_npi_eye", (), {"N": 3, "M": columns, "k": k, "dtype": "float32"}, grad=False) for columns,
      k in ((3, 0), (4, 1), (2, -1))],
    Sample("_npi_indices", (), {"dimensions": (2, 3), "dtype": "int32"}, grad=False),
    Sample("_npi_logspace", (), {"start": 0.0, "stop": 2.0, "num": 5, "endpoint": True, "base": 10.0,
                                 "dtype": "float32"}, grad=False),
    Sample("_npi_logspace", (), {"start": 0.0, "stop": 2.0, "num": 4, "endpoint": False, "base": 2.0,
                                 "dtype": "float64"}, grad=False),
    *[Sample(f"_npi_{name}", (), {"M": size, "dtype": dtype}, grad=False)
      for name in ("blackman", "hamming", "hanning") for size,
      dtype in ((7, "float32"), (1, "float32"), (6, "float64"))],
]
DRAWN = {"values": False, "grad": False}
NUMBERS = {"uniform": ("low", "high"), "normal": ("loc", "scale"), "gamma": ("shape", "scale"),
           "uniform_n": ("low", "high"),
           "normal_n": ("loc", "scale"), "logistic": ("loc", "scale"), "gumbel": ("loc", "scale")}
for name, (first, second) in NUMBERS.items():
    typed = {"dtype": "float64"} if name in ("uniform", "normal", "gamma") else {}
    given = array(2, 3, low=0.5, high=1.0)
    SAMPLES += [
        Sample(f"_npi_{name}", (), {first: 1.0, second: 2.0, "size": (2, 3), **typed}, **DRAWN),
        Sample(f"_npi_{name}", (given, given + 1), {first: None, second: None, "size": None}, **DRAWN),
        Sample(f"_npi_{name}", (given,), {first: None, second: 2.0, "size": (2,) if name.endswith("_n") else (4, 2,
                                                                                                              3)},
                                                                                                              **DRAWN),
    ]
for name, parameter in {"exponential": "scale", "rayleigh": "scale", "weibull": "a", "pareto": "a",
                        "powerd": "a"}.items():
    SAMPLES += [Sample(f"_npi_{name}", (), {parameter: 2.0, "size": (2, 3)}, **DRAWN),
                Sample(f"_npi_{name}", (array(3, low=0.5, high=2.0),), {parameter: None, "size": None}, **DRAWN)]
SAMPLES += [
    Sample("_npi_bernoulli", (), {"prob": 0.5, "logit": None, "is_logit": False, "size": (2, 3), "dtype": "float32"},
           **DRAWN),
    Sample("_npi_bernoulli", (array(3),), {"prob": None, "logit": None, "is_logit": True, "size": None,
                                           "dtype": "int32"}, **DRAWN),
    Sample("_npi_choice", (), {"a": 5, "size": (2, 2), "replace": True, "weighted": False}, **DRAWN),
    Sample("_npi_choice", (np.array([0.2, 0.3, 0.5], "float32"),),
           {"a": 3, "size": (4,), "replace": True, "weighted": True}, **DRAWN),
    Sample("_npi_multinomial", (), {"n": 5, "pvals": (0.2, 0.3, 0.5), "size": (2,)}, **DRAWN),
    Sample("_npi_multinomial", (np.array([0.2, 0.8], "float32"),), {"n": 5, "pvals": None, "size": None}, **DRAWN),
]
