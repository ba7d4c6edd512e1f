"""The VGG networks of Simonyan and Zisserman (2014, arXiv:1409.1556)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...._runtime.tracebacks import concise_module
from ....context import cpu
from ....initializer import Xavier
from ... import nn
from ...block import HybridBlock
from ._classifier import Classifier, finish

__all__ = ["VGG", "get_vgg", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn"]

# Number of layers: number of convolutions and of filters in each of the five groups.
vgg_spec = {
    layers: (groups, [64, 128, 256, 512, 512])
    for layers, groups in {11: [1, 1, 2, 2, 2], 13: [2, 2, 2, 2, 2], 16: [2, 2, 3, 3, 3], 19: [2, 2, 4, 4, 4]}.items()
}


class VGG(Classifier):
    """VGG.

    Parameters
    ----------
    layers, filters : list of int
        Number of convolutions and of filters in each group.
    classes : int
        Number of classes.
    batch_norm : bool
        Whether to normalize after each convolution.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.VGG([1, 1, 1, 1, 1], [4, 4, 4, 4, 4], classes=10)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 32, 32))).shape
    (1, 10)
    """

    def __init__(self, layers: Sequence[int], filters: Sequence[int], classes: int = 1000, batch_norm: bool = False,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if len(layers) != len(filters):
            raise AssertionError(f"layers and filters must have the same length, received {layers} and {filters}")
        start: dict[str, Any] = {"weight_initializer": "normal", "bias_initializer": "zeros"}
        with self.name_scope():
            self.features = self._make_features(layers, filters, batch_norm)
            for _ in range(2):
                self.features.add(nn.Dense(4096, activation="relu", **start), nn.Dropout(rate=0.5))
            self.output = nn.Dense(classes, **start)

    def _make_features(self, layers: Sequence[int], filters: Sequence[int], batch_norm: bool) -> nn.HybridSequential:
        row = nn.HybridSequential(prefix="")
        for count, channels in zip(layers, filters, strict=True):
            for _ in range(count):
                row.add(nn.Conv2D(channels, kernel_size=3, padding=1, bias_initializer="zeros",
                                  weight_initializer=Xavier(rnd_type="gaussian", factor_type="out", magnitude=2)))
                if batch_norm:
                    row.add(nn.BatchNorm())
                row.add(nn.Activation("relu"))
            row.add(nn.MaxPool2D(strides=2))
        return row


def get_vgg(num_layers: int, pretrained: bool = False, ctx: Any = cpu(), root: str | None = None,  # noqa: B008
            **kwargs: Any) -> HybridBlock:
    """Create VGG with 11, 13, 16 or 19 layers, optionally with pretrained parameters.

    Parameters
    ----------
    num_layers : {11, 13, 16, 19}
        Number of layers.
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
    >>> net = mx.gluon.model_zoo.vision.get_vgg(11, classes=10)
    >>> type(net).__name__
    'VGG'
    """
    suffix = "_bn" if kwargs.get("batch_norm") else ""
    return finish(VGG(*vgg_spec[num_layers], **kwargs), f"vgg{num_layers}{suffix}", pretrained, ctx, root)


def vgg11(**kwargs: Any) -> HybridBlock:
    """VGG with 11 layers. See `get_vgg` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_vgg`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.vgg11(classes=10)
    >>> type(net).__name__
    'VGG'
    """
    return get_vgg(11, **kwargs)


def vgg13(**kwargs: Any) -> HybridBlock:
    """VGG with 13 layers. See `get_vgg` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_vgg`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.vgg13(classes=10)
    >>> type(net).__name__
    'VGG'
    """
    return get_vgg(13, **kwargs)


def vgg16(**kwargs: Any) -> HybridBlock:
    """VGG with 16 layers. See `get_vgg` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_vgg`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.vgg16(classes=10)
    >>> type(net).__name__
    'VGG'
    """
    return get_vgg(16, **kwargs)


def vgg19(**kwargs: Any) -> HybridBlock:
    """VGG with 19 layers. See `get_vgg` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_vgg`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.vgg19(classes=10)
    >>> type(net).__name__
    'VGG'
    """
    return get_vgg(19, **kwargs)


def vgg11_bn(**kwargs: Any) -> HybridBlock:
    """VGG with 11 layers and batch normalization. See `get_vgg` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_vgg`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.vgg11_bn(classes=10)
    >>> type(net).__name__
    'VGG'
    """
    return get_vgg(11, **{**kwargs, "batch_norm": True})


def vgg13_bn(**kwargs: Any) -> HybridBlock:
    """VGG with 13 layers and batch normalization. See `get_vgg` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_vgg`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.vgg13_bn(classes=10)
    >>> type(net).__name__
    'VGG'
    """
    return get_vgg(13, **{**kwargs, "batch_norm": True})


def vgg16_bn(**kwargs: Any) -> HybridBlock:
    """VGG with 16 layers and batch normalization. See `get_vgg` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_vgg`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.vgg16_bn(classes=10)
    >>> type(net).__name__
    'VGG'
    """
    return get_vgg(16, **{**kwargs, "batch_norm": True})


def vgg19_bn(**kwargs: Any) -> HybridBlock:
    """VGG with 19 layers and batch normalization. See `get_vgg` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_vgg`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.vgg19_bn(classes=10)
    >>> type(net).__name__
    'VGG'
    """
    return get_vgg(19, **{**kwargs, "batch_norm": True})


concise_module(__name__)
