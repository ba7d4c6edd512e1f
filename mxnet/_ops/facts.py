"""Properties of an operator declaration besides its signature and its computation.

The defaults fit most operators, so a declaration names only the facts that differ. These classes are immutable;
`dataclasses.replace` creates a modified copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import torch

Params = dict[str, Any]
ShapeLike = tuple[int, ...] | None
TypeLike = torch.dtype | None
Fill = Callable[[Params, list[ShapeLike]], list[ShapeLike]]
Back = Callable[[Params, list[ShapeLike], tuple[int, ...]], list[ShapeLike]]
Partial = Callable[[Params, list[ShapeLike]], ShapeLike]
Size = tuple[int, ...]
ResultShapes = Callable[[Params, list[Size]], list[Size] | Size | None]
Types = Sequence[TypeLike]
PrecisionClass = Literal["low", "any", "full", "widest", "unlisted"]
Gradient = Literal["flows", "zero", "none"]
InputTypes = Callable[[Params, Types], list[TypeLike]]
ResultTypes = Callable[[Params, Types, int], list[TypeLike]]


def always(params: Params) -> bool:
    """Return True for all parameters."""
    return True


def _never(params: Params) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """Rules that infer shapes and dtypes of inputs and results.

    Attributes
    ----------
    fill
        Function that completes unknown input shapes from known ones.
    back
        Function that completes unknown input shapes from the shape of the first output, which may have unknown sizes
        too.
    partial
        Function that returns the result's shape while sizes are missing, for operators where trial sizes would mislead.
    shapes
        Function that returns the result shapes for complete input shapes without running the lowering, or None.
    input_types
        Function that sets the dtypes of untyped inputs. By default they get the dtype of the first typed input.
    index_inputs
        Positions of inputs that hold indices or conditions. Their dtype does not determine the other dtypes.
    one_type
        All inputs must have the same dtype.
    result_types
        Function that returns the result dtypes from the input dtypes and the number of results. The default is the
        parameter `dtype`, or the dtype of the first input that does not hold indices.
    rank_by_sizes
        Function that returns whether the rank of the result depends on sizes for the given parameters.
    """

    fill: Fill | None = None
    back: Back | None = None
    partial: Partial | None = None
    shapes: ResultShapes | None = None
    input_types: InputTypes | None = None
    index_inputs: tuple[int, ...] = ()
    one_type: bool = False
    result_types: ResultTypes | None = None
    rank_by_sizes: Callable[[Params], bool] = _never

    def result_shapes(self, params: Params, shapes: list[Size], outputs: int) -> list[Size] | None:
        """Return the result shapes for complete input shapes, or None if no rule applies."""
        if self.shapes is None or not shapes:
            return None
        try:
            inferred = self.shapes(params, shapes)
        except (ValueError, IndexError, KeyError):
            return None
        results = inferred if isinstance(inferred, list) else [] if inferred is None else [inferred]
        return results if len(results) == outputs else None


def drawn_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    """Return the parameter `dtype`, the dtype of random numbers for all dtypes of the distribution's parameters."""
    return [params["dtype"] or torch.float32] * count


def fixed_type(dtype: torch.dtype) -> ResultTypes:
    """Return a rule that gives all results this dtype."""
    return lambda params, known, count: [dtype] * count


@dataclass(frozen=True, slots=True, eq=False)
class Effects:
    """Effects of a call on memory, gradients and inputs.

    Attributes
    ----------
    alias
        The result is a view of the first input in torch. In MXNet it is a copy.
    fresh
        The result is newly allocated memory.
    overwritable
        The result is newly allocated and no gradient needs it, so the next operator may overwrite it.
    mutates
        Inputs that the lowering writes, for example optimizer states.
    converts_out
        The result is converted to the dtype of the ``out`` array. Other operators require equal dtypes.
    pure
        Two calls with the same inputs give the same result. User-defined operators may draw random numbers or count.
    cheap
        The backward pass may recompute the result instead of storing it. This excludes expensive operators and those
        whose result is as large as their inputs (concatenations).
    keeps_layout
        The result has the memory layout of the first input.
    passes_nan
        NaN in the data gives NaN in the result.
    gradient
        'flows' through the operator, is always 'zero', or does not exist ('none', which binding rejects). May be a
        function of the parameters.
    ignores_head
        The gradient is not zero for a zero head gradient: losses and user-defined operators.
    """

    alias: bool = False
    fresh: bool = False
    overwritable: Callable[[Params], bool] = _never
    mutates: tuple[str, ...] = ()
    converts_out: bool = False
    pure: bool = True
    cheap: bool = True
    keeps_layout: bool = False
    passes_nan: Callable[[Params], bool] = _never
    gradient: Gradient | Callable[[Params], Gradient] = "flows"
    ignores_head: bool = False

    def gradient_for(self, params: Params) -> Gradient:
        """Return the gradient class for these parameters."""
        return self.gradient(params) if callable(self.gradient) else self.gradient


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """Representation of the operator in functions, graphs and files.

    Attributes
    ----------
    method
        The operator is also a method of arrays and symbols.
    in_sparse
        Names in ``nd.sparse`` and ``sym.sparse``, in addition to names that begin with ``_sparse_``.
    hidden
        Parameters that are accepted but missing from MXNet's signature and documentation.
    unlisted
        Inputs that signatures omit, as MXNet does for the states of its oldest operators.
    named_input
        Monitors see the name of the only input. For other operators with one input, MXNet reports input0.
    output_names
        Names of the outputs, as a tuple or a function of the parameters. Further outputs are numbered.
    named_outputs
        MXNet uses these names too. Casts of outputs that MXNet only numbers are named by number.
    gradient_names
        Names of the input gradients for monitors, with ``{}`` for the node name. The last one applies to all further
        inputs. ``"inputs"`` uses the input names, as in MXNet's oldest operators; ``"zeros"`` marks an operator without
        a gradient that torch differentiates.
    workspace
        Number of hidden scratch outputs that MXNet counts in its files.
    twin
        Operator of ``mx.nd`` that computes the same result for floating point inputs of equal dtype.
    initial
        Default initializers, as JSON text, for variables passed as these inputs.
    """

    method: bool = False
    in_sparse: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    unlisted: frozenset[str] = frozenset()
    named_input: bool = False
    output_names: tuple[str, ...] | Callable[[Params], tuple[str, ...]] = ("output",)
    named_outputs: bool = False
    gradient_names: tuple[str, ...] | Literal["inputs", "zeros"] | None = None
    workspace: Callable[[Params], int] | None = None
    initial: Mapping[str, str] = field(default_factory=dict)
    twin: str | None = None


FALLBACK = object()


@dataclass(frozen=True, slots=True, eq=False)
class Sparse:
    """Rules for sparse arrays. Without rules, the operator computes on dense copies, as in MXNet.

    Attributes
    ----------
    stored
        Function of operator, parameters and input contents that returns the result, or `FALLBACK` for dense copies.
    recorded
        Function of parameters and input contents that records the call without dense copies of constant inputs.
    stype
        Function that returns the storage type of the result, if that is cheaper than computing the result.
    stype_parameter
        Name of the parameter that requests a sparse result for dense inputs.
    row_gradient
        Function of parameters and storage type of the first input: whether the second input gets a row-sparse gradient.
    update
        Function that applies the optimizer step for a row-sparse gradient, from operator, parameters, contents and
        in-place flag.
    """

    stored: Callable[..., Any] | None = None
    recorded: Callable[[Params, list[Any]], Any] | None = None
    stype: Callable[..., str] | None = None
    stype_parameter: str | None = None
    row_gradient: Callable[[Params, str], bool] | None = None
    update: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Precision:
    """Behavior in automatic mixed precision.

    Attributes
    ----------
    float16
        'low' precision, the incoming dtype ('any'), float32 ('full'), the 'widest' dtype of the inputs, or 'unlisted':
        the incoming dtype, and the operator is in no list.
    bfloat16
        The same for bfloat16. The default is the class for float16, but 'full' instead of 'any' and 'low'.
    full_if
        Name of a parameter and the values for which the operator runs in float32.
    scales_loss
        The operator creates its own gradient, so the loss scale is applied here.
    casts
        The operator is a cast inserted by mixed precision. Its result dtypes do not determine its input dtypes, and
        files omit its nodes unless the caller requests them.
    """

    float16: PrecisionClass = "any"
    bfloat16: PrecisionClass | None = None
    full_if: tuple[str, tuple[str, ...]] | None = None
    scales_loss: bool = False
    casts: bool = False

    def of(self, low: str) -> PrecisionClass:
        """Return the class for one of the two low precision dtypes."""
        if low == "float16":
            return self.float16
        return self.bfloat16 or ("full" if self.float16 in ("any", "low") else self.float16)


@dataclass(frozen=True, slots=True, eq=False)
class Quantized:
    """Relation of an 8-bit operator to its float32 operator.

    Attributes
    ----------
    form_of
        Name of the corresponding float32 operator.
    form_if
        Parameters of that operator for which this form applies.
    has_weights
        Worth quantizing on its own. Operators without weights are quantized only between operators with weights.
    float_inputs
        Positions of inputs that stay float32.
    signed
        Whether 'auto' selects signed data.
    ranges
        Source of the result's range: 'computed' from the input ranges, 'requantized' because the results are 32-bit
        sums that must be converted to 8 bits, or 'calibrated' and passed as parameters.
    """

    form_of: str | None = None
    form_if: Callable[[Params], bool] = always
    has_weights: bool = False
    float_inputs: tuple[int, ...] = ()
    signed: bool = False
    ranges: Literal["computed", "requantized", "calibrated"] = "computed"


# Shared values for many declarations.
DRAWN = Inference(result_types=drawn_type)
INT64 = Inference(result_types=fixed_type(torch.int64))
FLOAT32 = Inference(result_types=fixed_type(torch.float32))
VIEW = Effects(alias=True)
LOSS = Effects(ignores_head=True)
ZERO_GRADIENT = Effects(gradient="zero")
NO_GRADIENT = Effects(gradient="none")
METHOD = Form(method=True)
NAMED_INPUT = Form(method=True, named_input=True)
NAMED_OUTPUTS = Form(method=True, named_outputs=True)
LEGACY = Form(method=True, named_outputs=True, gradient_names="inputs")
LEGACY_FUNCTION = Form(named_outputs=True, gradient_names="inputs")
DETACHED = Form(gradient_names="zeros")
LOW = Precision("low")
FULL = Precision("full")
WIDEST = Precision("widest")
UNLISTED = Precision("unlisted")
