"""Checks of symbols: forward and backward passes, numeric gradients, consistency between contexts."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from .. import ndarray as nd
from .. import symbol as sym_module
from ..ndarray.ndarray import NDArray
from ._compare import assert_almost_equal, compare_ndarray_tuple
from ._data import rand_ndarray
from ._tolerance import default_context, default_numeric_eps, get_tolerance


def _array(value: Any, ctx: Any, dtype: Any) -> NDArray:
    if isinstance(value, NDArray):
        return value.copyto(ctx) if dtype == "asnumpy" else value.astype(dtype).as_in_context(ctx)
    return nd.array(value, ctx=ctx, dtype=np.asarray(value).dtype if dtype == "asnumpy" else dtype)


def _as_arrays(names: list[str], values: Any, ctx: Any, dtype: Any, role: str) -> dict[str, NDArray]:
    if isinstance(values, Mapping):
        if set(values) != set(names):
            raise ValueError(f"Symbol {role} and keys of the given {role} do not match. symbol {role}:{sorted(names)}, "
                             f"given:{sorted(values)}")
        pairs = {n: values[n] for n in names}
    else:
        if len(values) != len(names):
            raise ValueError(f"the symbol has {len(names)} {role} {names}, received {len(values)}")
        pairs = dict(zip(names, values, strict=True))
    return {n: _array(v, ctx, dtype) for n, v in pairs.items()}


def _states(symbol: Any, values: Any, ctx: Any, dtype: Any) -> dict[str, NDArray]:
    names = symbol.list_auxiliary_states()
    if values is None:
        return {}
    return _as_arrays(names, values, ctx, dtype, "auxiliary states")


def simple_forward(sym: Any, ctx: Any = None, is_train: bool = False, **inputs: Any) -> Any:
    """Compute the outputs of a symbol.

    Parameters
    ----------
    sym : Symbol
        Symbol to compute.
    ctx : Context, optional
        Device. The default is `default_context`.
    is_train : bool
        Whether layers such as dropout behave as in training.
    **inputs
        Values of the arguments by name, as NumPy arrays or lists.

    Returns
    -------
    numpy.ndarray, or list of numpy.ndarray for several outputs

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> mx.test_utils.simple_forward(x * x, x=[1, 2, 3])
    array([1., 4., 9.], dtype=float32)
    """
    ctx = ctx or default_context()
    arrays = {k: nd.array(v) for k, v in inputs.items()}
    executor = sym.bind(ctx, args=arrays)
    outputs = [o.asnumpy() for o in executor.forward(is_train=is_train)]
    return outputs[0] if len(outputs) == 1 else outputs


def _assign(executor: Any, location: dict[str, np.ndarray], states: dict[str, np.ndarray] | None) -> None:
    for name, value in location.items():
        executor.arg_dict[name][:] = value
    for name, value in (states or {}).items():
        executor.aux_dict[name][:] = value


def numeric_grad(executor: Any, location: dict[str, Any], aux_states: Any = None, eps: float = 1e-4,
                 use_forward_train: bool = True, dtype: Any = np.float32) -> dict[str, np.ndarray]:
    """Compute gradients of the summed first output by central differences.

    Parameters
    ----------
    executor : Executor
        Executor of a symbol.
    location : dict of str to NDArray or numpy.ndarray
        Values of the arguments for which gradients are computed.
    aux_states : dict of str to NDArray or numpy.ndarray, optional
        Values of auxiliary states, which are restored before each pass.
    eps : float
        Difference of the two points. It is divided evenly to both sides.
    use_forward_train : bool
        Whether layers such as dropout behave as in training.
    dtype : type
        Dtype of the gradients. Gradients are 0 unless it is a floating point dtype.

    Returns
    -------
    dict of str to numpy.ndarray
        Gradients by the name of the argument.

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> executor = (x * x).bind(mx.cpu(), {'x': mx.nd.array([1, 2])})
    >>> gradients = mx.test_utils.numeric_grad(executor, {'x': mx.nd.array([1, 2])}, eps=2**-9)
    >>> gradients['x'].round(2)
    array([2., 4.], dtype=float32)
    """
    points = {k: np.array(v.asnumpy() if isinstance(v, NDArray) else v, dtype=dtype, order="C")
              for k, v in location.items()}
    states = {k: v.asnumpy() if isinstance(v, NDArray) else np.asarray(v) for k, v in (aux_states or {}).items()}
    _assign(executor, points, None)

    def value() -> float:
        for name, content in states.items():
            executor.aux_dict[name][:] = content
        executor.forward(is_train=use_forward_train)
        return float(executor.outputs[0].asnumpy().astype("float64").sum())

    gradients = {}
    for name, point in points.items():
        gradient = np.zeros(point.shape, dtype=dtype)
        if point.dtype.kind != "f":
            gradients[name] = gradient
            continue
        flat, result = point.reshape(-1), gradient.reshape(-1)
        for i in range(flat.size):
            original = flat[i]
            flat[i] = original + eps / 2.0
            executor.arg_dict[name][:] = point
            above = value()
            flat[i] = original - eps / 2.0
            executor.arg_dict[name][:] = point
            result[i] = (above - value()) / eps
            flat[i] = original
        executor.arg_dict[name][:] = point
        gradients[name] = gradient
    return gradients


def _requests(sym: Any, grad_nodes: Any) -> dict[str, str]:
    if grad_nodes is None:
        return dict.fromkeys(sym.list_arguments(), "write")
    if isinstance(grad_nodes, Mapping):
        return dict(grad_nodes)
    return dict.fromkeys(grad_nodes, "write")


def check_numeric_gradient(sym: Any, location: Any, aux_states: Any = None, numeric_eps: Any = None, rtol: Any = None,
                           atol: Any = None, grad_nodes: Any = None, use_forward_train: bool = True, ctx: Any = None,
                           grad_stype_dict: Any = None, dtype: Any = np.float32) -> None:
    """Raise AssertionError unless the gradients of a symbol match numeric gradients.

    The outputs are multiplied by random weights before they are summed.

    Parameters
    ----------
    sym : Symbol
        Symbol with one output.
    location : list or dict of NDArray or numpy.ndarray
        Values of the arguments, in their order or by name.
    aux_states : list or dict of NDArray or numpy.ndarray, optional
        Values of auxiliary states.
    numeric_eps : float or dict, optional
        Step of the differences, or a table by dtype. The default is `default_numeric_eps`.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype.
    grad_nodes : list or dict of str, optional
        Names of the arguments to check, or a dict from names to ``'write'``, ``'add'`` or ``'null'``. By default all
        arguments are checked.
    use_forward_train : bool
        Whether the numeric passes run in training mode.
    ctx : Context, optional
        Device. The default is `default_context`.
    grad_stype_dict : dict of str to str, optional
        Storage types of gradients by name of the argument.
    dtype : type
        ``numpy.float16``, ``numpy.float32`` or ``numpy.float64``.

    Returns
    -------
    None

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> mx.test_utils.check_numeric_gradient(x * x, [mx.nd.array([1, 2])])
    """
    if dtype not in (np.float16, np.float32, np.float64):
        raise AssertionError(f"dtype must be a float type, received {dtype}")
    ctx = ctx or default_context()
    arguments = _as_arrays(sym.list_arguments(), location, ctx, dtype, "arguments")
    states = _states(sym, aux_states, ctx, dtype)
    points = {k: v.asnumpy() for k, v in arguments.items()}
    state_points = {k: v.asnumpy() for k, v in states.items()}
    requests = _requests(sym, grad_nodes)
    shape = sym.infer_shape(**{k: v.shape for k, v in arguments.items()})[1][0]
    projected = sym_module.make_loss(sym * sym_module.Variable("__random_proj"))
    # Weights that are not too small keep the differences accurate.
    arguments["__random_proj"] = nd.array(np.random.rand(*shape) + 0.1, ctx=ctx, dtype=dtype)
    before = {k: np.random.normal(0, 0.01, size=arguments[k].shape) for k in [*requests, "__random_proj"]}
    executor = projected.bind(ctx, grad_req=requests, args=arguments, aux_states=states,
                              args_grad=_gradients(before, ctx, dtype, grad_stype_dict))
    executor.forward(is_train=True)
    eps = get_tolerance(executor.outputs[0], numeric_eps, default_numeric_eps())
    executor.backward()
    gradients = {k: v.asnumpy() for k, v in executor.grad_dict.items() if v is not None}
    numeric = numeric_grad(executor, points, state_points, eps=eps, use_forward_train=use_forward_train, dtype=dtype)
    for name, request in requests.items():
        labels = (f"NUMERICAL_{name}", f"BACKWARD_{name}")
        if request == "write":
            assert_almost_equal(numeric[name], gradients[name], rtol, atol, labels)
        elif request == "add":
            assert_almost_equal(numeric[name], gradients[name] - before[name], rtol, atol, labels)
        else:
            assert_almost_equal(before[name].astype(dtype), gradients[name], rtol, atol, labels)


def _gradients(before: dict[str, np.ndarray], ctx: Any, dtype: Any, stypes: Any) -> dict[str, NDArray]:
    """Create gradient arrays with content that must be overwritten. Sparse arrays are empty."""
    kinds = {k: v for k, v in (stypes or {}).items() if v not in (None, "default")}
    return {k: nd.zeros(v.shape, ctx=ctx, dtype=dtype, stype=kinds[k]) if k in kinds
            else nd.array(v, ctx=ctx, dtype=dtype) for k, v in before.items()}


def _as_list(expected: Any, names: list[str]) -> list[Any]:
    return [expected[n] for n in names] if isinstance(expected, Mapping) else list(expected)


def check_symbolic_forward(sym: Any, location: Any, expected: Any, rtol: Any = None, atol: Any = None,
                           aux_states: Any = None, ctx: Any = None, equal_nan: bool = False,
                           dtype: Any = np.float32) -> list[NDArray]:
    """Raise AssertionError unless the outputs of a symbol have the expected values.

    Parameters
    ----------
    sym : Symbol
        Symbol to compute.
    location : list or dict of NDArray or numpy.ndarray
        Values of the arguments, in their order or by name.
    expected : list or dict of NDArray or numpy.ndarray
        Expected outputs, in their order or by name.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype. The defaults depend on the dtypes; see `get_tols`.
    aux_states : list or dict of NDArray or numpy.ndarray, optional
        Values of auxiliary states.
    ctx : Context, optional
        Device. The default is `default_context`.
    equal_nan : bool
        Whether NaN equals NaN.
    dtype : type or 'asnumpy'
        Dtype to which the arguments are cast. ``'asnumpy'`` keeps their dtypes.

    Returns
    -------
    list of NDArray
        The outputs.

    Examples
    --------
    >>> import numpy
    >>> x = mx.sym.var('x')
    >>> outputs = mx.test_utils.check_symbolic_forward(x * x, [numpy.array([1, 2])], [numpy.array([1, 4])])
    """
    ctx = ctx or default_context()
    arguments = _as_arrays(sym.list_arguments(), location, ctx, dtype, "arguments")
    executor = sym.bind(ctx, args=arguments, aux_states=_states(sym, aux_states, ctx, dtype),
                        args_grad={k: nd.zeros(v.shape, ctx=ctx, dtype=v.dtype) for k, v in arguments.items()})
    outputs = executor.forward(is_train=False)
    expected_list = _as_list(expected, sym.list_outputs())
    for name, want, output in zip(sym.list_outputs(), expected_list, outputs, strict=False):
        assert_almost_equal(want, output.asnumpy(), rtol, atol, (f"EXPECTED_{name}", f"FORWARD_{name}"),
                            equal_nan=equal_nan)
    return outputs


def check_symbolic_backward(sym: Any, location: Any, out_grads: Any, expected: Any, rtol: Any = None,
                            atol: Any = None, aux_states: Any = None, grad_req: Any = "write", ctx: Any = None,
                            grad_stypes: Any = None, equal_nan: bool = False,
                            dtype: Any = np.float32) -> dict[str, NDArray]:
    """Raise AssertionError unless the gradients of a symbol have the expected values.

    Parameters
    ----------
    sym : Symbol
        Symbol to differentiate.
    location : list or dict of NDArray or numpy.ndarray
        Values of the arguments, in their order or by name.
    out_grads : list or dict of NDArray or numpy.ndarray, or None
        Gradients of the outputs, in their order or by name. None is for symbols that end in a loss.
    expected : list or dict of NDArray or numpy.ndarray
        Expected gradients of the arguments, in their order or by name. A dict may leave out arguments.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype. The defaults depend on the dtypes; see `get_tols`.
    aux_states : list or dict of NDArray or numpy.ndarray, optional
        Values of auxiliary states.
    grad_req : str, list or dict of str
        ``'write'``, ``'add'`` or ``'null'``, for all arguments, in their order or by name. With ``'null'`` the gradient
        must stay as it is.
    ctx : Context, optional
        Device. The default is `default_context`.
    grad_stypes : dict of str to str, optional
        Storage types of gradients by name of the argument.
    equal_nan : bool
        Whether NaN equals NaN.
    dtype : type or 'asnumpy'
        Dtype to which the arguments are cast. ``'asnumpy'`` keeps their dtypes.

    Returns
    -------
    dict of str to NDArray
        The gradients.

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> gradients = mx.test_utils.check_symbolic_backward(x * x, [mx.nd.array([1, 2])], [mx.nd.ones(2)],
    ...                                                   [mx.nd.array([2, 4])])
    >>> gradients['x'].asnumpy()
    array([2., 4.], dtype=float32)
    """
    ctx = ctx or default_context()
    names = sym.list_arguments()
    arguments = _as_arrays(names, location, ctx, dtype, "arguments")
    by_name = dict(zip(names, expected, strict=False)) if isinstance(expected, (list, tuple)) else dict(expected)
    before = {k: np.random.normal(size=arguments[k].shape) for k in by_name}
    gradients = {}
    for name, content in before.items():
        element_dtype = arguments[name].dtype if dtype == "asnumpy" else dtype
        gradients.update(_gradients({name: content}, ctx, element_dtype, grad_stypes))
    if isinstance(grad_req, str):
        requests = dict.fromkeys(names, grad_req)
    elif isinstance(grad_req, Mapping):
        requests = dict(grad_req)
    else:
        requests = dict(zip(names, grad_req, strict=True))
    executor = sym.bind(ctx, args=arguments, args_grad=gradients, aux_states=_states(sym, aux_states, ctx, dtype),
                        grad_req={k: requests.get(k, "null") if k in by_name else "null" for k in names})
    executor.forward(is_train=True)
    heads = out_grads
    if isinstance(heads, Mapping):
        heads = [heads[n] for n in sym.list_outputs()]
    if heads is not None and not isinstance(heads, NDArray):
        heads = [_array(h, ctx, o.dtype) for h, o in zip(heads, executor.outputs, strict=False)]
    executor.backward(heads)
    results = {k: v.asnumpy() for k, v in executor.grad_dict.items() if v is not None}
    for name, want in by_name.items():
        labels = (f"EXPECTED_{name}", f"BACKWARD_{name}")
        request = requests.get(name, "null")
        have = results[name] - before[name] if request == "add" else results[name]
        assert_almost_equal(before[name].astype(results[name].dtype) if request == "null" else want, have, rtol, atol,
                            labels, equal_nan=equal_nan)
    return gradients


def check_speed(sym: Any, location: Any = None, ctx: Any = None, N: int = 20, grad_req: Any = None,
                typ: str = "whole", **kwargs: Any) -> float:
    """Measure how long a symbol takes to compute.

    Parameters
    ----------
    sym : Symbol
        Symbol to run.
    location : dict of str to numpy.ndarray, optional
        Values of the arguments. By default they are random.
    ctx : Context, optional
        Device. The default is `default_context`.
    N : int
        Number of passes. One more pass runs before the measurement starts.
    grad_req : str, list or dict of str, optional
        See `mxnet.symbol.Symbol.simple_bind`. The default is ``'write'``.
    typ : {'whole', 'forward'}
        Whether to run forward and backward passes or only forward passes.
    **kwargs
        Shapes of the arguments by name, if `location` is not given.

    Returns
    -------
    float
        Seconds per pass.

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> mx.test_utils.check_speed(x * x, x=(100, 100), N=3) > 0
    True
    """
    ctx = ctx or default_context()
    executor = sym.simple_bind(grad_req=grad_req or "write", ctx=ctx, **(
        {k: v.shape for k, v in location.items()} if location is not None else kwargs))
    for name, array in executor.arg_dict.items():
        array[:] = location[name] if location is not None else np.random.normal(size=array.shape)
    if typ not in ("whole", "forward"):
        raise ValueError(f"typ must be 'whole' or 'forward', received {typ!r}")
    start = 0.0
    for step in range(N + 1):
        if step == 1:
            start = time.time()
        executor.forward(is_train=typ == "whole")
        if typ == "whole":
            executor.backward(executor.outputs)
        for output in executor.outputs:
            output.wait_to_read()
    return (time.time() - start) / N


def check_consistency(sym: Any, ctx_list: list[dict[str, Any]], scale: float = 1.0, grad_req: Any = "write",
                      arg_params: Any = None, aux_params: Any = None, rtol: Any = None, atol: Any = None,
                      raise_on_err: bool = True, ground_truth: Any = None, equal_nan: bool = False,
                      use_uniform: bool = False, rand_type: Any = np.float64) -> Any:
    """Raise AssertionError unless a symbol computes the same values on several devices or with several dtypes.

    Parameters
    ----------
    sym : Symbol or list of Symbol
        One symbol, or a symbol for each entry of `ctx_list`.
    ctx_list : list of dict
        Arguments of `mxnet.symbol.Symbol.simple_bind`: ``ctx``, shapes by name and ``type_dict``.
    scale : float
        Standard deviation of random arguments, or their maximum with `use_uniform`.
    grad_req : str, list or dict of str
        See `mxnet.symbol.Symbol.simple_bind`. With ``'null'`` only outputs are compared.
    arg_params : dict of str to NDArray or numpy.ndarray, optional
        Values of arguments. The remaining ones are random.
    aux_params : dict of str to NDArray or numpy.ndarray, optional
        Values of auxiliary states. The remaining ones are 0.
    rtol, atol : float or dict, optional
        Relative and absolute tolerance, or tables by dtype. The defaults depend on the dtypes; see `get_tols`.
    raise_on_err : bool
        Whether differences raise. Otherwise they are ignored.
    ground_truth : dict of str to NDArray, optional
        Expected outputs and gradients. By default these are the values with the widest dtype.
    equal_nan : bool
        Whether NaN equals NaN.
    use_uniform : bool
        Draw arguments from a uniform distribution instead of a normal distribution.
    rand_type : type
        Dtype to which random arguments are rounded first.

    Returns
    -------
    dict of str to NDArray
        Expected outputs and gradients.

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> half, single = ({'ctx': mx.cpu(), 'x': (2, 3), 'type_dict': {'x': dtype}} for dtype in ('float16', 'float32'))
    >>> truth = mx.test_utils.check_consistency(mx.sym.exp(x), [half, single])
    >>> truth['x'].dtype.__name__
    'float32'
    """
    symbols = sym if isinstance(sym, (list, tuple)) else [sym] * len(ctx_list)
    executors = [s.simple_bind(grad_req=grad_req, **c) for s, c in zip(symbols, ctx_list, strict=True)]
    arguments, states = dict(arg_params or {}), dict(aux_params or {})
    draw = (lambda shape: np.random.uniform(-scale, scale, size=shape)) if use_uniform else (
        lambda shape: np.random.normal(size=shape, scale=scale))
    for name, array in executors[0].arg_dict.items():
        arguments.setdefault(name, draw(array.shape).astype(rand_type))
    for name in executors[0].aux_dict:
        states.setdefault(name, 0)
    for executor in executors:
        for name, array in executor.arg_dict.items():
            array[:] = arguments[name]
        for name, array in executor.aux_dict.items():
            array[:] = states[name]
        executor.forward(is_train=grad_req != "null")
        if grad_req != "null":
            executor.backward(executor.outputs)
    widths = [max(np.dtype(o.dtype).itemsize for o in e.outputs) for e in executors]
    judge = executors[int(np.argmax(widths))]
    truth = ground_truth or {**judge.output_dict, **({} if grad_req == "null" else judge.grad_dict)}
    for executor in executors:
        values = {**executor.output_dict, **({} if grad_req == "null" else executor.grad_dict)}
        for (_, want), (name, have) in zip(truth.items(), values.items(), strict=True):
            if have is not None and want is not None:
                try:
                    assert_almost_equal(have, want.astype(have.dtype), rtol=rtol, atol=atol, equal_nan=equal_nan,
                                        names=(name, "ground truth"))
                except AssertionError:
                    if raise_on_err:
                        raise
    return truth


def check_gluon_hybridize_consistency(net_builder: Any, data_l: list[Any], numpy_func: Any = None,
                                      test_grad: bool = True, rtol: float = 1e-4, atol: float = 1e-4) -> None:
    """Raise AssertionError unless a block computes the same outputs and gradients before and after `hybridize`.

    Parameters
    ----------
    net_builder : callable
        Function with the keyword argument `prefix` that returns a new block with one output.
    data_l : list of NDArray
        Inputs of the block.
    numpy_func : callable, optional
        Function of NumPy arrays that computes the expected output.
    test_grad : bool
        Whether to compare the gradients of the inputs.
    rtol : float
        Relative tolerance.
    atol : float
        Absolute tolerance.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.test_utils.check_gluon_hybridize_consistency(lambda prefix: mx.gluon.nn.Dense(3, prefix=prefix),
    ...                                                 [mx.nd.ones((2, 4))])
    """
    from .. import autograd

    reference: Any = None
    values: dict[str, Any] = {}
    for hybridize in (False, True):
        net = net_builder(prefix="net_")
        net.initialize()
        for name, parameter in net.collect_params().items() if values else ():
            parameter.set_data(values[name])
        if hybridize:
            net.hybridize()
        inputs = [d.copy() for d in data_l]
        for array in inputs:
            array.attach_grad()
        with autograd.record(train_mode=test_grad):
            result = net(*inputs)
        if test_grad:
            result.backward()
        actual = (result.asnumpy(), [a.grad.asnumpy() for a in inputs] if test_grad else [])
        if reference is None:
            reference = actual
            values = {name: parameter.data() for name, parameter in net.collect_params().items()}
            if numpy_func is not None:
                assert_almost_equal(actual[0], numpy_func(*[d.asnumpy() for d in data_l]), rtol=rtol, atol=atol)
        else:
            assert_almost_equal(actual[0], reference[0], rtol=rtol, atol=atol)
            for first, second in zip(actual[1], reference[1], strict=True):
                assert_almost_equal(first, second, rtol=rtol, atol=atol)


def compare_optimizer(opt1: Any, opt2: Any, shape: Any, dtype: Any, w_stype: str = "default",
                      g_stype: str = "default", rtol: float = 1e-4, atol: float = 1e-5, compare_states: bool = True,
                      ntensors: int = 1) -> None:
    """Raise AssertionError unless two optimizers compute the same weights and states in one step.

    Parameters
    ----------
    opt1 : Optimizer
        Reference optimizer, which gets dense arrays and one weight at a time.
    opt2 : Optimizer
        Optimizer that gets arrays of storage types `w_stype` and `g_stype`, and several weights at once.
    shape : tuple, or list of tuples
        Shape of the weight, or shapes of `ntensors` dense weights.
    dtype : str or type
        Dtype of weights and gradients.
    w_stype, g_stype : {'default', 'row_sparse', 'csr'}
        Storage types of the weight and the gradient.
    rtol : float
        Relative tolerance.
    atol : float
        Absolute tolerance.
    compare_states : bool
        Whether to compare states too.
    ntensors : int
        Number of weights.

    Returns
    -------
    None

    Examples
    --------
    >>> one, two = mx.optimizer.SGD(lazy_update=False), mx.optimizer.SGD(lazy_update=False)
    >>> mx.test_utils.compare_optimizer(one, two, (4, 2), 'float32', g_stype='row_sparse')
    """
    several = isinstance(shape, list)
    if ntensors != (len(shape) if several else 1):
        raise AssertionError(f"ntensors={ntensors} does not match shape {shape}")
    if several and (w_stype, g_stype) != ("default", "default"):
        raise AssertionError(f"several weights must be dense, received w_stype={w_stype!r} and g_stype={g_stype!r}")
    shapes = shape if several else [shape]
    weights = [_random_array(size, w_stype, dtype, density=1) for size in shapes]
    grads = [_random_array(size, g_stype, dtype, density=None) for size in shapes]
    # Copy even arrays of the same storage type, because optimizers write to them.
    plain_weights = [weight.tostype("default").copy() for weight in weights]
    plain_grads = [grad.tostype("default").copy() for grad in grads]
    states = [opt2.create_state_multi_precision(i, weight) for i, weight in enumerate(weights)]
    if several:
        opt2.update_multi_precision(list(range(ntensors)), tuple(weights), tuple(grads), states)
    for i, (weight, grad) in enumerate(zip(plain_weights, plain_grads, strict=True)):
        state = opt1.create_state_multi_precision(i, weight)
        if not several:
            if compare_states:
                compare_ndarray_tuple(state, states[0])
            opt2.update_multi_precision(0, weights[0], grads[0], states[0])
        opt1.update_multi_precision(i, weight, grad, state)
        if compare_states:
            compare_ndarray_tuple(state, states[i], rtol=rtol, atol=atol)
        assert_almost_equal(weight, weights[i], rtol=rtol, atol=atol)


def _random_array(shape: Any, stype: str, dtype: Any, density: float | None) -> NDArray:
    """Return a random array of a storage type."""
    if stype == "default":
        return nd.random.uniform(shape=shape, ctx=default_context(), dtype=dtype)
    return rand_ndarray(shape, stype, density=density, dtype=dtype)


def list_gpus() -> range:
    """Return the indices of all GPUs.

    Returns
    -------
    range

    Examples
    --------
    >>> len(mx.test_utils.list_gpus()) == mx.context.num_gpus()
    True
    """
    from ..context import num_gpus

    return range(num_gpus())


