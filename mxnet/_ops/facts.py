"""The parts of an operator's declaration: what is known about it besides its signature and its computation.

Each fact has a default that fits most operators, so a declaration names only those that differ.
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
InputTypes = Callable[[Params, Types], list[TypeLike]]
ResultTypes = Callable[[Params, Types, int], list[TypeLike]]


def _never(params: Params) -> bool:
    return False


@dataclass(slots=True, eq=False)
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
    one_way
        The result's type says nothing about the input's, even where it is the same (casts of mixed precision).
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
    one_way: bool = False
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


def always(kind: torch.dtype) -> ResultTypes:
    """The rule that results have this type."""
    return lambda params, known, count: [kind] * count


@dataclass(slots=True, eq=False)
class Effects:
    """What a call does to memory, to gradients and to what it is given.

    Attributes
    ----------
    alias
        The result shares memory with the first input in torch (a view), which MXNet's does not.
    mutates
        Inputs that the lowering writes (optimizer states).
    pure
        Two calls with the same inputs give the same; operators that users write may draw random numbers or count.
    gradient
        'flows' through the operator, is 'zero' whatever comes in, or does not exist ('none'): binding refuses it.
    ignores_head
        The gradient is not zero when that of the result is: losses, and operators that users write.
    """

    alias: bool = False
    mutates: tuple[str, ...] = ()
    pure: bool = True
    gradient: Literal["flows", "zero", "none"] = "flows"
    ignores_head: bool = False


@dataclass(slots=True, eq=False)
class Form:
    """How functions, graphs and files show the operator.

    Attributes
    ----------
    method
        Whether arrays and symbols have it as a method.
    hidden
        Parameters that work although the original's signature and documentation do not show them.
    unlisted
        Inputs that signatures leave out, as MXNet's do with states of its oldest operators.
    output_names
        Names of the outputs, as a tuple or by parameters; outputs beyond it are numbered.
    workspace
        How many scratch outputs MXNet counts in its files that nothing can read.
    initial
        Initializers, as JSON texts, that variables given as these inputs get unless they have one.
    """

    method: bool = True
    hidden: frozenset[str] = frozenset()
    unlisted: frozenset[str] = frozenset()
    output_names: tuple[str, ...] | Callable[[Params], tuple[str, ...]] = ("output",)
    workspace: Callable[[Params], int] | None = None
    initial: Mapping[str, str] = field(default_factory=dict)
