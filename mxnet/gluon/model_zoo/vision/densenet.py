"""DenseNet-BC: "Densely Connected Convolutional Networks" (Huang et al. 2016)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...._runtime.tracebacks import concise_module
from ....context import cpu
from ... import nn
from ...block import HybridBlock
from ...contrib.nn import HybridConcurrent, Identity
from ._classifier import Classifier, finish, sequence

__all__ = ["DenseNet", "densenet121", "densenet161", "densenet169", "densenet201", "get_densenet"]


def _dense_layer(growth_rate: int, bn_size: int, dropout: float) -> HybridConcurrent:
    """Return a layer that concatenates its input with `growth_rate` new channels."""
    new_channels = sequence(nn.BatchNorm(), nn.Activation("relu"),
                    nn.Conv2D(bn_size * growth_rate, kernel_size=1, use_bias=False),
                    nn.BatchNorm(), nn.Activation("relu"),
                    nn.Conv2D(growth_rate, kernel_size=3, padding=1, use_bias=False))
    if dropout:
        new_channels.add(nn.Dropout(dropout))
    both = HybridConcurrent(axis=1, prefix="")
    both.add(Identity(), new_channels)
    return both


def _dense_block(stage: int, num_layers: int, growth_rate: int, bn_size: int, dropout: float) -> nn.HybridSequential:
    row = nn.HybridSequential(prefix=f"stage{stage}_")
    with row.name_scope():
        for _ in range(num_layers):
            row.add(_dense_layer(growth_rate, bn_size, dropout))
    return row


def _transition(channels: int) -> nn.HybridSequential:
    return sequence(nn.BatchNorm(), nn.Activation("relu"), nn.Conv2D(channels, kernel_size=1, use_bias=False),
                    nn.AvgPool2D(pool_size=2, strides=2))


class DenseNet(Classifier):
    """DenseNet-BC.

    Parameters
    ----------
    num_init_features : int
        Number of channels of the first convolution.
    growth_rate : int
        Number of channels that each layer adds.
    block_config : list of int
        Number of layers in each block.
    bn_size : int
        Width of the bottlenecks as a multiple of `growth_rate`.
    dropout : float
        Dropout rate after each layer.
    classes : int
        Number of classes.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.DenseNet(8, growth_rate=4, block_config=[2, 2], classes=10)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 224, 224))).shape
    (1, 10)
    """

    def __init__(self, num_init_features: int, growth_rate: int, block_config: Sequence[int], bn_size: int = 4,
                 dropout: float = 0, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = sequence(
                nn.Conv2D(num_init_features, kernel_size=7, strides=2, padding=3, use_bias=False), nn.BatchNorm(),
                nn.Activation("relu"), nn.MaxPool2D(pool_size=3, strides=2, padding=1))
            channels = num_init_features
            for stage, num_layers in enumerate(block_config, 1):
                self.features.add(_dense_block(stage, num_layers, growth_rate, bn_size, dropout))
                channels += num_layers * growth_rate
                if stage < len(block_config):
                    channels //= 2
                    self.features.add(_transition(channels))
            self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.AvgPool2D(pool_size=7), nn.Flatten())
            self.output = nn.Dense(classes)


# Number of layers: initial channels, growth rate, layers in each block
densenet_spec = {
    121: (64, 32, [6, 12, 24, 16]),
    161: (96, 48, [6, 12, 36, 24]),
    169: (64, 32, [6, 12, 32, 32]),
    201: (64, 32, [6, 12, 48, 32]),
}


def get_densenet(num_layers: int, pretrained: bool = False, ctx: Any = cpu(), root: str | None = None,  # noqa: B008
                 **kwargs: Any) -> HybridBlock:
    """Create DenseNet with 121, 161, 169 or 201 layers, optionally with pretrained parameters.

    Parameters
    ----------
    num_layers : {121, 161, 169, 201}
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
    >>> net = mx.gluon.model_zoo.vision.get_densenet(121, classes=10)
    >>> type(net).__name__
    'DenseNet'
    """
    return finish(DenseNet(*densenet_spec[num_layers], **kwargs), f"densenet{num_layers}", pretrained, ctx, root)


def densenet121(**kwargs: Any) -> HybridBlock:
    """DenseNet with 121 layers. See `get_densenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_densenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.densenet121(classes=10)
    >>> type(net).__name__
    'DenseNet'
    """
    return get_densenet(121, **kwargs)


def densenet161(**kwargs: Any) -> HybridBlock:
    """DenseNet with 161 layers. See `get_densenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_densenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.densenet161(classes=10)
    >>> type(net).__name__
    'DenseNet'
    """
    return get_densenet(161, **kwargs)


def densenet169(**kwargs: Any) -> HybridBlock:
    """DenseNet with 169 layers. See `get_densenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_densenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.densenet169(classes=10)
    >>> type(net).__name__
    'DenseNet'
    """
    return get_densenet(169, **kwargs)


def densenet201(**kwargs: Any) -> HybridBlock:
    """DenseNet with 201 layers. See `get_densenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_densenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.densenet201(classes=10)
    >>> type(net).__name__
    'DenseNet'
    """
    return get_densenet(201, **kwargs)


concise_module(__name__)
