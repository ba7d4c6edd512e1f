"""Custom operators in Python: ``mx.operator.CustomOp``, ``CustomOpProp`` and ``register``."""

from __future__ import annotations

import contextlib
import ctypes as ctypes
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch

from .._frontend.results import wrap
from .._ops.custom import CustomCall, apart, operator_of, provide, type_of_object
from .._ops.opdef import REGISTRY, REQUIRED, find
from .._runtime import device, profiling
from .._runtime import dtype as dtypes
from .._runtime.autograd import tape
from .._runtime.error import MXNetError

# Programs that import * from here also expect the names for C handles.
from ..base import NDArrayHandle as NDArrayHandle
from ..base import c_array as c_array
from ..base import c_str as c_str
from ..base import check_call as check_call
from ..base import ctypes2numpy_shared as ctypes2numpy_shared
from ..base import mx_float as mx_float
from ..base import mx_int as mx_int
from ..base import mx_uint as mx_uint
from ..base import py_str as py_str
from ..ndarray.ndarray import NDArray
from ._python_operator import NDArrayOp as NDArrayOp
from ._python_operator import NumpyOp as NumpyOp
from ._python_operator import PythonOp as PythonOp


class CustomOp:
    """Computation of a custom operator. Subclasses define `forward` and `backward`.

    Examples
    --------
    >>> class Square(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * in_data[0])
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], 2 * in_data[0] * out_grad[0])
    >>> @mx.operator.register('square_op')
    ... class SquareProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Square()
    >>> mx.nd.Custom(mx.nd.array([1, 2, 3]), op_type='square_op').asnumpy()
    array([1., 4., 9.], dtype=float32)
    """

    def forward(self, is_train: int, req: Sequence[str], in_data: list[NDArray], out_data: list[NDArray],
                aux: list[NDArray]) -> None:
        """Compute the results and store them in `out_data` with `assign`.

        Parameters
        ----------
        is_train : int
            1 in training mode, otherwise 0.
        req : list of str
            How to store each result, for `assign`.
        in_data, out_data : list of NDArray
            Inputs, and arrays for the results.
        aux : list of NDArray
            Auxiliary states.

        Returns
        -------
        None

        Examples
        --------
        >>> class Square(mx.operator.CustomOp):
        ...     def forward(self, is_train, req, in_data, out_data, aux):
        ...         self.assign(out_data[0], req[0], in_data[0] * in_data[0])
        >>> result = mx.nd.zeros(2)
        >>> Square().forward(0, ['write'], [mx.nd.array([1, 2])], [result], [])
        >>> result.asnumpy()
        array([1., 4.], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def backward(self, req: Sequence[str], out_grad: list[NDArray], in_data: list[NDArray], out_data: list[NDArray],
                 in_grad: list[NDArray], aux: list[NDArray]) -> None:
        """Compute the gradients of the inputs and store them in `in_grad` with `assign`.

        Parameters
        ----------
        req : list of str
            How to store each gradient, for `assign`.
        out_grad : list of NDArray
            Gradients of the results.
        in_data, out_data : list of NDArray
            Inputs and results of `forward`.
        in_grad : list of NDArray
            Arrays for the gradients.
        aux : list of NDArray
            Auxiliary states.

        Returns
        -------
        None

        Examples
        --------
        >>> class Square(mx.operator.CustomOp):
        ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        ...         self.assign(in_grad[0], req[0], 2 * in_data[0] * out_grad[0])
        >>> x, gradient = mx.nd.array([1, 2]), mx.nd.zeros(2)
        >>> Square().backward(['write'], [mx.nd.ones(2)], [x], [x * x], [gradient], [])
        >>> gradient.asnumpy()
        array([2., 4.], dtype=float32)
        """
        raise NotImplementedError(f"{type(self).__name__} does not define backward")

    def assign(self, dst: NDArray, req: str, src: Any) -> None:
        """Store `src` in `dst` according to `req`.

        Parameters
        ----------
        dst : NDArray
            Array to write to.
        req : {'write', 'inplace', 'add', 'null'}
            Overwrite the array, add to it, or leave it unchanged.
        src : NDArray or float
            The value.

        Returns
        -------
        None

        Examples
        --------
        >>> operator, total = mx.operator.CustomOp(), mx.nd.ones(2)
        >>> operator.assign(total, 'add', mx.nd.array([1, 2]))
        >>> total.asnumpy()
        array([2., 3.], dtype=float32)
        """
        if req in ("write", "inplace"):
            dst[:] = src
        elif req == "add":
            dst[:] = dst + src


class CustomOpProp:
    """Properties of a custom operator: arguments, shapes and dtypes. It also creates the `CustomOp`.

    Parameters
    ----------
    need_top_grad : bool
        Whether `backward` needs the gradient of the results. A loss does not.

    Examples
    --------
    >>> class Square(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * in_data[0])
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], 2 * in_data[0] * out_grad[0])
    >>> @mx.operator.register('square_prop')
    ... class SquareProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Square()
    >>> mx.nd.Custom(mx.nd.array([1, 2, 3]), op_type='square_prop').asnumpy()
    array([1., 4., 9.], dtype=float32)
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Infer the shapes of inputs, outputs and auxiliary states.

        By default all outputs have the shape of the first input, and there are no auxiliary states.

        Parameters
        ----------
        in_shape : list of list of int
            Shapes of the inputs. An unknown shape is an empty list.

        Returns
        -------
        in_shape, out_shape, aux_shape : list of shapes
            Shapes of inputs, outputs and auxiliary states.

        Examples
        --------
        >>> mx.operator.CustomOpProp().infer_shape([[2, 3]])
        ([[2, 3]], ([2, 3],), ())
        """
        return in_shape, (in_shape[0],) * len(self.list_outputs()), ()

    def infer_type(self, in_type: list[Any]) -> Any:
        """Infer the dtypes of inputs, outputs and auxiliary states.

        By default all have the dtype of the first input.

        Parameters
        ----------
        in_type : list of type
            Dtypes of the inputs.

        Returns
        -------
        in_type, out_type, aux_type : list of type
            Dtypes of inputs, outputs and auxiliary states.

        Examples
        --------
        >>> class Positive(mx.operator.CustomOpProp):
        ...     def infer_type(self, in_type):
        ...         return in_type, ['bool'], []
        >>> Positive().infer_type(['float32'])
        (['float32'], ['bool'], [])
        """
        outputs, states = len(self.list_outputs()), len(self.list_auxiliary_states())
        return in_type, [in_type[0]] * outputs, [in_type[0]] * states

    def infer_storage_type(self, in_stype: list[str]) -> Any:
        """Infer the storage types of inputs, outputs and auxiliary states.

        Parameters
        ----------
        in_stype : list of str
            Storage types of the inputs.

        Returns
        -------
        in_stype, out_stype, aux_stype : list of str
            Storage types of inputs, outputs and auxiliary states.

        Examples
        --------
        >>> mx.operator.CustomOpProp().infer_storage_type(['row_sparse'])
        (['row_sparse'], ['default'], [])
        """
        return (in_stype, ["default"] * len(self.list_outputs()), ["default"] * len(self.list_auxiliary_states()))

    def infer_storage_type_backward(self, ograd_stype: list[str], in_stype: list[str], out_stype: list[str],
                                    igrad_stype: list[str], aux_stype: list[str]) -> Any:
        """Infer the storage types of the backward pass.

        Parameters
        ----------
        ograd_stype, in_stype, out_stype, igrad_stype, aux_stype : list of str
            Storage types of output gradients, inputs, outputs, input gradients and auxiliary states.

        Returns
        -------
        tuple of list of str
            Storage types in the same order.

        Examples
        --------
        >>> prop = mx.operator.CustomOpProp()
        >>> prop.infer_storage_type_backward(['default'], ['csr'], ['default'], ['default'], [])
        (['default'], ['csr'], ['default'], ['default'], [])
        """
        return ([*ograd_stype], [*in_stype], [*out_stype], ["default"] * len(igrad_stype), [*aux_stype])

    def list_outputs(self) -> list[str]:
        """Return the names of the outputs.

        Returns
        -------
        list of str
            The names.

        Examples
        --------
        >>> class Moments(mx.operator.CustomOpProp):
        ...     def list_outputs(self):
        ...         return ['mean', 'variance']
        >>> Moments().infer_shape([[3]])[1]
        ([3], [3])
        """
        return ["output"]

    def list_arguments(self) -> list[str]:
        """Return the names of the inputs.

        Returns
        -------
        list of str
            The names.

        Examples
        --------
        >>> class Scale(mx.operator.CustomOpProp):
        ...     def list_arguments(self):
        ...         return ['data', 'factor']
        >>> Scale().list_arguments()
        ['data', 'factor']
        """
        return ["data"]

    def list_auxiliary_states(self) -> list[str]:
        """Return the names of the auxiliary states.

        Returns
        -------
        list of str
            The names.

        Examples
        --------
        >>> class Counter(mx.operator.CustomOpProp):
        ...     def list_auxiliary_states(self):
        ...         return ['count']
        >>> Counter().infer_type(['float32'])
        (['float32'], ['float32'], ['float32'])
        """
        return []

    def declare_backward_dependency(self, out_grad: list[int], in_data: list[int], out_data: list[int]) -> list[int]:
        """Return the arrays that `backward` uses.

        Parameters
        ----------
        out_grad, in_data, out_data : list of int
            Numbers of output gradients, inputs and results.

        Returns
        -------
        list of int
            The numbers of the arrays in use. Output gradients are included if `need_top_grad` is set.

        Examples
        --------
        >>> mx.operator.CustomOpProp(need_top_grad=False).declare_backward_dependency([0], [1], [2])
        [1, 2]
        """
        return [*(out_grad if self.need_top_grad_ else []), *in_data, *out_data]

    def create_operator(self, ctx: Any, in_shapes: list[Any], in_dtypes: list[Any]) -> CustomOp:
        """Create the operator for these inputs. Subclasses override it.

        Parameters
        ----------
        ctx : Context
            Device of the inputs.
        in_shapes : list of list of int
            Shapes of the inputs.
        in_dtypes : list of type
            Dtypes of the inputs.

        Returns
        -------
        CustomOp
            The operator.

        Examples
        --------
        >>> class Double(mx.operator.CustomOp):
        ...     def forward(self, is_train, req, in_data, out_data, aux):
        ...         self.assign(out_data[0], req[0], in_data[0] * 2)
        >>> @mx.operator.register('double_created')
        ... class DoubleProp(mx.operator.CustomOpProp):
        ...     def create_operator(self, ctx, in_shapes, in_dtypes):
        ...         return Double()
        >>> mx.nd.Custom(mx.nd.array([1, 2]), op_type='double_created').asnumpy()
        array([2., 4.], dtype=float32)
        """
        return CustomOp()


_PROPS: dict[str, type[CustomOpProp]] = {}


def register(reg_name: str) -> Callable[[type[CustomOpProp]], type[CustomOpProp]]:
    """Register a `CustomOpProp` as ``nd.Custom(..., op_type=reg_name)``.

    Parameters
    ----------
    reg_name : str
        The name.

    Returns
    -------
    callable
        Decorator of the class.

    Examples
    --------
    >>> class Square(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * in_data[0])
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], 2 * in_data[0] * out_grad[0])
    >>> @mx.operator.register('square_registered')
    ... class SquareProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, shapes, dtypes):
    ...         return Square()
    >>> mx.nd.Custom(mx.nd.array([1, 2, 3]), op_type='square_registered').asnumpy()
    array([1., 4., 9.], dtype=float32)
    """

    def keep(prop: type[CustomOpProp]) -> type[CustomOpProp]:
        _PROPS[reg_name] = prop
        return prop

    return keep


class _Call(CustomCall):
    """A custom operator with its parameters, for the registered operator ``Custom``."""

    def __init__(self, op_type: str, kwargs: dict[str, str]) -> None:
        prop: Any = _PROPS.get(op_type)
        if prop is None and op_type.startswith(type_of_object("")):
            raise MXNetError("operators _Native and _NDArray: this process has no Python operator with "
                             f"info={op_type.removeprefix(type_of_object(''))!r}; add the mxnet.operator.NumpyOp or "
                             "NDArrayOp to the graph again")
        if prop is None:
            raise MXNetError(f"operator Custom: op_type {op_type!r} is not registered; registered are {sorted(_PROPS)}")
        self.op_type, self.key = op_type, (prop, kwargs)
        self.prop = prop(**kwargs)
        self.arguments = list(self.prop.list_arguments())
        self.states = list(self.prop.list_auxiliary_states())
        self.outputs = list(self.prop.list_outputs())

    def infer_inputs(self, shapes: list[Any]) -> list[Any]:
        count = len(self.arguments)
        known = [list(s) if s is not None else [] for s in shapes[:count]]
        if not known or not known[0]:
            return shapes
        inferred = self.prop.infer_shape(known)
        states = inferred[2] if len(inferred) > 2 else ()
        return [tuple(int(d) for d in s) for s in (*inferred[0], *states)]

    def describe(self, shapes: list[tuple[int, ...]], types: list[torch.dtype]) -> list[tuple[Any, torch.dtype]]:
        count = len(self.arguments)
        outputs = self.prop.infer_shape([list(s) for s in shapes[:count]])[1]
        kinds = self.prop.infer_type([dtypes.NUMPY_OF_TORCH[t] for t in types[:count]])[1]
        return [(tuple(int(d) for d in s), dtypes.to_torch(np.dtype(k))) for s, k in zip(outputs, kinds, strict=True)]

    def run(self, tensors: Sequence[torch.Tensor], training: bool) -> tuple[torch.Tensor, ...]:
        described = self.describe([tuple(t.shape) for t in tensors], [t.dtype for t in tensors])
        context = device.current_context()
        arguments = tensors[:len(self.arguments)]
        shapes, kinds = [list(t.shape) for t in arguments], [dtypes.NUMPY_OF_TORCH[t.dtype] for t in arguments]
        operator = operator_of((self.key, context, shapes, kinds),
                               lambda: self.prop.create_operator(context, shapes, kinds))
        results: tuple[torch.Tensor, ...] = _CustomNode.apply(self, operator, training, described, context, *tensors)
        if any(result.requires_grad for result in results):
            tape.ignores_head()
        return results


@contextlib.contextmanager
def _calling(call: _Call, operator: CustomOp, method: str) -> Iterator[None]:
    """Convert any exception of a custom operator to an MXNetError with its name. The cause is preserved."""
    try:
        with profiling.custom_section(call.op_type if method == "forward" else f"_backward_{call.op_type}"):
            yield
    except MXNetError:
        raise
    except Exception as error:
        raise MXNetError(f"operator Custom: {type(operator).__name__}.{method} failed with "
                         f"{type(error).__name__}: {error}") from error


class _CustomNode(torch.autograd.Function):
    """A custom operator in torch's graph. Its arrays share memory with the tensors."""

    @staticmethod
    def forward(ctx: Any, call: _Call, operator: CustomOp, training: bool, described: Any, context: Any,
                *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        count = len(call.arguments)
        arrays = [wrap(NDArray, t.detach(), context) for t in tensors]
        outputs = [wrap(NDArray, torch.zeros(s, dtype=k, device=tensors[0].device if tensors else None), context)
                   for s, k in described]
        with _calling(call, operator, "forward"), apart(), tape.RecordingScope(False, training):
            operator.forward(int(training), ["write"] * len(outputs), arrays[:count], outputs, arrays[count:])
        ctx.call, ctx.operator, ctx.arrays, ctx.outputs, ctx.training = call, operator, arrays, outputs, training
        return tuple(o._data.clone() for o in outputs)

    @staticmethod
    def backward(ctx: Any, *heads: torch.Tensor) -> Any:
        count = len(ctx.call.arguments)
        context = ctx.arrays[0]._ctx if ctx.arrays else device.current_context()
        gradients = [wrap(NDArray, torch.zeros_like(a._data), context) for a in ctx.arrays[:count]]
        out_grads = [wrap(NDArray, h, context) for h in heads]
        with _calling(ctx.call, ctx.operator, "backward"), apart(), tape.RecordingScope(False, ctx.training):
            ctx.operator.backward(["write"] * count, out_grads, ctx.arrays[:count], ctx.outputs, gradients,
                                  ctx.arrays[count:])
        rest = len(ctx.arrays) - count
        return (None,) * 5 + tuple(g._data for g in gradients) + (None,) * rest


provide(_Call)


def get_all_registered_operators() -> list[str]:
    """Return the names of all operators.

    Returns
    -------
    list of str
        The names.

    Examples
    --------
    >>> 'Convolution' in mx.operator.get_all_registered_operators()
    True
    """
    return list(REGISTRY)


OperatorArguments = namedtuple("OperatorArguments", ["narg", "names", "types"])


def _format_default(default: Any) -> str:
    """Format a default value as in MXNet's documentation."""
    if isinstance(default, bool):
        return str(int(default))
    if isinstance(default, tuple):
        return str(list(default))
    if isinstance(default, torch.dtype):
        return repr(dtypes.name_of(default))
    return repr(default) if isinstance(default, str) else f"{default:g}" if isinstance(default, float) else str(default)


def get_operator_arguments(op_name: str) -> OperatorArguments:
    """Return the names and types of an operator's inputs and parameters."""
    op = find(op_name)
    names = [*op.inputs, *op.params]
    types = ["NDArray-or-Symbol"] * len(op.inputs) + [
        f"{kind.describe()}, " + ("required" if op.defaults[name] is REQUIRED else
                                  f"optional, default={_format_default(op.defaults[name])}")
        for name, kind in op.params.items()]
    return OperatorArguments(len(names), names, types)
