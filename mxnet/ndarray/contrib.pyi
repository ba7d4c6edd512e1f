# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._array import NDArray

def BatchNormWithReLU(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`BatchNorm` followed by relu."""
    ...

def CTCLoss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Loss of label sequences under activations (sequence, batch, alphabet), before softmax.

    Without `label_lengths`, labels end at the first 0 where blank is the first label, at the first -1
    where it is the last. Impossible alignments cost 0."""
    ...

def SyncBatchNorm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, ndev: int = 1, key: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Batch normalization over the batches of all devices, of which there is one."""
    ...

def allclose(a: NDArray | None = None, b: NDArray | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 if ``|a - b| <= atol + rtol * |b|`` everywhere, else 0, as an array of no dimensions."""
    ...

def arange_like(data: NDArray | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | None = None, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Evenly spaced values in the shape of `data`, or as many as one of its axes is long."""
    ...

def boolean_mask(data: NDArray | None = None, index: NDArray | None = None, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of `data` for which `index` is not zero. Its shape depends on values: arrays only."""
    ...

def ctc_loss(data: NDArray | None = None, label: NDArray | None = None, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool = False, use_label_lengths: bool = False, blank_label: str = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Loss of label sequences under activations (sequence, batch, alphabet), before softmax.

    Without `label_lengths`, labels end at the first 0 where blank is the first label, at the first -1
    where it is the last. Impossible alignments cost 0."""
    ...

def div_sqrt_dim(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Divide by the square root of the last axis' size."""
    ...

def gradientmultiplier(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The identity, whose gradient is multiplied with `scalar`."""
    ...

def index_array(data: NDArray | None = None, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The coordinates of every element, of all or the given axes, along a new last axis."""
    ...

def index_copy(old_tensor: NDArray | None = None, index_vector: NDArray | None = None, new_tensor: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `old_tensor` in which the rows `index_vector` are those of `new_tensor`."""
    ...

def interleaved_matmul_encdec_qk(queries: NDArray | None = None, keys_values: NDArray | None = None, heads: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Scaled products of a decoder's queries and an encoder's keys."""
    ...

def interleaved_matmul_encdec_valatt(keys_values: NDArray | None = None, attention: NDArray | None = None, heads: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An encoder's values weighted by attention, (length, batch, heads * size)."""
    ...

def interleaved_matmul_selfatt_qk(queries_keys_values: NDArray | None = None, heads: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Scaled products of queries and keys, (batch * heads, length, length), for self attention."""
    ...

def interleaved_matmul_selfatt_valatt(queries_keys_values: NDArray | None = None, attention: NDArray | None = None, heads: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Values weighted by self attention, (length, batch, heads * size)."""
    ...

def quadratic(data: NDArray | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``a * x**2 + b * x + c``."""
    ...

def round_ste(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rounds forward, halves away from zero; backward is the identity (straight-through estimator)."""
    ...

def sign_ste(data: NDArray | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The sign forward; backward is the identity (straight-through estimator)."""
    ...
