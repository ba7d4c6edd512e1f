"""Writes tests/gluon/golden/numpy_network*: a network in NumPy mode, exported by the real MXNet 1.9.1, and its result.

Run it in an environment with ``mxnet==1.9.1 numpy==1.23.5``, from the root of the project.
"""

import pathlib
import sys

import numpy as onp

import mxnet as mx

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "gluon"
sys.path.insert(0, str(FOLDER))

from numpy_network import INPUT, Network  # noqa: E402

mx.npx.set_np()
mx.random.seed(3)
network = Network(prefix="net_")
network.initialize(mx.init.Uniform(0.3))
network.hybridize()
data = mx.np.array(INPUT)
data.attach_grad()
with mx.autograd.record():
    result = network(data)
result.backward()
onp.savez_compressed(FOLDER / "golden" / "numpy_network.npz", trained=result.asnumpy(), gradient=data.grad.asnumpy(),
                     predicted=network(data).asnumpy())
network.export(str(FOLDER / "golden" / "numpy_network"))
