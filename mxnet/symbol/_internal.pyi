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

def _np_all(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Whether no element along axes is zero."""
    ...

def _np_amax(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest element along axes."""
    ...

def _np_amin(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest element along axes."""
    ...

def _np_any(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Whether an element along axes is not zero."""
    ...

def _np_atleast_1d(*arys: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays with at least 1 axes."""
    ...

def _np_atleast_2d(*arys: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays with at least 2 axes."""
    ...

def _np_atleast_3d(*arys: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays with at least 3 axes."""
    ...

def _np_copy(a: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy."""
    ...

def _np_cumsum(a: Symbol | None = None, axis: int | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums of all elements so far along `axis`, or of the flat array."""
    ...

def _np_diag(data: Symbol | None = None, k: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A diagonal of a matrix, or the matrix with this diagonal."""
    ...

def _np_diagflat(data: Symbol | None = None, k: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The matrix whose diagonal has all elements."""
    ...

def _np_diagonal(data: Symbol | None = None, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A diagonal as the last axis."""
    ...

def _np_dot(a: Symbol | None = None, b: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Products summed along the last axis of `a` and the last but one of `b`; plain ones with an array of rank 0."""
    ...

def _np_max(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest element along axes."""
    ...

def _np_min(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest element along axes."""
    ...

def _np_moveaxis(a: Symbol | None = None, source: int | tuple[int, ...] | list[int] = ..., destination: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Axes at new positions, the others in their order."""
    ...

def _np_prod(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product along axes."""
    ...

def _np_product(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product along axes."""
    ...

def _np_repeat(data: Symbol | None = None, repeats: int = ..., axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat each element `repeats` times along an axis, or of the flat array; 0 times gives an empty vector."""
    ...

def _np_reshape(a: Symbol | None = None, newshape: int | tuple[int, ...] | list[int] = ..., order: str = 'C', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The elements in another shape, of which one size may be -1."""
    ...

def _np_roll(data: Symbol | None = None, shift: int | tuple[int, ...] | list[int] | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements moved along axes, those pushed out entering at the other end."""
    ...

def _np_sometrue(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Whether an element along axes is not zero."""
    ...

def _np_squeeze(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Without axes of size 1, all or the given ones."""
    ...

def _np_sum(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum along axes."""
    ...

def _np_trace(data: Symbol | None = None, offset: int = 0, axis1: int = 0, axis2: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of a diagonal."""
    ...

def _np_transpose(a: Symbol | None = None, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Axes in another order, reversed without `axes`."""
    ...

def _npi_Custom(data: Symbol | None = None, op_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run an operator written in Python, named by `op_type`."""
    ...

def _npi_abs(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Absolute value."""
    ...

def _npi_absolute(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Absolute value."""
    ...

def _npi_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs + rhs``, shapes broadcast."""
    ...

def _npi_add_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise plus scalar: the second operand is a number."""
    ...

def _npi_arange(start: float = ..., stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool = False, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Evenly spaced values in ``[start, stop)``, none if that is empty."""
    ...

def _npi_arccos(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse cosine."""
    ...

def _npi_arccosh(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic cosine."""
    ...

def _npi_arcsin(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse sine."""
    ...

def _npi_arcsinh(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic sine."""
    ...

def _npi_arctan(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse tangent."""
    ...

def _npi_arctan2(x1: Symbol | None = None, x2: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The angle of the point with these coordinates, the second one the abscissa."""
    ...

def _npi_arctan2_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _npi_arctanh(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse hyperbolic tangent."""
    ...

def _npi_argmax(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Position of the largest element along an axis, or in the flat array."""
    ...

def _npi_argmin(data: Symbol | None = None, axis: int | None = None, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Position of the smallest element along an axis, or in the flat array."""
    ...

def _npi_argsort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Indices that sort an axis, or the flat array."""
    ...

def _npi_around(x: Symbol | None = None, decimals: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rounded to a number of decimal places, halves to the even neighbour."""
    ...

def _npi_average(a: Symbol | None = None, weights: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, returned: bool = False, weighted: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean along axes, weighted if weights are given, and the sum of the weights."""
    ...

def _npi_bernoulli(input1: Symbol | None = None, prob: float | None = ..., logit: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., is_logit: bool = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Ones with a probability, or with the one of which the log odds are given; else zeros."""
    ...

def _npi_bincount(data: Symbol | None = None, weights: Symbol | None = None, minlength: int = 0, has_weights: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How often each number from 0 on occurs; with weights, the sum of their weights."""
    ...

def _npi_bitwise_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.bitwise_and`` of each pair of elements."""
    ...

def _npi_bitwise_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise equal scalar: the second operand is a number."""
    ...

def _npi_bitwise_not(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """All bits inverted."""
    ...

def _npi_bitwise_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.bitwise_or`` of each pair of elements."""
    ...

def _npi_bitwise_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise equal scalar: the second operand is a number."""
    ...

def _npi_bitwise_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.bitwise_xor`` of each pair of elements."""
    ...

def _npi_bitwise_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise equal scalar: the second operand is a number."""
    ...

def _npi_blackman(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The blackman window of `M` points."""
    ...

def _npi_boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of `data` for which `index` is not zero. Its shape depends on values: arrays only."""
    ...

def _npi_boolean_mask_assign_scalar(data: Symbol | None = None, mask: Symbol | None = None, value: float = 0.0, start_axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A number in place of the elements where the mask is not zero."""
    ...

def _npi_boolean_mask_assign_tensor(data: Symbol | None = None, mask: Symbol | None = None, value: Symbol | None = None, start_axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements of `value`, one after the other, in place of those where the mask is not zero."""
    ...

def _npi_broadcast_to(array: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeated along axes of size 1 up to `shape`; -2 keeps the size of an axis."""
    ...

def _npi_cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert to another type."""
    ...

def _npi_cbrt(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cube root."""
    ...

def _npi_ceil(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest integer that is not smaller."""
    ...

def _npi_choice(input1: Symbol | None = None, input2: Symbol | None = None, a: int | None = ..., size: Any = ..., ctx: str | None = None, replace: bool = True, weighted: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions in a vector, or integers below a number, with or without drawing them again."""
    ...

def _npi_cholesky(A: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The lower triangular factor of positive definite matrices."""
    ...

def _npi_clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Limit elements to ``[a_min, a_max]``; the gradient is 1 inside and on the borders."""
    ...

def _npi_column_stack(*data: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Vectors as the columns of a matrix."""
    ...

def _npi_concatenate(*data: Symbol, axis: int | None = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays joined along an axis, flat ones if it is None."""
    ...

def _npi_copysign(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The first with the sign of the second."""
    ...

def _npi_copysign_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _npi_copyto(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy; with ``out``, into that array."""
    ...

def _npi_cos(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cosine of radians."""
    ...

def _npi_cosh(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic cosine."""
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

def _npi_degrees(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Radians to degrees."""
    ...

def _npi_delete(arr: Symbol | None = None, obj: Symbol | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Without the elements at the given positions of an axis, of the flat array without `axis`."""
    ...

def _npi_det(A: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Determinant of each matrix."""
    ...

def _npi_diag_indices_from(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The positions of the diagonal of an array whose axes have one size, a row for each axis."""
    ...

def _npi_diff(a: Symbol | None = None, n: int = 1, axis: int = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Differences of neighbours, `n` times."""
    ...

def _npi_dsplit(data: Symbol | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts along the third axis."""
    ...

def _npi_dstack(*data: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays joined along the third axis."""
    ...

def _npi_ediff1d(input1: Symbol | None = None, input2: Symbol | None = None, input3: Symbol | None = None, to_begin_arr_given: bool = False, to_end_arr_given: bool = False, to_begin_scalar: float | None = None, to_end_scalar: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Differences of neighbours in the flat array, with elements put before and after on request."""
    ...

def _npi_eig(A: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The real parts of eigenvalues and eigenvectors."""
    ...

def _npi_eigh(A: Symbol | None = None, UPLO: str = 'L', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Eigenvalues and eigenvectors of symmetric matrices."""
    ...

def _npi_eigvals(A: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The real parts of eigenvalues."""
    ...

def _npi_eigvalsh(A: Symbol | None = None, UPLO: str = 'L', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Eigenvalues of symmetric matrices."""
    ...

def _npi_einsum(*data: Symbol, subscripts: str = '', optimize: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums of products in Einstein's notation.

    The products of more than two arrays are formed in the order that takes fewest multiplications, with or without
    `optimize`."""
    ...

def _npi_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs == rhs``, shapes broadcast."""
    ...

def _npi_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise equal scalar: the second operand is a number."""
    ...

def _npi_exp(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """e to the power of each element."""
    ...

def _npi_expand_dims(data: Symbol | None = None, axis: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Insert an axis of size 1."""
    ...

def _npi_expm1(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``exp(x) - 1``, accurate near zero."""
    ...

def _npi_exponential(input1: Symbol | None = None, scale: float | None = 1.0, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers of the exponential distribution."""
    ...

def _npi_eye(N: int = ..., M: int | None = None, k: int = 0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A matrix with ones on diagonal `k`."""
    ...

def _npi_fix(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The integer next to it towards zero."""
    ...

def _npi_flip(data: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements in reverse order along axes, along all if None."""
    ...

def _npi_floor(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest integer that is not larger."""
    ...

def _npi_full(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., value: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array filled with `value`."""
    ...

def _npi_full_like(a: Symbol | None = None, fill_value: float = ..., ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of the shape of `a`, filled with a number."""
    ...

def _npi_gamma(input1: Symbol | None = None, input2: Symbol | None = None, shape: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers of the gamma distribution."""
    ...

def _npi_gather_nd(data: Symbol | None = None, indices: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def _npi_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs > rhs``, shapes broadcast."""
    ...

def _npi_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs >= rhs``, shapes broadcast."""
    ...

def _npi_greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater equal scalar: the second operand is a number."""
    ...

def _npi_greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise greater scalar: the second operand is a number."""
    ...

def _npi_gumbel(input1: Symbol | None = None, input2: Symbol | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers of the Gumbel distribution."""
    ...

def _npi_hamming(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The hamming window of `M` points."""
    ...

def _npi_hanning(M: int | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The hanning window of `M` points."""
    ...

def _npi_histogram(data: Symbol | None = None, bins: Symbol | None = None, bin_cnt: int | None = None, range: tuple[Any, ...] | list[Any] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How many elements lie in each bin, and the edges of the bins; the last bin includes its right edge."""
    ...

def _npi_hsplit(data: Symbol | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts by columns; a vector is one row."""
    ...

def _npi_hstack(*data: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays joined by columns."""
    ...

def _npi_hypot(x1: Symbol | None = None, x2: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``sqrt(lhs**2 + rhs**2)``, shapes broadcast."""
    ...

def _npi_hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _npi_identity(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A square matrix with ones on its diagonal."""
    ...

def _npi_indices(dimensions: int | tuple[int, ...] | list[int] = ..., dtype: Any = ..., ctx: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The positions of all elements of an array of this shape, the axis they belong to first."""
    ...

def _npi_insert_scalar(arr: Symbol | None = None, values: Symbol | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """With values put before one position of an axis, of the flat array without `axis`."""
    ...

def _npi_insert_slice(arr: Symbol | None = None, values: Symbol | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """With values put before the positions of a slice of an axis."""
    ...

def _npi_insert_tensor(arr: Symbol | None = None, values: Symbol | None = None, obj: Symbol | None = None, val: float | None = None, start: int | None = None, stop: int | None = None, step: int | None = None, int_ind: int | None = None, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """With values put before positions given by an array."""
    ...

def _npi_inv(A: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of each matrix."""
    ...

def _npi_isfinite(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.isfinite`` of each element."""
    ...

def _npi_isinf(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.isinf`` of each element."""
    ...

def _npi_isnan(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.isnan`` of each element."""
    ...

def _npi_isneginf(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.isneginf`` of each element."""
    ...

def _npi_isposinf(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.isposinf`` of each element."""
    ...

def _npi_lcm(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Least common multiple."""
    ...

def _npi_lcm_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _npi_ldexp(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs * 2 ** rhs``."""
    ...

def _npi_ldexp_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _npi_less(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs < rhs``, shapes broadcast."""
    ...

def _npi_less_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs <= rhs``, shapes broadcast."""
    ...

def _npi_less_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser equal scalar: the second operand is a number."""
    ...

def _npi_less_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise lesser scalar: the second operand is a number."""
    ...

def _npi_linspace(start: float = ..., stop: float | None = None, num: int = ..., endpoint: bool = True, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`num` evenly spaced values from `start` to `stop`, which is the last one with `endpoint`."""
    ...

def _npi_log(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm."""
    ...

def _npi_log10(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm to base 10."""
    ...

def _npi_log1p(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``log(1 + x)``, accurate near zero."""
    ...

def _npi_log2(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm to base 2."""
    ...

def _npi_logical_not(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``numpy.logical_not`` of each element."""
    ...

def _npi_logistic(input1: Symbol | None = None, input2: Symbol | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers of the logistic distribution."""
    ...

def _npi_logspace(start: float = ..., stop: float = ..., num: int = ..., endpoint: bool = True, base: float = 10.0, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`num` values from ``base ** start`` to ``base ** stop``, evenly spaced in the exponent."""
    ...

def _npi_matmul(a: Symbol | None = None, b: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Matrix product over the last two axes, the others broadcasting."""
    ...

def _npi_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise larger of both, shapes broadcast."""
    ...

def _npi_maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise maximum scalar: the second operand is a number."""
    ...

def _npi_mean(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, keepdims: bool = False, initial: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean along axes."""
    ...

def _npi_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise smaller of both, shapes broadcast."""
    ...

def _npi_minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minimum scalar: the second operand is a number."""
    ...

def _npi_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise remainder of ``lhs / rhs``, shapes broadcast."""
    ...

def _npi_mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mod scalar: the second operand is a number."""
    ...

def _npi_multinomial(a: Symbol | None = None, n: int = ..., pvals: tuple[Any, ...] | list[Any] | None = None, size: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How often each outcome occurs in `n` draws."""
    ...

def _npi_multiply(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs * rhs``, shapes broadcast."""
    ...

def _npi_multiply_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise mul scalar: the second operand is a number."""
    ...

def _npi_nan_to_num(data: Symbol | None = None, copy: bool = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """With NaN and the infinities replaced by numbers."""
    ...

def _npi_negative(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``-x``."""
    ...

def _npi_nonzero(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions of elements that are not zero, one row each."""
    ...

def _npi_norm(data: Symbol | None = None, ord: float = 2.0, axis: int | tuple[int, ...] | list[int] | None = None, keepdims: bool = False, flag: int = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Norms of vectors and matrices; `flag` says which of those that are no number is meant, -2 of all elements."""
    ...

def _npi_normal(input1: Symbol | None = None, input2: Symbol | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normally distributed numbers."""
    ...

def _npi_normal_n(input1: Symbol | None = None, input2: Symbol | None = None, loc: float | None = ..., scale: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A batch of normally distributed numbers for each element of the parameters."""
    ...

def _npi_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs != rhs``, shapes broadcast."""
    ...

def _npi_not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise not equal scalar: the second operand is a number."""
    ...

def _npi_ones(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of ones."""
    ...

def _npi_pad(data: Symbol | None = None, pad_width: Any = ..., mode: str = 'constant', constant_value: float = 0.0, reflect_type: str = 'even', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """With elements added at both ends of each axis."""
    ...

def _npi_pareto(input1: Symbol | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers of the Pareto distribution."""
    ...

def _npi_percentile(a: Symbol | None = None, q: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, interpolation: str = 'linear', keepdims: bool = False, q_scalar: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The values below which `q` percent of the elements along axes lie."""
    ...

def _npi_pinv(A: Symbol | None = None, rcond: Symbol | None = None, hermitian: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pseudo-inverse matrices; singular values below `rcond` times the largest count as 0."""
    ...

def _npi_pinv_scalar_rcond(A: Symbol | None = None, rcond: float = 1e-15, hermitian: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pseudo-inverse matrices; singular values below `rcond` times the largest count as 0."""
    ...

def _npi_polyval(p: Symbol | None = None, x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The polynomial with coefficients `p`, the highest power first, at `x`."""
    ...

def _npi_power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs ** rhs``, shapes broadcast."""
    ...

def _npi_power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise power scalar: the second operand is a number."""
    ...

def _npi_powerd(input1: Symbol | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers of the power distribution."""
    ...

def _npi_radians(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Degrees to radians."""
    ...

def _npi_random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Integers in ``[low, high)``."""
    ...

def _npi_rarctan2_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _npi_rayleigh(input1: Symbol | None = None, scale: float | None = 1.0, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers of the Rayleigh distribution."""
    ...

def _npi_rcopysign_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _npi_reciprocal(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / x``."""
    ...

def _npi_reshape(a: Symbol | None = None, newshape: int | tuple[int, ...] | list[int] = ..., reverse: bool = False, order: str = 'C', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The elements in another shape: -2 copies a size, -3 leaves out an axis of size 1, -4 copies all that remain.

    -5 joins two axes, -6 splits one into the two sizes that follow, and -1 stands for what is left."""
    ...

def _npi_rint(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest integer, halves downwards."""
    ...

def _npi_rldexp_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise hypot scalar: the second operand is a number."""
    ...

def _npi_rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rmod scalar: the second operand is a number."""
    ...

def _npi_rnn_param_concat(*data: Symbol, dim: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Concatenate the parameters of recurrent layers."""
    ...

def _npi_rot90(data: Symbol | None = None, k: int = 1, axes: int | tuple[int, ...] | list[int] | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Turned by `k` right angles in the plane of two axes."""
    ...

def _npi_rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rpower scalar: the second operand is a number."""
    ...

def _npi_rsubtract_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rminus scalar: the second operand is a number."""
    ...

def _npi_rtrue_divide_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise rdiv scalar: the second operand is a number."""
    ...

def _npi_scatter_set_nd(lhs: Symbol | None = None, rhs: Symbol | None = None, indices: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`lhs` with `rhs` written at the coordinates ``indices[:, i]``."""
    ...

def _npi_share_memory(a: Symbol | None = None, b: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Whether two arrays lie in the same memory."""
    ...

def _npi_shuffle(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of `data` in random order."""
    ...

def _npi_sign(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """-1, 0 or 1 by the sign of each element."""
    ...

def _npi_sin(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sine of radians."""
    ...

def _npi_sinh(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic sine."""
    ...

def _npi_slice(data: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def _npi_slice_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `lhs` in which a slice is replaced by `rhs`."""
    ...

def _npi_slice_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A copy of `data` in which all elements of a slice are replaced by a number."""
    ...

def _npi_slogdet(A: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign, and logarithm of the size, of each determinant."""
    ...

def _npi_solve(A: Symbol | None = None, B: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The solutions of linear equations."""
    ...

def _npi_sort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sorted copy along an axis, or of the flat array."""
    ...

def _npi_split(data: Symbol | None = None, indices: int | tuple[int, ...] | list[int] = ..., axis: int = 1, squeeze_axis: bool = False, sections: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Split an axis before each of `indices` (the first is 0), or into `sections` parts of about one size."""
    ...

def _npi_sqrt(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square root."""
    ...

def _npi_square(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x * x``."""
    ...

def _npi_stack(*data: Symbol, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays of one shape joined along a new axis."""
    ...

def _npi_std(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Standard deviation along axes, with divisor ``count - ddof``."""
    ...

def _npi_subtract(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs - rhs``, shapes broadcast."""
    ...

def _npi_subtract_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise minus scalar: the second operand is a number."""
    ...

def _npi_svd(A: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Singular value decomposition with as many singular values as rows."""
    ...

def _npi_swapaxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exchange two axes."""
    ...

def _npi_take(a: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements of `a` along `axis` at `indices`."""
    ...

def _npi_tan(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tangent of radians."""
    ...

def _npi_tanh(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic tangent."""
    ...

def _npi_tensordot(a: Symbol | None = None, b: Symbol | None = None, a_axes_summed: int | tuple[int, ...] | list[int] = ..., b_axes_summed: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums over several axes of both arrays."""
    ...

def _npi_tensordot_int_axes(a: Symbol | None = None, b: Symbol | None = None, axes: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums over the last axes of the first array and as many first ones of the second."""
    ...

def _npi_tensorinv(a: Symbol | None = None, ind: int = 2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The inverse of an array as a map of its last axes onto its first `ind`."""
    ...

def _npi_tensorsolve(a: Symbol | None = None, b: Symbol | None = None, a_axes: int | tuple[int, ...] | list[int] | None = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The solution of linear equations whose unknown is an array."""
    ...

def _npi_tile(data: Symbol | None = None, reps: int | tuple[int, ...] | list[int] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Repeat the whole array along each axis."""
    ...

def _npi_tril(data: Symbol | None = None, k: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The lower triangle, zeros above diagonal `k`; a vector is repeated as the rows of a matrix."""
    ...

def _npi_true_divide(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise ``lhs / rhs``, shapes broadcast."""
    ...

def _npi_true_divide_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elementwise div scalar: the second operand is a number."""
    ...

def _npi_trunc(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The integer next to it towards zero."""
    ...

def _npi_uniform(input1: Symbol | None = None, input2: Symbol | None = None, low: float | None = ..., high: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers in ``[low, high)``."""
    ...

def _npi_uniform_n(input1: Symbol | None = None, input2: Symbol | None = None, low: float | None = ..., high: float | None = ..., size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A batch of numbers in ``[low, high)`` for each element of the parameters."""
    ...

def _npi_unique(data: Symbol | None = None, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The distinct elements in ascending order, and on request where they came from and how often."""
    ...

def _npi_var(a: Symbol | None = None, axis: int | tuple[int, ...] | list[int] | None = None, dtype: Any = None, ddof: int = 0, keepdims: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Variance along axes, with divisor ``count - ddof``."""
    ...

def _npi_vstack(*data: Symbol, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays joined by rows."""
    ...

def _npi_weibull(input1: Symbol | None = None, a: float | None = None, size: int | tuple[int, ...] | list[int] | None = None, ctx: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers of the Weibull distribution."""
    ...

def _npi_where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements of `x` where the condition is not zero, of `y` elsewhere."""
    ...

def _npi_where_lscalar(condition: Symbol | None = None, x: Symbol | None = None, scalar: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A number where the condition is not zero, elements of `x` elsewhere."""
    ...

def _npi_where_rscalar(condition: Symbol | None = None, y: Symbol | None = None, scalar: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements of `y` where the condition is not zero, a number elsewhere."""
    ...

def _npi_where_scalar2(condition: Symbol | None = None, x: float = 0.0, y: float = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One of two numbers."""
    ...

def _npi_zeros(shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of zeros."""
    ...

def _npx__image_adjust_lighting(data: Symbol | None = None, alpha: tuple[Any, ...] | list[Any] = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Colour noise as of AlexNet: steps of `alpha` along the principal components of colours."""
    ...

def _npx__image_crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The area of `width` x `height` whose upper left corner is at column `x`, row `y`."""
    ...

def _npx__image_flip_left_right(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The mirrored image."""
    ...

def _npx__image_flip_top_bottom(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image upside down."""
    ...

def _npx__image_normalize(data: Symbol | None = None, mean: tuple[Any, ...] | list[Any] = (0.0, 0.0, 0.0, 0.0), std: tuple[Any, ...] | list[Any] = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``(data - mean) / std`` per channel, for channel x height x width images."""
    ...

def _npx__image_random_brightness(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image times a random factor."""
    ...

def _npx__image_random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random changes of brightness, contrast, saturation and hue, in random order."""
    ...

def _npx__image_random_contrast(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image's distance from its mean grey times a random factor."""
    ...

def _npx__image_random_flip_left_right(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image, or its mirror image, with equal chances."""
    ...

def _npx__image_random_flip_top_bottom(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The image, or the image upside down, with equal chances."""
    ...

def _npx__image_random_hue(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hues turned by a random part of the colour circle."""
    ...

def _npx__image_random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`_image_adjust_lighting` with normally distributed steps."""
    ...

def _npx__image_random_saturation(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Colours mixed with grey by a random factor."""
    ...

def _npx__image_resize(data: Symbol | None = None, size: int | tuple[int, ...] | list[int] = (), keep_ratio: bool = False, interp: int = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Images scaled to `size`, (width, height) or one number, with OpenCV's interpolation `interp`."""
    ...

def _npx__image_to_tensor(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Images of values 0 to 255 as channel x height x width float32 arrays of values 0 to 1."""
    ...

def _npx_activation(data: Symbol | None = None, act_type: str = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Apply the named activation function."""
    ...

def _npx_arange_like(data: Symbol | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str | None = None, axis: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Evenly spaced values in the shape of `data`, or as many as one of its axes is long."""
    ...

def _npx_batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool = False, transpose_b: bool = False, forward_stype: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Matrix product of each pair of matrices in two stacks of one length."""
    ...

def _npx_batch_flatten(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Keep the first axis, merge all others."""
    ...

def _npx_batch_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool = True, use_global_stats: bool = False, output_mean_var: bool = False, axis: int = 1, cudnn_off: bool = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize `axis` by batch statistics in training and by moving ones in prediction.

    The moving statistics follow the batch's (with its biased variance) in the backward pass. With
    `fix_gamma`, gamma is set to 1. The moments returned are mean and reciprocal standard deviation."""
    ...

def _npx_cast(data: Symbol | None = None, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convert to another type."""
    ...

def _npx_constraint_check(input: Symbol | None = None, msg: str = 'Constraint violated.', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """True if all elements are; an error with this text otherwise."""
    ...

def _npx_convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool = False, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convolution over 1, 2 or 3 spatial axes, channels first or (layout NHWC, NDHWC) last."""
    ...

def _npx_deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = ..., stride: int | tuple[int, ...] | list[int] = (), dilate: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), adj: int | tuple[int, ...] | list[int] = (), target_shape: int | tuple[int, ...] | list[int] = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool = True, cudnn_tune: str | None = None, cudnn_off: bool = False, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Transposed convolution; `target_shape`, if given, decides about padding."""
    ...

def _npx_dropout(data: Symbol | None = None, p: float = 0.5, mode: str = 'training', axes: int | tuple[int, ...] | list[int] = (), cudnn_off: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zero elements with probability `p` and scale the others by ``1 / (1 - p)``; identity in prediction.

    Elements along `axes` are kept or dropped together."""
    ...

def _npx_embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: Any = ..., sparse_grad: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rows of `weight` chosen by the integers in `data`; indices out of range take the nearest row."""
    ...

def _npx_erf(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gauss error function."""
    ...

def _npx_erfinv(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of the error function."""
    ...

def _npx_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool = False, flatten: bool = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Affine map ``data @ weight.T + bias`` of the last axis, or of all but the first with `flatten`."""
    ...

def _npx_gamma(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma function."""
    ...

def _npx_gammaln(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of the gamma function."""
    ...

def _npx_gather_nd(data: Symbol | None = None, indices: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements or slices of `data` at the coordinates ``indices[:, i]``."""
    ...

def _npx_layer_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalize every vector along `axis` by its own mean and standard deviation, which are returned if asked for."""
    ...

def _npx_leaky_relu(data: Symbol | None = None, gamma: Symbol | None = None, act_type: str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Relu with something else than 0 for negative elements: a slope (fixed, learned, random) or a curve.

    'rrelu' also returns the slopes it drew."""
    ...

def _npx_log_softmax(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of `softmax`, computed without overflow."""
    ...

def _npx_multibox_detection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool = False, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Detections (class, score, left, top, right, bottom), best first; class -1 means none."""
    ...

def _npx_multibox_prior(data: Symbol | None = None, sizes: tuple[Any, ...] | list[Any] = (1.0,), ratios: tuple[Any, ...] | list[Any] = (1.0,), clip: bool = False, steps: tuple[Any, ...] | list[Any] = (-1.0, -1.0), offsets: tuple[Any, ...] | list[Any] = (0.5, 0.5), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Anchor boxes around each place of a feature map, in fractions of the image.

    There is one of the first ratio for each size, and one of the first size for each further ratio."""
    ...

def _npx_multibox_target(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: tuple[Any, ...] | list[Any] = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """What a detector should answer for each anchor: box offsets, where they count, and class.

    `label` has rows (class, left, top, right, bottom, ...), ending with rows of -1. Class 0 is background."""
    ...

def _npx_nonzero(x: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions of elements that are not zero, one row each."""
    ...

def _npx_one_hot(indices: Symbol | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`on_value` at each index along a new last axis of size `depth`, else `off_value`."""
    ...

def _npx_pick(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: str = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element per position along `axis`, chosen by `index`."""
    ...

def _npx_pooling(data: Symbol | None = None, kernel: int | tuple[int, ...] | list[int] = (), pool_type: str = 'max', global_pool: bool = False, cudnn_off: bool = False, pooling_convention: str = 'valid', stride: int | tuple[int, ...] | list[int] = (), pad: int | tuple[int, ...] | list[int] = (), p_value: int | None = None, count_include_pad: bool | None = None, layout: str | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Pool windows of the spatial axes by maximum, mean, sum or Lp norm."""
    ...

def _npx_relu(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``max(x, 0)``."""
    ...

def _npx_reshape(a: Symbol | None = None, newshape: int | tuple[int, ...] | list[int] = ..., reverse: bool = False, order: str = 'C', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The elements in another shape: -2 copies a size, -3 leaves out an axis of size 1, -4 copies all that remain.

    -5 joins two axes, -6 splits one into the two sizes that follow, and -1 stands for what is left."""
    ...

def _npx_reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reshape `lhs`, or a range of its axes, to the shape of `rhs`, or of a range of its axes."""
    ...

def _npx_rnn(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool = False, mode: str = ..., p: float = 0.0, state_outputs: bool = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool = False, use_sequence_length: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Recurrent layers over data (sequence, batch, input), with all weights and then all biases in one vector.

    `p` is the dropout between layers. `sequence_length` ends each sequence early: results past it are 0."""
    ...

def _npx_roi_pooling(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: int | tuple[int, ...] | list[int] = ..., spatial_scale: float = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Maxima over a grid of bins in each region; `rois` has rows (image, left, top, right, bottom)."""
    ...

def _npx_sequence_mask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """`data` with everything after the end of each sequence replaced by `value`."""
    ...

def _npx_shape_array(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The shape as a 1-d int64 array."""
    ...

def _npx_sigmoid(data: Symbol | None = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``1 / (1 + exp(-x))``."""
    ...

def _npx_slice(data: Symbol | None = None, begin: tuple[Any, ...] | list[Any] = ..., end: tuple[Any, ...] | list[Any] = ..., step: tuple[Any, ...] | list[Any] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data[begin[0]:end[0]:step[0], ...]``; None leaves a side open."""
    ...

def _npx_smooth_l1(data: Symbol | None = None, scalar: float = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quadratic for ``|x| < 1/scalar**2``, else ``|x| - 0.5/scalar**2``."""
    ...

def _npx_softmax(data: Symbol | None = None, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: Any = None, use_length: bool | None = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``exp(x / t) / sum(exp(x / t))`` along `axis`; positions past `length` are 0."""
    ...

def _npx_topk(data: Symbol | None = None, axis: int | None = -1, k: int = 1, ret_typ: str = 'indices', is_ascend: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The `k` largest (or smallest) elements along an axis: values, indices, both or a 0/1 mask."""
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

def _random_exponential(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential with rate `lam`."""
    ...

def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma with shape parameter `alpha` and scale `beta`."""
    ...

def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative binomial with mean `mu` and dispersion `alpha`."""
    ...

def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How many successes precede the `k`-th failure, which has the probability `p`."""
    ...

def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normal with mean `loc` and standard deviation `scale`."""
    ...

def _random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the Dirichlet distribution over the last axis."""
    ...

def _random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the exponential distribution with rate `lam`."""
    ...

def _random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the gamma distribution with shape parameter `alpha` and rate `beta`."""
    ...

def _random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probability in the negative binomial distribution with mean `mu` and dispersion `alpha`."""
    ...

def _random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probability of `sample` successes before the `k`-th failure of probability `p`."""
    ...

def _random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the normal distribution."""
    ...

def _random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probability in the Poisson distribution; `sample` receives no gradient."""
    ...

def _random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Density of the uniform distribution; samples are not checked to lie between `low` and `high`."""
    ...

def _random_poisson(lam: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Poisson with mean `lam`."""
    ...

def _random_randint(low: int = ..., high: int = ..., shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Integers in ``[low, high)``."""
    ...

def _random_uniform(low: float = 0.0, high: float = 1.0, shape: int | tuple[int, ...] | list[int] = (), ctx: str | None = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Uniform on ``[low, high)``."""
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

def _sample_exponential(lam: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential with rate `lam`, `shape` numbers for each of its elements."""
    ...

def _sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma with shape parameter `alpha` and scale `beta`, `shape` numbers for each of their elements."""
    ...

def _sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative binomial with mean `mu` and dispersion `alpha`, `shape` numbers for each of their elements."""
    ...

def _sample_multinomial(data: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), get_prob: bool = False, dtype: Any = ..., out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Outcomes drawn with the probabilities in the last axis of `data`, and their logarithms with `get_prob`."""
    ...

def _sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Successes before the `k`-th failure of probability `p`, `shape` numbers for each of their elements."""
    ...

def _sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normal with mean `mu` and standard deviation `sigma`, `shape` numbers for each of their elements."""
    ...

def _sample_poisson(lam: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Poisson with mean `lam`, `shape` numbers for each of its elements."""
    ...

def _sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: int | tuple[int, ...] | list[int] = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Uniform on ``[low, high)``, `shape` numbers for each element of `low` and `high`."""
    ...

def _sample_unique_zipfian(range_max: int = ..., shape: int | tuple[int, ...] | list[int] = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Different classes for each row of a batch, small ones more often, and the number of draws each row took."""
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
