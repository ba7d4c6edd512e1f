"""Residual networks: version 1, "Deep Residual Learning for Image Recognition" (He et al. 2015), and version 2,
"Identity Mappings in Deep Residual Networks" (He et al. 2016)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...._runtime.tracebacks import concise_module
from ....context import cpu
from ... import nn
from ...block import HybridBlock
from ._classifier import Classifier, finish, sequence

__all__ = [
    "BasicBlockV1", "BasicBlockV2", "BottleneckV1", "BottleneckV2", "ResNetV1", "ResNetV2", "get_resnet",
    "resnet18_v1", "resnet18_v2", "resnet34_v1", "resnet34_v2", "resnet50_v1", "resnet50_v2", "resnet101_v1",
    "resnet101_v2", "resnet152_v1", "resnet152_v2",
]


def _conv3x3(channels: int, stride: int, in_channels: int) -> nn.Conv2D:
    return nn.Conv2D(channels, 3, stride, padding=1, in_channels=in_channels, use_bias=False)


def _conv1x1(channels: int, stride: int, in_channels: int = 0) -> nn.Conv2D:
    return nn.Conv2D(channels, kernel_size=1, strides=stride, use_bias=False, in_channels=in_channels)


class _ResidualV1(HybridBlock):
    """Activation of the sum of body and shortcut."""

    body: nn.HybridSequential
    _body_first = False

    def _shorten(self, channels: int, stride: int, downsample: bool, in_channels: int) -> None:
        self.downsample = sequence(_conv1x1(channels, stride, in_channels), nn.BatchNorm()) if downsample else None

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the activated sum of both paths.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Features of shape (batch, channels, height, width).

        Returns
        -------
        NDArray or Symbol
            Features of shape (batch, channels, height, width).
        """
        result = self.body(x)
        shortcut = self.downsample(x) if self.downsample else x
        # Files of the published networks store the operands in this order.
        total = result + shortcut if self._body_first else shortcut + result
        return F.Activation(total, act_type="relu")


class BasicBlockV1(_ResidualV1):
    """Two 3 x 3 convolutions, for networks with 18 and 34 layers.

    Parameters
    ----------
    channels : int
        Number of output channels.
    stride : int
        Stride of the first convolution.
    downsample : bool
        Whether the shortcut is a convolution.
    in_channels : int
        Number of input channels. With 0, it is inferred from the data.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.BasicBlockV1(8, stride=1, in_channels=8)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def __init__(self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.body = sequence(_conv3x3(channels, stride, in_channels), nn.BatchNorm(), nn.Activation("relu"),
                             _conv3x3(channels, 1, channels), nn.BatchNorm())
        self._shorten(channels, stride, downsample, in_channels)


class BottleneckV1(_ResidualV1):
    """A 3 x 3 convolution between two 1 x 1 convolutions, for networks with 50 or more layers.

    Parameters
    ----------
    channels : int
        Number of output channels.
    stride : int
        Stride of the first convolution.
    downsample : bool
        Whether the shortcut is a convolution.
    in_channels : int
        Number of input channels. With 0, it is inferred from the data.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.BottleneckV1(8, stride=1, in_channels=8)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    _body_first = True

    def __init__(self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        narrow = channels // 4
        self.body = sequence(nn.Conv2D(narrow, kernel_size=1, strides=stride), nn.BatchNorm(), nn.Activation("relu"),
                             _conv3x3(narrow, 1, narrow), nn.BatchNorm(), nn.Activation("relu"),
                             nn.Conv2D(channels, kernel_size=1, strides=1), nn.BatchNorm())
        self._shorten(channels, stride, downsample, in_channels)


class _ResidualV2(HybridBlock):
    """Normalization and activation before each convolution. The shortcut starts after the first activation."""

    def _layers(self, *convolutions: Any) -> None:
        for number, convolution in enumerate(convolutions, 1):
            setattr(self, f"bn{number}", nn.BatchNorm())
            setattr(self, f"conv{number}", convolution())
        self._depth = len(convolutions)

    def _shorten(self, channels: int, stride: int, downsample: bool, in_channels: int) -> None:
        self.downsample = nn.Conv2D(channels, 1, stride, use_bias=False,
                                    in_channels=in_channels) if downsample else None

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the sum of both paths.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Features of shape (batch, channels, height, width).

        Returns
        -------
        NDArray or Symbol
            Features of shape (batch, channels, height, width).
        """
        shortcut = x
        for number in range(1, self._depth + 1):
            x = F.Activation(getattr(self, f"bn{number}")(x), act_type="relu")
            if number == 1 and self.downsample:
                shortcut = self.downsample(x)
            x = getattr(self, f"conv{number}")(x)
        return x + shortcut


class BasicBlockV2(_ResidualV2):
    """Two 3 x 3 convolutions, for networks with 18 and 34 layers.

    Parameters
    ----------
    channels : int
        Number of output channels.
    stride : int
        Stride of the first convolution.
    downsample : bool
        Whether the shortcut is a convolution.
    in_channels : int
        Number of input channels. With 0, it is inferred from the data.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.BasicBlockV2(8, stride=1, in_channels=8)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def __init__(self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._layers(lambda: _conv3x3(channels, stride, in_channels), lambda: _conv3x3(channels, 1, channels))
        self._shorten(channels, stride, downsample, in_channels)


class BottleneckV2(_ResidualV2):
    """A 3 x 3 convolution between two 1 x 1 convolutions, for networks with 50 or more layers.

    Parameters
    ----------
    channels : int
        Number of output channels.
    stride : int
        Stride of the 3 x 3 convolution.
    downsample : bool
        Whether the shortcut is a convolution.
    in_channels : int
        Number of input channels. With 0, it is inferred from the data.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.BottleneckV2(8, stride=1, in_channels=8)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def __init__(self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0,
                 **kwargs: Any) -> None:
        super().__init__(**kwargs)
        narrow = channels // 4
        self._layers(lambda: _conv1x1(narrow, 1), lambda: _conv3x3(narrow, stride, narrow),
                     lambda: _conv1x1(channels, 1))
        self._shorten(channels, stride, downsample, in_channels)


class _ResNet(Classifier):
    """Base class of both versions, which differ in the first and last layers."""

    def __init__(self, block: Any, layers: Sequence[int], channels: Sequence[int], classes: int = 1000,
                 thumbnail: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(*self._before_start())
            self._start(channels[0], thumbnail)
            self._stages(block, layers, channels)
            self.features.add(*self._after_stages())
            self.output = nn.Dense(classes, in_units=channels[-1])

    def _before_start(self) -> list[HybridBlock]:
        return []

    def _after_stages(self) -> list[HybridBlock]:
        raise NotImplementedError

    def _start(self, channels: int, thumbnail: bool) -> None:
        if thumbnail:
            self.features.add(_conv3x3(channels, 1, 0))
        else:
            self.features.add(nn.Conv2D(channels, 7, 2, 3, use_bias=False), nn.BatchNorm(), nn.Activation("relu"),
                              nn.MaxPool2D(3, 2, 1))

    def _stages(self, block: Any, layers: Sequence[int], channels: Sequence[int]) -> None:
        if len(layers) != len(channels) - 1:
            raise AssertionError(f"channels must be one element longer than layers, received {channels} and {layers}")
        for stage, count in enumerate(layers, 1):
            row = nn.HybridSequential(prefix=f"stage{stage}_")
            before, width = channels[stage - 1], channels[stage]
            with row.name_scope():
                row.add(block(width, 1 if stage == 1 else 2, width != before, in_channels=before, prefix=""))
                for _ in range(count - 1):
                    row.add(block(width, 1, False, in_channels=width, prefix=""))
            self.features.add(row)


class ResNetV1(_ResNet):
    """Residual network, version 1.

    Parameters
    ----------
    block : class
        `BasicBlockV1` or `BottleneckV1`.
    layers : list of int
        Number of blocks in each stage.
    channels : list of int
        Number of channels of the first layer and of each stage.
    classes : int
        Number of classes.
    thumbnail : bool
        Use a single 3 x 3 convolution as first layer, for small images.

    Examples
    --------
    >>> block = mx.gluon.model_zoo.vision.BasicBlockV1
    >>> net = mx.gluon.model_zoo.vision.ResNetV1(block, [1, 1], [8, 8, 16], classes=10, thumbnail=True)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 32, 32))).shape
    (1, 10)
    """

    def _after_stages(self) -> list[HybridBlock]:
        return [nn.GlobalAvgPool2D()]


class ResNetV2(_ResNet):
    """Residual network, version 2.

    Parameters
    ----------
    block : class
        `BasicBlockV2` or `BottleneckV2`.
    layers : list of int
        Number of blocks in each stage.
    channels : list of int
        Number of channels of the first layer and of each stage.
    classes : int
        Number of classes.
    thumbnail : bool
        Use a single 3 x 3 convolution as first layer, for small images.

    Examples
    --------
    >>> block = mx.gluon.model_zoo.vision.BasicBlockV2
    >>> net = mx.gluon.model_zoo.vision.ResNetV2(block, [1, 1], [8, 8, 16], classes=10, thumbnail=True)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 32, 32))).shape
    (1, 10)
    """

    def _before_start(self) -> list[HybridBlock]:
        return [nn.BatchNorm(scale=False, center=False)]

    def _after_stages(self) -> list[HybridBlock]:
        return [nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten()]


_NARROW, _WIDE = [64, 64, 128, 256, 512], [64, 256, 512, 1024, 2048]
# Number of layers: block type, blocks per stage, channels
resnet_spec: dict[int, tuple[str, list[int], list[int]]] = {
    18: ("basic_block", [2, 2, 2, 2], _NARROW),
    34: ("basic_block", [3, 4, 6, 3], _NARROW),
    50: ("bottle_neck", [3, 4, 6, 3], _WIDE),
    101: ("bottle_neck", [3, 4, 23, 3], _WIDE),
    152: ("bottle_neck", [3, 8, 36, 3], _WIDE),
}
resnet_net_versions: list[Any] = [ResNetV1, ResNetV2]
resnet_block_versions: list[dict[str, Any]] = [{"basic_block": BasicBlockV1, "bottle_neck": BottleneckV1},
                         {"basic_block": BasicBlockV2, "bottle_neck": BottleneckV2}]


def get_resnet(version: int, num_layers: int, pretrained: bool = False, ctx: Any = cpu(),  # noqa: B008
               root: str | None = None, **kwargs: Any) -> HybridBlock:
    """Create a ResNet of version 1 or 2 with 18, 34, 50, 101 or 152 layers, optionally with pretrained parameters.

    Parameters
    ----------
    version : {1, 2}
        Version of the network.
    num_layers : {18, 34, 50, 101, 152}
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
    >>> net = mx.gluon.model_zoo.vision.get_resnet(1, 18, classes=10)
    >>> type(net).__name__
    'ResNetV1'
    """
    if num_layers not in resnet_spec:
        raise AssertionError(f"num_layers must be one of {list(resnet_spec)}, received {num_layers}")
    if version not in (1, 2):
        raise AssertionError(f"version must be 1 or 2, received {version}")
    block_type, layers, channels = resnet_spec[num_layers]
    net = resnet_net_versions[version - 1](resnet_block_versions[version - 1][block_type], layers, channels, **kwargs)
    return finish(net, f"resnet{num_layers}_v{version}", pretrained, ctx, root)


def resnet18_v1(**kwargs: Any) -> HybridBlock:
    """ResNet version 1 with 18 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet18_v1(classes=10)
    >>> type(net).__name__
    'ResNetV1'
    """
    return get_resnet(1, 18, **kwargs)


def resnet34_v1(**kwargs: Any) -> HybridBlock:
    """ResNet version 1 with 34 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet34_v1(classes=10)
    >>> type(net).__name__
    'ResNetV1'
    """
    return get_resnet(1, 34, **kwargs)


def resnet50_v1(**kwargs: Any) -> HybridBlock:
    """ResNet version 1 with 50 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet50_v1(classes=10)
    >>> type(net).__name__
    'ResNetV1'
    """
    return get_resnet(1, 50, **kwargs)


def resnet101_v1(**kwargs: Any) -> HybridBlock:
    """ResNet version 1 with 101 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet101_v1(classes=10)
    >>> type(net).__name__
    'ResNetV1'
    """
    return get_resnet(1, 101, **kwargs)


def resnet152_v1(**kwargs: Any) -> HybridBlock:
    """ResNet version 1 with 152 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet152_v1(classes=10)
    >>> type(net).__name__
    'ResNetV1'
    """
    return get_resnet(1, 152, **kwargs)


def resnet18_v2(**kwargs: Any) -> HybridBlock:
    """ResNet version 2 with 18 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet18_v2(classes=10)
    >>> type(net).__name__
    'ResNetV2'
    """
    return get_resnet(2, 18, **kwargs)


def resnet34_v2(**kwargs: Any) -> HybridBlock:
    """ResNet version 2 with 34 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet34_v2(classes=10)
    >>> type(net).__name__
    'ResNetV2'
    """
    return get_resnet(2, 34, **kwargs)


def resnet50_v2(**kwargs: Any) -> HybridBlock:
    """ResNet version 2 with 50 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet50_v2(classes=10)
    >>> type(net).__name__
    'ResNetV2'
    """
    return get_resnet(2, 50, **kwargs)


def resnet101_v2(**kwargs: Any) -> HybridBlock:
    """ResNet version 2 with 101 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet101_v2(classes=10)
    >>> type(net).__name__
    'ResNetV2'
    """
    return get_resnet(2, 101, **kwargs)


def resnet152_v2(**kwargs: Any) -> HybridBlock:
    """ResNet version 2 with 152 layers. See `get_resnet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_resnet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.resnet152_v2(classes=10)
    >>> type(net).__name__
    'ResNetV2'
    """
    return get_resnet(2, 152, **kwargs)


concise_module(__name__)
