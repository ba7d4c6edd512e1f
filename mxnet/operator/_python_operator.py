"""The oldest interface for operators in Python: `NumpyOp` and `NDArrayOp`, which create their own symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._ops.custom import type_of_object
from .._runtime.tracebacks import concise_module

if TYPE_CHECKING:
    from ..symbol import Symbol
    from . import CustomOp


class PythonOp:
    """An operator object that creates symbols with `get_symbol` or a call.

    Subclasses of `NumpyOp` and `NDArrayOp` override the methods that differ from the identity.

    Parameters
    ----------
    need_top_grad : bool
        Whether `backward` needs the gradient of the results. A loss does not.

    Examples
    --------
    >>> issubclass(mx.operator.NumpyOp, mx.operator.PythonOp)
    True
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def __call__(self, *args: Any, **kwargs: Any) -> Symbol:
        """Call `get_symbol`.

        Parameters
        ----------
        *args, **kwargs
            Input symbols by position or name, and the name of the node.

        Returns
        -------
        Symbol
            The result.
        """
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args: Any, **kwargs: Any) -> Symbol:
        """Create a symbol that runs this object on the given symbols.

        Parameters
        ----------
        *args, **kwargs
            Input symbols by position or name, and the name of the node.

        Returns
        -------
        Symbol
            The result.
        """
        raise NotImplementedError("PythonOp is abstract; use NumpyOp or NDArrayOp as the base class")

    def forward(self, in_data: Sequence[Any], out_data: Sequence[Any]) -> None:
        """Compute the results and store them in `out_data`. The default is the identity.

        Parameters
        ----------
        in_data, out_data : list of numpy.ndarray or NDArray
            Inputs, and arrays for the results.
        """
        out_data[0][:] = in_data[0]

    def backward(self, out_grad: Sequence[Any], in_data: Sequence[Any], out_data: Sequence[Any],
                 in_grad: Sequence[Any]) -> None:
        """Compute the gradients and store them in `in_grad`. The default is 1.

        Parameters
        ----------
        out_grad : list of numpy.ndarray or NDArray
            Gradients of the results.
        in_data, out_data : list of numpy.ndarray or NDArray
            Inputs and results of `forward`.
        in_grad : list of numpy.ndarray or NDArray
            Arrays for the gradients.
        """
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Infer the shapes of inputs and outputs. By default the output has the shape of the first input.

        Parameters
        ----------
        in_shape : list of list of int
            Shapes of the inputs.

        Returns
        -------
        in_shape, out_shape : list of shapes
            Shapes of inputs and outputs.
        """
        return in_shape, [in_shape[0]]

    def list_outputs(self) -> list[str]:
        """Return the names of the outputs.

        Returns
        -------
        list of str
            The names.
        """
        return ["output"]

    def list_arguments(self) -> list[str]:
        """Return the names of the inputs.

        Returns
        -------
        list of str
            The names.
        """
        return ["data"]

    def need_top_grad(self) -> bool:
        """Return whether `backward` needs the gradient of the results.

        Returns
        -------
        bool
            The argument of the class.
        """
        return self.need_top_grad_

    def _register(self, on_numpy: bool) -> str:
        """Register this object, and return its name for nodes. It is kept until the process ends."""
        from .. import operator

        owner = self

        class Prop(operator.CustomOpProp):
            def __init__(self) -> None:
                super().__init__(owner.need_top_grad())

            def list_arguments(self) -> list[str]:
                return owner.list_arguments()

            def list_outputs(self) -> list[str]:
                return owner.list_outputs()

            def infer_shape(self, in_shape: list[Any]) -> Any:
                shapes = owner.infer_shape(in_shape)
                return shapes[0], shapes[1], []

            def create_operator(self, ctx: Any, in_shapes: list[Any], in_dtypes: list[Any]) -> CustomOp:
                return _operator_of(owner, on_numpy)

        info = f"{id(self):x}"
        operator.register(type_of_object(info))(Prop)
        return info


def _operator_of(owner: PythonOp, on_numpy: bool) -> CustomOp:
    from .. import operator

    def as_numpy(arrays: Sequence[Any]) -> list[Any]:
        return [a.asnumpy() for a in arrays]

    def write(targets: Sequence[Any], sources: Sequence[Any]) -> None:
        for target, source in zip(targets, sources, strict=True):
            target[:] = source

    class Operator(operator.CustomOp):
        def forward(self, is_train: int, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
            if not on_numpy:
                owner.forward(in_data=in_data, out_data=out_data)
                return
            results = as_numpy(out_data)
            owner.forward(in_data=as_numpy(in_data), out_data=results)
            write(out_data, results)

        def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
            if not on_numpy:
                owner.backward(out_grad=out_grad, in_data=in_data, out_data=out_data, in_grad=in_grad)
                return
            gradients = as_numpy(in_grad)
            owner.backward(out_grad=as_numpy(out_grad), in_data=as_numpy(in_data), out_data=as_numpy(out_data),
                           in_grad=gradients)
            write(in_grad, gradients)

    return Operator()


class NumpyOp(PythonOp):
    """A `PythonOp` whose `forward` and `backward` use NumPy arrays.

    Parameters
    ----------
    need_top_grad : bool
        Whether `backward` needs the gradient of the results. A loss does not.

    Examples
    --------
    >>> class Half(mx.operator.NumpyOp):
    ...     def forward(self, in_data, out_data):
    ...         out_data[0][:] = in_data[0] / 2
    ...     def backward(self, out_grad, in_data, out_data, in_grad):
    ...         in_grad[0][:] = out_grad[0] / 2
    >>> network = Half()(mx.sym.var('data'), name='half')
    >>> network.eval(data=mx.nd.array([2, 4]))[0].asnumpy()
    array([1., 2.], dtype=float32)
    """

    def get_symbol(self, *args: Any, **kwargs: Any) -> Symbol:
        from ..symbol import register

        make = register.functions("_internal")["_Native"]
        return make(*args, info=self._register(True), need_top_grad=self.need_top_grad(), **kwargs)


class NDArrayOp(PythonOp):
    """A `PythonOp` whose `forward` and `backward` use NDArrays.

    Parameters
    ----------
    need_top_grad : bool
        Whether `backward` needs the gradient of the results. A loss does not.

    Examples
    --------
    >>> class Half(mx.operator.NDArrayOp):
    ...     def forward(self, in_data, out_data):
    ...         out_data[0][:] = in_data[0] / 2
    ...     def backward(self, out_grad, in_data, out_data, in_grad):
    ...         in_grad[0][:] = out_grad[0] / 2
    >>> network = Half()(mx.sym.var('data'), name='half')
    >>> network.eval(data=mx.nd.array([2, 4]))[0].asnumpy()
    array([1., 2.], dtype=float32)
    """

    def get_symbol(self, *args: Any, **kwargs: Any) -> Symbol:
        from ..symbol import register

        return register.functions("_internal")["_NDArray"](*args, info=self._register(False), **kwargs)

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
        """
        return [*(out_grad if self.need_top_grad() else []), *in_data, *out_data]


for _class in (PythonOp, NumpyOp, NDArrayOp):
    _class.__module__ = "mxnet.operator"


concise_module(__name__, only=("register",))
