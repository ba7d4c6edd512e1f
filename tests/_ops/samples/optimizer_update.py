"""Samples of ``mxnet/_ops/optimizer_update.py`` and ``optimizer_multi.py``."""

import numpy as np
from sample import Sample, array

SHAPE = (3, 4)


def make(op, roles, params, dtype="float32", shape=SHAPE):
    """Return a sample with inputs given by letters: w(eight), h(igh precision), g(radient), m(oment), p(ositive) ..."""
    weight = array(*shape, dtype=dtype)
    state = "float32" if "h" in roles else dtype
    kinds = {
        "w": lambda i: weight,
        "h": lambda i: weight.astype("float32"),
        "g": lambda i: array(*shape, low=-2, high=2, dtype=dtype, seed=i),
        "m": lambda i: array(*shape, dtype=state, seed=i),
        "p": lambda i: array(*shape, low=0.1, dtype=state, seed=i),
        "n": lambda i: np.array([0.7 + i], dtype=state),
        "s": lambda i: np.array([1.5], dtype="float32"),
        "f": lambda i: array(*shape, dtype="float32", seed=i),
        "l": lambda i: np.array([0.1, 0.02], dtype="float32"),
    }
    loose = 1e-2 if dtype == "float16" else 1e-4
    out = tuple(i for i, role in enumerate(roles) if role == "w") if "multi" in op and op != "multi_lars" else None
    return Sample(op, tuple(kinds[r](i + 1) for i, r in enumerate(roles)), params, grad=False, out=out, rtol=loose,
                  atol=loose / 10)


def settings(op, roles, **fixed):
    """Return samples of a single-weight operator with plain, decayed and clipped settings, in its supported dtypes."""
    wide = {"wd": 0.01, "rescale_grad": 0.5, "clip_gradient": 0.3, **fixed}
    wide = {("clip_grad" if op == "ftml_update" and k == "clip_gradient" else k): v for k, v in wide.items()}
    if "h" in roles:
        return [make(op, roles, {"lr": 0.1, **fixed}, "float16"), make(op, roles, {"lr": 0.1, **wide}, "float16")]
    return [make(op, roles, {"lr": 0.1, **fixed}), make(op, roles, {"lr": 0.1, **wide}),
            make(op, roles, {"lr": 0.1, **wide}, "float64"), make(op, roles, {"lr": 0.1, **wide}, "float16"),
            make(op, roles, {"lr": 0.1, **{k: v for k, v in wide.items() if not k.startswith("clip_g")}},
                 shape=(2, 1, 3))]


LISTS = {"lrs": (0.1, 0.02), "wds": (0.0, 0.1), "num_weights": 2}
ETAS = {**LISTS, "etas": (1.0, 0.5), "clip_gradient": 0.5}
LAMB = {"learning_rates": (0.1, 0.02), "wds": (0.0, 0.1), "step_count": (1, 7), "num_tensors": 2}

SAMPLES = [
    *settings("sgd_update", "wg"),
    *settings("sgd_mom_update", "wgm", momentum=0.9),
    *settings("nag_mom_update", "wgm", momentum=0.9),
    *settings("signsgd_update", "wg"),
    *settings("signum_update", "wgm", momentum=0.9, wd_lh=0.05),
    *settings("adam_update", "wgmp", beta1=0.8),
    *settings("rmsprop_update", "wgp"),
    *settings("rmsprop_update", "wgp", gamma1=0.7, epsilon=1e-3, clip_weights=0.5),
    *settings("rmspropalex_update", "wgpmm", gamma1=0.9, gamma2=0.8, epsilon=3.0),
    *settings("ftrl_update", "wgmp", lamda1=0.2, beta=0.5),
    *settings("ftml_update", "wgppm", t=3),
    *settings("mp_sgd_update", "wgh"),
    *settings("mp_sgd_mom_update", "wgmh", momentum=0.9),
    *settings("mp_nag_mom_update", "wgmh", momentum=0.9),
    make("lamb_update_phase1", "wgmp", {"t": 2, "wd": 0.1}),
    make("lamb_update_phase1", "wgmp", {"t": 2, "wd": 0.1, "bias_correction": False, "clip_gradient": 0.4}, "float64"),
    make("lamb_update_phase2", "wgnn", {"lr": 0.1}),
    make("lamb_update_phase2", "wgnn", {"lr": 0.1, "lower_bound": 5.0}),
    make("lamb_update_phase2", "wgnn", {"lr": 0.1, "upper_bound": 0.5}, "float64"),
    Sample("lamb_update_phase2", (array(2, 3), array(2, 3), np.zeros(1, "float32"), np.ones(1, "float32")),
           {"lr": 0.1}, grad=False),
    make("mp_lamb_update_phase1", "wgmph", {"t": 2, "wd": 0.1, "rescale_grad": 0.5}, "float16"),
    make("mp_lamb_update_phase1", "wgmph", {"t": 1, "wd": 0.0, "bias_correction": False}, "float16"),
    make("mp_lamb_update_phase2", "wfnnh", {"lr": 0.1, "lower_bound": 0.5, "upper_bound": 2.0}, "float16"),
    make("_adamw_update", "wgmps", {"lr": 0.1, "eta": 0.5, "wd": 0.1}),
    make("_adamw_update", "wgmps", {"lr": 0.1, "eta": 0.5, "clip_gradient": 0.3, "beta1": 0.7}),
    make("_mp_adamw_update", "wgmphs", {"lr": 0.1, "eta": 0.5, "wd": 0.1, "clip_gradient": 0.3}, "float16"),
    make("multi_lars", "pppp", {"eta": 0.01, "eps": 1e-3, "rescale_grad": 0.5}, shape=(5,)),
    Sample("multi_lars", (array(3, low=0.1), np.array([0, 1, 2], "float32"), np.array([1, 0, 2], "float32"),
                          array(3, low=0.1)), {"eta": 0.01, "eps": 1e-3}, grad=False),
    make("multi_sgd_update", "wgwg", LISTS),
    make("multi_sgd_update", "wg", {"lrs": (0.1,), "wds": (0.2,), "clip_gradient": 0.3, "rescale_grad": 0.5}),
    make("multi_sgd_mom_update", "wgmwgm", {**LISTS, "momentum": 0.9, "clip_gradient": 0.3}, "float64"),
    make("multi_mp_sgd_update", "wghwgh", {**LISTS, "rescale_grad": 0.5}, "float16"),
    make("multi_mp_sgd_mom_update", "wgmhwgmh", {**LISTS, "momentum": 0.9}, "float16"),
    make("preloaded_multi_sgd_update", "wgwgll", {"num_weights": 2, "clip_gradient": 0.3}),
    make("preloaded_multi_sgd_mom_update", "wgmwgmll", {"num_weights": 2, "momentum": 0.9}),
    make("preloaded_multi_mp_sgd_update", "wghwghll", {"num_weights": 2, "rescale_grad": 0.5}, "float16"),
    make("preloaded_multi_mp_sgd_mom_update", "wgmhwgmhll", {"num_weights": 2, "momentum": 0.9}, "float16"),
    make("_multi_adamw_update", "wgmpwgmps", ETAS),
    make("_multi_mp_adamw_update", "wgmphwgmphs", ETAS, "float16"),
    make("_multi_lamb_update", "wgmpwgmp", LAMB),
    make("_multi_lamb_update", "wgmpwgmp", {**LAMB, "bias_correction": False, "lower_bound": 3.0,
                                            "upper_bound": 4.0, "clip_gradient": 0.3, "rescale_grad": 0.5}),
    make("_multi_mp_lamb_update", "wgmphwgmph", LAMB, "float16"),
]
