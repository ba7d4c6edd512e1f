"""Parallel paths, sub-pixel upsampling, sparse embeddings and batch normalization over several devices."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from .... import context, nd
from ...._runtime.tracebacks import concise_module, user_level
from ....util import is_np_array
from ..._device_group import synchronize_over
from ...block import Block, BlockOptions, HybridBlock
from ...nn import BatchNorm, HybridSequential, Sequential

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Concurrent", "HybridConcurrent", "Identity", "PixelShuffle1D", "PixelShuffle2D", "PixelShuffle3D",
           "SparseEmbedding", "SyncBatchNorm"]


def _concatenate(F: Any, parts: list[Any], axis: int) -> Any:
    return F.np.concatenate(parts, axis=axis) if is_np_array() else F.concat(*parts, dim=axis)


class Concurrent(Sequential):
    """Passes its input to all children and concatenates their results.

    Parameters
    ----------
    axis : int
        The axis along which to concatenate.

    Examples
    --------
    >>> net = mx.gluon.contrib.nn.Concurrent(axis=1)
    >>> net.add(mx.gluon.nn.Dense(10), mx.gluon.nn.Dense(20), mx.gluon.contrib.nn.Identity())
    >>> net.initialize()
    >>> net(mx.nd.ones((1, 2))).shape
    (1, 32)
    """

    def __init__(self, axis: int = -1, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def forward(self, x: Any) -> Any:
        """Return the concatenated results of all children.

        Parameters
        ----------
        x : NDArray
            Input of all children.

        Returns
        -------
        NDArray
            The results, concatenated along `axis`.
        """
        return _concatenate(nd, [block(x) for block in self._children.values()], self.axis)


class HybridConcurrent(HybridSequential):
    """A `Concurrent` container of hybrid blocks.

    Parameters
    ----------
    axis : int
        The axis along which to concatenate.

    Examples
    --------
    >>> net = mx.gluon.contrib.nn.HybridConcurrent(axis=1)
    >>> net.add(mx.gluon.contrib.nn.Identity(), mx.gluon.nn.Dense(3))
    >>> net.initialize()
    >>> net(mx.nd.ones((1, 2))).shape
    (1, 5)
    """

    def __init__(self, axis: int = -1, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the concatenated results of all children.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Input of all children.

        Returns
        -------
        NDArray or Symbol
            The results, concatenated along `axis`.
        """
        return _concatenate(F, [block(x) for block in self._children.values()], self.axis)


class Identity(HybridBlock):
    """Returns its input, for example as a shortcut in a `HybridConcurrent`.

    Parameters
    ----------
    prefix, params
        See :class:`mxnet.gluon.HybridBlock`.

    Examples
    --------
    >>> mx.gluon.contrib.nn.Identity()(mx.nd.ones(2)).asnumpy()
    array([1., 1.], dtype=float32)
    """

    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the input.

        Parameters
        ----------
        F : module
            Ignored.
        x : NDArray or Symbol
            The input.

        Returns
        -------
        NDArray or Symbol
            The same object.
        """
        return x


class SparseEmbedding(Block):
    """Embedding with weight and gradient in row-sparse storage, for large tables.

    Parameters
    ----------
    input_dim : int
        Number of rows of the table.
    output_dim : int
        Size of the vectors.
    dtype : str
        Dtype of the vectors.
    weight_initializer : Initializer, optional
        Initializer of the table.

    Examples
    --------
    >>> net = mx.gluon.contrib.nn.SparseEmbedding(100, 4)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> net(mx.nd.array([1, 7])).shape, net.weight.stype
    ((2, 4), 'row_sparse')
    """

    def __init__(self, input_dim: int, output_dim: int, dtype: str = "float32", weight_initializer: Any = None,
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(**kwargs)
        self._kwargs: dict[str, Any] = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype,
                                        "sparse_grad": True}
        self.weight = self.params.get("weight", shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype,
                                      grad_stype="row_sparse", stype="row_sparse")

    def forward(self, x: Any) -> Any:
        """Return the vectors of the integers in `x` along a new last axis.

        Parameters
        ----------
        x : NDArray
            Row indices of any shape.

        Returns
        -------
        NDArray
            Array of shape ``(*x.shape, output_dim)``.
        """
        return nd.Embedding(x, self.weight.row_sparse_data(x), name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return "{name}({input_dim} -> {output_dim}, {dtype})".format(name=type(self).__name__, **self._kwargs)


class SyncBatchNorm(BatchNorm):
    """Batch normalization with statistics over all devices that share a batch.

    Parameters
    ----------
    in_channels : int
        Number of input channels. With 0, it is inferred from the data.
    num_devices : int, optional
        Number of devices that share a batch. The default is the number of GPUs. In a distributed program with `W`
        workers and `D` devices per worker, ``W * D`` normalizes over all devices, and ``D`` over the devices of each
        worker.
    momentum, epsilon, center, scale, use_global_stats
        See ``nn.BatchNorm``.

    Examples
    --------
    >>> net = mx.gluon.contrib.nn.SyncBatchNorm(num_devices=1)
    >>> net.initialize()
    >>> net(mx.nd.ones((2, 3, 4, 4))).shape
    (2, 3, 4, 4)
    """

    def __init__(self, in_channels: int = 0, num_devices: int | None = None, momentum: float = 0.9,
                 epsilon: float = 1e-5, center: bool = True, scale: bool = True, use_global_stats: bool = False,
                 beta_initializer: Any = "zeros", gamma_initializer: Any = "ones",
                 running_mean_initializer: Any = "zeros", running_variance_initializer: Any = "ones",
                 **kwargs: Unpack[BlockOptions]) -> None:
        super().__init__(axis=1, momentum=momentum, epsilon=epsilon, center=center, scale=scale,
                         use_global_stats=use_global_stats, beta_initializer=beta_initializer,
                         gamma_initializer=gamma_initializer, running_mean_initializer=running_mean_initializer,
                         running_variance_initializer=running_variance_initializer, in_channels=in_channels, **kwargs)
        self._kwargs: dict[str, Any] = {"eps": epsilon, "momentum": momentum, "fix_gamma": not scale,
                        "use_global_stats": use_global_stats,
                        "ndev": self._get_num_devices() if num_devices is None else num_devices, "key": self.prefix}
        synchronize_over(self, self._kwargs["ndev"])
        if self._kwargs["ndev"] > 1:
            from ....kvstore.dist import moments

            moments.enable()

    def _get_num_devices(self) -> int:
        warnings.warn(f"SyncBatchNorm waits for all {max(1, context.num_gpus())} GPUs; pass num_devices if fewer "
                      "GPUs share a batch", UserWarning, stacklevel=user_level())
        return max(1, context.num_gpus())

    def hybrid_forward(self, F: Any, x: Any, gamma: Any, beta: Any, running_mean: Any, running_var: Any) -> Any:
        """Return the normalized input.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Input with the channels on axis 1.
        gamma, beta : NDArray or Symbol
            Factor and offset of each channel.
        running_mean, running_var : NDArray or Symbol
            Running statistics of each channel.

        Returns
        -------
        NDArray or Symbol
            The normalized input, in the same shape.
        """
        return F.contrib.SyncBatchNorm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)


def _factors(factor: Any, count: int) -> tuple[int, ...]:
    """Return one factor for each of `count` axes."""
    if not isinstance(factor, (list, tuple)):
        return (int(factor),) * count
    if len(factor) != count:
        raise AssertionError(f"factor must be a number or have {count} elements, received {factor}")
    return tuple(int(f) for f in factor)


class PixelShuffle1D(HybridBlock):
    """Moves channels to the width: (N, f * C, W) becomes (N, C, W * f).

    Parameters
    ----------
    factor : int
        Upsampling factor of the width.

    Examples
    --------
    >>> mx.gluon.contrib.nn.PixelShuffle1D(2)(mx.nd.zeros((1, 6, 4))).shape
    (1, 3, 8)
    """

    def __init__(self, factor: Any) -> None:
        super().__init__()
        self._factor = int(factor)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the upsampled input.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Input of shape (N, f * C, W).

        Returns
        -------
        NDArray or Symbol
            Result of shape (N, C, W * f).
        """
        x = F.reshape(x, (0, -4, -1, self._factor, 0))
        return F.reshape(F.transpose(x, (0, 1, 3, 2)), (0, 0, -3))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factor})"


class PixelShuffle2D(HybridBlock):
    """Moves channels to pixels: (N, f1 * f2 * C, H, W) becomes (N, C, H * f1, W * f2).

    Parameters
    ----------
    factor : int or pair of int
        Upsampling factors of height and width.

    Examples
    --------
    >>> mx.gluon.contrib.nn.PixelShuffle2D((2, 3))(mx.nd.zeros((1, 12, 3, 5))).shape
    (1, 2, 6, 15)
    """

    def __init__(self, factor: Any) -> None:
        super().__init__()
        self._factors = _factors(factor, 2)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the upsampled input.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Input of shape (N, f1 * f2 * C, H, W).

        Returns
        -------
        NDArray or Symbol
            Result of shape (N, C, H * f1, W * f2).
        """
        high, wide = self._factors
        x = F.reshape(x, (0, -4, -1, high * wide, 0, 0))
        x = F.reshape(x, (0, 0, -4, high, wide, 0, 0))
        return F.reshape(F.transpose(x, (0, 1, 4, 2, 5, 3)), (0, 0, -3, -3))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factors})"


class PixelShuffle3D(HybridBlock):
    """Moves channels to voxels: f1 * f2 * f3 channels become a cuboid of f1 x f2 x f3 in one channel.

    Parameters
    ----------
    factor : int or triple of int
        Upsampling factors of depth, height and width.

    Examples
    --------
    >>> mx.gluon.contrib.nn.PixelShuffle3D(2)(mx.nd.zeros((1, 8, 2, 3, 4))).shape
    (1, 1, 4, 6, 8)
    """

    def __init__(self, factor: Any) -> None:
        super().__init__()
        self._factors = _factors(factor, 3)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        """Return the upsampled input. It processes one axis at a time, because MXNet transposes at most six axes.

        Parameters
        ----------
        F : module
            ``mx.nd`` for arrays, or ``mx.sym`` for symbols.
        x : NDArray or Symbol
            Input of shape (N, f1 * f2 * f3 * C, D, H, W).

        Returns
        -------
        NDArray or Symbol
            Result of shape (N, C, D * f1, H * f2, W * f3).
        """
        deep, high, wide = self._factors
        x = F.reshape(x, (0, -4, -1, deep * high * wide, 0, 0, 0))
        x = F.reshape(F.swapaxes(x, 2, 3), (0, 0, 0, -4, deep, high * wide, 0, 0))
        x = F.swapaxes(F.reshape(x, (0, 0, -3, 0, 0, 0)), 3, 4)
        x = F.reshape(F.reshape(x, (0, 0, 0, 0, -4, high, wide, 0)), (0, 0, 0, -3, 0, 0))
        return F.reshape(F.swapaxes(x, 4, 5), (0, 0, 0, 0, -3))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._factors})"


concise_module(__name__)
