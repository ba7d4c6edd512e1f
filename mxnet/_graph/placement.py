"""Place the nodes of a graph on several devices and insert copies.

Nodes carry the name of a group (``AttrScope(ctx_group='stage1')``), and binding says which context each
group has. ::

    before   %fc1 = FullyConnected(%data, ...)      {ctx_group=stage1}
             %fc2 = FullyConnected(%fc1, ...)       {ctx_group=stage2}
    after    %fc1 = FullyConnected(%data, ...)
             %fc1_on_gpu_0 = _CrossDeviceCopy(%fc1)
             %fc2 = FullyConnected(%fc1_on_gpu_0, ...)
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

import torch

from .._ops.opdef import OpDef, find
from .._runtime import device
from .._runtime.device import Context
from .._runtime.error import MXNetError
from .ir import Entry, Graph, Operation

_GROUP = "__ctx_group__"


def contexts(graph: Graph, default: Context, groups: Mapping[str, Context]) -> dict[int, Context]:
    """The context of each node by its id: its group's, else that of an input or user, else `default`."""
    for group, context in groups.items():
        if not isinstance(context, Context):
            raise MXNetError(f"group2ctx: group {group!r} needs one Context, received {context!r}; to train on "
                             "several devices at once use mx.mod.Module(..., group2ctxs=...)")
    found: dict[int, Context] = {}
    for node in graph.nodes:
        group = node.attributes.get(_GROUP)
        if group is not None:
            if group not in groups:
                raise MXNetError(f"node {node.name} is in group {group!r}, which group2ctx does not name; it has "
                                 f"{list(groups)}")
            found[id(node)] = groups[group]
        else:
            below = next((found[id(source)] for source, _ in node.inputs if id(source) in found), None)
            if below is not None:
                found[id(node)] = below
    for node in reversed(graph.nodes):
        if id(node) in found:
            for source, _ in node.inputs:
                found.setdefault(id(source), found[id(node)])
    return {id(node): found.get(id(node), default) for node in graph.nodes}


def place(outputs: Sequence[Entry], default: Context, groups: Mapping[str, Context],
          variables: Mapping[str, Context]) -> tuple[list[Entry], list[Context]]:
    """The outputs of a graph that copies wherever devices change, and the context of each of them.

    `variables` contains the devices of their arrays, which take precedence over groups.
    """
    graph = Graph(outputs)
    wanted = contexts(graph, default, groups)
    # Operators that make tensors or draw numbers are given the device of the whole plan.
    actual = {id(n): default if isinstance(n, Operation) and n.op.environment - {"training"} else wanted[id(n)]
              for n in graph.nodes}
    actual.update({id(n): variables[n.name] for n in graph.variables() if n.name in variables})
    copies: dict[tuple[Entry, Context], Entry] = {}

    def change(node: Operation, inputs: list[Entry]) -> Operation:
        here = actual[id(node)]
        states = set(node.aux_positions())
        arguments = []
        for position, (old, new) in enumerate(zip(node.inputs, inputs, strict=True)):
            there = actual[id(old[0])]
            # Operators write their states, so states must not be copied.
            if there == here or position in states:
                arguments.append(new)
                continue
            key = (new, here)
            if key not in copies:
                name = f"{new[0].name}_on_{here.device_type}_{here.device_id}"
                copies[key] = Operation(_copy_to(here), name, {}, [new]), 0
            arguments.append(copies[key])
        return node.copy(arguments)

    return graph.rewrite(change).checked("placement").outputs, [actual[id(node)] for node, _ in outputs]


def _copied(data: torch.Tensor, target: torch.device) -> torch.Tensor:
    # Simulated devices share their memory: a copy of its own stays a copy.
    return data.clone() if data.is_meta or data.device == target else data.to(target)


@functools.cache
def _copy_to(context: Context) -> OpDef:
    lower = functools.partial(_copied, target=device.torch_device(context))
    op = find("_CrossDeviceCopy")
    return OpDef(op.name, lower, op.inputs, op.params, op.defaults, op.doc)
