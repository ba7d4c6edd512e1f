"""AlexNet, in the form of "One weird trick for parallelizing convolutional neural networks" (Krizhevsky 2014)."""

from __future__ import annotations

from typing import Any

from ...._runtime.tracebacks import concise_module
from ....context import cpu
from ... import nn
from ...block import HybridBlock
from ._classifier import Classifier, finish, sequence

__all__ = ["AlexNet", "alexnet"]


class AlexNet(Classifier):
    """AlexNet.

    Parameters
    ----------
    classes : int
        Number of classes.

    Examples
    --------
    >>> net = mx.gluon.model_zoo.vision.AlexNet(classes=10)
    >>> net.initialize()
    >>> net(mx.nd.zeros((1, 3, 224, 224))).shape
    (1, 10)
    """

    def __init__(self, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = sequence(
                nn.Conv2D(64, kernel_size=11, strides=4, padding=2, activation="relu"),
                nn.MaxPool2D(pool_size=3, strides=2),
                nn.Conv2D(192, kernel_size=5, padding=2, activation="relu"),
                nn.MaxPool2D(pool_size=3, strides=2),
                nn.Conv2D(384, kernel_size=3, padding=1, activation="relu"),
                nn.Conv2D(256, kernel_size=3, padding=1, activation="relu"),
                nn.Conv2D(256, kernel_size=3, padding=1, activation="relu"),
                nn.MaxPool2D(pool_size=3, strides=2),
                nn.Flatten(),
                nn.Dense(4096, activation="relu"),
                nn.Dropout(0.5),
                nn.Dense(4096, activation="relu"),
                nn.Dropout(0.5),
            )
            self.output = nn.Dense(classes)


def alexnet(pretrained: bool = False, ctx: Any = cpu(), root: str | None = None, **kwargs: Any) -> HybridBlock:  # noqa: B008
    """Create AlexNet, optionally with pretrained parameters.

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
    >>> net = mx.gluon.model_zoo.vision.alexnet(classes=10)
    >>> type(net).__name__
    'AlexNet'
    """
    return finish(AlexNet(**kwargs), "alexnet", pretrained, ctx, root)


concise_module(__name__)
