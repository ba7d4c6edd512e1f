"""Give every result memory of its own.

Before::

    %f = Flatten(%x)
    return %f, %f

After::

    %f = Flatten(%x)
    %f_own = _copy_on_write(%f)
    %f_own1 = _copy_on_write(%f)
    return %f_own, %f_own1

MXNet's operators return new memory, but lowerings marked `alias` return views. This pass clones each output that may
share memory with an argument, with data derived from parameters or with another output. The clones are copy-on-write.
An output that is an input itself is returned as it is, as in MXNet.

In recorded graphs, arguments of `alias` operators are cloned too, because MXNet's backward pass uses the values of the
forward pass even if the argument is overwritten in between.
"""

from __future__ import annotations

from collections.abc import Collection

from ..ir import Entry, Graph, Node, Operation, Variable
from ..kernels import CHANNELS_LAST, COPY_ON_WRITE
from ..parameters import depends_on_parameters_only
from .options import PassOptions


def _clone(entry: Entry, suffix: str) -> Entry:
    return Operation(COPY_ON_WRITE, f"{entry[0].name}_own{suffix}", {}, [entry]), 0


def _root(entry: Entry) -> Entry:
    """Return the entry whose memory `entry` may share."""
    while isinstance(entry[0], Operation) and entry[0].op.effects.alias:
        entry = entry[0].inputs[0]
    return entry


def own_arguments(graph: Graph) -> Graph:
    """Clone arguments that an `alias` operator reads."""
    clones: dict[Entry, Entry] = {}

    def change(node: Operation, inputs: list[Entry]) -> Node | None:
        if not node.op.effects.alias or node.op is CHANNELS_LAST or isinstance(inputs[0][0], Operation):
            return None
        if inputs[0] not in clones:
            clones[inputs[0]] = _clone(inputs[0], "")
        return node.copy([clones[inputs[0]], *inputs[1:]])

    return graph.rewrite(change)


def separate_outputs(graph: Graph, borrowed: Collection[int] = (), returned: Collection[str] = ()) -> Graph:
    """Clone outputs that may share memory with an argument or with another output.

    Parameters
    ----------
    graph
    borrowed
        Ids of operator nodes whose results are cached between calls.
    returned
        Names of arguments that may be returned once without a clone.
    """
    taken: set[Entry] = {entry for entry in graph.outputs if _root(entry) == entry}
    seen: set[Entry] = set()
    outputs: list[Entry] = []
    for position, entry in enumerate(graph.outputs):
        root = _root(entry)
        if isinstance(root[0], Variable):
            shares = entry != root or entry in seen or entry[0].name not in returned
        else:
            shares = id(root[0]) in borrowed or entry in seen or (entry != root and root in taken)
        seen.add(entry)
        taken.add(root)
        outputs.append(_clone(entry, str(position or "")) if shares else entry)
    return graph if outputs == graph.outputs else graph.with_outputs(outputs)


def own_results(graph: Graph, options: PassOptions) -> Graph:
    """Clone outputs that may share memory with arguments, parameters or each other."""
    if options.recording:
        graph = own_arguments(graph)
    kept = set() if options.recording or options.training else depends_on_parameters_only(graph, options.parameters)
    inputs = [node.name for node in graph.variables() if node.name not in options.parameters]
    return separate_outputs(graph, kept, inputs)
