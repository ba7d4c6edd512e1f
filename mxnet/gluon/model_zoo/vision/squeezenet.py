"""SqueezeNet, versions 1.0 and 1.1 (Iandola et al. 2016, arXiv:1602.07360)."""

from __future__ import annotations

from typing import Any

from ...._runtime.tracebacks import concise_module
from ....context import cpu
from ... import nn
from ...block import HybridBlock
from ...contrib.nn import HybridConcurrent
from ._classifier import Classifier, finish, sequence

__all__ = ["SqueezeNet", "get_squeezenet", "squeezenet1_0", "squeezenet1_1"]

# Channels and kernel of the first convolution, then the squeeze channels of each fire module. None means pooling.
_PLANS = {
    "1.0": ((96, 7), [None, 16, 16, 32, None, 32, 48, 48, 64, None, 64]),
    "1.1": ((64, 3), [None, 16, 16, None, 32, 32, None, 48, 48, 64, 64]),
}


def _activated(channels: int, kernel_size: int, padding: int = 0) -> nn.HybridSequential:
    return sequence(nn.Conv2D(channels, kernel_size, padding=padding), nn.Activation("relu"))


def _fire(squeezed: int) -> nn.HybridSequential:
    """Squeeze to fewer channels, then expand with parallel 1 x 1 and 3 x 3 convolutions."""
    first = _activated(squeezed, 1)
    paths = HybridConcurrent(axis=1, prefix="")
    paths.add(_activated(4 * squeezed, 1), _activated(4 * squeezed, 3, 1))
    return sequence(first, paths)


class SqueezeNet(Classifier):
    """SqueezeNet.

    Parameters
    ----------
    version : {'1.0', '1.1'}
        Version of the network. 1.1 needs 2.4 times less computation.
    classes : int
        Number of classes.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.SqueezeNet('1.1', classes=10)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 224, 224))).shape
    (1, 10)
    """

    def __init__(self, version: str, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if version not in _PLANS:
            raise AssertionError(f"Unsupported SqueezeNet version {version}: expected 1.0 or 1.1")
        (channels, kernel_size), widths = _PLANS[version]
        with self.name_scope():
            self.features = sequence(nn.Conv2D(channels, kernel_size=kernel_size, strides=2), nn.Activation("relu"))
            for width in widths:
                self.features.add(nn.MaxPool2D(pool_size=3, strides=2, ceil_mode=True) if width is None
                                  else _fire(width))
            self.features.add(nn.Dropout(0.5))
            self.output = sequence(nn.Conv2D(classes, kernel_size=1), nn.Activation("relu"), nn.AvgPool2D(13),
                                   nn.Flatten())


def get_squeezenet(version: str, pretrained: bool = False, ctx: Any = cpu(), root: str | None = None,  # noqa: B008
                   **kwargs: Any) -> HybridBlock:
    """Create SqueezeNet, optionally with pretrained parameters.

    Parameters
    ----------
    version : {'1.0', '1.1'}
        Version of the network.
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
    >>> net = mx.gluon.model_zoo.vision.get_squeezenet('1.1', classes=10)
    >>> type(net).__name__
    'SqueezeNet'
    """
    return finish(SqueezeNet(version, **kwargs), f"squeezenet{version}", pretrained, ctx, root)


def squeezenet1_0(**kwargs: Any) -> HybridBlock:
    """SqueezeNet 1.0. See `get_squeezenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_squeezenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.squeezenet1_0(classes=10)
    >>> type(net).__name__
    'SqueezeNet'
    """
    return get_squeezenet("1.0", **kwargs)


def squeezenet1_1(**kwargs: Any) -> HybridBlock:
    """SqueezeNet 1.1. See `get_squeezenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_squeezenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.squeezenet1_1(classes=10)
    >>> type(net).__name__
    'SqueezeNet'
    """
    return get_squeezenet("1.1", **kwargs)


concise_module(__name__)
