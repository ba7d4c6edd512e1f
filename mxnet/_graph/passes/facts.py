"""What passes may know about how a graph will run."""

from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Facts:
    """The circumstances of one plan.

    Attributes
    ----------
    training
        Operators behave as in training (statistics, dropout).
    recording
        The results will be differentiated.
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
    parameters: frozenset[str]
    device: torch.device
    sizes_vary: bool = False
    mirror: bool = False
    exact: bool = False
