"""Four steps of every optimizer.

The key ``cases`` contains the cases as JSON. ``inputs/...`` contains weights and gradients. ``values`` contains the
weights after the last step and the arrays of their states, concatenated. Each case specifies its part of ``values`` and
the dtype of its arrays.
"""

import json

import numpy as np

import mxnet as mx

FILE = "golden/trajectories.npz"
MAY_FAIL = True  # some optimizers of MXNet only support float32 states
SHAPES = {"fc_weight": (4, 3), "fc_bias": (4,), "bn_gamma": (5,)}
STEPS = 4

# Optimizer and arguments that vary.
SETTINGS = [
    ("sgd", [{}, {"momentum": 0.9}]),
    ("ccsgd", [{"momentum": 0.5}]),
    ("nag", [{}, {"momentum": 0.9}]),
    ("signum", [{}, {"momentum": 0.0}, {"wd_lh": 0.05}]),
    ("ftml", [{}, {"beta1": 0.5, "beta2": 0.9, "epsilon": 1e-4}]),
    ("lars", [{}, {"momentum": 0.9}, {"momentum": 0.9, "eta": 0.1, "eps": 1e-3}]),
    ("lbsgd", [{}, {"momentum": 0.9, "batch_scale": 2}, {"warmup_strategy": "lars"},
               {"warmup_strategy": "sqrt", "batch_scale": 2, "updates_per_epoch": 2},
               {"warmup_strategy": "power2", "batch_scale": 2, "updates_per_epoch": 2}]),
    ("lamb", [{}, {"lower_bound": 0.5, "upper_bound": 1.0}, {"bias_correction": False}]),
    ("dcasgd", [{}, {"lamda": 0.4}]),
    ("adam", [{}, {"beta1": 0.5, "beta2": 0.9, "epsilon": 1e-3}]),
    ("adamax", [{}]),
    ("nadam", [{}]),
    ("adagrad", [{}, {"eps": 1e-3}]),
    ("rmsprop", [{}, {"centered": True}, {"gamma1": 0.8, "clip_weights": 0.5},
                 {"centered": True, "gamma2": 0.5, "clip_weights": 0.5}]),
    ("adadelta", [{}, {"rho": 0.8, "epsilon": 1e-3}]),
    ("ftrl", [{}, {"lamda1": 0.1, "beta": 0.5}]),
    ("test", [{}]),
    ("groupadagrad", [{}]),
]

COMMON = [
    {"learning_rate": 0.1},
    {"learning_rate": 0.1, "wd": 0.05, "clip_gradient": 0.4, "rescale_grad": 0.5},
]


def cases():
    for name, variants in SETTINGS:
        for number, variant in enumerate(variants):
            for common, arguments in enumerate(COMMON):
                if name == "groupadagrad":
                    arguments = {key: value for key, value in arguments.items() if key != "wd"}
                for kind in ("float32", "float16", "mixed"):
                    yield {"key": f"{name}-{number}-{common}-{kind}", "optimizer": name, "dtype": kind,
                           "arguments": {**arguments, **variant}}
    lazy = [("sgd", {}), ("sgd", {"momentum": 0.9}), ("sgd", {"momentum": 0.9, "lazy_update": False}), ("adam", {}),
            ("adam", {"lazy_update": False}), ("adagrad", {}), ("ftrl", {}), ("groupadagrad", {}), ("rmsprop", {})]
    for number, (name, variant) in enumerate(lazy):
        decay = {} if name in ("adagrad", "groupadagrad") else {"wd": 0.05}
        for storage in ("default", "row_sparse"):
            arguments = {"learning_rate": 0.1, "clip_gradient": 0.4, **decay, **variant}
            yield {"key": f"{name}-{number}-sparse-{storage}", "optimizer": name, "dtype": "float32",
                   "storage": storage, "arguments": arguments}
    schedule = {"step": 2, "factor": 0.5, "base_lr": 0.2}
    for name in ("sgd", "adam", "lars", "nag", "adagrad"):
        momentum = {"momentum": 0.9} if name in ("sgd", "lars", "nag") else {}
        yield {"key": f"{name}-scheduled", "optimizer": name, "dtype": "float32", "schedule": schedule,
               "arguments": {**momentum, "learning_rate": 0.2, "begin_num_update": 1}}


CASES = {case["key"]: case for case in cases()}


def make_inputs():
    """Return weights and gradients by name."""
    random = np.random.RandomState(3)
    inputs = {}
    for name, shape in SHAPES.items():
        inputs[name] = random.uniform(-1, 1, shape).astype("float16").astype("float32")
        for step in range(STEPS):
            inputs[f"{name}/{step}"] = random.uniform(-2, 2, shape).astype("float16").astype("float32")
    return inputs


INPUTS = make_inputs()


def make(case):
    """Return the names of weights, and the updater."""
    arguments = dict(case["arguments"])
    if "schedule" in case:
        arguments["lr_scheduler"] = mx.lr_scheduler.FactorScheduler(**case["schedule"])
    matrices = case["optimizer"] == "groupadagrad" or "storage" in case
    names = [name for name, shape in SHAPES.items() if not matrices or len(shape) == 2]
    optimizer = mx.optimizer.create(case["optimizer"], param_idx2name=dict(enumerate(names)),
                                    multi_precision=case["dtype"] == "mixed", **arguments)
    return names, mx.optimizer.get_updater(optimizer)


def flat(state):
    """Return the arrays of a state."""
    if isinstance(state, (tuple, list)):
        return [array for part in state for array in flat(part)]
    return [] if state is None else [state]


def run(case, together):
    """Return weights and states after all steps, with single updates or with one update of all weights."""
    names, updater = make(case)
    dtype = "float32" if case["dtype"] == "float32" else "float16"
    weights = [mx.nd.array(INPUTS[name], dtype=dtype) for name in names]
    if "storage" in case:
        weights[0] = weights[0].tostype(case["storage"])
    for step in range(STEPS):
        grads = [mx.nd.array(INPUTS[f"{name}/{step}"], dtype=dtype) for name in names]
        if "storage" in case:
            grads[0][step:step + 2] = 0
            grads[0] = grads[0].tostype("row_sparse")
        if together:
            updater(list(range(len(names))), grads, weights)
        else:
            for index in range(len(names)):
                updater(index, grads[index], weights[index])
    return weights + [array for index in range(len(names)) for array in flat(updater.states[index])]


def observe(case):
    # MXNet's LAMB does not update the float32 copy of a single half precision weight, and LARS corrects the
    # momentum once per call.
    together = CASES[case]["optimizer"] in ("lamb", "lars")
    return [array.asnumpy() for array in run(CASES[case], together)]


def combine(results):
    kept, values = [], np.empty(0, "float32")
    for key, arrays in results.items():
        kept.append({**CASES[key], "start": len(values), "length": sum(array.size for array in arrays),
                     "types": [array.dtype.name for array in arrays]})
        values = np.concatenate([values, *(array.astype("float32").ravel() for array in arrays)])
    inputs = {f"inputs/{key}": value for key, value in INPUTS.items()}
    return {**inputs, "values": values, "cases": np.array(json.dumps(kept))}
