# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._array import NDArray

def _CachedOp(*data: NDArray, num_args: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> NDArray:
    """Run a graph as one operator. Its inputs are the variables of the graph, in order."""
    ...

def _CachedOpThreadSafe(*data: NDArray, num_args: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> NDArray:
    """Run a graph as one thread-safe operator. Loaded from a file, the node runs as ``_CachedOp``."""
    ...

def _CrossDeviceCopy(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `data`. Binding inserts this operator between parts of a graph on different devices."""
    ...

def _CustomFunction(*data: NDArray, out: Any = None, name: Any = None, **kwargs: Any) -> NDArray:
    """Represent a call of an `autograd.Function` in the graphs of `autograd.get_symbol`. It cannot be run again."""
    ...

def _Div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def _DivScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute div scalar elementwise; the second operand is a number."""
    ...

def _Equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs == rhs`` of arrays of equal shape elementwise."""
    ...

def _EqualScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _Greater(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs > rhs`` of arrays of equal shape elementwise."""
    ...

def _GreaterEqualScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute greater equal scalar elementwise; the second operand is a number."""
    ...

def _GreaterScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute greater scalar elementwise; the second operand is a number."""
    ...

def _Greater_Equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs >= rhs`` of arrays of equal shape elementwise."""
    ...

def _Hypot(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``sqrt(lhs**2 + rhs**2)`` of arrays of equal shape elementwise."""
    ...

def _HypotScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _Lesser(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs < rhs`` of arrays of equal shape elementwise."""
    ...

def _LesserEqualScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute lesser equal scalar elementwise; the second operand is a number."""
    ...

def _LesserScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute lesser scalar elementwise; the second operand is a number."""
    ...

def _Lesser_Equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs <= rhs`` of arrays of equal shape elementwise."""
    ...

def _LogicalAndScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute logical and scalar elementwise; the second operand is a number."""
    ...

def _LogicalOrScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute logical or scalar elementwise; the second operand is a number."""
    ...

def _LogicalXorScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute logical xor scalar elementwise; the second operand is a number."""
    ...

def _Logical_And(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether both inputs are nonzero of arrays of equal shape elementwise."""
    ...

def _Logical_Or(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether any input is nonzero of arrays of equal shape elementwise."""
    ...

def _Logical_Xor(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether exactly one input is nonzero of arrays of equal shape elementwise."""
    ...

def _Maximum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the larger of both inputs of arrays of equal shape elementwise."""
    ...

def _MaximumScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute maximum scalar elementwise; the second operand is a number."""
    ...

def _Minimum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the smaller of both inputs of arrays of equal shape elementwise."""
    ...

def _MinimumScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute minimum scalar elementwise; the second operand is a number."""
    ...

def _Minus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs - rhs`` of arrays of equal shape elementwise."""
    ...

def _MinusScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute minus scalar elementwise; the second operand is a number."""
    ...

def _Mod(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the remainder of ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def _ModScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute mod scalar elementwise; the second operand is a number."""
    ...

def _Mul(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs * rhs`` of arrays of equal shape elementwise."""
    ...

def _MulScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute mul scalar elementwise; the second operand is a number."""
    ...

def _NDArray(*data: NDArray, info: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a `mxnet.operator.NDArrayOp`, which makes such nodes of itself; `info` names it in this process."""
    ...

def _Native(*data: NDArray, info: str = ..., need_top_grad: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a `mxnet.operator.NumpyOp`, which makes such nodes of itself; `info` names it in this process."""
    ...

def _NoGradient(out: Any = None, name: Any = None) -> NDArray:
    """Mark a missing gradient in graphs of gradients. It cannot be computed."""
    ...

def _NotEqualScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute not equal scalar elementwise; the second operand is a number."""
    ...

def _Not_Equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs != rhs`` of arrays of equal shape elementwise."""
    ...

def _Plus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs + rhs`` of arrays of equal shape elementwise."""
    ...

def _PlusScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute plus scalar elementwise; the second operand is a number."""
    ...

def _Power(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs ** rhs`` of arrays of equal shape elementwise."""
    ...

def _PowerScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute power scalar elementwise; the second operand is a number."""
    ...

def _RDivScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rdiv scalar elementwise; the second operand is a number."""
    ...

def _RMinusScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rminus scalar elementwise; the second operand is a number."""
    ...

def _RModScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rmod scalar elementwise; the second operand is a number."""
    ...

def _RPowerScalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rpower scalar elementwise; the second operand is a number."""
    ...

def _adamw_update(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, rescale_grad: NDArray | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Apply Adam with decoupled weight decay; skip the step if the scale is zero or not finite."""
    ...

def _add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs + rhs`` of arrays of equal shape elementwise."""
    ...

def _arange(start: float = 0.0, stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool = False, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return evenly spaced values in ``[start, stop)``, each repeated `repeat` times.

    With `infer_range` and without `stop`, the length is inferred from the rest of the graph."""
    ...

def _cond(*data: NDArray, num_outputs: int = ..., cond_input_locs: int | tuple[int, ...] | list[int] = ..., then_input_locs: int | tuple[int, ...] | list[int] = ..., else_input_locs: int | tuple[int, ...] | list[int] = ..., num_args: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> NDArray:
    """Run one of two graphs, selected by a third one."""
    ...

def _copy(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy."""
    ...

def _copyto(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy, or copy into ``out``."""
    ...

def _crop_assign(lhs: NDArray | None = None, rhs: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `lhs` with a slice replaced by `rhs`."""
    ...

def _crop_assign_scalar(data: NDArray | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `data` with all elements of a slice set to a number."""
    ...

def _cvcopyMakeBorder(src: NDArray | None = None, top: int = ..., bot: int = ..., left: int = ..., right: int = ..., type: int = 0, value: float = 0.0, values: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Add a border around the image.

    `type` is OpenCV's border type: 0 fills with the color `values` or else `value`, 1 and 2 mirror the image with and
    without the outermost pixels, 3 replicates the outermost pixels, and 4 wraps the image around."""
    ...

def _cvimdecode(buf: NDArray | None = None, flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Decode the image in a uint8 buffer.

    `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    ...

def _cvimread(filename: str = ..., flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Read an image file. `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    ...

def _cvimresize(src: NDArray | None = None, w: int = ..., h: int = ..., interp: int = 1, out: Any = None, name: Any = None) -> NDArray:
    """Resize the image to width `w` and height `h` with OpenCV's interpolation `interp`."""
    ...

def _div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def _div_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute div scalar elementwise; the second operand is a number."""
    ...

def _equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs == rhs`` of arrays of equal shape elementwise."""
    ...

def _equal_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _eye(N: int = ..., M: int = 0, k: int = 0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return a matrix with ones on diagonal `k`."""
    ...

def _foreach(*data: NDArray, num_outputs: int = ..., num_out_data: int = ..., in_state_locs: int | tuple[int, ...] | list[int] = ..., in_data_locs: int | tuple[int, ...] | list[int] = ..., remain_locs: int | tuple[int, ...] | list[int] = ..., num_args: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> NDArray:
    """Run a graph for each element along the first axis of its data; stack its outputs and carry its states over."""
    ...

def _full(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., value: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return an array filled with `value`."""
    ...

def _grad_add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Add two gradients of equal shape."""
    ...

def _greater(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs > rhs`` of arrays of equal shape elementwise."""
    ...

def _greater_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs >= rhs`` of arrays of equal shape elementwise."""
    ...

def _greater_equal_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute greater equal scalar elementwise; the second operand is a number."""
    ...

def _greater_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute greater scalar elementwise; the second operand is a number."""
    ...

def _histogram(data: NDArray | None = None, bins: NDArray | None = None, bin_cnt: int | None = None, range: tuple[Any, ...] | list[Any] | None = None, out: Any = None, name: Any = None) -> list[NDArray]:
    """Count the elements in each bin; also return the edges of the bins. The last bin includes its right edge."""
    ...

def _hypot(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``sqrt(lhs**2 + rhs**2)`` of arrays of equal shape elementwise."""
    ...

def _hypot_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _identity_with_attr_like_rhs(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `lhs` with the shape and storage type of `rhs`."""
    ...

def _imdecode(mean: NDArray | None = None, index: int = ..., x0: int = ..., y0: int = ..., x1: int = ..., y1: int = ..., c: int = ..., size: int = ..., str_img: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Decode the image in `str_img` to (blue, green, red) x height x width and subtract `mean`; grayscale if `c` is 1.

    The result is cropped to columns `x0` to `x1` and rows `y0` to `y1`, unless the row range is empty. `size` is the
    length of `str_img`. ``nd.imdecode`` stores the result at position `index` of an array of images."""
    ...

def _lesser(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs < rhs`` of arrays of equal shape elementwise."""
    ...

def _lesser_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs <= rhs`` of arrays of equal shape elementwise."""
    ...

def _lesser_equal_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute lesser equal scalar elementwise; the second operand is a number."""
    ...

def _lesser_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute lesser scalar elementwise; the second operand is a number."""
    ...

def _linspace(start: float = ..., stop: float | None = None, num: int = ..., endpoint: bool = True, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return `num` evenly spaced values from `start` to `stop`; `endpoint` includes `stop`."""
    ...

def _logical_and(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether both inputs are nonzero of arrays of equal shape elementwise."""
    ...

def _logical_and_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute logical and scalar elementwise; the second operand is a number."""
    ...

def _logical_or(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether any input is nonzero of arrays of equal shape elementwise."""
    ...

def _logical_or_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute logical or scalar elementwise; the second operand is a number."""
    ...

def _logical_xor(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute whether exactly one input is nonzero of arrays of equal shape elementwise."""
    ...

def _logical_xor_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute logical xor scalar elementwise; the second operand is a number."""
    ...

def _maximum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the larger of both inputs of arrays of equal shape elementwise."""
    ...

def _maximum_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute maximum scalar elementwise; the second operand is a number."""
    ...

def _minimum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the smaller of both inputs of arrays of equal shape elementwise."""
    ...

def _minimum_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute minimum scalar elementwise; the second operand is a number."""
    ...

def _minus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs - rhs`` of arrays of equal shape elementwise."""
    ...

def _minus_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute minus scalar elementwise; the second operand is a number."""
    ...

def _mod(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the remainder of ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def _mod_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute mod scalar elementwise; the second operand is a number."""
    ...

def _mp_adamw_update(weight: NDArray | None = None, grad: NDArray | None = None, mean: NDArray | None = None, var: NDArray | None = None, weight32: NDArray | None = None, rescale_grad: NDArray | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute `_adamw_update` on the float32 copy `weight32`."""
    ...

def _mul(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs * rhs`` of arrays of equal shape elementwise."""
    ...

def _mul_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute mul scalar elementwise; the second operand is a number."""
    ...

def _multi_adamw_update(*data: NDArray, lrs: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: tuple[Any, ...] | list[Any] = ..., etas: tuple[Any, ...] | list[Any] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `_adamw_update` or `_mp_adamw_update` to several weights; the last input is the gradient scale."""
    ...

def _multi_lamb_update(*data: NDArray, learning_rates: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool = True, step_count: int | tuple[int, ...] | list[int] = ..., num_tensors: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply both phases of a LAMB step to several weights."""
    ...

def _multi_mp_adamw_update(*data: NDArray, lrs: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: tuple[Any, ...] | list[Any] = ..., etas: tuple[Any, ...] | list[Any] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply `_adamw_update` or `_mp_adamw_update` to several weights; the last input is the gradient scale."""
    ...

def _multi_mp_lamb_update(*data: NDArray, learning_rates: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool = True, step_count: int | tuple[int, ...] | list[int] = ..., num_tensors: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply both phases of a LAMB step to several weights."""
    ...

def _not_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs != rhs`` of arrays of equal shape elementwise."""
    ...

def _not_equal_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute not equal scalar elementwise; the second operand is a number."""
    ...

def _np_all(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return whether all elements along axes are nonzero."""
    ...

def _np_amax(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the largest element along axes."""
    ...

def _np_amin(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the smallest element along axes."""
    ...

def _np_any(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return whether any element along axes is nonzero."""
    ...

def _np_atleast_1d(*arys: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> Any:
    """Return arrays with at least 1 axes."""
    ...

def _np_atleast_2d(*arys: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> Any:
    """Return arrays with at least 2 axes."""
    ...

def _np_atleast_3d(*arys: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> Any:
    """Return arrays with at least 3 axes."""
    ...

def _np_copy(a: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy."""
    ...

def _np_cumsum(a: NDArray | None = None, axis: int | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the cumulative sum along `axis`, or of the flattened array."""
    ...

def _np_diag(data: NDArray | None = None, k: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Extract a diagonal of a matrix, or create a matrix with this diagonal."""
    ...

def _np_diagflat(data: NDArray | None = None, k: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Create a matrix with all elements on its diagonal."""
    ...

def _np_diagonal(data: NDArray | None = None, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None) -> NDArray:
    """Return a diagonal as the last axis."""
    ...

def _np_dot(a: NDArray | None = None, b: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Sum products over the last axis of `a` and the second last of `b`; multiply elementwise if either has rank 0."""
    ...

def _np_max(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the largest element along axes."""
    ...

def _np_min(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the smallest element along axes."""
    ...

def _np_moveaxis(a: NDArray | None = None, source: int | tuple[int, ...] | list[int] = ..., destination: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Move axes to new positions and keep the order of the others."""
    ...

def _np_prod(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the product along axes."""
    ...

def _np_product(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the product along axes."""
    ...

def _np_repeat(data: NDArray | None = None, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Repeat each element `repeats` times along an axis or in the flattened array; 0 gives an empty vector."""
    ...

def _np_reshape(a: NDArray | None = None, newshape: int | tuple[int, ...] | list[int] = ..., order: str = 'C', out: Any = None, name: Any = None) -> NDArray:
    """Reshape the array; one size may be -1."""
    ...

def _np_roll(data: NDArray | None = None, shift: int | tuple[int, ...] | list[int] | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Shift elements along axes; elements past the end reappear at the start."""
    ...

def _np_sometrue(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return whether any element along axes is nonzero."""
    ...

def _np_squeeze(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Remove all axes of size 1, or the given ones."""
    ...

def _np_sum(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum along axes."""
    ...

def _np_trace(data: NDArray | None = None, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum of a diagonal."""
    ...

def _np_transpose(a: NDArray | None = None, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Permute axes; reverse them without `axes`."""
    ...

def _npi_Custom(*data: NDArray, op_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run an operator written in Python, named by `op_type`."""
    ...

def _npi_abs(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the absolute value."""
    ...

def _npi_absolute(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the absolute value."""
    ...

def _npi_add(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs + rhs`` elementwise with broadcasting."""
    ...

def _npi_add_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute plus scalar elementwise; the second operand is a number."""
    ...

def _npi_arange(start: float = ..., stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool = False, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return evenly spaced values in ``[start, stop)``, possibly none."""
    ...

def _npi_arccos(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse cosine."""
    ...

def _npi_arccosh(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse hyperbolic cosine."""
    ...

def _npi_arcsin(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse sine."""
    ...

def _npi_arcsinh(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse hyperbolic sine."""
    ...

def _npi_arctan(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse tangent."""
    ...

def _npi_arctan2(x1: NDArray | None = None, x2: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the angle of the point (x2, x1)."""
    ...

def _npi_arctan2_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_arctanh(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse hyperbolic tangent."""
    ...

def _npi_argmax(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the index of the largest element along an axis, or in the flattened array."""
    ...

def _npi_argmin(data: NDArray | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Return the index of the smallest element along an axis, or in the flattened array."""
    ...

def _npi_argsort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return the indices that sort an axis, or the flattened array."""
    ...

def _npi_around(x: NDArray | None = None, decimals: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Round to the given number of decimals, halves to the nearest even value."""
    ...

def _npi_average(a: NDArray | None = None, weights: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, returned: bool = False, weighted: bool = True, out: Any = None, name: Any = None) -> Any:
    """Compute the mean along axes, optionally weighted, and the sum of the weights."""
    ...

def _npi_bernoulli(input1: NDArray | None = None, prob: float | None = ..., logit: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., is_logit: bool = ..., out: Any = None, name: Any = None) -> NDArray:
    """Draw ones with the given probability, or with the probability of the given log odds, and zeros otherwise."""
    ...

def _npi_bincount(data: NDArray | None = None, weights: NDArray | None = None, minlength: int = 0, has_weights: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Count the occurrences of each number from 0 on, or sum their weights."""
    ...

def _npi_bitwise_and(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.bitwise_and`` of each pair of elements."""
    ...

def _npi_bitwise_and_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _npi_bitwise_not(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Invert all bits."""
    ...

def _npi_bitwise_or(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.bitwise_or`` of each pair of elements."""
    ...

def _npi_bitwise_or_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _npi_bitwise_xor(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.bitwise_xor`` of each pair of elements."""
    ...

def _npi_bitwise_xor_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _npi_blackman(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return the blackman window with `M` points."""
    ...

def _npi_boolean_mask(data: NDArray | None = None, index: NDArray | None = None, axis: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Select the rows of `data` where `index` is not zero. Arrays only: the result's shape depends on values."""
    ...

def _npi_boolean_mask_assign_scalar(data: NDArray | None = None, mask: NDArray | None = None, value: float = 0.0, start_axis: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Replace the elements where the mask is not zero by a scalar."""
    ...

def _npi_boolean_mask_assign_tensor(data: NDArray | None = None, mask: NDArray | None = None, value: NDArray | None = None, start_axis: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Replace the elements where the mask is not zero by consecutive elements of `value`."""
    ...

def _npi_broadcast_to(array: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> NDArray:
    """Broadcast axes of size 1 to `shape`; -2 keeps the size of an axis."""
    ...

def _npi_cast(data: NDArray | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert to another dtype."""
    ...

def _npi_cbrt(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the cube root."""
    ...

def _npi_ceil(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round up to an integer."""
    ...

def _npi_choice(input1: NDArray | None = None, input2: NDArray | None = None, a: int | None = ..., size: Any = ..., ctx: str | None = None, replace: bool = True, weighted: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Draw indices of a vector, or integers below a number, with or without replacement."""
    ...

def _npi_cholesky(A: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the lower triangular Cholesky factor of positive definite matrices."""
    ...

def _npi_clip(data: NDArray | None = None, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Clip elements to ``[a_min, a_max]``. The gradient is 1 inside and on the limits."""
    ...

def _npi_column_stack(*data: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Stack vectors as the columns of a matrix."""
    ...

def _npi_concatenate(*data: NDArray, axis: int | None = 0, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Join arrays along an axis; flatten them first if it is None."""
    ...

def _npi_copysign(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the first operand with the sign of the second."""
    ...

def _npi_copysign_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_copyto(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy, or copy into ``out``."""
    ...

def _npi_cos(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the cosine of an angle in radians."""
    ...

def _npi_cosh(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the hyperbolic cosine."""
    ...

def _npi_cvimdecode(buf: NDArray | None = None, flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Decode the image in a uint8 buffer.

    `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    ...

def _npi_cvimread(filename: str = ..., flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Read an image file. `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    ...

def _npi_cvimresize(src: NDArray | None = None, w: int = ..., h: int = ..., interp: int = 1, out: Any = None, name: Any = None) -> NDArray:
    """Resize the image to width `w` and height `h` with OpenCV's interpolation `interp`."""
    ...

def _npi_degrees(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Convert radians to degrees."""
    ...

def _npi_delete(arr: NDArray | None = None, obj: NDArray | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Delete elements at positions of an axis, or of the flattened array without `axis`."""
    ...

def _npi_det(A: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the determinant of each matrix."""
    ...

def _npi_diag_indices_from(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the indices of the diagonal of an array whose axes have equal sizes, one row per axis."""
    ...

def _npi_diff(a: NDArray | None = None, n: int = 1, axis: int = -1, out: Any = None, name: Any = None) -> NDArray:
    """Compute the `n`-th differences of adjacent elements."""
    ...

def _npi_dsplit(data: NDArray | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None) -> Any:
    """Split an array along the third axis."""
    ...

def _npi_dstack(*data: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Stack arrays along the third axis."""
    ...

def _npi_ediff1d(input1: NDArray | None = None, input2: NDArray | None = None, input3: NDArray | None = None, to_begin_arr_given: bool = False, to_end_arr_given: bool = False, to_begin_scalar: float | None = None, to_end_scalar: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute differences of adjacent elements of the flattened array, with optional elements before and after."""
    ...

def _npi_eig(A: NDArray | None = None, out: Any = None, name: Any = None) -> list[NDArray]:
    """Compute the real parts of eigenvalues and eigenvectors."""
    ...

def _npi_eigh(A: NDArray | None = None, UPLO: str = 'L', out: Any = None, name: Any = None) -> list[NDArray]:
    """Compute the eigenvalues and eigenvectors of symmetric matrices."""
    ...

def _npi_eigvals(A: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the real parts of eigenvalues."""
    ...

def _npi_eigvalsh(A: NDArray | None = None, UPLO: str = 'L', out: Any = None, name: Any = None) -> NDArray:
    """Compute the eigenvalues of symmetric matrices."""
    ...

def _npi_einsum(*data: NDArray, subscripts: str = '', optimize: int = 0, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Compute sums of products in Einstein notation.

    More than two arrays are multiplied in the order with the fewest multiplications, with or without `optimize`."""
    ...

def _npi_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs == rhs`` elementwise with broadcasting."""
    ...

def _npi_equal_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _npi_exp(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the exponential of each element."""
    ...

def _npi_expand_dims(data: NDArray | None = None, axis: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Insert an axis of size 1."""
    ...

def _npi_expm1(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``exp(x) - 1``, accurate near zero."""
    ...

def _npi_exponential(input1: NDArray | None = None, scale: float | None = 1.0, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw numbers from the exponential distribution."""
    ...

def _npi_eye(N: int = ..., M: int | None = None, k: int = 0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return a matrix with ones on diagonal `k`."""
    ...

def _npi_fix(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round towards zero to an integer."""
    ...

def _npi_flip(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = ..., out: Any = None, name: Any = None) -> NDArray:
    """Reverse the order of elements along axes, or along all axes if None."""
    ...

def _npi_floor(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round down to an integer."""
    ...

def _npi_full(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., value: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return an array filled with `value`."""
    ...

def _npi_full_like(a: NDArray | None = None, fill_value: float = ..., ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Return an array with the shape of `a`, filled with a number."""
    ...

def _npi_gamma(input1: NDArray | None = None, input2: NDArray | None = None, shape: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Draw numbers from the gamma distribution."""
    ...

def _npi_gather_nd(data: NDArray | None = None, indices: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def _npi_greater(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs > rhs`` elementwise with broadcasting."""
    ...

def _npi_greater_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs >= rhs`` elementwise with broadcasting."""
    ...

def _npi_greater_equal_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute greater equal scalar elementwise; the second operand is a number."""
    ...

def _npi_greater_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute greater scalar elementwise; the second operand is a number."""
    ...

def _npi_gumbel(input1: NDArray | None = None, input2: NDArray | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw numbers from the Gumbel distribution."""
    ...

def _npi_hamming(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return the hamming window with `M` points."""
    ...

def _npi_hanning(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return the hanning window with `M` points."""
    ...

def _npi_histogram(data: NDArray | None = None, bins: NDArray | None = None, bin_cnt: int | None = None, range: tuple[Any, ...] | list[Any] | None = None, out: Any = None, name: Any = None) -> list[NDArray]:
    """Count the elements in each bin; also return the edges of the bins. The last bin includes its right edge."""
    ...

def _npi_hsplit(data: NDArray | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None) -> Any:
    """Split an array by columns; a vector counts as one row."""
    ...

def _npi_hstack(*data: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Stack arrays by columns."""
    ...

def _npi_hypot(x1: NDArray | None = None, x2: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``sqrt(lhs**2 + rhs**2)`` elementwise with broadcasting."""
    ...

def _npi_hypot_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_identity(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return a square matrix with ones on its diagonal."""
    ...

def _npi_indices(dimensions: int | tuple[int, ...] | list[int] = ..., dtype: Any = ..., ctx: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the indices of all elements of an array of this shape, with the axis number as the first axis."""
    ...

def _npi_insert_scalar(arr: NDArray | None = None, values: NDArray | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Insert values before one position of an axis, or of the flattened array without `axis`."""
    ...

def _npi_insert_slice(arr: NDArray | None = None, values: NDArray | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Insert values before the positions of a slice of an axis."""
    ...

def _npi_insert_tensor(arr: NDArray | None = None, values: NDArray | None = None, obj: NDArray | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Insert values before positions given by an array."""
    ...

def _npi_inv(A: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse of each matrix."""
    ...

def _npi_isfinite(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.isfinite`` of each element."""
    ...

def _npi_isinf(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.isinf`` of each element."""
    ...

def _npi_isnan(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.isnan`` of each element."""
    ...

def _npi_isneginf(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.isneginf`` of each element."""
    ...

def _npi_isposinf(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.isposinf`` of each element."""
    ...

def _npi_lcm(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the least common multiple."""
    ...

def _npi_lcm_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_ldexp(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs * 2 ** rhs``."""
    ...

def _npi_ldexp_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_less(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs < rhs`` elementwise with broadcasting."""
    ...

def _npi_less_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs <= rhs`` elementwise with broadcasting."""
    ...

def _npi_less_equal_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute lesser equal scalar elementwise; the second operand is a number."""
    ...

def _npi_less_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute lesser scalar elementwise; the second operand is a number."""
    ...

def _npi_linspace(start: float = ..., stop: float | None = None, num: int = ..., endpoint: bool = True, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return `num` evenly spaced values from `start` to `stop`; `endpoint` includes `stop`."""
    ...

def _npi_log(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the natural logarithm."""
    ...

def _npi_log10(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the logarithm to base 10."""
    ...

def _npi_log1p(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``log(1 + x)``, accurate near zero."""
    ...

def _npi_log2(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the logarithm to base 2."""
    ...

def _npi_logical_not(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``numpy.logical_not`` of each element."""
    ...

def _npi_logistic(input1: NDArray | None = None, input2: NDArray | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw numbers from the logistic distribution."""
    ...

def _npi_logspace(start: float = ..., stop: float = ..., num: int = ..., endpoint: bool = True, base: float = 10.0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return `num` values from ``base ** start`` to ``base ** stop``, evenly spaced in the exponent."""
    ...

def _npi_matmul(a: NDArray | None = None, b: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the matrix product over the last two axes and broadcast the others."""
    ...

def _npi_maximum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the larger of both inputs elementwise with broadcasting."""
    ...

def _npi_maximum_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute maximum scalar elementwise; the second operand is a number."""
    ...

def _npi_mean(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the mean along axes."""
    ...

def _npi_minimum(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the smaller of both inputs elementwise with broadcasting."""
    ...

def _npi_minimum_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute minimum scalar elementwise; the second operand is a number."""
    ...

def _npi_mod(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the remainder of ``lhs / rhs`` elementwise with broadcasting."""
    ...

def _npi_mod_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute mod scalar elementwise; the second operand is a number."""
    ...

def _npi_multinomial(a: NDArray | None = None, n: int = ..., pvals: tuple[Any, ...] | list[Any] | None = None, size: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Count the outcomes of `n` draws."""
    ...

def _npi_multiply(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs * rhs`` elementwise with broadcasting."""
    ...

def _npi_multiply_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute mul scalar elementwise; the second operand is a number."""
    ...

def _npi_nan_to_num(data: NDArray | None = None, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Replace NaN and infinities by finite numbers."""
    ...

def _npi_negative(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``-x``."""
    ...

def _npi_nonzero(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the indices of nonzero elements, one row each."""
    ...

def _npi_norm(data: NDArray | None = None, ord: float = 2.0, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, flag: int = -1, out: Any = None, name: Any = None) -> NDArray:
    """Compute norms of vectors and matrices.

    `flag` selects a norm that is not a number; -2 is the norm of all elements."""
    ...

def _npi_normal(input1: NDArray | None = None, input2: NDArray | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Draw normally distributed numbers."""
    ...

def _npi_normal_n(input1: NDArray | None = None, input2: NDArray | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Draw a batch of normally distributed numbers for each element of the parameters."""
    ...

def _npi_not_equal(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs != rhs`` elementwise with broadcasting."""
    ...

def _npi_not_equal_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute not equal scalar elementwise; the second operand is a number."""
    ...

def _npi_ones(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return an array of ones."""
    ...

def _npi_pad(data: NDArray | None = None, pad_width: Any = ..., mode: str = 'constant', constant_value: float = 0.0, reflect_type: str = 'even', out: Any = None, name: Any = None) -> NDArray:
    """Pad both ends of each axis."""
    ...

def _npi_pareto(input1: NDArray | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw numbers from the Pareto distribution."""
    ...

def _npi_percentile(a: NDArray | None = None, q: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, interpolation: str = 'linear', keepdims: bool = False, q_scalar: float | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the values below which `q` percent of the elements along axes lie."""
    ...

def _npi_pinv(A: NDArray | None = None, rcond: NDArray | None = None, hermitian: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute pseudo-inverse matrices. Singular values below `rcond` times the largest are treated as 0."""
    ...

def _npi_pinv_scalar_rcond(A: NDArray | None = None, rcond: float = 1e-15, hermitian: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute pseudo-inverse matrices. Singular values below `rcond` times the largest are treated as 0."""
    ...

def _npi_polyval(p: NDArray | None = None, x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Evaluate the polynomial with coefficients `p`, highest power first, at `x`."""
    ...

def _npi_power(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs ** rhs`` elementwise with broadcasting."""
    ...

def _npi_power_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute power scalar elementwise; the second operand is a number."""
    ...

def _npi_powerd(input1: NDArray | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw numbers from the power distribution."""
    ...

def _npi_radians(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Convert degrees to radians."""
    ...

def _npi_random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw integers in ``[low, high)``."""
    ...

def _npi_rarctan2_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_rayleigh(input1: NDArray | None = None, scale: float | None = 1.0, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw numbers from the Rayleigh distribution."""
    ...

def _npi_rcopysign_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_reciprocal(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``1 / x``."""
    ...

def _npi_reshape(a: NDArray | None = None, newshape: int | tuple[int, ...] | list[int] = ..., reverse: bool = False, order: str = 'C', out: Any = None, name: Any = None) -> NDArray:
    """Reshape with codes: -2 copies a size, -3 removes an axis of size 1, and -4 copies all remaining sizes.

    -5 merges two axes, -6 splits an axis into the two following sizes, and -1 is inferred."""
    ...

def _npi_rint(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round to the nearest integer, halves down."""
    ...

def _npi_rldexp_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_rmod_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rmod scalar elementwise; the second operand is a number."""
    ...

def _npi_rnn_param_concat(*data: NDArray, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Concatenate the parameters of recurrent layers."""
    ...

def _npi_rot90(data: NDArray | None = None, k: int = 1, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Rotate by `k` right angles in the plane of two axes."""
    ...

def _npi_rpower_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rpower scalar elementwise; the second operand is a number."""
    ...

def _npi_rsubtract_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rminus scalar elementwise; the second operand is a number."""
    ...

def _npi_rtrue_divide_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rdiv scalar elementwise; the second operand is a number."""
    ...

def _npi_scatter_set_nd(lhs: NDArray | None = None, rhs: NDArray | None = None, indices: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return `lhs` with `rhs` written at the coordinates ``indices[:, i]``."""
    ...

def _npi_share_memory(a: NDArray | None = None, b: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return whether two arrays share memory."""
    ...

def _npi_shuffle(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Shuffle the rows of `data`."""
    ...

def _npi_sign(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return -1, 0 or 1 depending on the sign of each element."""
    ...

def _npi_sin(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sine of an angle in radians."""
    ...

def _npi_sinh(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the hyperbolic sine."""
    ...

def _npi_slice(data: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def _npi_slice_assign(lhs: NDArray | None = None, rhs: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `lhs` with a slice replaced by `rhs`."""
    ...

def _npi_slice_assign_scalar(data: NDArray | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `data` with all elements of a slice set to a number."""
    ...

def _npi_slogdet(A: NDArray | None = None, out: Any = None, name: Any = None) -> list[NDArray]:
    """Compute the sign and the logarithm of the absolute value of each determinant."""
    ...

def _npi_solve(A: NDArray | None = None, B: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Solve linear equations."""
    ...

def _npi_sort(data: NDArray | None = None, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Return a copy sorted along an axis, or a sorted flattened copy."""
    ...

def _npi_split(data: NDArray | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None) -> Any:
    """Split an axis before each of `indices` (the first is 0), or into `sections` parts of similar size."""
    ...

def _npi_sqrt(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the square root."""
    ...

def _npi_square(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``x * x``."""
    ...

def _npi_stack(*data: NDArray, axis: int = 0, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Join arrays of equal shape along a new axis."""
    ...

def _npi_std(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the standard deviation along axes with divisor ``count - ddof``."""
    ...

def _npi_subtract(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs - rhs`` elementwise with broadcasting."""
    ...

def _npi_subtract_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute minus scalar elementwise; the second operand is a number."""
    ...

def _npi_svd(A: NDArray | None = None, out: Any = None, name: Any = None) -> list[NDArray]:
    """Compute the singular value decomposition with as many singular values as rows."""
    ...

def _npi_swapaxes(data: NDArray | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Swap two axes."""
    ...

def _npi_take(a: NDArray | None = None, indices: NDArray | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None) -> NDArray:
    """Select elements of `a` along `axis` at `indices`."""
    ...

def _npi_tan(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the tangent of an angle in radians."""
    ...

def _npi_tanh(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the hyperbolic tangent."""
    ...

def _npi_tensordot(a: NDArray | None = None, b: NDArray | None = None, a_axes_summed: int | tuple[int, ...] | list[int] = ..., b_axes_summed: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Compute sums of products over several axes of both arrays."""
    ...

def _npi_tensordot_int_axes(a: NDArray | None = None, b: NDArray | None = None, axes: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Compute sums of products over the last axes of the first array and the first axes of the second."""
    ...

def _npi_tensorinv(a: NDArray | None = None, ind: int = 2, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse of an array as a map from its last axes to its first `ind` axes."""
    ...

def _npi_tensorsolve(a: NDArray | None = None, b: NDArray | None = None, a_axes: int | tuple[int, ...] | list[int] | None = (), out: Any = None, name: Any = None) -> NDArray:
    """Solve linear equations whose unknown is an array."""
    ...

def _npi_tile(data: NDArray | None = None, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Repeat the array along each axis."""
    ...

def _npi_tril(data: NDArray | None = None, k: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Return the lower triangle with zeros above diagonal `k`. A vector is repeated as the rows of a matrix."""
    ...

def _npi_true_divide(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs / rhs`` elementwise with broadcasting."""
    ...

def _npi_true_divide_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute div scalar elementwise; the second operand is a number."""
    ...

def _npi_trunc(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Round towards zero to an integer."""
    ...

def _npi_uniform(input1: NDArray | None = None, input2: NDArray | None = None, low: float | None = ..., high: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Draw uniform numbers in ``[low, high)``."""
    ...

def _npi_uniform_n(input1: NDArray | None = None, input2: NDArray | None = None, low: float | None = ..., high: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Draw a batch of uniform numbers in ``[low, high)`` for each element of the parameters."""
    ...

def _npi_unique(data: NDArray | None = None, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None, out: Any = None, name: Any = None) -> Any:
    """Return the distinct elements in ascending order, and optionally their indices, inverse indices and counts."""
    ...

def _npi_var(a: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the variance along axes with divisor ``count - ddof``."""
    ...

def _npi_vstack(*data: NDArray, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Stack arrays by rows."""
    ...

def _npi_weibull(input1: NDArray | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw numbers from the Weibull distribution."""
    ...

def _npi_where(condition: NDArray | None = None, x: NDArray | None = None, y: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return elements of `x` where the condition is not zero, and of `y` elsewhere."""
    ...

def _npi_where_lscalar(condition: NDArray | None = None, x: NDArray | None = None, scalar: float = 0.0, out: Any = None, name: Any = None) -> NDArray:
    """Return a scalar where the condition is not zero, and elements of `x` elsewhere."""
    ...

def _npi_where_rscalar(condition: NDArray | None = None, y: NDArray | None = None, scalar: float = 0.0, out: Any = None, name: Any = None) -> NDArray:
    """Return elements of `y` where the condition is not zero, and a scalar elsewhere."""
    ...

def _npi_where_scalar2(condition: NDArray | None = None, x: float = 0.0, y: float = 0.0, out: Any = None, name: Any = None) -> NDArray:
    """Return one of two scalars depending on the condition."""
    ...

def _npi_zeros(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return an array of zeros."""
    ...

def _npx__image_adjust_lighting(data: NDArray | None = None, alpha: tuple[Any, ...] | list[Any] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Add AlexNet-style color noise: `alpha` steps along the principal components of colors."""
    ...

def _npx__image_crop(data: NDArray | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Crop an area of `width` x `height` whose upper left corner is at column `x` and row `y`."""
    ...

def _npx__image_flip_left_right(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Flip the image horizontally."""
    ...

def _npx__image_flip_top_bottom(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Flip the image vertically."""
    ...

def _npx__image_normalize(data: NDArray | None = None, mean: tuple[Any, ...] | list[Any] = (0.0, 0.0, 0.0, 0.0), std: tuple[Any, ...] | list[Any] = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None) -> NDArray:
    """Compute ``(data - mean) / std`` per channel, for channel x height x width images."""
    ...

def _npx__image_random_brightness(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Multiply the image by a random factor."""
    ...

def _npx__image_random_color_jitter(data: NDArray | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Randomly change brightness, contrast, saturation and hue, in random order."""
    ...

def _npx__image_random_contrast(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Multiply the distance from the mean gray value by a random factor."""
    ...

def _npx__image_random_flip_left_right(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Flip the image horizontally with probability 0.5."""
    ...

def _npx__image_random_flip_top_bottom(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Flip the image vertically with probability 0.5."""
    ...

def _npx__image_random_hue(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Rotate the hue by a random fraction of the color circle."""
    ...

def _npx__image_random_lighting(data: NDArray | None = None, alpha_std: float = 0.05, out: Any = None, name: Any = None) -> NDArray:
    """Apply `_image_adjust_lighting` with normally distributed steps."""
    ...

def _npx__image_random_saturation(data: NDArray | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Blend the colors with gray by a random factor."""
    ...

def _npx__image_resize(data: NDArray | None = None, size: int | tuple[int, ...] | list[int] = (), keep_ratio: bool = False, interp: int = 1, out: Any = None, name: Any = None) -> NDArray:
    """Resize images to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    ...

def _npx__image_to_tensor(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Convert images with values in [0, 255] to channel x height x width float32 arrays with values in [0, 1]."""
    ...

def _npx_activation(data: NDArray | None = None, act_type: str = ..., out: Any = None, name: Any = None) -> NDArray:
    """Apply the named activation function."""
    ...

def _npx_arange_like(data: NDArray | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | None = None, axis: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return evenly spaced values in the shape of `data`, or along one of its axes."""
    ...

def _npx_batch_dot(lhs: NDArray | None = None, rhs: NDArray | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the matrix product of each pair of matrices in two batches."""
    ...

def _npx_batch_flatten(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Keep the first axis and merge all others."""
    ...

def _npx_batch_norm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, moving_mean: NDArray | None = None, moving_var: NDArray | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None) -> Any:
    """Normalize `axis` by batch statistics in training and by moving statistics in prediction.

    The backward pass updates the moving statistics from the batch (with the biased variance). With `fix_gamma`, gamma
    is set to 1. The returned moments are the mean and the reciprocal standard deviation."""
    ...

def _npx_cast(data: NDArray | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert to another dtype."""
    ...

def _npx_constraint_check(input: NDArray | None = None, msg: str = 'Constraint violated.', out: Any = None, name: Any = None) -> NDArray:
    """Return True if all elements are True, else raise an error with this message."""
    ...

def _npx_convolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute a convolution over 1, 2 or 3 spatial axes, with channels first or last (layouts NHWC and NDHWC)."""
    ...

def _npx_deconvolution(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), adj: int | tuple[int, ...] | list[int] = (), target_shape: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute a transposed convolution. `target_shape`, if given, determines the padding."""
    ...

def _npx_dropout(data: NDArray | None = None, p: float = 0.5, mode: str = 'training', axes: int | tuple[int, ...] | list[int] = (), cudnn_off: bool | None = False, out: Any = None, name: Any = None) -> NDArray:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``. Identity in prediction.

    Elements along `axes` share one random decision."""
    ...

def _npx_embedding(data: NDArray | None = None, weight: NDArray | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Select rows of `weight` by the integers in `data`. Out-of-range indices select the nearest row."""
    ...

def _npx_erf(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the Gauss error function."""
    ...

def _npx_erfinv(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the inverse of the error function."""
    ...

def _npx_fully_connected(data: NDArray | None = None, weight: NDArray | None = None, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``data @ weight.T + bias`` over the last axis, or over all axes but the first with `flatten`."""
    ...

def _npx_gamma(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the gamma function."""
    ...

def _npx_gammaln(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute the logarithm of the gamma function."""
    ...

def _npx_gather_nd(data: NDArray | None = None, indices: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def _npx_layer_norm(data: NDArray | None = None, gamma: NDArray | None = None, beta: NDArray | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None) -> Any:
    """Normalize every vector along `axis` by its mean and standard deviation, which `output_mean_var` also returns."""
    ...

def _npx_leaky_relu(data: NDArray | None = None, gamma: NDArray | None = None, act_type: str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: Any = None, name: Any = None) -> Any:
    """Apply a relu that replaces negative elements by a slope (fixed, learned or random) or a curve.

    'rrelu' also returns the random slopes."""
    ...

def _npx_log_softmax(data: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the logarithm of `softmax` without overflow."""
    ...

def _npx_multibox_detection(cls_prob: NDArray | None = None, loc_pred: NDArray | None = None, anchor: NDArray | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: Any = None, name: Any = None) -> NDArray:
    """Return detections (class, score, left, top, right, bottom), best first; class -1 marks unused rows."""
    ...

def _npx_multibox_prior(data: NDArray | None = None, sizes: tuple[Any, ...] | list[Any] = (1.0,), ratios: tuple[Any, ...] | list[Any] = (1.0,), clip: bool = False, steps: tuple[Any, ...] | list[Any] = (-1.0, -1.0), offsets: tuple[Any, ...] | list[Any] = (0.5, 0.5), out: Any = None, name: Any = None) -> NDArray:
    """Create anchor boxes around each position of a feature map, in fractions of the image.

    There is one box with the first ratio for each size, and one box with the first size for each further ratio."""
    ...

def _npx_multibox_target(anchor: NDArray | None = None, label: NDArray | None = None, cls_pred: NDArray | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None) -> list[NDArray]:
    """Compute the training targets of each anchor: box offsets, their mask, and class.

    `label` has rows (class, left, top, right, bottom, ...), padded with rows of -1. Class 0 is the background."""
    ...

def _npx_nonzero(x: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the indices of nonzero elements, one row each."""
    ...

def _npx_one_hot(indices: NDArray | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Set `on_value` at each index along a new last axis of size `depth`, and `off_value` elsewhere."""
    ...

def _npx_pick(data: NDArray | None = None, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None) -> NDArray:
    """Select one element per position along `axis`, given by `index`."""
    ...

def _npx_pooling(data: NDArray | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    ...

def _npx_relu(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``max(x, 0)``."""
    ...

def _npx_reshape(a: NDArray | None = None, newshape: int | tuple[int, ...] | list[int] = ..., reverse: bool = False, order: str = 'C', out: Any = None, name: Any = None) -> NDArray:
    """Reshape with codes: -2 copies a size, -3 removes an axis of size 1, and -4 copies all remaining sizes.

    -5 merges two axes, -6 splits an axis into the two following sizes, and -1 is inferred."""
    ...

def _npx_reshape_like(lhs: NDArray | None = None, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
    ...

def _npx_rnn(data: NDArray | None = None, parameters: NDArray | None = None, state: NDArray | None = None, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: str = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: Any = None, name: Any = None) -> Any:
    """Run recurrent layers over data (sequence, batch, input); `parameters` has all weights, then all biases.

    `p` is the dropout between layers. `sequence_length` is the length of each sequence; results past it are 0."""
    ...

def _npx_roi_pooling(data: NDArray | None = None, rois: NDArray | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Compute maxima over a grid of bins in each region; `rois` has rows (image, left, top, right, bottom)."""
    ...

def _npx_sequence_mask(data: NDArray | None = None, sequence_length: NDArray | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, out: Any = None, name: Any = None) -> NDArray:
    """Replace all elements after the end of each sequence by `value`."""
    ...

def _npx_shape_array(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return the shape as a 1-d int64 array."""
    ...

def _npx_sigmoid(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``1 / (1 + exp(-x))``."""
    ...

def _npx_slice(data: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def _npx_smooth_l1(data: NDArray | None = None, scalar: float = 1.0, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``0.5 * (scalar * x)**2`` for ``|x| < 1/scalar**2`` and ``|x| - 0.5/scalar**2`` elsewhere."""
    ...

def _npx_softmax(data: NDArray | None = None, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
    ...

def _npx_topk(data: NDArray | None = None, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None) -> Any:
    """Return the `k` largest (or smallest) elements along an axis as values, indices, both or a 0/1 mask."""
    ...

def _onehot_encode(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Return one one-hot row for each index in `lhs`, with the shape and dtype of `rhs`."""
    ...

def _ones(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return an array of ones."""
    ...

def _plus(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs + rhs`` of arrays of equal shape elementwise."""
    ...

def _plus_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute plus scalar elementwise; the second operand is a number."""
    ...

def _power(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs ** rhs`` of arrays of equal shape elementwise."""
    ...

def _power_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute power scalar elementwise; the second operand is a number."""
    ...

def _random_exponential(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw exponential numbers with rate `lam`."""
    ...

def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`."""
    ...

def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`."""
    ...

def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw the number of successes before the `k`-th failure, which has probability `p`."""
    ...

def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw normal numbers with mean `loc` and standard deviation `scale`."""
    ...

def _random_pdf_dirichlet(sample: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the Dirichlet distribution over the last axis."""
    ...

def _random_pdf_exponential(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the exponential distribution with rate `lam`."""
    ...

def _random_pdf_gamma(sample: NDArray | None = None, alpha: NDArray | None = None, beta: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
    ...

def _random_pdf_generalized_negative_binomial(sample: NDArray | None = None, mu: NDArray | None = None, alpha: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
    ...

def _random_pdf_negative_binomial(sample: NDArray | None = None, k: NDArray | None = None, p: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the probability of `sample` successes before the `k`-th failure of probability `p`."""
    ...

def _random_pdf_normal(sample: NDArray | None = None, mu: NDArray | None = None, sigma: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the normal distribution."""
    ...

def _random_pdf_poisson(sample: NDArray | None = None, lam: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the probability in the Poisson distribution; `sample` gets no gradient."""
    ...

def _random_pdf_uniform(sample: NDArray | None = None, low: NDArray | None = None, high: NDArray | None = None, is_log: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the density of the uniform distribution; samples outside of `low` and `high` are not detected."""
    ...

def _random_poisson(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw Poisson numbers with mean `lam`."""
    ...

def _random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw integers in ``[low, high)``."""
    ...

def _random_uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw uniform numbers in ``[low, high)``."""
    ...

def _ravel_multi_index(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert the coordinates ``data[:, i]`` to flat indices into an array of the given shape."""
    ...

def _rdiv_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rdiv scalar elementwise; the second operand is a number."""
    ...

def _rminus_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rminus scalar elementwise; the second operand is a number."""
    ...

def _rmod_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rmod scalar elementwise; the second operand is a number."""
    ...

def _rnn_param_concat(*data: NDArray, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None) -> NDArray:
    """Concatenate the parameters of recurrent layers."""
    ...

def _rpower_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute rpower scalar elementwise; the second operand is a number."""
    ...

def _sample_exponential(lam: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw exponential numbers with rate `lam`, `shape` numbers for each element."""
    ...

def _sample_gamma(alpha: NDArray | None = None, beta: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`, `shape` numbers for each element."""
    ...

def _sample_generalized_negative_binomial(mu: NDArray | None = None, alpha: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`, `shape` numbers for each element."""
    ...

def _sample_multinomial(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), get_prob: bool = False, dtype: Any = ..., out: Any = None, name: Any = None) -> Any:
    """Draw outcomes with the probabilities in the last axis of `data`; `get_prob` also returns log probabilities."""
    ...

def _sample_negative_binomial(k: NDArray | None = None, p: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw the number of successes before the `k`-th failure of probability `p`, `shape` numbers for each element."""
    ...

def _sample_normal(mu: NDArray | None = None, sigma: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw normal numbers with mean `mu` and standard deviation `sigma`, `shape` numbers for each element."""
    ...

def _sample_poisson(lam: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw Poisson numbers with mean `lam`, `shape` numbers for each element."""
    ...

def _sample_uniform(low: NDArray | None = None, high: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None) -> NDArray:
    """Draw uniform numbers in ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
    ...

def _sample_unique_zipfian(range_max: int = ..., shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None) -> list[NDArray]:
    """Draw distinct classes for each row of a batch, small ones more often, and the number of draws per row."""
    ...

def _scatter_elemwise_div(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs / rhs``; row-sparse arrays divide stored rows only."""
    ...

def _scatter_minus_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute scatter minus scalar elementwise; the second operand is a number."""
    ...

def _scatter_plus_scalar(data: NDArray | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None) -> NDArray:
    """Compute scatter plus scalar elementwise; the second operand is a number."""
    ...

def _scatter_set_nd(lhs: NDArray | None = None, rhs: NDArray | None = None, indices: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return `lhs` with `rhs` written at the coordinates ``indices[:, i]``."""
    ...

def _set_value(src: float = ..., out: Any = None, name: Any = None) -> NDArray:
    """Fill the array passed as ``out`` with a scalar."""
    ...

def _sg_mkldnn_conv(*data: NDArray, with_bn: bool = False, with_act: bool = False, with_sum: bool = False, with_postsum_act: bool = False, quantized: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> NDArray:
    """Run a convolution and the following normalization, sum and activation as one operator.

    MXNet's backends ``MKLDNN`` and ``MKLDNN_QUANTIZE`` create such nodes, the latter with 8-bit integers. They are for
    prediction only: training uses the moving statistics too, and all gradients are zero."""
    ...

def _sg_mkldnn_fully_connected(*data: NDArray, quantized: bool = False, enable_float_output: bool = False, with_eltwise: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> NDArray:
    """Run a dense layer and its activation as one operator, see ``_sg_mkldnn_conv``."""
    ...

def _sg_mkldnn_selfatt_qk(queries_keys_values: NDArray | None = None, min_qkv: NDArray | None = None, max_qkv: NDArray | None = None, heads: int = ..., quantized: bool = False, enable_float_output: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None) -> Any:
    """Compute ``_contrib_interleaved_matmul_selfatt_qk`` without a gradient, in int8 if `quantized`."""
    ...

def _sg_mkldnn_selfatt_valatt(queries_keys_values: NDArray | None = None, attention: NDArray | None = None, min_qkv: NDArray | None = None, max_qkv: NDArray | None = None, min_attention: NDArray | None = None, max_attention: NDArray | None = None, heads: int = ..., quantized: bool = False, enable_float_output: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None) -> Any:
    """Compute ``_contrib_interleaved_matmul_selfatt_valatt`` without a gradient, in int8 and uint8 if `quantized`."""
    ...

def _shuffle(data: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Shuffle the rows of `data`."""
    ...

def _slice_assign(lhs: NDArray | None = None, rhs: NDArray | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `lhs` with a slice replaced by `rhs`."""
    ...

def _slice_assign_scalar(data: NDArray | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None) -> NDArray:
    """Return a copy of `data` with all elements of a slice set to a number."""
    ...

def _split_v2(data: NDArray | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None) -> Any:
    """Split an axis before each of `indices` (the first is 0), or into `sections` parts of similar size."""
    ...

def _square_sum(data: NDArray | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None) -> NDArray:
    """Compute the sum of squares over axis 0 or 1 of a row-sparse matrix."""
    ...

def _sub(lhs: NDArray | None = None, rhs: NDArray | None = None, out: Any = None, name: Any = None) -> NDArray:
    """Compute ``lhs - rhs`` of arrays of equal shape elementwise."""
    ...

def _unravel_index(data: NDArray | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None) -> NDArray:
    """Convert flat indices into an array of the given shape to coordinates, one row per axis."""
    ...

def _while_loop(*data: NDArray, num_outputs: int = ..., num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: int | tuple[int, ...] | list[int] = ..., func_input_locs: int | tuple[int, ...] | list[int] = ..., func_var_locs: int | tuple[int, ...] | list[int] = ..., num_args: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> NDArray:
    """Run a graph while another one returns a nonzero value."""
    ...

def _zeros(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None) -> NDArray:
    """Return an array of zeros."""
    ...

def _zeros_without_dtype(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: int = -1, out: Any = None, name: Any = None) -> NDArray:
    """Return an array of zeros. `dtype` is a type code; -1 takes the dtype of ``out``."""
    ...
