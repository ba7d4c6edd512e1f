"""`OpDef`, the declaration of an operator, and helpers that create it."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, get_args

from .._runtime.error import MXNetError
from .._runtime.torch_messages import reworded
from .._runtime.tracebacks import near
from .facts import METHOD, Effects, Form, Inference, Precision, Quantized, Sparse
from .facts import ShapeLike as ShapeLike
from .params import Environment, IntParam, Param
from .shapes import broadcast, of_all
from .shapes import same_shapes as same_shapes

Lowering = Callable[..., Any]
Count = int | Callable[[dict[str, Any]], int]
Present = Callable[[dict[str, Any]], Sequence[str]]
REQUIRED = inspect.Parameter.empty


@dataclass(slots=True, eq=False)
class OpDef:
    """Declaration of an operator.

    Attributes
    ----------
    lower
        Computation, a function over torch tensors.
    inputs, params
        Names of tensor inputs; types of keyword parameters, in MXNet's order.
    defaults
        Default value of each optional parameter.
    variadic
        Name of the parameter that holds the number of inputs ('num_args'), for operators over a list.
    environment
        Keyword arguments of the lowering that are set by the caller: training, generator and device.
    present
        Function that returns the inputs for the given parameters (``no_bias`` drops 'bias'); None means all.
    optional
        Inputs that a call may omit independent of the parameters.
    aux
        Auxiliary states: inputs that are not differentiated and are written in training.
    outputs, visible
        Number of results, and number of results returned to the caller.
    dynamic
        Input names depend on the parameters only, as for ``Custom``.
    inference, effects, form, sparse, precision, quantized
        Further properties, see ``facts``.
    """

    name: str
    lower: Lowering
    inputs: tuple[str, ...]
    params: dict[str, Param]
    defaults: dict[str, Any]
    doc: str
    aliases: tuple[str, ...] = ()
    _: KW_ONLY
    variadic: str | None = None
    environment: frozenset[str] = frozenset()
    present: Present | None = None
    optional: frozenset[str] = frozenset()
    aux: tuple[str, ...] = ()
    outputs: Count = 1
    visible: Count | None = None
    dynamic: bool = False
    inference: Inference = Inference()
    effects: Effects = Effects()
    form: Form = Form()
    sparse: Sparse = Sparse()
    precision: Precision = Precision()
    quantized: Quantized = Quantized()

    def input_names(self, params: dict[str, Any]) -> Sequence[str]:
        """Return the inputs that exist for these parameters."""
        if self.present is not None:
            return self.present(params)
        if self.variadic is not None:
            return [f"arg{i}" for i in range(int(params.get(self.variadic) or 0))]
        return self.inputs

    def aux_names(self, params: dict[str, Any]) -> Sequence[str]:
        """Return the inputs that are auxiliary states."""
        return self.aux

    def output_count(self, params: dict[str, Any]) -> int:
        return self.outputs if isinstance(self.outputs, int) else self.outputs(params)

    def visible_count(self, params: dict[str, Any]) -> int:
        visible = self.outputs if self.visible is None else self.visible
        return visible if isinstance(visible, int) else visible(params)

    def parse(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """Validate parameter values or attribute strings and fill in defaults."""
        values = dict(self.defaults)
        for key, value in attributes.items():
            param = self.params.get(key)
            if param is not None:
                values[key] = value if type(value) in param.fast else self._convert(key, param, value)
            elif self.params and not (key.startswith("__") and key.endswith("__")):
                raise MXNetError(f"operator {self.name}: Cannot find argument '{key}',{near(key, self.params)} "
                                 f"Possible Arguments: {', '.join(self.params)}")
        for key, value in values.items():
            if value is REQUIRED:
                raise MXNetError(
                    f"operator {self.name}: Required parameter {key} of {self.params[key].describe()} is not presented"
                )
        return values

    def _convert(self, key: str, param: Param, value: Any) -> Any:
        try:
            return param.parse(value)
        except (ValueError, TypeError, SyntaxError, LookupError, ArithmeticError, RecursionError, MemoryError):
            raise MXNetError(
                f"operator {self.name}: Invalid Parameter format for {key} expect {param.describe()} "
                f"but value={str(value)!r}"
            ) from None

    def bind(self, params: dict[str, Any]) -> Lowering:
        """Return the lowering with its parameters fixed."""
        defaults = self.defaults
        changed = {k: v for k, v in params.items() if k != self.variadic and not (k in defaults and defaults[k] is v)}
        return _with_defaults(self.lower, changed) if changed else self.lower

    def wrap_error(self, error: Exception, tensors: Sequence[Any]) -> MXNetError:
        """Convert `error` to an MXNetError with the name and the inputs of this operator."""
        if isinstance(error, MXNetError):
            return error
        received = ", ".join(
            f"{name}={tuple(t.shape)} {str(t.dtype).removeprefix('torch.')}"
            for name, t in zip(self.inputs or [f"arg{i}" for i in range(len(tensors))], tensors, strict=False)
            if hasattr(t, "shape")
        )
        return MXNetError(f"operator {self.name}: {reworded(error)} (received {received})")


def _with_defaults(function: Lowering, values: dict[str, Any]) -> Lowering:
    """Fix keyword parameters of `function`. A copy with other defaults is faster to call than a partial."""
    if not isinstance(function, types.FunctionType) or function.__code__.co_flags & inspect.CO_VARKEYWORDS:
        return functools.partial(function, **values)
    copy = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__,
                              function.__closure__)
    copy.__kwdefaults__ = {**(function.__kwdefaults__ or {}), **values}
    return copy


REGISTRY: dict[str, OpDef] = {}


def find(name: str) -> OpDef:
    """Return the operator with this name or alias; raise MXNetError if it does not exist."""
    try:
        return REGISTRY[name]
    except KeyError:
        raise MXNetError(f"Operator {name} is not registered") from None


def _annotation(function: Lowering, parameter: inspect.Parameter) -> Any:
    """Return the annotation of a parameter. A lookup of a plain name takes a tenth of the time of an evaluation."""
    known = function.__globals__.get(parameter.annotation)
    # typing.get_type_hints of Python 3.10 wraps annotations of parameters with default None in Optional[...].
    return inspect.get_annotations(function, eval_str=True)[parameter.name] if known is None else known


def read_signature(function: Lowering) -> tuple[tuple[str, ...], dict[str, Param], dict[str, Any], frozenset[str]]:
    """Return inputs, parameter types, defaults and environment of a lowering, read from its signature."""
    inputs, params, defaults, environment = [], {}, {}, set()
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.KEYWORD_ONLY:
            inputs.append(parameter.name)
            continue
        hint = _annotation(function, parameter)
        mark = next((m for m in get_args(hint)[1:] if isinstance(m, (Param, Environment))), None)
        if isinstance(mark, Environment):
            environment.add(mark.name)
        elif isinstance(mark, Param):
            params[parameter.name], defaults[parameter.name] = mark, parameter.default
        else:
            raise TypeError(f"{function.__name__}: parameter {parameter.name} has no Param annotation")
    return tuple(inputs), params, defaults, frozenset(environment)


def add(op: OpDef) -> OpDef:
    """Add an operator and its aliases to the registry."""
    for name in (op.name, *op.aliases):
        if name in REGISTRY:
            raise ValueError(f"operator {name} is declared twice")
        REGISTRY[name] = op
    return op


def register(name: str, *aliases: str, variadic: str | None = None, present: Present | None = None,
             optional: frozenset[str] = frozenset(), aux: tuple[str, ...] = (), outputs: Count = 1,
             visible: Count | None = None, dynamic: bool = False, inference: Inference = Inference(),
             effects: Effects = Effects(), form: Form = Form(), sparse: Sparse = Sparse(),
             precision: Precision = Precision(), quantized: Quantized = Quantized()) -> Callable[[Lowering], Lowering]:
    """Declare the decorated function as operator `name`.

    Positional parameters are tensor inputs, keyword-only parameters are operator parameters. The keywords are the
    fields of `OpDef`.
    """

    def declare(function: Lowering) -> Lowering:
        inputs, params, defaults, environment = read_signature(function)
        if variadic is not None:
            inputs = inputs[:1]
            # The count is a parameter of the symbol, never of the lowering.
            params.setdefault(variadic, _COUNT)
            defaults.setdefault(variadic, 0)
        add(OpDef(name, function, inputs, params, defaults, inspect.getdoc(function) or "", aliases, variadic=variadic,
                  environment=environment, present=present, optional=optional, aux=aux, outputs=outputs,
                  visible=visible, dynamic=dynamic, inference=inference, effects=effects, form=form, sparse=sparse,
                  precision=precision, quantized=quantized))
        return function

    return declare


ELEMENTWISE = Inference(fill=same_shapes, shapes=of_all)
BROADCAST = Inference(shapes=broadcast, one_type=True)
ONE_SHAPE = Inference(fill=same_shapes)


def unary(name: str, function: Lowering, doc: str, *aliases: str, effects: Effects = Effects(), form: Form = METHOD,
          sparse: Sparse = Sparse(), precision: Precision = Precision()) -> None:
    """Declare an elementwise operator of one input and no parameters."""
    add(OpDef(name, function, ("data",), {}, {}, doc, aliases, inference=ELEMENTWISE, effects=effects, form=form,
              sparse=sparse, precision=precision))


def binary(name: str, function: Lowering, doc: str, *aliases: str, inference: Inference = BROADCAST,
           effects: Effects = Effects(), form: Form = METHOD, sparse: Sparse = Sparse(),
           precision: Precision = Precision()) -> None:
    """Declare an elementwise operator of two inputs and no parameters."""
    add(OpDef(name, function, ("lhs", "rhs"), {}, {}, doc, aliases, inference=inference, effects=effects, form=form,
              sparse=sparse, precision=precision))


_COUNT = IntParam()
