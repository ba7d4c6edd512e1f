"""Exported files, outputs and gradient of a network in NumPy mode."""

from __future__ import annotations

from typing import Any

import numpy as onp

import mxnet as mx
from mxnet.gluon import nn

FOLDER, CASES, SEED = "golden", ["numpy_network"], 3
INPUT = onp.random.RandomState(0).uniform(-1, 1, (5, 1, 8, 8)).astype("float32")


class Network(nn.HybridBlock):
    """Gluon layers combined with functions of ``F.np`` and ``F.npx``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.convolution, self.norm = nn.Conv2D(4, 3, in_channels=1), nn.BatchNorm(in_channels=4)
            self.dense, self.layer_norm = nn.Dense(6, in_units=144), nn.LayerNorm(in_channels=6)
            self.embedding = nn.Embedding(10, 6)
            self.scale = self.params.get("scale", shape=(6,), init=mx.init.Constant(1.5))

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        hidden = F.npx.relu(self.norm(self.convolution(x)))
        hidden = F.np.concatenate([hidden, hidden * 0.5], axis=1)[:, 0:4]
        hidden = self.layer_norm(self.dense(hidden)) * scale
        products = F.np.einsum("bi,bj->bij", hidden, hidden)
        mean = F.np.mean(products, axis=(1, 2), keepdims=True).reshape(-1, 1)
        shares = F.npx.softmax(F.np.dot(hidden, F.np.transpose(hidden)))
        chosen = self.embedding(F.np.argmax(hidden, axis=1))
        mixed = F.np.where(hidden > 0.1, F.np.exp(F.np.negative(hidden)), F.np.sqrt(F.np.abs(hidden) + 1.0))
        sums = F.np.stack([hidden.sum(axis=1), hidden.max(axis=1)], axis=1)
        return F.np.concatenate([mean + mixed, sums, chosen, F.npx.reshape(shares, (-2, -1))], axis=1)


def observe(case: str) -> dict[str, Any]:
    mx.npx.set_np()
    network = Network(prefix="net_")
    network.initialize(mx.init.Uniform(0.3))
    network.hybridize()
    data = mx.np.array(INPUT)
    data.attach_grad()
    with mx.autograd.record():
        result = network(data)
    result.backward()
    network.export(case)
    return {f"{case}.npz": {"trained": result.asnumpy(), "gradient": data.grad.asnumpy(),
                            "predicted": network(data).asnumpy()}}
