"""What all networks of the zoo have in common."""

from __future__ import annotations

from typing import Any

from ...._runtime.tracebacks import concise_module
from ... import nn
from ...block import HybridBlock
from ..model_store import load_pretrained


class Classifier(HybridBlock):
    """Features, then an output layer; subclasses make both."""

    features: nn.HybridSequential
    output: HybridBlock

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Scores of the classes for a batch of images."""
        return self.output(self.features(x))


def sequence(*layers: Any) -> nn.HybridSequential:
    """Layers in a row that keep the names they have in the surrounding scope."""
    row = nn.HybridSequential(prefix="")
    row.add(*layers)
    return row


def finish(net: HybridBlock, name: str, pretrained: bool, ctx: Any, root: str | None) -> HybridBlock:
    """`net`, with trained parameters if they are asked for."""
    if pretrained:
        load_pretrained(net, name, ctx, root)
    return net


concise_module(__name__)
