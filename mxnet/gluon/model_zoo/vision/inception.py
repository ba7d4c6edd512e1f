"""Inception v3: "Rethinking the Inception Architecture for Computer Vision" (Szegedy et al. 2015)."""

from __future__ import annotations

from typing import Any

from ...._runtime.tracebacks import concise_module
from ....context import cpu
from ... import nn
from ...block import HybridBlock
from ...contrib.nn import HybridConcurrent
from ._classifier import Classifier, finish, sequence

__all__ = ["Inception3", "inception_v3"]

Size = int | tuple[int, int]
# Channels and kernel, and optionally stride and padding (default 1 and 0).
Setting = tuple[int, Size] | tuple[int, Size, Size, Size]


def _convolution(channels: int, kernel_size: Size, strides: Size = 1, padding: Size = 0) -> nn.HybridSequential:
    """Return a convolution with batch normalization and activation."""
    return sequence(nn.Conv2D(use_bias=False, channels=channels, kernel_size=kernel_size, strides=strides,
                              padding=padding), nn.BatchNorm(epsilon=0.001), nn.Activation("relu"))


def _path(*settings: Setting, pool: Any = None) -> nn.HybridSequential:
    """Return a sequence of convolutions, after an optional pooling layer."""
    row = sequence(*([] if pool is None else [pool()]))
    for setting in settings:
        row.add(_convolution(*setting))
    return row


def _average() -> nn.AvgPool2D:
    return nn.AvgPool2D(pool_size=3, strides=1, padding=1)


def _largest() -> nn.MaxPool2D:
    return nn.MaxPool2D(pool_size=3, strides=2)


def _paths(prefix: str, *paths: Any) -> HybridConcurrent:
    """Return parallel paths. Each argument is a function, so that its path is named within this block."""
    block = HybridConcurrent(axis=1, prefix=prefix)
    with block.name_scope():
        for path in paths:
            block.add(path())
    return block


def _narrow(pool_features: int, prefix: str) -> HybridConcurrent:
    return _paths(prefix, lambda: _path((64, 1)), lambda: _path((48, 1), (64, 5, 1, 2)),
                  lambda: _path((64, 1), (96, 3, 1, 1), (96, 3, 1, 1)),
                  lambda: _path((pool_features, 1), pool=_average))


def _first_reduction(prefix: str) -> HybridConcurrent:
    return _paths(prefix, lambda: _path((384, 3, 2, 0)), lambda: _path((64, 1), (96, 3, 1, 1), (96, 3, 2, 0)),
                  lambda: _path(pool=_largest))


def _factorized(channels: int, prefix: str) -> HybridConcurrent:
    wide, high = ((1, 7), 1, (0, 3)), ((7, 1), 1, (3, 0))
    return _paths(prefix, lambda: _path((192, 1)), lambda: _path((channels, 1), (channels, *wide), (192, *high)),
                  lambda: _path((channels, 1), (channels, *high), (channels, *wide), (channels, *high), (192, *wide)),
                  lambda: _path((192, 1), pool=_average))


def _second_reduction(prefix: str) -> HybridConcurrent:
    return _paths(prefix, lambda: _path((192, 1), (320, 3, 2, 0)),
                  lambda: _path((192, 1), (192, (1, 7), 1, (0, 3)), (192, (7, 1), 1, (3, 0)), (192, 3, 2, 0)),
                  lambda: _path(pool=_largest))


def _split(*before: Setting) -> nn.HybridSequential:
    """Return convolutions, followed by parallel 1 x 3 and 3 x 1 convolutions."""
    first = _path(*before)
    both = HybridConcurrent(axis=1, prefix="")
    both.add(_path((384, (1, 3), 1, (0, 1))), _path((384, (3, 1), 1, (1, 0))))
    return sequence(first, both)


def _expanded(prefix: str) -> HybridConcurrent:
    return _paths(prefix, lambda: _path((320, 1)), lambda: _split((384, 1)), lambda: _split((448, 1), (384, 3, 1, 1)),
                  lambda: _path((192, 1), pool=_average))


def make_aux(classes: int) -> nn.HybridSequential:
    """Return an auxiliary classifier for training on an inner layer."""
    return sequence(nn.AvgPool2D(pool_size=5, strides=3), _convolution(128, 1), _convolution(768, 5), nn.Flatten(),
                    nn.Dense(classes))


class Inception3(Classifier):
    """Inception v3, for images of 299 x 299 pixels.

    Parameters
    ----------
    classes : int
        Number of classes.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.Inception3(classes=10)
    >>> type(net).__name__
    'Inception3'
    """

    def __init__(self, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = sequence(
                _convolution(32, 3, 2), _convolution(32, 3), _convolution(64, 3, 1, 1), _largest(),
                _convolution(80, 1), _convolution(192, 3), _largest(),
                _narrow(32, "A1_"), _narrow(64, "A2_"), _narrow(64, "A3_"), _first_reduction("B_"),
                _factorized(128, "C1_"), _factorized(160, "C2_"), _factorized(160, "C3_"), _factorized(192, "C4_"),
                _second_reduction("D_"), _expanded("E1_"), _expanded("E2_"), nn.AvgPool2D(pool_size=8),
                nn.Dropout(0.5))
            self.output = nn.Dense(classes)


def inception_v3(pretrained: bool = False, ctx: Any = cpu(), root: str | None = None,  # noqa: B008
                 **kwargs: Any) -> HybridBlock:
    """Create Inception v3, optionally with pretrained parameters.

    Parameters
    ----------
    pretrained : bool
        Load pretrained parameters.
    ctx : Context
        Context of the parameters.
    root : str, optional
        Folder of the files. The default is ``$MXNET_HOME/models``.
    **kwargs
        Arguments of the class.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.inception_v3(classes=10)
    >>> type(net).__name__
    'Inception3'
    """
    return finish(Inception3(**kwargs), "inceptionv3", pretrained, ctx, root)


concise_module(__name__)
