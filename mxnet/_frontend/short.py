"""Short forms of the most frequent calls, each close to the cost of its torch call.

All forms come from one source template: read the tensors, find the lowering, run it, wrap the result, put it on the
tape. They differ in the number of arrays and in how they find the lowering. `compile_form` inserts the shared steps as
text, because one more function call costs 8% of a small operation.

Forms with parameters cache the lowering bound to each distinct set of parameters. Unusual calls (``out=``, arrays by
keyword, sparse arrays, wrong arguments) are not in the cache and take the general call (`eager.make`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from .._ops.opdef import REQUIRED, OpDef
from .._runtime import device, profiling, storage
from .._runtime.autograd import tape
from .._runtime.error import TORCH_ERRORS, MXNetError
from .._runtime.generated import define
from .._runtime.storage import ArrayBase
from .._runtime.tracebacks import shorten
from . import eager
from .eager import Eager, check_operands
from .results import any_on_tape, put_on_tape

General = Callable[..., Eager]


class Straight(NamedTuple):
    """The parameters that a short form accepts.

    Attributes
    ----------
    names
        Parameters that may be passed by keyword.
    leading
        Number of parameters that may be passed by position.
    gathers
        Pass several positional numbers as one tuple, the first parameter.
    """

    names: frozenset[str]
    leading: int
    gathers: bool = False


_FORM = """\
def make(op, array_class, {bindings}):
    last = (), None, None

    def call({arguments}):
        nonlocal last
        try:
            {find}
            try:
                {compute}
            except TORCH_ERRORS as error:
                raise op.wrap_error(error, ({tensors},)) from error
            result = new({kind})
            result._data, result._ctx, result._tape = tensor, {context}, None
            if tensor.requires_grad or ({on_tape}):
                return result if put_on_tape(result, {record}) else call({passed})
            return result
        except Exception as error:
            shorten(error)
            raise

    return call
"""
# Compare the parameters with those of the last call first: this is faster than a lookup if they are the same objects.
_CACHED = """\
{named}
seen, given, run = last
try:
    if kwargs != given or (values is not seen and values != seen):
        run = bound[(*values, *kwargs.items())]
        last = values, kwargs, run
    {read}
except NOT_CACHED:
    last = (), None, None
    run = bind(op, bound, values, kwargs, straight) if {plain} else None
    if run is None:
        {general}
    {read}
"""
_DEFAULTS = {
    "kind": "array_class if type({first}) is array_class else class_of(op, {first}, array_class)",
    "named": "if name is not None and strict:\n    {general}", "context": "{first}._ctx",
    "compute": "tensor = run({tensors})", "record": "({arrays},), op, run", "given": "{arrays}",
    "general": "return call_general(general, ({given},), values, kwargs, name)"}
ONE_ARRAY = {
    "arrays": "data", "tensors": "source", "first": "data", "on_tape": "data._tape is not None and state.recording",
    "plain": "class_of_plain((data,), array_class)", "read": "source = data._data"}
TWO_ARRAYS = {
    "arrays": "lhs, rhs", "tensors": "left, right", "first": "lhs",
    "on_tape": "(lhs._tape is not None or rhs._tape is not None) and state.recording",
    "plain": "class_of_plain((lhs, rhs), array_class)",
    "read": "left, right = lhs._data, rhs._data"}
_ARRAYS = {
    "arrays": "*arrays", "tensors": "*tensors", "first": "first", "on_tape": "state.recording and any_on_tape(arrays)",
    "context": "where", "plain": "class_of_plain(arrays, array_class)",
    "read": "tensors, first = tuple(map(tensor_of, arrays)), arrays[0]",
    "one_device": """\
where = first._ctx
for array in arrays:
    if array._ctx is not where:
        check_same(op.name, where, array._ctx)
"""}


def compile_form(name: str, *parts: dict[str, str], objects: dict[str, Any] | None = None,
                 **pieces: str) -> Callable[..., Eager]:
    """Return a function of an operator, a class of arrays and the `bindings` that makes the short form of the operator.

    `parts` and `pieces` replace the names in braces of the template. The source may use `objects` by name.
    """
    known = _DEFAULTS.copy()
    for part in (*parts, pieces):
        known.update(part)
    known["passed"] = known["arguments"].replace(", name=None", "").replace("=None", "")
    source, count = _FORM, 1
    while count:  # pieces contain names of other pieces; indent their further lines like the first
        source, count = re.subn(r"(?m)^( *)(.*?)\{(\w+)\}", lambda match: (
            match[1] + match[2] + known[match[3]].rstrip().replace("\n", "\n" + match[1])), source)
    return define(source, f"<mxnet short form: {name}>", "make", {**_NAMESPACE, **(objects or {})})


def _bind(op: OpDef, bound: dict[Any, Any], values: tuple[Any, ...], kwargs: dict[str, Any], straight: Straight) -> Any:
    """Return the lowering bound to these parameters, and cache it; None if the short form does not accept them."""
    if straight.gathers and len(values) > 1:
        given: dict[str, Any] = {next(iter(op.params)): values}
    elif len(values) > straight.leading:
        return None
    else:
        given = dict(zip(op.params, values, strict=False))
    if any(name not in straight.names or name in given for name in kwargs):
        return None
    given.update(kwargs)
    if eager.makes_sparse(op, given):
        return None
    key = eager.exact_key(op, None, given) if eager.has_signed_zero(op, given) else (*values, *kwargs.items())
    try:
        run = bound.get(key)
    except TypeError:
        return None  # unhashable parameters such as lists are parsed at each call
    if run is None:
        try:
            run = op.bind(op.parse(given))
        except (MXNetError, TypeError, ValueError):
            return None  # the general call accepts or rejects them
        if len(bound) < eager.MOST_BOUND:
            bound[key] = run
    return run


def _call_general(general: Eager, inputs: Sequence[Any], values: tuple[Any, ...], kwargs: dict[str, Any],
                  name: str | None) -> Any:
    """Make the general call, without trailing inputs that were not passed."""
    if name is not None:
        kwargs["name"] = name
    while inputs and inputs[-1] is None and not values:
        inputs = inputs[:-1]
    return general(*inputs, *values, **kwargs)


def _class_of_plain(arrays: Any, array_class: type[ArrayBase]) -> type[ArrayBase] | None:
    """Return the class of the first of `arrays`; None unless all are dense arrays of `array_class` or a subclass."""
    plain = isinstance(arrays, (list, tuple)) and arrays and all(
        isinstance(array, array_class) and type(array)._plain is type(array) for array in arrays)
    return type(arrays[0]) if plain else None


_NAMESPACE: dict[str, Any] = {
    "__name__": __name__,
    "TORCH_ERRORS": TORCH_ERRORS, "new": object.__new__, "state": tape.state, "put_on_tape": put_on_tape,
    "shorten": shorten, "any_on_tape": any_on_tape, "check_same": device.check_same, "check_operands": check_operands,
    "copy_on_write": storage.copy_on_write, "tensor_of": attrgetter("_data"), "bind": _bind, "class_of": eager.class_of,
    "class_of_plain": _class_of_plain, "call_general": _call_general,
    # Parameters given as arrays cannot be compared with those of the last call: TypeError or ValueError.
    "NOT_CACHED": (KeyError, TypeError, AttributeError, ValueError, IndexError, MXNetError),
}
_unary = compile_form(
    "one array", ONE_ARRAY, arguments="data=None, *values, name=None, **kwargs",
    bindings="general, strict, run", kind="kind", find="""\
kind = array_class if type(data) is array_class else {plain}
if kind is None or kwargs or values or (name is not None and strict):
    {general}
{read}
""")
_single = compile_form(
    "one array and parameters", ONE_ARRAY, arguments="data=None, *values, name=None, **kwargs",
    bindings="general, strict, straight, bound, alias", find=_CACHED + """\
if alias:
    source = copy_on_write(source)
""")
_pair = compile_form(
    "two arrays and parameters", TWO_ARRAYS, arguments="lhs=None, rhs=None, *values, name=None, **kwargs",
    bindings="general, strict, straight, bound", find=_CACHED + """\
if lhs._ctx is not rhs._ctx:
    check_same(op.name, lhs._ctx, rhs._ctx)
""")
_operands = compile_form(
    "two arrays", TWO_ARRAYS, arguments="lhs=None, rhs=None, *values, name=None, **kwargs",
    bindings="general, strict, lower, same, alike, with_number", kind="kind", record="(lhs, rhs), op, lower",
    find="""\
kind = array_class if type(lhs) is array_class and type(rhs) is array_class else {plain}
if kind is None or kwargs or values or (name is not None and strict):
    if with_number is not None and not kwargs and not values and type(lhs) is array_class and (
            type(rhs) is int or type(rhs) is float):
        return with_number(lhs, rhs)
    {general}
{read}
run = same
if left.dtype is not right.dtype or lhs._ctx is not rhs._ctx:
    if alike or lhs._ctx is not rhs._ctx:
        check_operands(op, lhs, rhs)
    run = lower
""")
_listed = compile_form(
    "a list of arrays and parameters", _ARRAYS, arguments="arrays=None, *values, **kwargs", given="arrays",
    bindings="general, straight, bound", named="name = None", find=_CACHED + "{one_device}")
# The general call fills `bound`.
_many = compile_form(
    "arrays and parameters", _ARRAYS, arguments="*arrays, name=None, **kwargs", bindings="general, bound", find="""\
count, given, run = last
try:
    if count != len(arrays) or kwargs != given:
        run, _ = bound[(len(arrays), *kwargs.items())]
        last = len(arrays), kwargs, run
    {read}
except NOT_CACHED:
    return call_general(general, arrays, (), kwargs, name)
{one_device}
""")


def make(op: OpDef, array_class: type[ArrayBase], general_of: General = eager.make,
         straight: Straight | None = None) -> Eager:
    """Return the function that applies `op` to arrays of `array_class`; `general_of` makes the one for unusual calls.

    `straight` lists the parameters that the short form accepts, all of them by default.
    """
    unusual = op.environment or op.dynamic or op.effects.mutates or op.outputs != 1 or op.visible is not None
    bound: dict[Any, Any] = {}
    strict = general_of is not eager.make  # the general call handles ``name=``, which `eager.make` ignores
    if unusual or not op.inputs or (op.effects.alias and len(op.inputs) > 1):
        call = general_of(op, array_class)
    elif op.variadic or op.present is not None or op.optional or len(op.inputs) > 2:
        call = _many(op, array_class, general_of(op, array_class, bound), bound)
    elif op.params or op.effects.alias:
        if REQUIRED not in op.defaults.values():
            bound[()] = op.lower
        given = general_of(op, array_class), strict, straight or Straight(frozenset(op.params), len(op.params)), bound
        call = _pair(op, array_class, *given) if len(op.inputs) == 2 else (
            _single(op, array_class, *given, op.effects.alias))
    elif len(op.inputs) == 2:
        call = make_operands(op, array_class, general_of)
    else:
        call = _unary(op, array_class, general_of(op, array_class), strict, op.lower)
    return profiling.mark(call, op.name)


def make_operands(op: OpDef, array_class: type[ArrayBase], general_of: General = eager.make,
                  same_types: Callable[..., Any] | None = None, with_number: Eager | None = None) -> Eager:
    """Return a function of two arrays without parameters; `same_types` replaces the operator for equal dtypes.

    `with_number` computes with a number as the second operand, if supported.
    """
    call = _operands(op, array_class, general_of(op, array_class), general_of is not eager.make, op.lower,
                     same_types or op.lower, eager.takes_one_type(op), with_number)
    return profiling.mark(call, op.name)


def make_listed(op: OpDef, array_class: type[ArrayBase], general: Eager, straight: Straight) -> Eager:
    """Return a function of a list of arrays, and parameters by position or keyword."""
    return profiling.mark(_listed(op, array_class, general, straight, {}), op.name)
