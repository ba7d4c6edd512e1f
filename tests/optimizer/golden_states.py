"""Optimizer states pickled by MXNet.

``states.npz`` contains the bytes of each case, ``states.json`` the states and the attributes of the optimizer. Each
case is written by ``Updater.get_states`` and once per pickle protocol. ``<optimizer>.states`` contains the bytes of
``Updater.get_states(dump_optimizer=True)`` after one step.
"""

import pickle

import numpy as np

import mxnet as mx

FOLDER = "golden"
PROTOCOLS = range(6)
schedule = mx.lr_scheduler
CASES = {
    "sgd": lambda: mx.optimizer.SGD(momentum=0.9, wd=0.1, param_idx2name={0: "a_weight", 1: "b_bias"}),
    "adam_factor": lambda: mx.optimizer.Adam(lr_scheduler=schedule.FactorScheduler(2, 0.5, base_lr=0.1)),
    "rmsprop_multifactor": lambda: mx.optimizer.RMSProp(centered=True,
                                                        lr_scheduler=schedule.MultiFactorScheduler([1, 3], 0.5)),
    "lamb_poly": lambda: mx.optimizer.LAMB(lr_scheduler=schedule.PolyScheduler(10, warmup_steps=2)),
    "lbsgd_cosine": lambda: mx.optimizer.LBSGD(momentum=0.5, batch_scale=2, lr_scheduler=schedule.CosineScheduler(10)),
    "adagrad_numpy": lambda: mx.optimizer.AdaGrad(learning_rate=np.float32(0.5), wd=np.float64(0.25),
                                                  clip_gradient=np.int64(3)),
    "nadam": lambda: mx.optimizer.Nadam(multi_precision=True),
    "ftrl_symbol": lambda: mx.optimizer.Ftrl(sym=mx.sym.FullyConnected(
        mx.sym.var("x"), mx.sym.var("w", lr_mult=0.5), num_hidden=2)),
    "group_adagrad": lambda: mx.optimizer.contrib.GroupAdaGrad(),
    "sparse": lambda: mx.optimizer.SGD(momentum=0.9),
}
# Optimizers with different state layouts.
ONE_STEP = {"sgd": {"momentum": 0.9}, "adam": {}, "rmsprop": {"centered": True}}


def update_sparse(updater):
    """Set the states of an updater to sparse arrays."""
    weight = mx.nd.ones((4, 2)).tostype("row_sparse")
    updater(0, mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [0, 3]), shape=(4, 2)), weight)
    updater.states[1] = mx.nd.sparse.csr_matrix(([1.5, 2.5], [1, 0], [0, 1, 1, 2]), shape=(3, 2))


def update(case):
    """Return the updater of a case with states."""
    optimizer = CASES[case]()
    updater = mx.optimizer.get_updater(optimizer)
    if case == "sparse":
        update_sparse(updater)
        return updater
    optimizer.rescale_grad = 0.5
    if case == "adagrad_numpy":
        optimizer.extra = np.arange(6, dtype="float64").reshape(2, 3)
        optimizer.kind = np.dtype("float16")
        optimizer.notes = {"flags": {1, 2}, "raw": b"\x00\xff", "pair": (1, [2.5, None])}
    dtype = "float16" if optimizer.multi_precision else "float32"
    for key in (0, 1, "named"):
        weight = mx.nd.array([[1, 2, 3], [4, 5, 6]], dtype=dtype)
        updater(key, mx.nd.array([[1, -2, 0.5], [0, 1, 2]], dtype=dtype), weight)
    return updater


def described(value):
    """Convert a value to JSON that distinguishes types."""
    if isinstance(value, mx.nd.NDArray):
        return {"array": value.asnumpy().tolist(), "dtype": np.dtype(value.dtype).name, "stype": value.stype}
    if isinstance(value, np.ndarray):
        return {"numpy": value.tolist(), "dtype": value.dtype.name}
    if isinstance(value, np.dtype):
        return {f"dtype[{value.name}]": str(value)}
    if isinstance(value, np.generic):
        return {type(value).__name__: str(value)}
    if isinstance(value, mx.lr_scheduler.LRScheduler):
        return {type(value).__name__: described(vars(value))}
    if isinstance(value, dict):
        return {"dict": [[key, described(part)] for key, part in value.items()]}
    if isinstance(value, (tuple, list)):
        return {type(value).__name__: [described(part) for part in value]}
    return repr(value)


def observe(case):
    updater = update(case)
    pickles = {"states": updater.get_states(dump_optimizer=False), "dump": updater.get_states(dump_optimizer=True)}
    for protocol in PROTOCOLS:
        pickles[f"protocol{protocol}"] = pickle.dumps((updater.states, updater.optimizer), protocol)
    attributes = {key: part for key, part in vars(updater.optimizer).items() if key != "param_dict"}
    return pickles, {"class": type(updater.optimizer).__name__, "states": described(updater.states),
                     "attributes": described(attributes)}


def states_after_one_step(name):
    scheduler = schedule.FactorScheduler(3, 0.5, base_lr=0.1)
    updater = mx.optimizer.get_updater(mx.optimizer.create(
        name, multi_precision=True, learning_rate=0.1, lr_scheduler=scheduler, param_idx2name={0: "a_weight"},
        **ONE_STEP[name]))
    for index, dtype in enumerate(("float32", "float16")):
        updater(index, mx.nd.array([1, -2, 0.5], dtype=dtype), mx.nd.array([1, 2, 3], dtype=dtype))
    return updater.get_states(dump_optimizer=True)


def combine(results):
    return {"states.npz": {f"{case}/{form}": np.frombuffer(content, np.uint8)
                           for case, (pickles, _) in results.items() for form, content in pickles.items()},
            "states.json": {case: description for case, (_, description) in results.items()},
            **{f"{name}.states": states_after_one_step(name) for name in ONE_STEP}}
