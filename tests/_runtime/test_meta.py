"""Shapes are inferred without torch's compiler, which stays usable."""

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


def test_whoever_asks_for_more_gets_the_compiler() -> None:
    code = """
from mxnet._runtime.meta import without_compiler
with without_compiler():
    import torch._dynamo
    stand_in = torch._dynamo
    from torch._dynamo import optimize
import torch._dynamo
assert torch._dynamo is not stand_in and torch._dynamo.optimize is optimize
"""
    subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
