# Made by tools/make_stubs.py from the operator registry. Do not edit.
from typing import Any

from ._symbol import Symbol

def _CachedOp(*data: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A graph as one operator; its inputs are the variables of the graph, in their order."""
    ...

def _CachedOpThreadSafe(*data: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A graph as one operator, for several threads at once; as a node of a file it is run as ``_CachedOp``."""
    ...

def _CrossDeviceCopy(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `data`; where the parts of a graph are on several devices, binding puts these in between."""
    ...

def _CustomFunction(out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """What `autograd.get_symbol` shows for a call of an `autograd.Function`; nothing can run it again."""
    ...

def _Div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs`` of arrays of one shape."""
    ...

def _DivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise div scalar: the second operand is a number."""
    ...

def _Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs == rhs`` of arrays of one shape."""
    ...

def _EqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise equal scalar: the second operand is a number."""
    ...

def _Greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs > rhs`` of arrays of one shape."""
    ...

def _GreaterEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater equal scalar: the second operand is a number."""
    ...

def _GreaterScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater scalar: the second operand is a number."""
    ...

def _Greater_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs >= rhs`` of arrays of one shape."""
    ...

def _Hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``sqrt(lhs**2 + rhs**2)`` of arrays of one shape."""
    ...

def _HypotScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _Lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs < rhs`` of arrays of one shape."""
    ...

def _LesserEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser equal scalar: the second operand is a number."""
    ...

def _LesserScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser scalar: the second operand is a number."""
    ...

def _Lesser_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs <= rhs`` of arrays of one shape."""
    ...

def _LogicalAndScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical and scalar: the second operand is a number."""
    ...

def _LogicalOrScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical or scalar: the second operand is a number."""
    ...

def _LogicalXorScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical xor scalar: the second operand is a number."""
    ...

def _Logical_And(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise both not zero of arrays of one shape."""
    ...

def _Logical_Or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise any not zero of arrays of one shape."""
    ...

def _Logical_Xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise exactly one not zero of arrays of one shape."""
    ...

def _Maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise larger of both of arrays of one shape."""
    ...

def _MaximumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise maximum scalar: the second operand is a number."""
    ...

def _Minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise smaller of both of arrays of one shape."""
    ...

def _MinimumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minimum scalar: the second operand is a number."""
    ...

def _Minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs`` of arrays of one shape."""
    ...

def _MinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minus scalar: the second operand is a number."""
    ...

def _Mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise remainder of ``lhs / rhs`` of arrays of one shape."""
    ...

def _ModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mod scalar: the second operand is a number."""
    ...

def _Mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs`` of arrays of one shape."""
    ...

def _MulScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mul scalar: the second operand is a number."""
    ...

def _NDArray(data: Symbol | None = None, info: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a `mxnet.operator.NDArrayOp`, which makes such nodes of itself; `info` names it in this process."""
    ...

def _Native(data: Symbol | None = None, info: str = ..., need_top_grad: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a `mxnet.operator.NumpyOp`, which makes such nodes of itself; `info` names it in this process."""
    ...

def _NoGradient(out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Stands in graphs of gradients for one that does not exist; it cannot be computed."""
    ...

def _NotEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise not equal scalar: the second operand is a number."""
    ...

def _Not_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs != rhs`` of arrays of one shape."""
    ...

def _Plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs`` of arrays of one shape."""
    ...

def _PlusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise plus scalar: the second operand is a number."""
    ...

def _Power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs ** rhs`` of arrays of one shape."""
    ...

def _PowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise power scalar: the second operand is a number."""
    ...

def _RDivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rdiv scalar: the second operand is a number."""
    ...

def _RMinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rminus scalar: the second operand is a number."""
    ...

def _RModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rmod scalar: the second operand is a number."""
    ...

def _RPowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rpower scalar: the second operand is a number."""
    ...

def _adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Adam with decoupled weight decay; skipped where the scale is zero or not finite."""
    ...

def _add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs`` of arrays of one shape."""
    ...

def _arange(start: float = 0.0, stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool = False, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Evenly spaced values in ``[start, stop)``, each repeated.

    With `infer_range` and without `stop` there are as many as the rest of a graph needs."""
    ...

def _cond(*data: Symbol, num_outputs: int = ..., cond_input_locs: int | tuple[int, ...] | list[int] = ..., then_input_locs: int | tuple[int, ...] | list[int] = ..., else_input_locs: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run one of two graphs, as a third one decides."""
    ...

def _copy(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy."""
    ...

def _copyto(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy; with ``out``, into that array."""
    ...

def _crop_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `lhs` in which a slice is replaced by `rhs`."""
    ...

def _crop_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `data` in which all elements of a slice are replaced by a number."""
    ...

def _cvcopyMakeBorder(src: Symbol | None = None, top: int = ..., bot: int = ..., left: int = ..., right: int = ..., type: int = 0, value: float = 0.0, values: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image with margins around it.

    `type` is OpenCV's border type: 0 a colour, `values` or else `value`; 1 and 2 mirrored, with and without the
    outermost pixels; 3 the outermost pixels; 4 the image again."""
    ...

def _cvimdecode(buf: Symbol | None = None, flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image in a buffer of uint8, in grey for `flag` 0, with red first unless `to_rgb` is false."""
    ...

def _cvimread(filename: str = ..., flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image in a file, in grey for `flag` 0, with red first unless `to_rgb` is false."""
    ...

def _cvimresize(src: Symbol | None = None, w: int = ..., h: int = ..., interp: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image scaled to width `w` and height `h` with OpenCV's interpolation `interp`."""
    ...

def _div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs`` of arrays of one shape."""
    ...

def _div_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise div scalar: the second operand is a number."""
    ...

def _equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs == rhs`` of arrays of one shape."""
    ...

def _equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise equal scalar: the second operand is a number."""
    ...

def _eye(N: int = ..., M: int = 0, k: int = 0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A matrix with ones on diagonal `k`."""
    ...

def _foreach(*data: Symbol, num_outputs: int = ..., num_out_data: int = ..., in_state_locs: int | tuple[int, ...] | list[int] = ..., in_data_locs: int | tuple[int, ...] | list[int] = ..., remain_locs: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a graph for each element of the first axis of its data; what it returns is stacked, its states go on."""
    ...

def _full(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., value: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array filled with `value`."""
    ...

def _grad_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two gradients of one shape."""
    ...

def _greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs > rhs`` of arrays of one shape."""
    ...

def _greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs >= rhs`` of arrays of one shape."""
    ...

def _greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater equal scalar: the second operand is a number."""
    ...

def _greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater scalar: the second operand is a number."""
    ...

def _histogram(data: Symbol | None = None, bins: Symbol | None = None, bin_cnt: int | None = None, range: tuple[Any, ...] | list[Any] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How many elements lie in each bin, and the edges of the bins; the last bin includes its right edge."""
    ...

def _hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``sqrt(lhs**2 + rhs**2)`` of arrays of one shape."""
    ...

def _hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _identity_with_attr_like_rhs(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `lhs`, whose shape and storage `rhs` determines."""
    ...

def _imdecode(mean: Symbol | None = None, index: int = ..., x0: int = ..., y0: int = ..., x1: int = ..., y1: int = ..., c: int = ..., size: int = ..., str_img: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Channels (blue, green, red) x height x width of the image in `str_img`, less `mean`; in grey if `c` is 1.

    Columns `x0` to `x1` and rows `y0` to `y1` are cut out, unless there are none of the latter. `size` is the length of
    `str_img`; the position `index` in an array of images is where ``nd.imdecode`` puts the result."""
    ...

def _lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs < rhs`` of arrays of one shape."""
    ...

def _lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs <= rhs`` of arrays of one shape."""
    ...

def _lesser_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser equal scalar: the second operand is a number."""
    ...

def _lesser_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser scalar: the second operand is a number."""
    ...

def _linspace(start: float = ..., stop: float | None = None, num: int = ..., endpoint: bool = True, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`num` evenly spaced values from `start` to `stop`, which is the last one with `endpoint`."""
    ...

def _logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise both not zero of arrays of one shape."""
    ...

def _logical_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical and scalar: the second operand is a number."""
    ...

def _logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise any not zero of arrays of one shape."""
    ...

def _logical_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical or scalar: the second operand is a number."""
    ...

def _logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise exactly one not zero of arrays of one shape."""
    ...

def _logical_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise logical xor scalar: the second operand is a number."""
    ...

def _maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise larger of both of arrays of one shape."""
    ...

def _maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise maximum scalar: the second operand is a number."""
    ...

def _minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise smaller of both of arrays of one shape."""
    ...

def _minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minimum scalar: the second operand is a number."""
    ...

def _minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs`` of arrays of one shape."""
    ...

def _minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minus scalar: the second operand is a number."""
    ...

def _mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise remainder of ``lhs / rhs`` of arrays of one shape."""
    ...

def _mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mod scalar: the second operand is a number."""
    ...

def _mp_adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_adamw_update` computed on the float32 copy `weight32`."""
    ...

def _mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs`` of arrays of one shape."""
    ...

def _mul_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mul scalar: the second operand is a number."""
    ...

def _multi_adamw_update(data: Symbol | None = None, lrs: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: tuple[Any, ...] | list[Any] = ..., etas: tuple[Any, ...] | list[Any] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_adamw_update` or `_mp_adamw_update` of several weights; the gradient's scale is the last input."""
    ...

def _multi_lamb_update(data: Symbol | None = None, learning_rates: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool = True, step_count: int | tuple[int, ...] | list[int] = ..., num_tensors: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Both halves of a LAMB step for several weights."""
    ...

def _multi_mp_adamw_update(data: Symbol | None = None, lrs: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: tuple[Any, ...] | list[Any] = ..., etas: tuple[Any, ...] | list[Any] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_adamw_update` or `_mp_adamw_update` of several weights; the gradient's scale is the last input."""
    ...

def _multi_mp_lamb_update(data: Symbol | None = None, learning_rates: tuple[Any, ...] | list[Any] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: tuple[Any, ...] | list[Any] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool = True, step_count: int | tuple[int, ...] | list[int] = ..., num_tensors: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Both halves of a LAMB step for several weights."""
    ...

def _not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs != rhs`` of arrays of one shape."""
    ...

def _not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise not equal scalar: the second operand is a number."""
    ...

def _np_cumsum(a: Symbol | None = None, axis: int | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums of all elements so far along `axis`, or of the flat array."""
    ...

def _np_negative(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``-x``."""
    ...

def _npi_cvimdecode(buf: Symbol | None = None, flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image in a buffer of uint8, in grey for `flag` 0, with red first unless `to_rgb` is false."""
    ...

def _npi_cvimread(filename: str = ..., flag: int = 1, to_rgb: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image in a file, in grey for `flag` 0, with red first unless `to_rgb` is false."""
    ...

def _npi_cvimresize(src: Symbol | None = None, w: int = ..., h: int = ..., interp: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image scaled to width `w` and height `h` with OpenCV's interpolation `interp`."""
    ...

def _onehot_encode(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One row for each index in `lhs`, of the shape and type of `rhs`."""
    ...

def _ones(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of ones."""
    ...

def _plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs`` of arrays of one shape."""
    ...

def _plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise plus scalar: the second operand is a number."""
    ...

def _power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs ** rhs`` of arrays of one shape."""
    ...

def _power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise power scalar: the second operand is a number."""
    ...

def _ravel_multi_index(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Flat positions of the coordinates ``data[:, i]`` in an array of the given shape."""
    ...

def _rdiv_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rdiv scalar: the second operand is a number."""
    ...

def _rminus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rminus scalar: the second operand is a number."""
    ...

def _rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rmod scalar: the second operand is a number."""
    ...

def _rnn_param_concat(*data: Symbol, dim: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Concatenate the parameters of recurrent layers."""
    ...

def _rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rpower scalar: the second operand is a number."""
    ...

def _scatter_elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs / rhs``; on row-sparse arrays for stored rows only."""
    ...

def _scatter_minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise scatter minus scalar: the second operand is a number."""
    ...

def _scatter_plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise scatter plus scalar: the second operand is a number."""
    ...

def _scatter_set_nd(lhs: Symbol | None = None, rhs: Symbol | None = None, indices: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`lhs` with `rhs` written at the coordinates ``indices[:, i]``."""
    ...

def _set_value(src: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A number that fills the array given as ``out``."""
    ...

def _sg_mkldnn_conv(with_bn: bool = False, with_act: bool = False, with_sum: bool = False, with_postsum_act: bool = False, quantized: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A convolution and the layers after it as one operator: normalization, sum and activation.

    MXNet's backends ``MKLDNN`` and ``MKLDNN_QUANTIZE`` make such nodes, the second of them with 8 bit integers. They
    predict only: moving statistics are used in training too, and all gradients are zero."""
    ...

def _sg_mkldnn_fully_connected(quantized: bool = False, enable_float_output: bool = False, with_eltwise: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A dense layer and the function of its results as one operator, see ``_sg_mkldnn_conv``."""
    ...

def _sg_mkldnn_selfatt_qk(queries_keys_values: Symbol | None = None, min_qkv: Symbol | None = None, max_qkv: Symbol | None = None, heads: int = ..., quantized: bool = False, enable_float_output: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``_contrib_interleaved_matmul_selfatt_qk`` without a gradient, and over int8 if `quantized`."""
    ...

def _sg_mkldnn_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, min_qkv: Symbol | None = None, max_qkv: Symbol | None = None, min_attention: Symbol | None = None, max_attention: Symbol | None = None, heads: int = ..., quantized: bool = False, enable_float_output: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``_contrib_interleaved_matmul_selfatt_valatt`` without a gradient; over int8 and uint8 if `quantized`."""
    ...

def _shuffle(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of `data` in random order."""
    ...

def _slice_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `lhs` in which a slice is replaced by `rhs`."""
    ...

def _slice_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `data` in which all elements of a slice are replaced by a number."""
    ...

def _split_v2(data: Symbol | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Split an axis before each of `indices` (the first is 0), or into `sections` parts of about one size."""
    ...

def _square_sum(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, exclude: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of squares over axis 0 or 1 of a row-sparse matrix."""
    ...

def _sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs`` of arrays of one shape."""
    ...

def _unravel_index(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The coordinates, one row for each axis, of flat positions in an array of the given shape."""
    ...

def _while_loop(*data: Symbol, num_outputs: int = ..., num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: int | tuple[int, ...] | list[int] = ..., func_input_locs: int | tuple[int, ...] | list[int] = ..., func_var_locs: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a graph as long as another one returns a number other than zero."""
    ...

def _zeros(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of zeros."""
    ...

def _zeros_without_dtype(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: int = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of zeros; `dtype` is a type code, -1 takes the type of ``out``."""
    ...
