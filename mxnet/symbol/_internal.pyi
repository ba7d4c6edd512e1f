# Made by tools/make_stubs.py from the operator registry. Do not edit.
from builtins import bool as _bool
from typing import Any

from typing_extensions import Self

from ._symbol import Symbol

def _CachedOp(*data: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run a graph as one operator. Its inputs are the variables of the graph, in order."""
    ...

def _CachedOpThreadSafe(*data: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run a graph as one thread-safe operator. Loaded from a file, the node runs as ``_CachedOp``."""
    ...

def _CrossDeviceCopy(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `data`. Binding inserts this operator between parts of a graph on different devices."""
    ...

def _CustomFunction(*data: Symbol, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Represent a call of an `autograd.Function` in the graphs of `autograd.get_symbol`. It cannot be run again."""
    ...

def _Div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def _DivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute div scalar elementwise; the second operand is a number."""
    ...

def _Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs == rhs`` of arrays of equal shape elementwise."""
    ...

def _EqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _Greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs > rhs`` of arrays of equal shape elementwise."""
    ...

def _GreaterEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute greater equal scalar elementwise; the second operand is a number."""
    ...

def _GreaterScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute greater scalar elementwise; the second operand is a number."""
    ...

def _Greater_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs >= rhs`` of arrays of equal shape elementwise."""
    ...

def _Hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``sqrt(lhs**2 + rhs**2)`` of arrays of equal shape elementwise."""
    ...

def _HypotScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _Lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs < rhs`` of arrays of equal shape elementwise."""
    ...

def _LesserEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute lesser equal scalar elementwise; the second operand is a number."""
    ...

def _LesserScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute lesser scalar elementwise; the second operand is a number."""
    ...

def _Lesser_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs <= rhs`` of arrays of equal shape elementwise."""
    ...

def _LogicalAndScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute logical and scalar elementwise; the second operand is a number."""
    ...

def _LogicalOrScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute logical or scalar elementwise; the second operand is a number."""
    ...

def _LogicalXorScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute logical xor scalar elementwise; the second operand is a number."""
    ...

def _Logical_And(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether both inputs are nonzero of arrays of equal shape elementwise."""
    ...

def _Logical_Or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether any input is nonzero of arrays of equal shape elementwise."""
    ...

def _Logical_Xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether exactly one input is nonzero of arrays of equal shape elementwise."""
    ...

def _Maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the larger of both inputs of arrays of equal shape elementwise."""
    ...

def _MaximumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute maximum scalar elementwise; the second operand is a number."""
    ...

def _Minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the smaller of both inputs of arrays of equal shape elementwise."""
    ...

def _MinimumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute minimum scalar elementwise; the second operand is a number."""
    ...

def _Minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs - rhs`` of arrays of equal shape elementwise."""
    ...

def _MinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute minus scalar elementwise; the second operand is a number."""
    ...

def _Mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the remainder of ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def _ModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute mod scalar elementwise; the second operand is a number."""
    ...

def _Mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs * rhs`` of arrays of equal shape elementwise."""
    ...

def _MulScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute mul scalar elementwise; the second operand is a number."""
    ...

def _NDArray(*data: Symbol, info: str = ..., out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run a `mxnet.operator.NDArrayOp`, which makes such nodes of itself; `info` names it in this process."""
    ...

def _Native(*data: Symbol, info: str = ..., need_top_grad: bool = True, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run a `mxnet.operator.NumpyOp`, which makes such nodes of itself; `info` names it in this process."""
    ...

def _NoGradient(out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Mark a missing gradient in graphs of gradients. It cannot be computed."""
    ...

def _NotEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute not equal scalar elementwise; the second operand is a number."""
    ...

def _Not_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs != rhs`` of arrays of equal shape elementwise."""
    ...

def _Plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs + rhs`` of arrays of equal shape elementwise."""
    ...

def _PlusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute plus scalar elementwise; the second operand is a number."""
    ...

def _Power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs ** rhs`` of arrays of equal shape elementwise."""
    ...

def _PowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute power scalar elementwise; the second operand is a number."""
    ...

def _RDivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rdiv scalar elementwise; the second operand is a number."""
    ...

def _RMinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rminus scalar elementwise; the second operand is a number."""
    ...

def _RModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rmod scalar elementwise; the second operand is a number."""
    ...

def _RPowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rpower scalar elementwise; the second operand is a number."""
    ...

def _adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply Adam with decoupled weight decay; skip the step if the scale is zero or not finite."""
    ...

def _add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs + rhs`` of arrays of equal shape elementwise."""
    ...

def _arange(start: float = 0.0, stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool = False, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return evenly spaced values in ``[start, stop)``, each repeated `repeat` times.

    With `infer_range` and without `stop`, the length is inferred from the rest of the graph."""
    ...

def _cond(*data: Symbol, num_outputs: int = ..., cond_input_locs: int | tuple[int, ...] | list[int] = ..., then_input_locs: int | tuple[int, ...] | list[int] = ..., else_input_locs: int | tuple[int, ...] | list[int] = ..., num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run one of two graphs, selected by a third one."""
    ...

def _copy(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy."""
    ...

def _copyto(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy, or copy into ``out``."""
    ...

def _crop_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `lhs` with a slice replaced by `rhs`."""
    ...

def _crop_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `data` with all elements of a slice set to a number."""
    ...

def _cvcopyMakeBorder(src: Symbol | None = None, top: int = ..., bot: int = ..., left: int = ..., right: int = ..., type: int = 0, value: float = 0.0, values: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Add a border around the image.

    `type` is OpenCV's border type: 0 fills with the color `values` or else `value`, 1 and 2 mirror the image with and
    without the outermost pixels, 3 replicates the outermost pixels, and 4 wraps the image around."""
    ...

def _cvimdecode(buf: Symbol | None = None, flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Decode the image in a uint8 buffer.

    `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    ...

def _cvimread(filename: str = ..., flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Read an image file. `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    ...

def _cvimresize(src: Symbol | None = None, w: int = ..., h: int = ..., interp: int = 1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Resize the image to width `w` and height `h` with OpenCV's interpolation `interp`."""
    ...

def _div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def _div_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute div scalar elementwise; the second operand is a number."""
    ...

def _equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs == rhs`` of arrays of equal shape elementwise."""
    ...

def _equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _eye(N: int = ..., M: int = 0, k: int = 0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a matrix with ones on diagonal `k`."""
    ...

def _foreach(*data: Symbol, num_outputs: int = ..., num_out_data: int = ..., in_state_locs: int | tuple[int, ...] | list[int] = ..., in_data_locs: int | tuple[int, ...] | list[int] = ..., remain_locs: int | tuple[int, ...] | list[int] = ..., num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run a graph for each element along the first axis of its data; stack its outputs and carry its states over."""
    ...

def _full(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., value: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array filled with `value`."""
    ...

def _grad_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Add two gradients of equal shape."""
    ...

def _greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs > rhs`` of arrays of equal shape elementwise."""
    ...

def _greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs >= rhs`` of arrays of equal shape elementwise."""
    ...

def _greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute greater equal scalar elementwise; the second operand is a number."""
    ...

def _greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute greater scalar elementwise; the second operand is a number."""
    ...

def _histogram(data: Symbol | None = None, bins: Symbol | None = None, bin_cnt: int | None = None, range: tuple[Any, ...] | list[Any] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Count the elements in each bin; also return the edges of the bins. The last bin includes its right edge."""
    ...

def _hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``sqrt(lhs**2 + rhs**2)`` of arrays of equal shape elementwise."""
    ...

def _hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _identity_with_attr_like_rhs(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `lhs` with the shape and storage type of `rhs`."""
    ...

def _imdecode(mean: Symbol | None = None, index: int = ..., x0: int = ..., y0: int = ..., x1: int = ..., y1: int = ..., c: int = ..., size: int = ..., str_img: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Decode the image in `str_img` to (blue, green, red) x height x width and subtract `mean`; grayscale if `c` is 1.

    The result is cropped to columns `x0` to `x1` and rows `y0` to `y1`, unless the row range is empty. `size` is the
    length of `str_img`. ``nd.imdecode`` stores the result at position `index` of an array of images."""
    ...

def _lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs < rhs`` of arrays of equal shape elementwise."""
    ...

def _lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs <= rhs`` of arrays of equal shape elementwise."""
    ...

def _lesser_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute lesser equal scalar elementwise; the second operand is a number."""
    ...

def _lesser_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute lesser scalar elementwise; the second operand is a number."""
    ...

def _linspace(start: float = ..., stop: float | None = None, num: int = ..., endpoint: bool = True, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return `num` evenly spaced values from `start` to `stop`; `endpoint` includes `stop`."""
    ...

def _logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether both inputs are nonzero of arrays of equal shape elementwise."""
    ...

def _logical_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute logical and scalar elementwise; the second operand is a number."""
    ...

def _logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether any input is nonzero of arrays of equal shape elementwise."""
    ...

def _logical_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute logical or scalar elementwise; the second operand is a number."""
    ...

def _logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute whether exactly one input is nonzero of arrays of equal shape elementwise."""
    ...

def _logical_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute logical xor scalar elementwise; the second operand is a number."""
    ...

def _maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the larger of both inputs of arrays of equal shape elementwise."""
    ...

def _maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute maximum scalar elementwise; the second operand is a number."""
    ...

def _minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the smaller of both inputs of arrays of equal shape elementwise."""
    ...

def _minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute minimum scalar elementwise; the second operand is a number."""
    ...

def _minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs - rhs`` of arrays of equal shape elementwise."""
    ...

def _minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute minus scalar elementwise; the second operand is a number."""
    ...

def _mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the remainder of ``lhs / rhs`` of arrays of equal shape elementwise."""
    ...

def _mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute mod scalar elementwise; the second operand is a number."""
    ...

def _mp_adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute `_adamw_update` on the float32 copy `weight32`."""
    ...

def _mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs * rhs`` of arrays of equal shape elementwise."""
    ...

def _mul_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute mul scalar elementwise; the second operand is a number."""
    ...

def _multi_adamw_update(*data: Symbol, lrs: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: tuple[Any, ...] | list[Any] = ..., etas: tuple[Any, ...] | list[Any] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `_adamw_update` or `_mp_adamw_update` to several weights; the last input is the gradient scale."""
    ...

def _multi_lamb_update(*data: Symbol, learning_rates: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool = True, step_count: int | tuple[int, ...] | list[int] = ..., num_tensors: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply both phases of a LAMB step to several weights."""
    ...

def _multi_mp_adamw_update(*data: Symbol, lrs: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: tuple[Any, ...] | list[Any] = ..., etas: tuple[Any, ...] | list[Any] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply `_adamw_update` or `_mp_adamw_update` to several weights; the last input is the gradient scale."""
    ...

def _multi_mp_lamb_update(*data: Symbol, learning_rates: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool = True, step_count: int | tuple[int, ...] | list[int] = ..., num_tensors: int = 1, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Apply both phases of a LAMB step to several weights."""
    ...

def _not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs != rhs`` of arrays of equal shape elementwise."""
    ...

def _not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute not equal scalar elementwise; the second operand is a number."""
    ...

def _np_all(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return whether all elements along axes are nonzero."""
    ...

def _np_amax(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the largest element along axes."""
    ...

def _np_amin(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the smallest element along axes."""
    ...

def _np_any(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return whether any element along axes is nonzero."""
    ...

def _np_atleast_1d(*arys: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return arrays with at least 1 axes."""
    ...

def _np_atleast_2d(*arys: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return arrays with at least 2 axes."""
    ...

def _np_atleast_3d(*arys: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return arrays with at least 3 axes."""
    ...

def _np_copy(a: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy."""
    ...

def _np_cumsum(a: Symbol | None = None, axis: int | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the cumulative sum along `axis`, or of the flattened array."""
    ...

def _np_diag(data: Symbol | None = None, k: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Extract a diagonal of a matrix, or create a matrix with this diagonal."""
    ...

def _np_diagflat(data: Symbol | None = None, k: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Create a matrix with all elements on its diagonal."""
    ...

def _np_diagonal(data: Symbol | None = None, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a diagonal as the last axis."""
    ...

def _np_dot(a: Symbol | None = None, b: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Sum products over the last axis of `a` and the second last of `b`; multiply elementwise if either has rank 0."""
    ...

def _np_max(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the largest element along axes."""
    ...

def _np_min(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the smallest element along axes."""
    ...

def _np_moveaxis(a: Symbol | None = None, source: int | tuple[int, ...] | list[int] = ..., destination: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Move axes to new positions and keep the order of the others."""
    ...

def _np_prod(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the product along axes."""
    ...

def _np_product(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the product along axes."""
    ...

def _np_repeat(data: Symbol | None = None, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Repeat each element `repeats` times along an axis or in the flattened array; 0 gives an empty vector."""
    ...

def _np_reshape(a: Symbol | None = None, newshape: int | tuple[int, ...] | list[int] = ..., order: str = 'C', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reshape the array; one size may be -1."""
    ...

def _np_roll(data: Symbol | None = None, shift: int | tuple[int, ...] | list[int] | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Shift elements along axes; elements past the end reappear at the start."""
    ...

def _np_sometrue(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return whether any element along axes is nonzero."""
    ...

def _np_squeeze(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Remove all axes of size 1, or the given ones."""
    ...

def _np_sum(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum along axes."""
    ...

def _np_trace(data: Symbol | None = None, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum of a diagonal."""
    ...

def _np_transpose(a: Symbol | None = None, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Permute axes; reverse them without `axes`."""
    ...

def _npi_Custom(*data: Symbol, op_type: str = ..., out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run an operator written in Python, named by `op_type`."""
    ...

def _npi_abs(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the absolute value."""
    ...

def _npi_absolute(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the absolute value."""
    ...

def _npi_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs + rhs`` elementwise with broadcasting."""
    ...

def _npi_add_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute plus scalar elementwise; the second operand is a number."""
    ...

def _npi_arange(start: float = ..., stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool = False, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return evenly spaced values in ``[start, stop)``, possibly none."""
    ...

def _npi_arccos(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse cosine."""
    ...

def _npi_arccosh(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse hyperbolic cosine."""
    ...

def _npi_arcsin(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse sine."""
    ...

def _npi_arcsinh(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse hyperbolic sine."""
    ...

def _npi_arctan(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse tangent."""
    ...

def _npi_arctan2(x1: Symbol | None = None, x2: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the angle of the point (x2, x1)."""
    ...

def _npi_arctan2_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_arctanh(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse hyperbolic tangent."""
    ...

def _npi_argmax(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the index of the largest element along an axis, or in the flattened array."""
    ...

def _npi_argmin(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the index of the smallest element along an axis, or in the flattened array."""
    ...

def _npi_argsort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the indices that sort an axis, or the flattened array."""
    ...

def _npi_around(x: Symbol | None = None, decimals: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round to the given number of decimals, halves to the nearest even value."""
    ...

def _npi_average(a: Symbol | None = None, weights: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, returned: bool = False, weighted: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the mean along axes, optionally weighted, and the sum of the weights."""
    ...

def _npi_bernoulli(input1: Symbol | None = None, prob: float | None = ..., logit: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., is_logit: bool = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw ones with the given probability, or with the probability of the given log odds, and zeros otherwise."""
    ...

def _npi_bincount(data: Symbol | None = None, weights: Symbol | None = None, minlength: int = 0, has_weights: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Count the occurrences of each number from 0 on, or sum their weights."""
    ...

def _npi_bitwise_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.bitwise_and`` of each pair of elements."""
    ...

def _npi_bitwise_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _npi_bitwise_not(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Invert all bits."""
    ...

def _npi_bitwise_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.bitwise_or`` of each pair of elements."""
    ...

def _npi_bitwise_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _npi_bitwise_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.bitwise_xor`` of each pair of elements."""
    ...

def _npi_bitwise_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _npi_blackman(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the blackman window with `M` points."""
    ...

def _npi_boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select the rows of `data` where `index` is not zero. Arrays only: the result's shape depends on values."""
    ...

def _npi_boolean_mask_assign_scalar(data: Symbol | None = None, mask: Symbol | None = None, value: float = 0.0, start_axis: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Replace the elements where the mask is not zero by a scalar."""
    ...

def _npi_boolean_mask_assign_tensor(data: Symbol | None = None, mask: Symbol | None = None, value: Symbol | None = None, start_axis: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Replace the elements where the mask is not zero by consecutive elements of `value`."""
    ...

def _npi_broadcast_to(array: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Broadcast axes of size 1 to `shape`; -2 keeps the size of an axis."""
    ...

def _npi_cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert to another dtype."""
    ...

def _npi_cbrt(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the cube root."""
    ...

def _npi_ceil(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round up to an integer."""
    ...

def _npi_choice(input1: Symbol | None = None, input2: Symbol | None = None, a: int | None = ..., size: Any = ..., ctx: str | None = None, replace: bool = True, weighted: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw indices of a vector, or integers below a number, with or without replacement."""
    ...

def _npi_cholesky(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the lower triangular Cholesky factor of positive definite matrices."""
    ...

def _npi_clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Clip elements to ``[a_min, a_max]``. The gradient is 1 inside and on the limits."""
    ...

def _npi_column_stack(*data: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Stack vectors as the columns of a matrix."""
    ...

def _npi_concatenate(*data: Symbol, axis: int | None = 0, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Join arrays along an axis; flatten them first if it is None."""
    ...

def _npi_copysign(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the first operand with the sign of the second."""
    ...

def _npi_copysign_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_copyto(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy, or copy into ``out``."""
    ...

def _npi_cos(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the cosine of an angle in radians."""
    ...

def _npi_cosh(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the hyperbolic cosine."""
    ...

def _npi_cvimdecode(buf: Symbol | None = None, flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Decode the image in a uint8 buffer.

    `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    ...

def _npi_cvimread(filename: str = ..., flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Read an image file. `flag` 0 decodes to grayscale; the channel order is RGB unless `to_rgb` is False."""
    ...

def _npi_cvimresize(src: Symbol | None = None, w: int = ..., h: int = ..., interp: int = 1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Resize the image to width `w` and height `h` with OpenCV's interpolation `interp`."""
    ...

def _npi_degrees(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert radians to degrees."""
    ...

def _npi_delete(arr: Symbol | None = None, obj: Symbol | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Delete elements at positions of an axis, or of the flattened array without `axis`."""
    ...

def _npi_det(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the determinant of each matrix."""
    ...

def _npi_diag_indices_from(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the indices of the diagonal of an array whose axes have equal sizes, one row per axis."""
    ...

def _npi_diff(a: Symbol | None = None, n: int = 1, axis: int = -1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the `n`-th differences of adjacent elements."""
    ...

def _npi_dsplit(data: Symbol | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Split an array along the third axis."""
    ...

def _npi_dstack(*data: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Stack arrays along the third axis."""
    ...

def _npi_ediff1d(input1: Symbol | None = None, input2: Symbol | None = None, input3: Symbol | None = None, to_begin_arr_given: bool = False, to_end_arr_given: bool = False, to_begin_scalar: float | None = None, to_end_scalar: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute differences of adjacent elements of the flattened array, with optional elements before and after."""
    ...

def _npi_eig(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the real parts of eigenvalues and eigenvectors."""
    ...

def _npi_eigh(A: Symbol | None = None, UPLO: str = 'L', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the eigenvalues and eigenvectors of symmetric matrices."""
    ...

def _npi_eigvals(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the real parts of eigenvalues."""
    ...

def _npi_eigvalsh(A: Symbol | None = None, UPLO: str = 'L', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the eigenvalues of symmetric matrices."""
    ...

def _npi_einsum(*data: Symbol, subscripts: str = '', optimize: int = 0, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute sums of products in Einstein notation.

    More than two arrays are multiplied in the order with the fewest multiplications, with or without `optimize`."""
    ...

def _npi_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs == rhs`` elementwise with broadcasting."""
    ...

def _npi_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute equal scalar elementwise; the second operand is a number."""
    ...

def _npi_exp(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the exponential of each element."""
    ...

def _npi_expand_dims(data: Symbol | None = None, axis: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Insert an axis of size 1."""
    ...

def _npi_expm1(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``exp(x) - 1``, accurate near zero."""
    ...

def _npi_exponential(input1: Symbol | None = None, scale: float | None = 1.0, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw numbers from the exponential distribution."""
    ...

def _npi_eye(N: int = ..., M: int | None = None, k: int = 0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a matrix with ones on diagonal `k`."""
    ...

def _npi_fix(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round towards zero to an integer."""
    ...

def _npi_flip(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reverse the order of elements along axes, or along all axes if None."""
    ...

def _npi_floor(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round down to an integer."""
    ...

def _npi_full(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., value: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array filled with `value`."""
    ...

def _npi_full_like(a: Symbol | None = None, fill_value: float = ..., ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array with the shape of `a`, filled with a number."""
    ...

def _npi_gamma(input1: Symbol | None = None, input2: Symbol | None = None, shape: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw numbers from the gamma distribution."""
    ...

def _npi_gather_nd(data: Symbol | None = None, indices: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def _npi_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs > rhs`` elementwise with broadcasting."""
    ...

def _npi_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs >= rhs`` elementwise with broadcasting."""
    ...

def _npi_greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute greater equal scalar elementwise; the second operand is a number."""
    ...

def _npi_greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute greater scalar elementwise; the second operand is a number."""
    ...

def _npi_gumbel(input1: Symbol | None = None, input2: Symbol | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw numbers from the Gumbel distribution."""
    ...

def _npi_hamming(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the hamming window with `M` points."""
    ...

def _npi_hanning(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the hanning window with `M` points."""
    ...

def _npi_histogram(data: Symbol | None = None, bins: Symbol | None = None, bin_cnt: int | None = None, range: tuple[Any, ...] | list[Any] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Count the elements in each bin; also return the edges of the bins. The last bin includes its right edge."""
    ...

def _npi_hsplit(data: Symbol | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Split an array by columns; a vector counts as one row."""
    ...

def _npi_hstack(*data: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Stack arrays by columns."""
    ...

def _npi_hypot(x1: Symbol | None = None, x2: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``sqrt(lhs**2 + rhs**2)`` elementwise with broadcasting."""
    ...

def _npi_hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_identity(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a square matrix with ones on its diagonal."""
    ...

def _npi_indices(dimensions: int | tuple[int, ...] | list[int] = ..., dtype: Any = ..., ctx: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the indices of all elements of an array of this shape, with the axis number as the first axis."""
    ...

def _npi_insert_scalar(arr: Symbol | None = None, values: Symbol | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Insert values before one position of an axis, or of the flattened array without `axis`."""
    ...

def _npi_insert_slice(arr: Symbol | None = None, values: Symbol | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Insert values before the positions of a slice of an axis."""
    ...

def _npi_insert_tensor(arr: Symbol | None = None, values: Symbol | None = None, obj: Symbol | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Insert values before positions given by an array."""
    ...

def _npi_inv(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse of each matrix."""
    ...

def _npi_isfinite(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.isfinite`` of each element."""
    ...

def _npi_isinf(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.isinf`` of each element."""
    ...

def _npi_isnan(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.isnan`` of each element."""
    ...

def _npi_isneginf(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.isneginf`` of each element."""
    ...

def _npi_isposinf(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.isposinf`` of each element."""
    ...

def _npi_lcm(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the least common multiple."""
    ...

def _npi_lcm_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_ldexp(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs * 2 ** rhs``."""
    ...

def _npi_ldexp_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_less(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs < rhs`` elementwise with broadcasting."""
    ...

def _npi_less_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs <= rhs`` elementwise with broadcasting."""
    ...

def _npi_less_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute lesser equal scalar elementwise; the second operand is a number."""
    ...

def _npi_less_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute lesser scalar elementwise; the second operand is a number."""
    ...

def _npi_linspace(start: float = ..., stop: float | None = None, num: int = ..., endpoint: bool = True, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return `num` evenly spaced values from `start` to `stop`; `endpoint` includes `stop`."""
    ...

def _npi_log(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the natural logarithm."""
    ...

def _npi_log10(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the logarithm to base 10."""
    ...

def _npi_log1p(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``log(1 + x)``, accurate near zero."""
    ...

def _npi_log2(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the logarithm to base 2."""
    ...

def _npi_logical_not(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``numpy.logical_not`` of each element."""
    ...

def _npi_logistic(input1: Symbol | None = None, input2: Symbol | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw numbers from the logistic distribution."""
    ...

def _npi_logspace(start: float = ..., stop: float = ..., num: int = ..., endpoint: bool = True, base: float = 10.0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return `num` values from ``base ** start`` to ``base ** stop``, evenly spaced in the exponent."""
    ...

def _npi_matmul(a: Symbol | None = None, b: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the matrix product over the last two axes and broadcast the others."""
    ...

def _npi_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the larger of both inputs elementwise with broadcasting."""
    ...

def _npi_maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute maximum scalar elementwise; the second operand is a number."""
    ...

def _npi_mean(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the mean along axes."""
    ...

def _npi_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the smaller of both inputs elementwise with broadcasting."""
    ...

def _npi_minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute minimum scalar elementwise; the second operand is a number."""
    ...

def _npi_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the remainder of ``lhs / rhs`` elementwise with broadcasting."""
    ...

def _npi_mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute mod scalar elementwise; the second operand is a number."""
    ...

def _npi_multinomial(a: Symbol | None = None, n: int = ..., pvals: tuple[Any, ...] | list[Any] | None = None, size: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Count the outcomes of `n` draws."""
    ...

def _npi_multiply(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs * rhs`` elementwise with broadcasting."""
    ...

def _npi_multiply_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute mul scalar elementwise; the second operand is a number."""
    ...

def _npi_nan_to_num(data: Symbol | None = None, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Replace NaN and infinities by finite numbers."""
    ...

def _npi_negative(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``-x``."""
    ...

def _npi_nonzero(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the indices of nonzero elements, one row each."""
    ...

def _npi_norm(data: Symbol | None = None, ord: float = 2.0, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, flag: int = -1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute norms of vectors and matrices.

    `flag` selects a norm that is not a number; -2 is the norm of all elements."""
    ...

def _npi_normal(input1: Symbol | None = None, input2: Symbol | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw normally distributed numbers."""
    ...

def _npi_normal_n(input1: Symbol | None = None, input2: Symbol | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw a batch of normally distributed numbers for each element of the parameters."""
    ...

def _npi_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs != rhs`` elementwise with broadcasting."""
    ...

def _npi_not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute not equal scalar elementwise; the second operand is a number."""
    ...

def _npi_ones(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array of ones."""
    ...

def _npi_pad(data: Symbol | None = None, pad_width: Any = ..., mode: str = 'constant', constant_value: float = 0.0, reflect_type: str = 'even', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Pad both ends of each axis."""
    ...

def _npi_pareto(input1: Symbol | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw numbers from the Pareto distribution."""
    ...

def _npi_percentile(a: Symbol | None = None, q: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, interpolation: str = 'linear', keepdims: bool = False, q_scalar: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the values below which `q` percent of the elements along axes lie."""
    ...

def _npi_pinv(A: Symbol | None = None, rcond: Symbol | None = None, hermitian: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute pseudo-inverse matrices. Singular values below `rcond` times the largest are treated as 0."""
    ...

def _npi_pinv_scalar_rcond(A: Symbol | None = None, rcond: float = 1e-15, hermitian: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute pseudo-inverse matrices. Singular values below `rcond` times the largest are treated as 0."""
    ...

def _npi_polyval(p: Symbol | None = None, x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Evaluate the polynomial with coefficients `p`, highest power first, at `x`."""
    ...

def _npi_power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs ** rhs`` elementwise with broadcasting."""
    ...

def _npi_power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute power scalar elementwise; the second operand is a number."""
    ...

def _npi_powerd(input1: Symbol | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw numbers from the power distribution."""
    ...

def _npi_radians(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert degrees to radians."""
    ...

def _npi_random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw integers in ``[low, high)``."""
    ...

def _npi_rarctan2_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_rayleigh(input1: Symbol | None = None, scale: float | None = 1.0, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw numbers from the Rayleigh distribution."""
    ...

def _npi_rcopysign_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_reciprocal(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``1 / x``."""
    ...

def _npi_reshape(a: Symbol | None = None, newshape: int | tuple[int, ...] | list[int] = ..., reverse: bool = False, order: str = 'C', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reshape with codes: -2 copies a size, -3 removes an axis of size 1, and -4 copies all remaining sizes.

    -5 merges two axes, -6 splits an axis into the two following sizes, and -1 is inferred."""
    ...

def _npi_rint(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round to the nearest integer, halves down."""
    ...

def _npi_rldexp_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute hypot scalar elementwise; the second operand is a number."""
    ...

def _npi_rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rmod scalar elementwise; the second operand is a number."""
    ...

def _npi_rnn_param_concat(*data: Symbol, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Concatenate the parameters of recurrent layers."""
    ...

def _npi_rot90(data: Symbol | None = None, k: int = 1, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Rotate by `k` right angles in the plane of two axes."""
    ...

def _npi_rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rpower scalar elementwise; the second operand is a number."""
    ...

def _npi_rsubtract_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rminus scalar elementwise; the second operand is a number."""
    ...

def _npi_rtrue_divide_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rdiv scalar elementwise; the second operand is a number."""
    ...

def _npi_scatter_set_nd(lhs: Symbol | None = None, rhs: Symbol | None = None, indices: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return `lhs` with `rhs` written at the coordinates ``indices[:, i]``."""
    ...

def _npi_share_memory(a: Symbol | None = None, b: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return whether two arrays share memory."""
    ...

def _npi_shuffle(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Shuffle the rows of `data`."""
    ...

def _npi_sign(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return -1, 0 or 1 depending on the sign of each element."""
    ...

def _npi_sin(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sine of an angle in radians."""
    ...

def _npi_sinh(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the hyperbolic sine."""
    ...

def _npi_slice(data: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def _npi_slice_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `lhs` with a slice replaced by `rhs`."""
    ...

def _npi_slice_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `data` with all elements of a slice set to a number."""
    ...

def _npi_slogdet(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sign and the logarithm of the absolute value of each determinant."""
    ...

def _npi_solve(A: Symbol | None = None, B: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Solve linear equations."""
    ...

def _npi_sort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy sorted along an axis, or a sorted flattened copy."""
    ...

def _npi_split(data: Symbol | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Split an axis before each of `indices` (the first is 0), or into `sections` parts of similar size."""
    ...

def _npi_sqrt(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the square root."""
    ...

def _npi_square(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``x * x``."""
    ...

def _npi_stack(*data: Symbol, axis: int = 0, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Join arrays of equal shape along a new axis."""
    ...

def _npi_std(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the standard deviation along axes with divisor ``count - ddof``."""
    ...

def _npi_subtract(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs - rhs`` elementwise with broadcasting."""
    ...

def _npi_subtract_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute minus scalar elementwise; the second operand is a number."""
    ...

def _npi_svd(A: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the singular value decomposition with as many singular values as rows."""
    ...

def _npi_swapaxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Swap two axes."""
    ...

def _npi_take(a: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select elements of `a` along `axis` at `indices`."""
    ...

def _npi_tan(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the tangent of an angle in radians."""
    ...

def _npi_tanh(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the hyperbolic tangent."""
    ...

def _npi_tensordot(a: Symbol | None = None, b: Symbol | None = None, a_axes_summed: int | tuple[int, ...] | list[int] = ..., b_axes_summed: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute sums of products over several axes of both arrays."""
    ...

def _npi_tensordot_int_axes(a: Symbol | None = None, b: Symbol | None = None, axes: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute sums of products over the last axes of the first array and the first axes of the second."""
    ...

def _npi_tensorinv(a: Symbol | None = None, ind: int = 2, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse of an array as a map from its last axes to its first `ind` axes."""
    ...

def _npi_tensorsolve(a: Symbol | None = None, b: Symbol | None = None, a_axes: int | tuple[int, ...] | list[int] | None = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Solve linear equations whose unknown is an array."""
    ...

def _npi_tile(data: Symbol | None = None, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Repeat the array along each axis."""
    ...

def _npi_tril(data: Symbol | None = None, k: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the lower triangle with zeros above diagonal `k`. A vector is repeated as the rows of a matrix."""
    ...

def _npi_true_divide(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs / rhs`` elementwise with broadcasting."""
    ...

def _npi_true_divide_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute div scalar elementwise; the second operand is a number."""
    ...

def _npi_trunc(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Round towards zero to an integer."""
    ...

def _npi_uniform(input1: Symbol | None = None, input2: Symbol | None = None, low: float | None = ..., high: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw uniform numbers in ``[low, high)``."""
    ...

def _npi_uniform_n(input1: Symbol | None = None, input2: Symbol | None = None, low: float | None = ..., high: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw a batch of uniform numbers in ``[low, high)`` for each element of the parameters."""
    ...

def _npi_unique(data: Symbol | None = None, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the distinct elements in ascending order, and optionally their indices, inverse indices and counts."""
    ...

def _npi_var(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the variance along axes with divisor ``count - ddof``."""
    ...

def _npi_vstack(*data: Symbol, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Stack arrays by rows."""
    ...

def _npi_weibull(input1: Symbol | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw numbers from the Weibull distribution."""
    ...

def _npi_where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return elements of `x` where the condition is not zero, and of `y` elsewhere."""
    ...

def _npi_where_lscalar(condition: Symbol | None = None, x: Symbol | None = None, scalar: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a scalar where the condition is not zero, and elements of `x` elsewhere."""
    ...

def _npi_where_rscalar(condition: Symbol | None = None, y: Symbol | None = None, scalar: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return elements of `y` where the condition is not zero, and a scalar elsewhere."""
    ...

def _npi_where_scalar2(condition: Symbol | None = None, x: float = 0.0, y: float = 0.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return one of two scalars depending on the condition."""
    ...

def _npi_zeros(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array of zeros."""
    ...

def _npx__image_adjust_lighting(data: Symbol | None = None, alpha: tuple[Any, ...] | list[Any] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Add AlexNet-style color noise: `alpha` steps along the principal components of colors."""
    ...

def _npx__image_crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Crop an area of `width` x `height` whose upper left corner is at column `x` and row `y`."""
    ...

def _npx__image_flip_left_right(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Flip the image horizontally."""
    ...

def _npx__image_flip_top_bottom(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Flip the image vertically."""
    ...

def _npx__image_normalize(data: Symbol | None = None, mean: tuple[Any, ...] | list[Any] = (0.0, 0.0, 0.0, 0.0), std: tuple[Any, ...] | list[Any] = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``(data - mean) / std`` per channel, for channel x height x width images."""
    ...

def _npx__image_random_brightness(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Multiply the image by a random factor."""
    ...

def _npx__image_random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Randomly change brightness, contrast, saturation and hue, in random order."""
    ...

def _npx__image_random_contrast(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Multiply the distance from the mean gray value by a random factor."""
    ...

def _npx__image_random_flip_left_right(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Flip the image horizontally with probability 0.5."""
    ...

def _npx__image_random_flip_top_bottom(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Flip the image vertically with probability 0.5."""
    ...

def _npx__image_random_hue(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Rotate the hue by a random fraction of the color circle."""
    ...

def _npx__image_random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply `_image_adjust_lighting` with normally distributed steps."""
    ...

def _npx__image_random_saturation(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Blend the colors with gray by a random factor."""
    ...

def _npx__image_resize(data: Symbol | None = None, size: int | tuple[int, ...] | list[int] = (), keep_ratio: bool = False, interp: int = 1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Resize images to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    ...

def _npx__image_to_tensor(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert images with values in [0, 255] to channel x height x width float32 arrays with values in [0, 1]."""
    ...

def _npx_activation(data: Symbol | None = None, act_type: str = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply the named activation function."""
    ...

def _npx_arange_like(data: Symbol | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | None = None, axis: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return evenly spaced values in the shape of `data`, or along one of its axes."""
    ...

def _npx_batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the matrix product of each pair of matrices in two batches."""
    ...

def _npx_batch_flatten(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Keep the first axis and merge all others."""
    ...

def _npx_batch_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Normalize `axis` by batch statistics in training and by moving statistics in prediction.

    The backward pass updates the moving statistics from the batch (with the biased variance). With `fix_gamma`, gamma
    is set to 1. The returned moments are the mean and the reciprocal standard deviation."""
    ...

def _npx_cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert to another dtype."""
    ...

def _npx_constraint_check(input: Symbol | None = None, msg: str = 'Constraint violated.', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return True if all elements are True, else raise an error with this message."""
    ...

def _npx_convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute a convolution over 1, 2 or 3 spatial axes, with channels first or last (layouts NHWC and NDHWC)."""
    ...

def _npx_deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), adj: int | tuple[int, ...] | list[int] = (), target_shape: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute a transposed convolution. `target_shape`, if given, determines the padding."""
    ...

def _npx_dropout(data: Symbol | None = None, p: float = 0.5, mode: str = 'training', axes: int | tuple[int, ...] | list[int] = (), cudnn_off: bool | None = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``. Identity in prediction.

    Elements along `axes` share one random decision."""
    ...

def _npx_embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select rows of `weight` by the integers in `data`. Out-of-range indices select the nearest row."""
    ...

def _npx_erf(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the Gauss error function."""
    ...

def _npx_erfinv(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the inverse of the error function."""
    ...

def _npx_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``data @ weight.T + bias`` over the last axis, or over all axes but the first with `flatten`."""
    ...

def _npx_gamma(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the gamma function."""
    ...

def _npx_gammaln(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the logarithm of the gamma function."""
    ...

def _npx_gather_nd(data: Symbol | None = None, indices: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def _npx_layer_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Normalize every vector along `axis` by its mean and standard deviation, which `output_mean_var` also returns."""
    ...

def _npx_leaky_relu(data: Symbol | None = None, gamma: Symbol | None = None, act_type: str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Apply a relu that replaces negative elements by a slope (fixed, learned or random) or a curve.

    'rrelu' also returns the random slopes."""
    ...

def _npx_log_softmax(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the logarithm of `softmax` without overflow."""
    ...

def _npx_multibox_detection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return detections (class, score, left, top, right, bottom), best first; class -1 marks unused rows."""
    ...

def _npx_multibox_prior(data: Symbol | None = None, sizes: tuple[Any, ...] | list[Any] = (1.0,), ratios: tuple[Any, ...] | list[Any] = (1.0,), clip: bool = False, steps: tuple[Any, ...] | list[Any] = (-1.0, -1.0), offsets: tuple[Any, ...] | list[Any] = (0.5, 0.5), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Create anchor boxes around each position of a feature map, in fractions of the image.

    There is one box with the first ratio for each size, and one box with the first size for each further ratio."""
    ...

def _npx_multibox_target(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the training targets of each anchor: box offsets, their mask, and class.

    `label` has rows (class, left, top, right, bottom, ...), padded with rows of -1. Class 0 is the background."""
    ...

def _npx_nonzero(x: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the indices of nonzero elements, one row each."""
    ...

def _npx_one_hot(indices: Symbol | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Set `on_value` at each index along a new last axis of size `depth`, and `off_value` elsewhere."""
    ...

def _npx_pick(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Select one element per position along `axis`, given by `index`."""
    ...

def _npx_pooling(data: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    ...

def _npx_relu(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``max(x, 0)``."""
    ...

def _npx_reshape(a: Symbol | None = None, newshape: int | tuple[int, ...] | list[int] = ..., reverse: bool = False, order: str = 'C', out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reshape with codes: -2 copies a size, -3 removes an axis of size 1, and -4 copies all remaining sizes.

    -5 merges two axes, -6 splits an axis into the two following sizes, and -1 is inferred."""
    ...

def _npx_reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
    ...

def _npx_rnn(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: str = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Run recurrent layers over data (sequence, batch, input); `parameters` has all weights, then all biases.

    `p` is the dropout between layers. `sequence_length` is the length of each sequence; results past it are 0."""
    ...

def _npx_roi_pooling(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute maxima over a grid of bins in each region; `rois` has rows (image, left, top, right, bottom)."""
    ...

def _npx_sequence_mask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Replace all elements after the end of each sequence by `value`."""
    ...

def _npx_shape_array(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the shape as a 1-d int64 array."""
    ...

def _npx_sigmoid(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``1 / (1 + exp(-x))``."""
    ...

def _npx_slice(data: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return ``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def _npx_smooth_l1(data: Symbol | None = None, scalar: float = 1.0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``0.5 * (scalar * x)**2`` for ``|x| < 1/scalar**2`` and ``|x| - 0.5/scalar**2`` elsewhere."""
    ...

def _npx_softmax(data: Symbol | None = None, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
    ...

def _npx_topk(data: Symbol | None = None, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return the `k` largest (or smallest) elements along an axis as values, indices, both or a 0/1 mask."""
    ...

def _onehot_encode(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return one one-hot row for each index in `lhs`, with the shape and dtype of `rhs`."""
    ...

def _ones(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array of ones."""
    ...

def _plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs + rhs`` of arrays of equal shape elementwise."""
    ...

def _plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute plus scalar elementwise; the second operand is a number."""
    ...

def _power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs ** rhs`` of arrays of equal shape elementwise."""
    ...

def _power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute power scalar elementwise; the second operand is a number."""
    ...

def _random_exponential(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw exponential numbers with rate `lam`."""
    ...

def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`."""
    ...

def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`."""
    ...

def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw the number of successes before the `k`-th failure, which has probability `p`."""
    ...

def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw normal numbers with mean `loc` and standard deviation `scale`."""
    ...

def _random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the Dirichlet distribution over the last axis."""
    ...

def _random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the exponential distribution with rate `lam`."""
    ...

def _random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
    ...

def _random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
    ...

def _random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the probability of `sample` successes before the `k`-th failure of probability `p`."""
    ...

def _random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the normal distribution."""
    ...

def _random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the probability in the Poisson distribution; `sample` gets no gradient."""
    ...

def _random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the density of the uniform distribution; samples outside of `low` and `high` are not detected."""
    ...

def _random_poisson(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw Poisson numbers with mean `lam`."""
    ...

def _random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw integers in ``[low, high)``."""
    ...

def _random_uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw uniform numbers in ``[low, high)``."""
    ...

def _ravel_multi_index(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert the coordinates ``data[:, i]`` to flat indices into an array of the given shape."""
    ...

def _rdiv_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rdiv scalar elementwise; the second operand is a number."""
    ...

def _rminus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rminus scalar elementwise; the second operand is a number."""
    ...

def _rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rmod scalar elementwise; the second operand is a number."""
    ...

def _rnn_param_concat(*data: Symbol, dim: int = 1, num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Concatenate the parameters of recurrent layers."""
    ...

def _rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute rpower scalar elementwise; the second operand is a number."""
    ...

def _sample_exponential(lam: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw exponential numbers with rate `lam`, `shape` numbers for each element."""
    ...

def _sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw gamma numbers with shape parameter `alpha` and scale `beta`, `shape` numbers for each element."""
    ...

def _sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw negative binomial numbers with mean `mu` and dispersion `alpha`, `shape` numbers for each element."""
    ...

def _sample_multinomial(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), get_prob: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw outcomes with the probabilities in the last axis of `data`; `get_prob` also returns log probabilities."""
    ...

def _sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw the number of successes before the `k`-th failure of probability `p`, `shape` numbers for each element."""
    ...

def _sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw normal numbers with mean `mu` and standard deviation `sigma`, `shape` numbers for each element."""
    ...

def _sample_poisson(lam: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw Poisson numbers with mean `lam`, `shape` numbers for each element."""
    ...

def _sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw uniform numbers in ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
    ...

def _sample_unique_zipfian(range_max: int = ..., shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Draw distinct classes for each row of a batch, small ones more often, and the number of draws per row."""
    ...

def _scatter_elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs / rhs``; row-sparse arrays divide stored rows only."""
    ...

def _scatter_minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute scatter minus scalar elementwise; the second operand is a number."""
    ...

def _scatter_plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute scatter plus scalar elementwise; the second operand is a number."""
    ...

def _scatter_set_nd(lhs: Symbol | None = None, rhs: Symbol | None = None, indices: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return `lhs` with `rhs` written at the coordinates ``indices[:, i]``."""
    ...

def _set_value(src: float = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Fill the array passed as ``out`` with a scalar."""
    ...

def _sg_mkldnn_conv(*data: Symbol, with_bn: bool = False, with_act: bool = False, with_sum: bool = False, with_postsum_act: bool = False, quantized: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run a convolution and the following normalization, sum and activation as one operator.

    MXNet's backends ``MKLDNN`` and ``MKLDNN_QUANTIZE`` create such nodes, the latter with 8-bit integers. They are for
    prediction only: training uses the moving statistics too, and all gradients are zero."""
    ...

def _sg_mkldnn_fully_connected(*data: Symbol, quantized: bool = False, enable_float_output: bool = False, with_eltwise: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | None = None, out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run a dense layer and its activation as one operator, see ``_sg_mkldnn_conv``."""
    ...

def _sg_mkldnn_selfatt_qk(queries_keys_values: Symbol | None = None, min_qkv: Symbol | None = None, max_qkv: Symbol | None = None, heads: int = ..., quantized: bool = False, enable_float_output: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``_contrib_interleaved_matmul_selfatt_qk`` without a gradient, in int8 if `quantized`."""
    ...

def _sg_mkldnn_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, min_qkv: Symbol | None = None, max_qkv: Symbol | None = None, min_attention: Symbol | None = None, max_attention: Symbol | None = None, heads: int = ..., quantized: bool = False, enable_float_output: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``_contrib_interleaved_matmul_selfatt_valatt`` without a gradient, in int8 and uint8 if `quantized`."""
    ...

def _shuffle(data: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Shuffle the rows of `data`."""
    ...

def _slice_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `lhs` with a slice replaced by `rhs`."""
    ...

def _slice_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return a copy of `data` with all elements of a slice set to a number."""
    ...

def _split_v2(data: Symbol | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Split an axis before each of `indices` (the first is 0), or into `sections` parts of similar size."""
    ...

def _square_sum(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute the sum of squares over axis 0 or 1 of a row-sparse matrix."""
    ...

def _sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Compute ``lhs - rhs`` of arrays of equal shape elementwise."""
    ...

def _unravel_index(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Convert flat indices into an array of the given shape to coordinates, one row per axis."""
    ...

def _while_loop(*data: Symbol, num_outputs: int = ..., num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: int | tuple[int, ...] | list[int] = ..., func_input_locs: int | tuple[int, ...] | list[int] = ..., func_var_locs: int | tuple[int, ...] | list[int] = ..., num_args: int = ..., out: Any = None, name: Any = None, attr: Any = None, **kwargs: Any) -> Symbol:
    """Run a graph while another one returns a nonzero value."""
    ...

def _zeros(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array of zeros."""
    ...

def _zeros_without_dtype(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: int = -1, out: Any = None, name: Any = None, attr: Any = None) -> Symbol:
    """Return an array of zeros. `dtype` is a type code; -1 takes the dtype of ``out``."""
    ...
