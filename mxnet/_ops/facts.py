"""The parts of an operator's declaration: what is known about it besides its signature and its computation.

Each fact has a default that fits most operators, so a declaration names only those that differ. Parts are immutable;
`dataclasses.replace` makes one that differs in a few facts.
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
    """The fact holds for all parameters."""
    return True


def _never(params: Params) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """How shapes and types of inputs and results follow from one another.

    Attributes
    ----------
    fill
        Completes unknown input shapes from known ones.
    back
        Completes unknown input shapes from that of the first output, which may itself have unknown sizes.
    partial
        The result's shape while sizes are missing, where trying out sizes would say something else.
    shapes
        The results' shapes for complete input shapes, without running the lowering; None where that has to tell.
    input_types
        What inputs without a type get from the known ones; by default the type of the first that has one.
    index_inputs
        Positions of inputs that hold indices or conditions: their type says nothing about the others.
    one_type
        All inputs must have one type.
    result_types
        The types of so many results from those of the inputs; by default the parameter `dtype`, or the type of the
        first input that holds no indices.
    rank_by_sizes
        Tells for which parameters the number of axes of the result depends on sizes.
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
        """Shapes of the results for complete shapes of the inputs, or None if no rule tells."""
        if self.shapes is None or not shapes:
            return None
        try:
            found = self.shapes(params, shapes)
        except (ValueError, IndexError, KeyError):
            return None
        results = found if isinstance(found, list) else [] if found is None else [found]
        return results if len(results) == outputs else None


def drawn_type(params: Params, known: Types, count: int) -> list[TypeLike]:
    """Random numbers have the type that the parameter `dtype` says, whatever that of their distribution's numbers."""
    return [params["dtype"] or torch.float32] * count


def fixed_type(kind: torch.dtype) -> ResultTypes:
    """The rule that results have this type."""
    return lambda params, known, count: [kind] * count


@dataclass(frozen=True, slots=True, eq=False)
class Effects:
    """What a call does to memory, to gradients and to what it is given.

    Attributes
    ----------
    alias
        The result shares memory with the first input in torch (a view), which MXNet's does not.
    fresh
        The result is new memory.
    overwritable
        The result is new memory and no gradient is computed from it: the next operator may overwrite it.
    mutates
        Inputs that the lowering writes (optimizer states).
    converts_out
        The result is converted to the type of the array given as ``out``, where others ask for the same type.
    pure
        Two calls with the same inputs give the same; operators that users write may draw random numbers or count.
    cheap
        The backward pass may compute the result again instead of keeping it: neither is it expensive, nor (as
        concatenations) as large as what it is made of.
    keeps_layout
        The result has the memory order of the first input.
    passes_nan
        The result has NaN where the data does.
    gradient
        'flows' through the operator, is 'zero' whatever comes in, or does not exist ('none'): binding refuses it. A
        function tells it from the parameters.
    ignores_head
        The gradient is not zero when that of the result is: losses, and operators that users write.
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
        """Return what becomes of the gradient with these parameters."""
        return self.gradient(params) if callable(self.gradient) else self.gradient


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """How functions, graphs and files show the operator.

    Attributes
    ----------
    method
        Whether arrays and symbols have it as a method.
    in_sparse
        Its names in ``nd.sparse`` and ``sym.sparse``, besides those that begin with ``_sparse_``.
    hidden
        Parameters that work although the original's signature and documentation do not show them.
    unlisted
        Inputs that signatures leave out, as MXNet's do with states of its oldest operators.
    named_input
        The original tells monitors the name of the only input; it says input0 for others with one.
    output_names
        Names of the outputs, as a tuple or by parameters; outputs beyond it are numbered.
    named_outputs
        The original has these names too; casts of outputs that it only numbers are named by numbers.
    gradient_names
        Names under which monitors receive the gradients of the inputs, with ``{}`` for the name of the node; the last
        one serves all further inputs. ``"inputs"`` for the names of the inputs, as in MXNet's oldest operators;
        ``"zeros"`` for an operator without a gradient that torch differentiates.
    workspace
        How many scratch outputs MXNet counts in its files that nothing can read.
    twin
        The operator of ``mx.nd`` that computes the same from floating point numbers of one type.
    initial
        Initializers, as JSON texts, that variables given as these inputs get unless they have one.
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
    """What the operator does with sparse arrays; without rules it computes with dense copies, as in MXNet.

    Attributes
    ----------
    stored
        The result of operator, parameters and contents of the inputs, or `FALLBACK` for dense copies.
    recorded
        How it is recorded without dense copies of constant inputs: from parameters and what the inputs hold.
    stype
        The storage type of the result, where telling it is cheaper than computing the result.
    stype_parameter
        The parameter that asks for a sparse result of dense arrays.
    row_gradient
        Tells, from parameters and the storage type of the first input, whether the second gets a row-sparse gradient.
    update
        The optimizer step for a row-sparse gradient: from operator, parameters, contents and whether it is in place.
    """

    stored: Callable[..., Any] | None = None
    recorded: Callable[[Params, list[Any]], Any] | None = None
    stype: Callable[..., str] | None = None
    stype_parameter: str | None = None
    row_gradient: Callable[[Params, str], bool] | None = None
    update: Callable[..., Any] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Precision:
    """How the operator runs in automatic mixed precision.

    Attributes
    ----------
    float16
        In 'low' precision, in the type that arrives ('any'), in float32 ('full'), in the 'widest' type of the inputs,
        or 'unlisted': as it arrives, and no list names it.
    bfloat16
        The same for bfloat16, where it is not as for float16 or 'full' in place of 'any' and 'low'.
    full_if
        A parameter and its values with which it runs in float32.
    scales_loss
        It makes its own gradient, which is where the loss scale must enter.
    casts
        It is a cast that mixed precision inserts. The types of its results do not determine those of its inputs, and
        files omit its nodes unless the caller asks for them.
    """

    float16: PrecisionClass = "any"
    bfloat16: PrecisionClass | None = None
    full_if: tuple[str, tuple[str, ...]] | None = None
    scales_loss: bool = False
    casts: bool = False

    def of(self, low: str) -> PrecisionClass:
        """The class for one of the two low precision types."""
        if low == "float16":
            return self.float16
        return self.bfloat16 or ("full" if self.float16 in ("any", "low") else self.float16)


@dataclass(frozen=True, slots=True, eq=False)
class Quantized:
    """What an operator over 8 bit integers stands for.

    Attributes
    ----------
    form_of
        The float32 operator whose 8 bit form it is.
    form_if
        For which parameters of that operator.
    has_weights
        It is worth quantizing alone; others only between such ones.
    float_inputs
        Positions of inputs that stay float32.
    ranges
        Where the range of the result comes from: 'computed' from the ranges of the inputs, 'requantized' because the
        results are 32 bit sums that must be brought back to 8 bits, or 'calibrated' and passed as parameters.
    """

    form_of: str | None = None
    form_if: Callable[[Params], bool] = always
    has_weights: bool = False
    float_inputs: tuple[int, ...] = ()
    ranges: Literal["computed", "requantized", "calibrated"] = "computed"


# Parts that many declarations share.
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
