"""Test that private functions of torch are used in one module only, and that their fallbacks give the same results."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

import mxnet
from mxnet._runtime import torch_private
from mxnet._runtime.torch_private import _each, _recurrent

PACKAGE = Path(mxnet.__file__).parent
# Private names of torch that are methods or attributes of tensors, storages and nodes.
METHODS = {name for kind in (torch.Tensor, torch.UntypedStorage) for name in dir(kind)
           if name.startswith("_") and not name.startswith("__")} - {"_grad"}


def _chain(node: ast.expr) -> list[str]:
    """Return the names of ``a.b.c``."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return [*([node.id] if isinstance(node, ast.Name) else ["?"]), *reversed(names)]


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _private_uses(tree: ast.AST) -> Iterator[tuple[int, str]]:
    own = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
           and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            names = _chain(node)
            of_torch = names[0] == "torch" and (names[1] == "ops" or any(map(_is_private, names[1:])))
            if of_torch or node.attr in METHODS - own or node.attr.startswith("_saved_"):
                yield node.lineno, ".".join(names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "torch":
            for name in (*(node.module or "").split("."), *(one.name for one in node.names)):
                if _is_private(name):
                    yield node.lineno, f"{node.module}: {name}"


def test_other_modules_use_no_private_functions() -> None:
    uses = [f"{path.relative_to(PACKAGE)}:{line}: {name}" for path in sorted(PACKAGE.rglob("*.py"))
            if path.name != "torch_private.py" for line, name in _private_uses(ast.parse(path.read_text("utf-8")))]
    assert not uses, "take private functions of torch from mxnet._runtime.torch_private:\n" + "\n".join(uses)


def test_scan_finds_private_functions() -> None:
    source = "import torch\ntorch._C.f()\ntorch.ops.aten.g()\nx._lazy_clone()\nfrom torch.a._b import c\nself._cdata\n"
    assert {line for line, _ in _private_uses(ast.parse(source))} == {2, 3, 4, 5}


def test_this_release_has_the_functions() -> None:
    if not torch_private.PUBLIC_ONLY and torch.__version__.split(".")[:2] == ["2", "13"]:
        assert all(torch_private.USED.values())
    assert set(torch_private.USED.values()) <= {True, False}


def _random(*shape: int) -> Tensor:
    return torch.randn(shape)


LISTS: dict[str, Callable[[], tuple[list[Any], dict[str, Any]]]] = {
    "abs": lambda: ([], {}), "sign": lambda: ([], {}), "norm": lambda: ([], {}),
    "add": lambda: ([0.5], {}), "mul": lambda: ([2.0], {}), "mul_": lambda: ([0.5], {}),
    "add_": lambda: ([[_random(2, 3), _random(4)]], {"alpha": 0.5}), "sub": lambda: ([[_random(2, 3), _random(4)]], {}),
    "sub_": lambda: ([[_random(2, 3), _random(4)]], {}), "div_": lambda: ([[_random(2, 3), _random(4)]], {}),
    "copy_": lambda: ([[_random(2, 3), _random(4)]], {}), "maximum_": lambda: ([[_random(2, 3), _random(4)]], {}),
    "clamp_max_": lambda: ([0.1], {}), "clamp_min_": lambda: ([-0.1], {}),
    "lerp_": lambda: ([[_random(2, 3), _random(4)], 0.25], {}),
    "sqrt": lambda: ([], {}), "sqrt_": lambda: ([], {}),
    **{name: lambda: ([[_random(2, 3), _random(4)], [_random(2, 3), _random(4)]], {"value": 0.5})
       for name in ("addcmul", "addcmul_", "addcdiv_")},
}


@pytest.mark.parametrize("name", torch_private._FOREACH)
def test_functions_over_lists(name: str) -> None:
    others, options = LISTS[name]()
    tensors = [_random(2, 3).abs(), _random(4).abs()]
    copies = [one.clone() for one in tensors]
    results = _each(name)(tensors, *others, **options)
    expected = getattr(torch_private.foreach, name)(copies, *others, **options)
    if name.endswith("_"):
        results, expected = tensors, copies
    for one, other in zip(results, expected, strict=True):
        torch.testing.assert_close(one, other)


def _statistics(data: Tensor, axes: list[int], view: tuple[int, ...]) -> tuple[Tensor, Tensor]:
    return data.mean(axes).reshape(view), torch.rsqrt(data.var(axes, correction=0) + 1e-5).reshape(view)


def _kernel_calls() -> dict[str, tuple[Callable[..., Any], Callable[..., Any], tuple[Any, ...]]]:
    p = torch_private
    data, head = _random(2, 3, 4, 5), _random(2, 3, 4, 5)
    gamma, mean, variance = _random(3), _random(3), _random(3).abs() + 0.5
    batch = _statistics(data, [0, 2, 3], (-1,))
    rows, row_head = _random(6, 5), _random(6, 5)
    row_mean, row_scale = _statistics(rows, [1], (-1, 1))
    image = _random(2, 3, 8, 8)
    window = [2, 2], [2, 2], [0, 0], [1, 1], False
    pooled, places = torch.nn.functional.max_pool2d(image, 2, return_indices=True)
    everything = [True, True, True]
    return {
        "addmm_relu": (p.addmm_relu, p._addmm_relu, (_random(4), _random(2, 3), _random(3, 4))),
        "elu": (p.scaled_elu, p._scaled_elu, (data, 1.67, 1.05)),
        "threshold": (p.threshold_backward, p._threshold_backward, (head, data, 0.1)),
        "hardtanh": (p.hardtanh_backward, p._hardtanh_backward, (head, data, -0.5, 0.5)),
        "pool": (p.max_pool_with_indices, p._max_pool_with_indices, (image, *window)),
        "pool backward": (p.max_pool_backward, p._max_pool_backward, (pooled, image, *window, places)),
        "batch norm": (p.batch_norm_backward, p._batch_norm_backward,
                       (head, data, gamma, mean, variance, *batch, True, 1e-5, everything)),
        "batch norm by moving statistics": (
            p.batch_norm_backward, p._batch_norm_backward,
            (head, data, gamma, mean, variance, mean, torch.rsqrt(variance + 1e-5), False, 1e-5, [True, False, True])),
        "layer norm": (p.layer_norm_backward, p._layer_norm_backward,
                       (row_head, rows, [5], row_mean, row_scale, _random(5), _random(5), everything)),
        "alias": (p.is_alias, p._same_address, (data, data[0])),
        "no alias": (p.is_alias, p._same_address, (data, head)),
        "lapack": (p.has_lapack, p._has_lapack, ()),
    }


@pytest.mark.parametrize("name", _kernel_calls())
def test_kernels(name: str) -> None:
    private, fallback, arguments = _kernel_calls()[name]
    results, expected = ([one] if isinstance(one, (Tensor, bool)) else list(one)
                         for one in (fallback(*arguments), private(*arguments)))
    assert len(results) == len(expected)
    for one, other in zip(results, expected):
        if isinstance(one, Tensor):
            torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)
        else:
            assert one == other


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("mode", ["lstm", "gru", "rnn_relu", "rnn_tanh"])
def test_recurrent_layers(mode: str, packed: bool) -> None:
    gates = {"lstm": 4, "gru": 3}.get(mode, 1)
    weights = [part for _ in range(2) for part in (_random(gates * 4, 3), _random(gates * 4, 4), _random(gates * 4),
                                                   _random(gates * 4))]
    state = _random(2, 2, 4)
    states = (state, state.tanh()) if mode == "lstm" else state
    data: tuple[Any, ...] = (_random(5, 2, 3), states, weights, True, 1, 0.0, False, True, False)
    if packed:
        sequence = torch.nn.utils.rnn.pack_padded_sequence(data[0], torch.tensor([5, 3]))
        data = (sequence.data, sequence.batch_sizes, states, weights, True, 1, 0.0, False, True)
    for one, other in zip(_recurrent(mode)(*data), torch_private.recurrent[mode](*data), strict=True):
        torch.testing.assert_close(one, other)


def test_gamma_numbers_follow_the_generator() -> None:
    alpha = torch.full((20000,), 2.5)
    first, again = (torch_private._gamma(alpha, torch.Generator().manual_seed(3)) for _ in range(2))
    assert torch.equal(first, again)
    assert abs(float(first.mean()) - 2.5) < 0.05 and abs(float(first.var()) - 2.5) < 0.15


def test_backward_passes_are_counted() -> None:
    leaf = torch.ones(3, requires_grad=True)
    numbers: list[int] = []
    leaf.register_hook(lambda gradient: numbers.append(torch_private._pass.number))
    for _ in range(2):
        with torch.enable_grad():
            result = (leaf * leaf).sum()
        torch_private._count_and_run((result,), (None,), False, False)
    assert numbers[1] == numbers[0] + 1 and torch_private._pass.number == -1
    assert torch.equal(leaf.grad, torch.full((3,), 4.0))


def test_thread_without_modes() -> None:
    assert torch_private._run_in_thread(lambda: 3) == 3
    with pytest.raises(KeyError, match="lost"):
        torch_private._run_in_thread(lambda: {}["lost"])
    with torch.device("meta"):  # a mode
        assert torch_private._run_in_thread(lambda: torch.ones(1).device.type) == "cpu"


PROGRAM = """
import json
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, rnn
from mxnet._runtime import torch_private

mx.random.seed(1)
net = nn.HybridSequential()
net.add(nn.Conv2D(4, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(), nn.Flatten(),
        nn.Dense(6, activation="relu"), nn.LayerNorm(), nn.SELU(), nn.Dense(3))
net.initialize(mx.init.Xavier())
net.hybridize()
cell = rnn.LSTM(5, input_size=3)
cell.initialize(mx.init.Xavier())
x = nd.array([[(3 * i + j) % 7 / 7 for j in range(64)] for i in range(8)]).reshape((8, 1, 8, 8))
for optimizer in ("sgd", "adam", "adadelta", "ftml"):
    trainer = gluon.Trainer({**net.collect_params(), **cell.collect_params()}, optimizer)
    for _ in range(3):
        with autograd.record():
            loss = (cell(net(x).expand_dims(0)).mean(axis=2) - 0.1) ** 2
        loss.backward()
        trainer.step(8)
with autograd.record():
    blocked = nd.BlockGrad(net(x)).sum()
blocked.backward()
predicted = net(x)
print(json.dumps({"public": torch_private.PUBLIC_ONLY, "result": predicted.asnumpy().tolist(),
                  "alias": bool(mx.np.shares_memory(mx.np.ones(3), mx.np.ones(3)))}))
"""


def test_program_with_public_functions_only() -> None:
    results = {}
    for value in ("0", "1"):
        run = subprocess.run([sys.executable, "-c", PROGRAM], env={**os.environ, "MXNET_TORCH_PUBLIC_ONLY": value},
                             capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        results[value] = json.loads(run.stdout)
    assert [results[value]["public"] for value in "01"] == [False, True]
    assert not results["1"]["alias"]
    torch.testing.assert_close(torch.tensor(results["1"]["result"]), torch.tensor(results["0"]["result"]), rtol=1e-3,
                               atol=1e-4)
