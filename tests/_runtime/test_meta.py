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


THREADS = """
import sys
import threading
from mxnet._runtime.meta import without_compiler, _stand_in

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
