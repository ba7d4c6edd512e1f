"""Trace functions into graphs by calling them with variables instead of arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .._runtime.structure import flatten, regroup

INPUT, OUTPUT = (f"When hybridized, the {what} of HybridBlock" for what in ("input", "output"))


class Traced(NamedTuple):
    """A function of nested lists of arrays as a graph.

    Attributes
    ----------
    inputs
        Its variables, as symbols, in the order of the arrays.
    result
        All outputs as one symbol.
    ends_in_nd
        Whether the function was given variables in NumPy's form and returned plain symbols.
    in_format, out_format
        The structure of arguments and results (see `structure.flatten`). A number above 1 is a symbol with that many
        outputs.
    """

    inputs: list[Any]
    result: Any
    in_format: Any
    out_format: Any
    ends_in_nd: bool = False

    @property
    def input_names(self) -> list[str]:
        return [str(entry.name) for entry in self.inputs]

    def flat(self, args: tuple[Any, ...], kind: type) -> list[Any]:
        """The arrays of a call, which must be nested as those of the first one; None at the end may be left out."""
        if len(args) == 1 and isinstance(args[0], kind) and self.in_format == [0]:
            return list(args)
        found, form = flatten(args, kind, INPUT, True)
        known = self.in_format
        shorter, longer = sorted((form, known), key=len)
        if form != known and (len(shorter) == len(longer) or longer[:len(shorter)] != shorter
                              or any(f != -1 for f in longer[len(shorter):])):
            raise ValueError(f"inputs are nested as {form}, but the block was traced with inputs nested as {known}; "
                             "call hybridize again to trace it anew")
        return [array for array in found if array is not None]

    def nested(self, results: list[Any]) -> Any:
        """Return the results in the structure that the function returned."""
        return results[0] if self.out_format == 0 else regroup(results, self.out_format, absent=True)


def separate(values: Any, kind: type) -> Any:
    """Nested lists of symbols, where one with several outputs becomes a list of them."""
    if isinstance(values, kind):
        return list(values) if len(values) > 1 else values  # type: ignore[arg-type, call-overload]
    return [separate(value, kind) for value in values] if isinstance(values, (list, tuple)) else values


def flatten_symbols(values: Any, kind: type, what: str) -> tuple[list[Any], Any]:
    """Flatten nested lists of symbols. The format of a symbol with several outputs is their number."""
    flat, form = flatten(values, kind, what, True)
    rest = iter(flat)

    def counted(part: Any) -> Any:
        if isinstance(part, list):
            return [counted(p) for p in part]
        leaf = next(rest)
        return part if leaf is None or len(leaf) == 1 else len(leaf)

    return [one for leaf in flat for one in ([leaf] if leaf is None or len(leaf) == 1 else leaf)], counted(form)


def trace(function: Callable[..., Any], args: tuple[Any, ...], array_class: type, symbols: Any,
          numpy_form: bool = False) -> Traced:
    """The graph of `function`; `symbols` is the module that makes them, in NumPy's form if `numpy_form`."""
    flat, in_format = flatten(args, (array_class, symbols.Symbol), INPUT, True)
    count = sum(f is not None for f in flat)
    if count == 0:
        raise ValueError(f"at least one input must not be None, received {args}")
    inputs = [symbols.var("data" if count == 1 else f"data{i}") for i in range(count)]
    rest = iter([variable.as_np_ndarray() for variable in inputs] if numpy_form else inputs)
    result = function(*regroup([None if f is None else next(rest) for f in flat], in_format))
    outputs, out_format = flatten_symbols(result, symbols.Symbol, OUTPUT)
    found = [o for o in outputs if o is not None]
    plain = [type(o) is symbols.Symbol for o in found] if numpy_form else []
    ends_in_nd = any(plain)
    if ends_in_nd and not all(plain):
        raise TypeError("a block returned symbols of mx.sym and of mx.sym.np; all results must be of one kind")
    return Traced(inputs, symbols.Group(found), in_format, out_format, ends_in_nd)
