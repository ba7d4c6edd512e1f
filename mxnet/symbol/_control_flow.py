"""Loops and conditions as symbols. The body is traced into a subgraph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import attribute
from .. import name as names
from .._frontend.symbolic import attribute_text
from .._graph.control_flow import make_node
from .._graph.ir import Entry, Graph, Node, Operation, Variable
from .._graph.trace import separate
from .._ops.opdef import find
from .._runtime.error import MXNetError
from .._runtime.structure import flatten as flatten_nested
from .._runtime.structure import regroup
from .._runtime.tracebacks import concise_module
from ._create import var
from ._numpy_symbol import _Symbol
from ._symbol import Symbol
from .register import functions

_identity, _cast = functions("")["identity"], functions("")["cast"]


def flatten(values: Any, description: str) -> tuple[list[Any], Any]:
    """Flatten nested lists of symbols. Each symbol has one output."""
    return flatten_nested(separate(values, Symbol), Symbol, description)


_KEY = "__subgraph_name__"


class _Subgraph:
    """A traced body, separated from the outer graph, and its inputs from the outer graph."""

    def __init__(self, name: str, outputs: list[Symbol], loop: list[Node]) -> None:
        self._name, self._loop = name, {id(node): k for k, node in enumerate(loop)}
        self._outside: dict[int, Entry] = {}
        self._cuts: dict[Entry, Entry] = {}
        self._copies: dict[int, tuple[Node, Node]] = {}
        self.graph = Graph([self._inner(self._of_body(o)) for o in outputs])

    def _of_body(self, output: Symbol) -> Entry:
        node, index = output._outputs[0]
        if isinstance(node, Operation) and node.attributes.get(_KEY) == self._name:
            return node, index
        # For variables and values from outside, MXNet expects a node of the body.
        with attribute.AttrScope(**{_KEY: self._name}):
            return _identity(output)._outputs[0]

    def _inner(self, entry: Entry) -> Entry:
        node, index = entry
        if isinstance(node, Variable):
            self._outside[id(node)] = entry
            return entry
        if node.attributes.get(_KEY) != self._name:
            if entry not in self._cuts:
                cut = Variable(f"{node.name}_{index}_outside")
                self._cuts[entry] = cut, 0
                self._outside[id(cut)] = entry
            return self._cuts[entry]
        copy = self._copies.get(id(node))
        if copy is None:
            inner = node.copy([self._inner(e) for e in node.inputs])
            # Keep a reference to the original node, because its id must not be reused.
            copy = self._copies[id(node)] = inner, node
        return copy[0], index

    def places(self, entries: list[Entry], first_free: int) -> list[int]:
        """Return the position in `entries` of the input of each variable. Missing inputs are appended.

        The first entries, up to `first_free`, are the loop variables.
        """
        positions = []
        for node in self.graph.variables():
            if id(node) in self._loop:
                positions.append(self._loop[id(node)])
                continue
            source = self._outside[id(node)]
            if source not in entries[first_free:]:
                entries.append(source)
            positions.append(entries.index(source, first_free))
        return positions


def _unique(name: str) -> str:
    """Return `name` with the name of the outer body as prefix and a number."""
    outer = attribute.current().get(None).get(_KEY)
    full = f"{outer}${name}" if outer else name
    counts = attribute.AttrScope._subgraph_names
    counts[full] += 1
    return f"{full}{counts[full] - 1}"


def _variables(symbols: list[Symbol]) -> list[Symbol]:
    """Create variables with distinct names for the given symbols."""
    variables, names_used = [], set()
    for symbol in symbols:
        node, index = symbol._outputs[0]
        candidate = f"{node.name}-{index}"
        while candidate in names_used:
            candidate += "_"
        names_used.add(candidate)
        variables.append(_result_class([symbol])(var(candidate)._outputs))
    return variables


def _result_class(symbols: list[Symbol]) -> type[Symbol]:
    """Return the class of results, which is the NumPy class if any symbol has it."""
    return _Symbol if any(isinstance(symbol, _Symbol) for symbol in symbols) else Symbol


def _trace(name: str, body: Callable[[list[Symbol]], list[Symbol]], outer: list[Symbol]) -> _Subgraph:
    with attribute.AttrScope(**{_KEY: name}):
        inner = _variables(outer)
        outputs = body(inner)
    return _Subgraph(name, outputs, [i._outputs[0][0] for i in inner])


def _as_number(condition: Symbol) -> Symbol:
    """Convert a condition for MXNet's operators, which do not accept the booleans of NumPy comparisons."""
    return _cast(condition, dtype="float32") if isinstance(condition, _Symbol) else condition


def _node(op_name: str, attrs: dict[str, Any], subgraphs: list[_Subgraph], inputs: list[Entry],
          made_from: list[Symbol]) -> list[Symbol]:
    scope = attribute.current().get(None)
    texts = {k: str(v) for k, v in attrs.items()}
    texts["num_args"] = str(len(inputs) + len(subgraphs))
    graphs = [subgraph.graph for subgraph in subgraphs]
    node = make_node(op_name, names.current().get(None, op_name), {**scope, **texts}, graphs, inputs)
    form = _result_class(made_from)
    return [form([(node, i)]) for i in range(int(attrs["num_outputs"]))]


def foreach(body: Callable[[Any, Any], Any], data: Any, init_states: Any, name: str = "foreach") -> Any:
    """Run ``out, states = body(data[i], states)`` over the first axis and stack the outputs."""
    flat_data, data_form = flatten(data, "foreach input")
    flat_states, state_form = flatten(init_states, "foreach states")
    forms: list[Any] = []
    count = len(flat_data)

    def run(inner: list[Symbol]) -> list[Symbol]:
        result, states = body(regroup(inner[:count], data_form), regroup(inner[count:], state_form))
        outputs, out_form = flatten(result, "foreach output")
        new_states, new_form = flatten(states, "foreach loop_vars")
        forms.extend([len(outputs), out_form, new_form])
        return [*outputs, *new_states]

    outer = [*flat_data, *flat_states]
    subgraph = _trace(_unique(name), run, outer)
    entries = [s._outputs[0] for s in outer]
    places = subgraph.places(entries, len(outer))
    # The operator needs the inverse: the position in the body of each input of the node.
    where = [places.index(i) if i in places else -1 for i in range(len(entries))]
    for number, place in enumerate(where[: len(outer)]):
        if place < 0:
            role = "data" if number < count else "state"
            raise AssertionError(f"the body of foreach {name!r} does not use the {role} {outer[number].name}; "
                                 "remove it")
    outputs = _node("_foreach", {
        "in_data_locs": where[:count], "in_state_locs": where[count: len(outer)], "remain_locs": where[len(outer):],
        "num_outputs": len(subgraph.graph.outputs), "num_out_data": forms[0],
    }, [subgraph], entries, outer)
    return regroup(outputs[: forms[0]], forms[1]), regroup(outputs[forms[0]:], forms[2])


def while_loop(cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any, max_iterations: int | None = None,
               name: str = "while_loop") -> Any:
    """Run ``out, loop_vars = func(*loop_vars)`` while ``cond(*loop_vars)`` is true, at most `max_iterations` times."""
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    single = isinstance(loop_vars, Symbol)
    outer, form = flatten([loop_vars] if single else list(loop_vars), "while loop_vars")
    if not outer:
        raise ValueError("while_loop needs at least one variable in loop_vars")
    forms: list[Any] = []

    def run(inner: list[Symbol]) -> list[Symbol]:
        result, new = func(*regroup(inner, form))
        outputs, out_form = flatten([] if result is None else result, "while output")
        fresh, new_form = flatten([new] if isinstance(new, Symbol) else list(new), "while loop_vars")
        if len(fresh) != len(outer):
            raise ValueError(f"while_loop: func must return {len(outer)} variables, the same number as loop_vars, "
                             f"received {len(fresh)}")
        forms.extend([len(outputs), out_form, new_form])
        return [*outputs, *fresh]

    condition = _trace(_unique(f"{name}_cond"), lambda inner: [_as_number(cond(*regroup(inner, form)))], outer)
    function = _trace(_unique(f"{name}_func"), run, outer)
    entries = [s._outputs[0] for s in outer]
    places = [subgraph.places(entries, len(outer)) for subgraph in (condition, function)]
    variable_places = [places[1].index(i) if i in places[1] else -1 for i in range(len(outer))]
    outputs = _node("_while_loop", {
        "cond_input_locs": places[0], "func_input_locs": places[1], "func_var_locs": variable_places,
        "max_iterations": int(max_iterations), "num_outputs": forms[0] + len(outer), "num_out_data": forms[0],
    }, [condition, function], entries, outer)
    variables = regroup(outputs[forms[0]:], forms[2])
    return regroup(outputs[: forms[0]], forms[1]), variables[0] if single else variables


def cond(pred: Any, then_func: Callable[[], Any], else_func: Callable[[], Any], name: str = "cond") -> Symbol:
    """Return ``then_func()`` if `pred` is not zero, otherwise ``else_func()``."""
    forms: list[Any] = []
    branches: list[Symbol] = []

    def branch(function: Callable[[], Any]) -> Callable[[list[Symbol]], list[Symbol]]:
        def run(inner: list[Symbol]) -> list[Symbol]:
            outputs, form = flatten(function(), "cond output")
            forms.append(form)
            branches.extend(outputs)
            return outputs

        return run

    predicate = _trace(_unique(f"{name}_pred"), lambda inner: [_as_number(pred)], [])
    then = _trace(_unique(f"{name}_then"), branch(then_func), [])
    otherwise = _trace(_unique(f"{name}_else"), branch(else_func), [])
    if forms[0] != forms[1]:
        raise ValueError("Number of outputs differ in two branches")
    entries: list[Entry] = []
    places = [subgraph.places(entries, 0) for subgraph in (predicate, then, otherwise)]
    outputs = _node("_cond", {"cond_input_locs": places[0], "then_input_locs": places[1],
                              "else_input_locs": places[2], "num_outputs": len(then.graph.outputs)},
                    [predicate, then, otherwise], entries, branches)
    return regroup(outputs, forms[0])


def _make_graph_operator(op_name: str, count: int) -> Callable[..., Symbol]:
    """Return the operator as a function. The first `count` symbols are its subgraphs, the others its inputs."""

    def call(*data: Symbol, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
        symbols = [*data, *(v for v in kwargs.values() if isinstance(v, Symbol))]
        texts = {k: attribute_text(k, v) for k, v in kwargs.items() if not isinstance(v, Symbol)}
        if len(symbols) < count:
            raise MXNetError(f"operator {op_name}: value {len(symbols)} for Parameter num_args should be greater equal "
                             f"to {count}, because the first inputs are subgraphs")
        texts["num_args"] = str(len(symbols))
        find(op_name).parse(texts)  # raises for unknown parameters
        scope = {k: str(v) for k, v in attribute.current().get(attr).items()}
        node = make_node(op_name, names.current().get(name, op_name), {**scope, **texts},
                         [Graph(s._outputs) for s in symbols[:count]], [e for s in symbols[count:] for e in s._outputs])
        return Symbol([(node, i) for i in range(node.output_count)])

    call.__name__ = call.__qualname__ = op_name
    call.__doc__ = f"{find(op_name).doc}\n\nThe first {count} symbols are graphs, the others values of their variables."
    return call


OPERATORS = {"_foreach": _make_graph_operator("_foreach", 1), "_while_loop": _make_graph_operator("_while_loop", 2),
             "_cond": _make_graph_operator("_cond", 3)}


concise_module(__name__)
