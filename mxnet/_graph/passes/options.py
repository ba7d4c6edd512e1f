"""Options of the passes."""

from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class PassOptions:
    """Options for compiling one function.

    Attributes
    ----------
    training
        Whether operators run in training mode.
    recording
        Whether the results will be differentiated.
    parameters
        Names of the variables that are parameters.
    device
        The torch device.
    sizes_vary
        Whether the function will also run inputs of other sizes.
    mirror
        Recompute cheap results in the backward pass.
    exact
        Disable passes that assume finite inputs.
    inductor
        Disable passes that torch's compiler cannot trace or does itself.
    """

    training: bool
    recording: bool
    parameters: frozenset[str]
    device: torch.device
    sizes_vary: bool = False
    mirror: bool = False
    exact: bool = False
    inductor: bool = False
