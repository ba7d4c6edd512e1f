"""Shapes are inferred without torch's compiler and without sympy, which stay usable."""

import subprocess
import sys

INFER = """
import sys
import mxnet as mx
x = mx.sym.var("x")
net = mx.sym.log_softmax(mx.sym.where(x > 0, mx.sym.erf(x), mx.sym.cumsum(x, axis=1)), dtype="float64")
assert net.infer_shape(x=(2, 3))[1] == [(2, 3)]
loaded = [m for m in ("torch._dynamo", "torch._inductor") if m in sys.modules]
import torch._dynamo
assert torch._dynamo.__file__ and callable(torch._dynamo.optimize)
print(loaded)
"""


def test_inference_does_not_load_the_compiler() -> None:
    done = subprocess.run([sys.executable, "-c", INFER], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"


TRAIN = """
import sys
import mxnet as mx
from mxnet.gluon import nn, rnn

def train(net, x):
    net.initialize()
    net.hybridize()
    with mx.autograd.record():
        loss = net(x).sum()
    loss.backward()
    net(x).asnumpy()

images, words = nn.HybridSequential(), nn.HybridSequential()
images.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D())
images.add(nn.Conv2DTranspose(3, 4), nn.Dense(2))
words.add(nn.Embedding(9, 4), rnn.LSTM(8), nn.LayerNorm(), nn.Dense(2))
train(images, mx.nd.zeros((2, 1, 8, 8)))
train(words, mx.nd.zeros((3, 5)))
mx.np.random.uniform(mx.np.zeros((3,)), mx.np.ones((2, 1)))
print([m for m in ("torch._dynamo", "torch.fx.experimental.symbolic_shapes", "sympy") if m in sys.modules])
"""


def test_training_loads_neither_the_compiler_nor_sympy() -> None:
    done = subprocess.run([sys.executable, "-c", TRAIN], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"


SYMBOLS = """
from mxnet._runtime.host.meta import without_compiler
with without_compiler():
    import sympy
    from torch.fx.experimental.symbolic_shapes import guard_or_false, sym_and, sym_eq, sym_or
    assert not isinstance(3, sympy.Basic)
    assert sym_eq([2, (3,)], [2, (3,)]) and not sym_eq((2,), (2, 3)) and not sym_eq(2, 3)
    assert sym_and(True, True) and not sym_and(True, False) and sym_or(False, True) and not sym_or(False, False)
    assert guard_or_false(True) is True
import torch
from torch.fx.experimental.symbolic_shapes import ShapeEnv

# What was imported inside the block works with symbols outside of it.
size = ShapeEnv().create_unbacked_symint()
assert guard_or_false(size == 7) is False
import sympy.core
assert issubclass(sympy.Symbol, sympy.Basic) and isinstance(size.node.expr, sympy.Basic)
"""


def test_functions_that_were_stood_in_for_work_with_symbols_later() -> None:
    done = subprocess.run([sys.executable, "-c", SYMBOLS], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_whoever_asks_for_more_gets_the_compiler() -> None:
    code = """
from mxnet._runtime.host.meta import without_compiler
with without_compiler():
    import torch._dynamo
    stand_in = torch._dynamo
    from torch._dynamo import optimize
import torch._dynamo
assert torch._dynamo is not stand_in and torch._dynamo.optimize is optimize
"""
    subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)


THREADS = """
import sys
import threading
from mxnet._runtime.host.meta import _STAND_INS, without_compiler

_stand_in = _STAND_INS[0]

inside, alone, used = threading.Event(), threading.Event(), threading.Event()

def infers():
    with without_compiler():
        inside.set()
        alone.wait(60)
        # The first thread has left; this one must still not load the compiler.
        import torch._dynamo
        assert sys.modules["torch._dynamo"] is _stand_in and torch._dynamo.disable(infers) is infers
        compiles = threading.Thread(target=use)
        compiles.start()
        compiles.join()
        assert sys.modules["torch._dynamo"] is not _stand_in

def use():
    import torch._dynamo
    assert torch._dynamo.disable(use) is not use
    assert torch._dynamo.__file__
    used.set()

thread = threading.Thread(target=infers)
with without_compiler():
    thread.start()
    assert inside.wait(60)
alone.set()
thread.join()
assert used.is_set()
import torch._dynamo
assert callable(torch._dynamo.optimize)
"""


def test_each_thread_has_the_compiler_or_not_for_itself() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and not done.stderr, done.stderr
