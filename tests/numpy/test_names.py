"""Test that the NumPy namespaces have the functions and parameters of MXNet."""

import functools
import inspect
import json
import pathlib

import pytest

import mxnet as mx

GOLDEN = json.loads((pathlib.Path(__file__).parent / "golden" / "names.json").read_text())


@pytest.mark.parametrize("path", GOLDEN)
def test_names_and_parameters(path):
    namespace = functools.reduce(getattr, path.split("."), mx)
    wrong = []
    for name, wanted in GOLDEN[path].items():
        function = getattr(namespace, name, None)
        if function is None:
            wrong.append(name)
            continue
        found = inspect.signature(function).parameters
        free = any(one.kind is one.VAR_KEYWORD for one in found.values())
        wrong += [f"{name}({one})" for one in wanted or () if one not in found and not free]
    assert not wrong


def test_operators_by_their_own_parameters():
    x = mx.sym.var("x").as_np_ndarray()
    total = mx.sym.np.sum(a=x, axis=1, name="total")
    assert total.name == "total"
    assert mx.sym.np.any(data=x, name="some").name == "some"
    assert mx.sym.npx.reshape(x, (-1,), name="flat").name == "flat"
    assert mx.sym.np.sum(x, axis=1).list_arguments() == ["x"]
    assert "sum" in dir(mx.sym.np._op)
