"""Base class and helpers of the networks in the model zoo."""

from __future__ import annotations

from typing import Any

from ...._runtime.tracebacks import concise_module
from ... import nn
from ...block import HybridBlock
from ..model_store import load_pretrained


class Classifier(HybridBlock):
    """Base class with feature layers and an output layer, which subclasses create."""

    features: nn.HybridSequential
    output: HybridBlock

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the class scores of a batch of images.

        Parameters
        ----------
        F : module
            Ignored.
        x : NDArray or Symbol
            Images of shape (batch, channels, height, width).

        Returns
        -------
        NDArray or Symbol
            Scores of shape (batch, classes).
        """
        return self.output(self.features(x))


def sequence(*layers: Any) -> nn.HybridSequential:
    """Return a sequence of layers that keep their names in the current scope."""
    row = nn.HybridSequential(prefix="")
    row.add(*layers)
    return row


def finish(net: HybridBlock, name: str, pretrained: bool, ctx: Any, root: str | None) -> HybridBlock:
    """Load pretrained parameters into `net` if requested, and return it."""
    if pretrained:
        load_pretrained(net, name, ctx, root)
    return net


concise_module(__name__)
