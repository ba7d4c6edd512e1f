"""The oldest operators written in Python: `NumpyOp` and `NDArrayOp`, which put themselves into a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._ops.custom import type_of_object
from .._runtime.tracebacks import concise_module

if TYPE_CHECKING:
    from ..symbol import Symbol
    from . import CustomOp


class PythonOp:
    """An operator whose object makes symbols of itself by `get_symbol` or a call.

    Subclasses of `NumpyOp` and `NDArrayOp` override what differs from the identity.

    Parameters
    ----------
    need_top_grad : bool
        Whether `backward` needs the gradient of the results; a loss does not.
    """

    def __init__(self, need_top_grad: bool = True) -> None:
        self.need_top_grad_ = need_top_grad

    def __call__(self, *args: Any, **kwargs: Any) -> Symbol:
        return self.get_symbol(*args, **kwargs)

    def get_symbol(self, *args: Any, **kwargs: Any) -> Symbol:
        """A symbol that runs this object on the given symbols."""
        raise NotImplementedError("PythonOp is abstract: derive from NumpyOp or NDArrayOp")

    def forward(self, in_data: Sequence[Any], out_data: Sequence[Any]) -> None:
        """Write the results into `out_data`; the input unless overridden."""
        out_data[0][:] = in_data[0]

    def backward(self, out_grad: Sequence[Any], in_data: Sequence[Any], out_data: Sequence[Any],
                 in_grad: Sequence[Any]) -> None:
        """Write the gradients into `in_grad`; one everywhere unless overridden."""
        in_grad[0][:] = 1.0

    def infer_shape(self, in_shape: list[Any]) -> Any:
        """Shapes of inputs and outputs."""
        return in_shape, [in_shape[0]]

    def list_outputs(self) -> list[str]:
        """Names of the outputs."""
        return ["output"]

    def list_arguments(self) -> list[str]:
        """Names of the inputs."""
        return ["data"]

    def need_top_grad(self) -> bool:
        """Whether `backward` needs the gradient of the results."""
        return self.need_top_grad_

    def _registered(self, on_numpy: bool) -> str:
        """What nodes name this object by; from now on it lives as long as the process, since they could need it."""
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
                found = owner.infer_shape(in_shape)
                return found[0], found[1], []

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
    """A `PythonOp` whose `forward` and `backward` work on numpy arrays."""

    def get_symbol(self, *args: Any, **kwargs: Any) -> Symbol:
        """A symbol that runs this object on the given symbols."""
        from ..symbol import register

        make = register.functions("_internal")["_Native"]
        return make(*args, info=self._registered(True), need_top_grad=self.need_top_grad(), **kwargs)


class NDArrayOp(PythonOp):
    """A `PythonOp` whose `forward` and `backward` work on NDArrays."""

    def get_symbol(self, *args: Any, **kwargs: Any) -> Symbol:
        """A symbol that runs this object on the given symbols."""
        from ..symbol import register

        return register.functions("_internal")["_NDArray"](*args, info=self._registered(False), **kwargs)

    def declare_backward_dependency(self, out_grad: list[int], in_data: list[int], out_data: list[int]) -> list[int]:
        """What `backward` uses."""
        return [*(out_grad if self.need_top_grad() else []), *in_data, *out_data]


for _class in (PythonOp, NumpyOp, NDArrayOp):
    _class.__module__ = "mxnet.operator"


concise_module(__name__, only=("register",))
