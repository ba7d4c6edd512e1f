"""Functions of the NumPy namespaces and their parameters.

Functions that a module only imports from other modules of MXNet are excluded.
"""

import inspect

import mxnet as mx

FILE, LAYOUT = "golden/names.json", "lines"
CASES = {
    "np": mx.np, "np.linalg": mx.np.linalg, "np.random": mx.np.random, "npx": mx.npx, "npx.random": mx.npx.random,
    "npx.image": mx.nd.npx.image, "np.ndarray": mx.np.ndarray, "sym.np": mx.sym.np, "sym.np.linalg": mx.sym.np.linalg,
    "sym.np.random": mx.sym.np.random, "sym.npx": mx.sym.npx, "sym.npx.random": mx.sym.npx.random,
    "sym.npx.image": mx.sym.npx.image, "sym.np._Symbol": mx.sym.np._Symbol}
PACKAGES = ("mxnet.numpy", "mxnet.ndarray.numpy", "mxnet.symbol", "numpy")


def parameters(function):
    """Return the names of keyword parameters, or None if they are unknown."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [one.name for one in found if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
            and one.name not in ("self", "cls")]


def functions(namespace):
    """Return the functions of a namespace by name."""
    packages = (*PACKAGES, "mxnet.util", "mxnet.context") if namespace is mx.npx else PACKAGES
    for name in sorted(dir(namespace)):
        value = getattr(namespace, name, None)
        module = getattr(value, "__module__", None) or "numpy"
        if callable(value) and not name.startswith("_") and not inspect.isclass(value) and module.startswith(packages):
            yield name, parameters(value)


def observe(case):
    return {case: dict(functions(CASES[case]))}
