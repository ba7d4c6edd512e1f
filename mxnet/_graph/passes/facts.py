"""What passes may know about how a graph will run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch

from ..._ops.opdef import ShapeLike
from ..infer import Inference
from ..ir import Entry, Graph


@dataclass(frozen=True)
class Facts:
    """The circumstances of one plan.

    Attributes
    ----------
    training
        Operators behave as in training (statistics, dropout).
    recording
        The results will be differentiated.
    shapes, types
        Of all variables.
    parameters
        Variables that keep their values from call to call.
    device
        Where the plan runs.
    sizes_vary
        The plan will also be used for inputs of other sizes.
    mirror
        Cheap results are computed again in the backward pass instead of kept.
    exact
        The data is known not to be finite: results that only numbers have are of no use.
    """

    training: bool
    recording: bool
    shapes: Mapping[str, ShapeLike]
    types: Mapping[str, torch.dtype]
    parameters: frozenset[str]
    device: torch.device
    sizes_vary: bool = False
    mirror: bool = False
    exact: bool = False

    def inferred(self, graph: Graph) -> Inference:
        """Shapes and types of all entries of `graph`."""
        return Inference(graph, self.shapes, self.types).run()

    def shapes_of(self, graph: Graph) -> dict[Entry, ShapeLike]:
        """Shapes of all entries of `graph`."""
        return self.inferred(graph).shapes
