"""Writes tests/numpy/golden/names.json: the functions of the NumPy namespaces of MXNet 1.9.1 and their parameters.

Run it in an environment with ``mxnet==1.9.1 numpy==1.23.5``, from the root of the project. Functions that their module
only imports from elsewhere in MXNet are left out.
"""

import inspect
import json
import pathlib
import warnings

import mxnet as mx

NAMESPACES = {
    "np": mx.np, "np.linalg": mx.np.linalg, "np.random": mx.np.random, "npx": mx.npx, "npx.random": mx.npx.random,
    "npx.image": mx.nd.npx.image, "np.ndarray": mx.np.ndarray, "sym.np": mx.sym.np, "sym.np.linalg": mx.sym.np.linalg,
    "sym.np.random": mx.sym.np.random, "sym.npx": mx.sym.npx, "sym.npx.random": mx.sym.npx.random,
    "sym.npx.image": mx.sym.npx.image, "sym.np._Symbol": mx.sym.np._Symbol}
PACKAGES = ("mxnet.numpy", "mxnet.ndarray.numpy", "mxnet.symbol", "numpy")


def parameters(function):
    """Names of parameters that can be given by name; None where they are not known."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [one.name for one in found if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
            and one.name not in ("self", "cls")]


def functions(namespace):
    """The functions of a namespace, by name."""
    packages = (*PACKAGES, "mxnet.util", "mxnet.context") if namespace is mx.npx else PACKAGES
    for name in sorted(dir(namespace)):
        value = getattr(namespace, name, None)
        module = getattr(value, "__module__", None) or "numpy"
        if callable(value) and not name.startswith("_") and not inspect.isclass(value) and module.startswith(packages):
            yield name, parameters(value)


warnings.simplefilter("ignore")
lines = [f"{json.dumps(path)}: {json.dumps(dict(functions(namespace)))}" for path, namespace in NAMESPACES.items()]
target = pathlib.Path(__file__).resolve().parent.parent / "tests" / "numpy" / "golden" / "names.json"
target.write_text("{\n" + ",\n".join(lines) + "\n}\n")
