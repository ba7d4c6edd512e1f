"""Compositions of transforms."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import torch

from ....._runtime import storage
from ....._runtime.autograd import tape
from ....._runtime.tracebacks import concise_module
from .....ndarray import NDArray
from .....numpy._mode import to_mode
from ....block import Block, HybridBlock
from ....nn import HybridSequential, Sequential
from ..._gather import BatchTransform, batch_transform_of, wrap
from ..._pixels import PixelChain, blocks_of


def _chain(blocks: Any) -> BatchTransform | None:
    """Return the batch form of a sequence of blocks, or None if a block has none."""
    steps: list[BatchTransform] = []
    for block in blocks:
        step = batch_transform_of(block)
        if step is None:
            return None
        steps.append(step)
    if not steps:
        return None

    def apply(batch: torch.Tensor) -> torch.Tensor:
        for step in steps:
            batch = step(batch)
        return batch

    return apply


def _is_image(x: Any) -> bool:
    return (type(x) is NDArray and x.ndim == 3 and x.dtype is np.uint8 and x.context.device_type == "cpu"
            and not tape.state.recording)


class Compose(Sequential):
    """A sequence of transforms. Consecutive hybrid transforms become one hybridized block.

    Parameters
    ----------
    transforms : list of Block
        The transforms.

    Examples
    --------
    >>> transforms = mx.gluon.data.vision.transforms
    >>> transform = transforms.Compose([transforms.Resize(4), transforms.ToTensor()])
    >>> transform(mx.nd.zeros((8, 8, 3), dtype='uint8')).shape
    (3, 4, 4)
    """

    def __init__(self, transforms: Any) -> None:
        super().__init__()
        self._flat = list(transforms)
        run: list[HybridBlock] = []
        for block in self._flat:
            if isinstance(block, HybridBlock):
                run.append(block)
                continue
            self._add_run(run)
            run = []
            self.add(block)
        self._add_run(run)

    def _add_run(self, run: list[HybridBlock]) -> None:
        if len(run) == 1:
            self.add(run[0])
        elif run:
            block = HybridSequential()
            block.add(*run)
            block.hybridize()
            self.add(block)

    def forward(self, x: Any) -> Any:
        chain = PixelChain([], []).then(blocks_of(self)) if _is_image(x) else None
        # Without a batch transform at the end, the result could share memory with `x`.
        if chain is None or not chain.blocks:
            return super().forward(x)
        return wrap(chain.batch([chain.image(storage.own_memory(x._data.detach()).numpy())])[0], x.context)

    def _composed(self) -> list[Block]:
        return list(self._flat)

    def _apply_to_batch(self) -> BatchTransform | None:
        return _chain(self._flat)


class HybridCompose(HybridSequential):
    """A hybridized sequence of hybrid transforms.

    Parameters
    ----------
    transforms : list of HybridBlock
        The transforms.

    Examples
    --------
    >>> transforms = mx.gluon.data.vision.transforms
    >>> transform = transforms.HybridCompose([transforms.Resize(4), transforms.ToTensor()])
    >>> transform(mx.nd.zeros((8, 8, 3), dtype='uint8')).shape
    (3, 4, 4)
    """

    def __init__(self, transforms: Any) -> None:
        super().__init__()
        for block in transforms:
            if not isinstance(block, HybridBlock):
                raise ValueError(f"HybridCompose takes HybridBlocks, received {type(block).__name__}")
            self.add(block)
        self.hybridize()

    def _composed(self) -> list[Block]:
        return list(self._children.values())

    def _apply_to_batch(self) -> BatchTransform | None:
        return _chain(self._children.values())


class RandomApply(Sequential):
    """Applies a transform with a given probability.

    Parameters
    ----------
    transforms : Block
        The transform.
    p : float
        The probability.

    Examples
    --------
    >>> transforms = mx.gluon.data.vision.transforms
    >>> transform = transforms.RandomApply(transforms.RandomFlipLeftRight(), p=0.5)
    >>> transform(mx.nd.zeros((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, transforms: Any, p: float = 0.5) -> None:
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, x: Any) -> Any:
        return x if self.p < random.random() else self.transforms(x)


class HybridRandomApply(HybridSequential):
    """Applies a hybrid transform with a given probability, drawn in each call. It must keep the shape.

    Parameters
    ----------
    transforms : HybridBlock
        The transform.
    p : float
        The probability.

    Examples
    --------
    >>> transforms = mx.gluon.data.vision.transforms
    >>> transform = transforms.HybridRandomApply(transforms.RandomFlipLeftRight(), p=0.5)
    >>> transform(mx.nd.zeros((4, 4, 3))).shape
    (4, 4, 3)
    """

    def __init__(self, transforms: Any, p: float = 0.5) -> None:
        super().__init__()
        if not isinstance(transforms, HybridBlock):
            raise ValueError(f"HybridRandomApply takes a HybridBlock, received {type(transforms).__name__}")
        self.transforms = transforms
        self.p = p

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        chosen = to_mode(F.random.uniform(0, 1, shape=(1,))) < self.p
        condition = F.broadcast_like(chosen.reshape((1, 1, 1)), x)
        return F.where(condition, self.transforms(x), x)


concise_module(__name__)
