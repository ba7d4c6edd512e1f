"""Write optimizer states as MXNet 1.9.1 pickles them, and what is in them.

Run with the interpreter of the real MXNet::

    python tools/make_states_golden.py tests/optimizer/golden

``states.npz`` holds the bytes of each case, ``states.json`` the states and the attributes of the optimizer. Each case
is written by ``Updater.get_states`` and once per protocol that pickle knows.
"""

import json
import pathlib
import pickle
import sys

import numpy as np

import mxnet as mx

PROTOCOLS = range(6)


def cases():
    """Updaters with states, by name."""
    schedule = mx.lr_scheduler
    made = {
        "sgd": mx.optimizer.SGD(momentum=0.9, wd=0.1, param_idx2name={0: "a_weight", 1: "b_bias"}),
        "adam_factor": mx.optimizer.Adam(lr_scheduler=schedule.FactorScheduler(2, 0.5, base_lr=0.1)),
        "rmsprop_multifactor": mx.optimizer.RMSProp(centered=True,
                                                    lr_scheduler=schedule.MultiFactorScheduler([1, 3], 0.5)),
        "lamb_poly": mx.optimizer.LAMB(lr_scheduler=schedule.PolyScheduler(10, warmup_steps=2)),
        "lbsgd_cosine": mx.optimizer.LBSGD(momentum=0.5, batch_scale=2, lr_scheduler=schedule.CosineScheduler(10)),
        "adagrad_numpy": mx.optimizer.AdaGrad(learning_rate=np.float32(0.5), wd=np.float64(0.25),
                                              clip_gradient=np.int64(3)),
        "nadam": mx.optimizer.Nadam(multi_precision=True),
        "ftrl_symbol": mx.optimizer.Ftrl(sym=mx.sym.FullyConnected(mx.sym.var("x"), mx.sym.var("w", lr_mult=0.5),
                                                                   num_hidden=2)),
        "group_adagrad": mx.optimizer.contrib.GroupAdaGrad(),
    }
    for name, optimizer in made.items():
        optimizer.rescale_grad = 0.5
        if name == "adagrad_numpy":
            optimizer.extra = np.arange(6, dtype="float64").reshape(2, 3)
            optimizer.kind = np.dtype("float16")
            optimizer.notes = {"flags": {1, 2}, "raw": b"\x00\xff", "pair": (1, [2.5, None])}
        updater = mx.optimizer.get_updater(optimizer)
        dtype = "float16" if optimizer.multi_precision else "float32"
        for key in (0, 1, "named"):
            weight = mx.nd.array([[1, 2, 3], [4, 5, 6]], dtype=dtype)
            updater(key, mx.nd.array([[1, -2, 0.5], [0, 1, 2]], dtype=dtype), weight)
        yield name, updater
    sparse = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    weight = mx.nd.ones((4, 2)).tostype("row_sparse")
    sparse(0, mx.nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [0, 3]), shape=(4, 2)), weight)
    sparse.states[1] = mx.nd.sparse.csr_matrix(([1.5, 2.5], [1, 0], [0, 1, 1, 2]), shape=(3, 2))
    yield "sparse", sparse


def described(value):
    """A value as JSON that keeps types apart."""
    if isinstance(value, mx.nd.NDArray):
        return {"array": value.asnumpy().tolist(), "dtype": np.dtype(value.dtype).name, "stype": value.stype}
    if isinstance(value, np.ndarray):
        return {"numpy": value.tolist(), "dtype": value.dtype.name}
    if isinstance(value, (np.generic, np.dtype)):
        return {type(value).__name__: str(value)}
    if isinstance(value, mx.lr_scheduler.LRScheduler):
        return {type(value).__name__: described(vars(value))}
    if isinstance(value, dict):
        return {"dict": [[key, described(part)] for key, part in value.items()]}
    if isinstance(value, (tuple, list)):
        return {type(value).__name__: [described(part) for part in value]}
    return repr(value)


def main(folder):
    """Write both files."""
    pickles, contents = {}, {}
    for name, updater in cases():
        pickles[f"{name}/states"] = updater.get_states(dump_optimizer=False)
        pickles[f"{name}/dump"] = updater.get_states(dump_optimizer=True)
        for protocol in PROTOCOLS:
            pickles[f"{name}/protocol{protocol}"] = pickle.dumps((updater.states, updater.optimizer), protocol)
        attributes = {key: part for key, part in vars(updater.optimizer).items() if key != "param_dict"}
        contents[name] = {"class": type(updater.optimizer).__name__, "states": described(updater.states),
                          "attributes": described(attributes)}
    np.savez_compressed(folder / "states.npz", **{k: np.frombuffer(v, np.uint8) for k, v in pickles.items()})
    (folder / "states.json").write_text(json.dumps(contents) + "\n")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
