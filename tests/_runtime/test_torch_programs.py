"""Test programs that train with torch and import this package: torch records as usual."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet._runtime.autograd import tape
from mxnet.gluon import nn, rnn

TRAIN = """
layer = torch.nn.Linear(2, 1, bias=False)
def step():
    loss = layer(torch.ones(3, 2)).sum()
    loss.backward()
    return layer.weight.grad.tolist()
"""

HERE = """
x = mx.nd.ones((2,))
x.attach_grad()
y = x * 2
try:
    y.backward()
except mx.MXNetError:
    print("constant")
with mx.autograd.record():
    (x * x).sum().backward()
print(x.grad.asnumpy().tolist())
x[:] = 3
"""

ORDERS = {
    "the model before mxnet": f"import torch\n{TRAIN}\nimport mxnet as mx\nprint(step())\n{HERE}print(step())",
    "torch before mxnet": f"import torch\nimport mxnet as mx\n{TRAIN}\nprint(step())\n{HERE}print(step())",
    "mxnet before torch": f"import mxnet as mx\nimport torch\n{TRAIN}\nprint(step())\n{HERE}print(step())",
}


@pytest.mark.parametrize("order", ORDERS)
def test_training_with_torch_runs_unchanged(order: str) -> None:
    done = subprocess.run([sys.executable, "-c", ORDERS[order]], capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines() == ["[[3.0, 3.0]]", "constant", "[2.0, 2.0]", "[[6.0, 6.0]]"], done.stderr


def test_threads_that_begin_later() -> None:
    layer, heard = torch.nn.Linear(2, 1), []

    def train() -> None:
        nd.ones((2,)).asnumpy()
        with autograd.record():
            pass
        heard.append(layer(torch.ones(3, 2)).requires_grad)

    thread = threading.Thread(target=train)
    thread.start()
    thread.join()
    assert heard == [True]


def test_a_model_that_is_made_while_recording() -> None:
    with autograd.record():
        layer = torch.nn.Linear(2, 1)
        with autograd.pause():
            assert not torch.is_grad_enabled()
    assert layer(torch.ones(1, 2)).requires_grad and not tape.state.recording


def test_networks_of_this_package_are_no_models_of_torch() -> None:
    net = nn.HybridSequential()
    net.add(nn.Embedding(5, 4), rnn.LSTM(3), nn.BatchNorm(), nn.Dense(1))
    net.initialize()
    net.hybridize()
    with autograd.record():
        loss = net(nd.ones((2, 3))).sum()
    loss.backward()
    mx.gluon.Trainer(net.collect_params(), "adam").step(1)
    assert not torch.is_grad_enabled()


def test_leaves_are_constants_for_torch_outside_record() -> None:
    x = nd.array([1, 2])
    x.attach_grad()
    tape.let_torch_record()
    shared = x.to_torch()
    assert not shared.requires_grad
    shared.mul_(2)
    assert x.asnumpy().tolist() == [2, 4]
    with autograd.record():
        assert x.to_torch().requires_grad
        y = x * 3
    assert y.to_torch().requires_grad
