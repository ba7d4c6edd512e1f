"""MobileNet (Howard et al. 2017) and MobileNetV2, "Inverted Residuals and Linear Bottlenecks" (Sandler et al. 2018)."""

from __future__ import annotations

from typing import Any

from ...._runtime.tracebacks import concise_module
from ....context import cpu
from ... import nn
from ...block import HybridBlock
from ._classifier import Classifier, finish

__all__ = [
    "MobileNet", "MobileNetV2", "get_mobilenet", "get_mobilenet_v2", "mobilenet0_5", "mobilenet0_25", "mobilenet0_75",
    "mobilenet1_0", "mobilenet_v2_0_5", "mobilenet_v2_0_25", "mobilenet_v2_0_75", "mobilenet_v2_1_0",
]

# Output channels and stride of each pair of a depthwise and a pointwise convolution.
_PAIRS = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)]
# Expansion factor, channels, number of blocks, and stride of the first block.
_BOTTLENECKS = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
                (6, 320, 1, 1)]


class RELU6(HybridBlock):
    """``min(max(x, 0), 6)``."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the clipped input."""
        return F.clip(x, 0, 6, name="relu6")


def _add_convolution(row: nn.HybridSequential, channels: int, kernel: int = 1, stride: int = 1, padding: int = 0,
                     groups: int = 1, activation: Any = lambda: nn.Activation("relu")) -> None:
    row.add(nn.Conv2D(channels, kernel, stride, padding, groups=groups, use_bias=False), nn.BatchNorm(scale=True))
    if activation is not None:
        row.add(activation())


class LinearBottleneck(HybridBlock):
    """Expansion, depthwise convolution and linear projection. The input is added if the shapes match.

    Parameters
    ----------
    in_channels, channels : int
        Number of input and output channels.
    t : int
        Expansion factor of the inner layers.
    stride : int
        Stride of the depthwise convolution.
    """

    def __init__(self, in_channels: int, channels: int, t: int, stride: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_shortcut = stride == 1 and in_channels == channels
        wide = in_channels * t
        with self.name_scope():
            self.out = nn.HybridSequential()
            _add_convolution(self.out, wide, activation=RELU6)
            _add_convolution(self.out, wide, kernel=3, stride=stride, padding=1, groups=wide, activation=RELU6)
            _add_convolution(self.out, channels, activation=None)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the projected result."""
        result = self.out(x)
        return F.elemwise_add(result, x) if self.use_shortcut else result


class MobileNet(Classifier):
    """MobileNet.

    Parameters
    ----------
    multiplier : float
        Factor on the number of channels, at least 0.25.
    classes : int
        Number of classes.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.MobileNet(multiplier=0.25, classes=10)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 32, 32))).shape
    (1, 10)
    """

    def __init__(self, multiplier: float = 1.0, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            before = int(32 * multiplier)
            _add_convolution(self.features, before, kernel=3, stride=2, padding=1)
            for width, stride in _PAIRS:
                _add_convolution(self.features, before, kernel=3, stride=stride, padding=1, groups=before)
                before = int(width * multiplier)
                _add_convolution(self.features, before)
            self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes)


class MobileNetV2(Classifier):
    """MobileNetV2.

    Parameters
    ----------
    multiplier : float
        Factor on the number of channels.
    classes : int
        Number of classes.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.MobileNetV2(multiplier=0.25, classes=10)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 32, 32))).shape
    (1, 10)
    """

    def __init__(self, multiplier: float = 1.0, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="features_")
            with self.features.name_scope():
                self._add_features(multiplier)
            self.output = nn.HybridSequential(prefix="output_")
            with self.output.name_scope():
                self.output.add(nn.Conv2D(classes, 1, use_bias=False, prefix="pred_"), nn.Flatten())

    def _add_features(self, multiplier: float) -> None:
        before = int(32 * multiplier)
        _add_convolution(self.features, before, kernel=3, stride=2, padding=1, activation=RELU6)
        for expansion, width, count, stride in _BOTTLENECKS:
            for position in range(count):
                self.features.add(LinearBottleneck(in_channels=before, channels=int(width * multiplier), t=expansion,
                                                   stride=1 if position else stride))
                before = int(width * multiplier)
        _add_convolution(self.features, int(1280 * multiplier) if multiplier > 1.0 else 1280, activation=RELU6)
        self.features.add(nn.GlobalAvgPool2D())


def _version(multiplier: float) -> str:
    """Format the multiplier as in file names: 1.0, 0.75, 0.5, 0.25."""
    text = f"{multiplier:.2f}"
    return text[:-1] if text in ("1.00", "0.50") else text


def get_mobilenet(multiplier: float, pretrained: bool = False, ctx: Any = cpu(), root: str | None = None,  # noqa: B008
                  **kwargs: Any) -> HybridBlock:
    """Create MobileNet with a factor on the number of channels, optionally with pretrained parameters.

    Parameters
    ----------
    multiplier : float
        Factor on the number of channels: 1, 0.75, 0.5 or 0.25.
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
    >>> net = mx.gluon.model_zoo.vision.get_mobilenet(0.25, classes=10)
    >>> type(net).__name__
    'MobileNet'
    """
    return finish(MobileNet(multiplier, **kwargs), f"mobilenet{_version(multiplier)}", pretrained, ctx, root)


def get_mobilenet_v2(multiplier: float, pretrained: bool = False, ctx: Any = cpu(), root: str | None = None,  # noqa: B008
                     **kwargs: Any) -> HybridBlock:
    """Create MobileNetV2 with a factor on the number of channels, optionally with pretrained parameters.

    Parameters
    ----------
    multiplier : float
        Factor on the number of channels: 1, 0.75, 0.5 or 0.25.
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
    >>> net = mx.gluon.model_zoo.vision.get_mobilenet_v2(0.25, classes=10)
    >>> type(net).__name__
    'MobileNetV2'
    """
    return finish(MobileNetV2(multiplier, **kwargs), f"mobilenetv2_{_version(multiplier)}", pretrained, ctx, root)


def mobilenet1_0(**kwargs: Any) -> HybridBlock:
    """MobileNet with multiplier 1.0. See `get_mobilenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_mobilenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.mobilenet1_0(classes=10)
    >>> type(net).__name__
    'MobileNet'
    """
    return get_mobilenet(1.0, **kwargs)


def mobilenet0_75(**kwargs: Any) -> HybridBlock:
    """MobileNet with multiplier 0.75. See `get_mobilenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_mobilenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.mobilenet0_75(classes=10)
    >>> type(net).__name__
    'MobileNet'
    """
    return get_mobilenet(0.75, **kwargs)


def mobilenet0_5(**kwargs: Any) -> HybridBlock:
    """MobileNet with multiplier 0.5. See `get_mobilenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_mobilenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.mobilenet0_5(classes=10)
    >>> type(net).__name__
    'MobileNet'
    """
    return get_mobilenet(0.5, **kwargs)


def mobilenet0_25(**kwargs: Any) -> HybridBlock:
    """MobileNet with multiplier 0.25. See `get_mobilenet` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_mobilenet`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.mobilenet0_25(classes=10)
    >>> type(net).__name__
    'MobileNet'
    """
    return get_mobilenet(0.25, **kwargs)


def mobilenet_v2_1_0(**kwargs: Any) -> HybridBlock:
    """MobileNetV2 with multiplier 1.0. See `get_mobilenet_v2` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_mobilenet_v2`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.mobilenet_v2_1_0(classes=10)
    >>> type(net).__name__
    'MobileNetV2'
    """
    return get_mobilenet_v2(1.0, **kwargs)


def mobilenet_v2_0_75(**kwargs: Any) -> HybridBlock:
    """MobileNetV2 with multiplier 0.75. See `get_mobilenet_v2` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_mobilenet_v2`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.mobilenet_v2_0_75(classes=10)
    >>> type(net).__name__
    'MobileNetV2'
    """
    return get_mobilenet_v2(0.75, **kwargs)


def mobilenet_v2_0_5(**kwargs: Any) -> HybridBlock:
    """MobileNetV2 with multiplier 0.5. See `get_mobilenet_v2` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_mobilenet_v2`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.mobilenet_v2_0_5(classes=10)
    >>> type(net).__name__
    'MobileNetV2'
    """
    return get_mobilenet_v2(0.5, **kwargs)


def mobilenet_v2_0_25(**kwargs: Any) -> HybridBlock:
    """MobileNetV2 with multiplier 0.25. See `get_mobilenet_v2` for the arguments.

    Parameters
    ----------
    **kwargs
        Other arguments of `get_mobilenet_v2`.

    Returns
    -------
    HybridBlock
        The network.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.mobilenet_v2_0_25(classes=10)
    >>> type(net).__name__
    'MobileNetV2'
    """
    return get_mobilenet_v2(0.25, **kwargs)


concise_module(__name__)
