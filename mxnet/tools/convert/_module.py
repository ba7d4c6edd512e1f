"""Conversion of a graph to a torch module: readable source code, and the tensors that it loads."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from ..._graph.control_flow import ControlFlowDef
from ..._graph.ir import Entry, Node, Operation
from ..._ops.onnx_rules import LABELS, Unsupported
from ...base import MXNetError
from ...onnx.mx2onnx._sizes import Facts, infer, varied
from ...onnx.mx2onnx._source import Source
from . import _expressions, _layers, _traced  # noqa: F401  (their rules)
from ._names import class_name, identifier
from ._writer import FIRST_STATE, RULES, Input, NotReadable, Writer

_HEADER = '''"""{name}, converted from MXNet. It needs torch only: ``model = load()``."""

import json
import struct
from pathlib import Path

import torch
from torch import device, inf, nan, nn  # noqa: F401
from torch.nn import functional as F  # noqa: F401, N812

'''
_LOADER = '''

def read_tensors(path):
    """The tensors in a safetensors file."""
    types = {{"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "I64": torch.int64, "I32": torch.int32,
             "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8, "BOOL": torch.bool}}
    content = bytearray(Path(path).read_bytes())
    (length,) = struct.unpack("<Q", content[:8])
    found = {{}}
    for name, entry in json.loads(content[8:8 + length]).items():
        if name != "__metadata__":
            start, end = (8 + length + place for place in entry["data_offsets"])
            count = (end - start) // types[entry["dtype"]].itemsize
            tensor = torch.frombuffer(content, dtype=types[entry["dtype"]], offset=start, count=count) if count else (
                torch.empty(0, dtype=types[entry["dtype"]]))
            found[name] = tensor.reshape(entry["shape"]).clone()
    return found


def load(path=Path(__file__).with_name({tensors})):
    """The model with its parameters, in prediction."""
    model = {classname}()
    model.load_state_dict(read_tensors(path))
    return model.eval()
'''


@dataclass
class Written:
    """Source code and tensors of a module, the nodes that only support fixed sizes, and the free axes of the inputs."""

    source: str
    tensors: dict[str, np.ndarray]
    fixed: list[str]
    free: dict[str, list[int]]


class _Graph:
    """Write the nodes of a graph in order."""

    def __init__(self, source: Source, facts: Facts, examples: Sequence[Mapping[Entry, tuple[int, ...]]]) -> None:
        self.writer, self.source, self.facts, self.examples = Writer(), source, facts, examples
        self.inputs: dict[Entry, Input] = {}
        self.blockers: list[str] = []
        self.users: dict[int, list[Node]] = {}
        for node in source.nodes:
            for below, _ in node.inputs:
                self.users.setdefault(id(below), []).append(node)

    def run(self) -> list[str]:
        """Write all nodes, and return the argument names of ``forward``."""
        arguments = []
        for node in self.source.nodes:
            if isinstance(node, Operation):
                self._operator(node)
                continue
            fact = self.facts[node, 0]
            if node.name in self.source.params:
                array = functools.cache(self.source.params[node.name].asnumpy)
                text = functools.partial(_parameter, self.writer, node.name, array)
                self.inputs[node, 0] = Input(text, fact.shape, fact.dtype, node.name, array)
            else:
                arguments.append(identifier(node.name, self.writer.names))
                self.inputs[node, 0] = Input(functools.partial(str, arguments[-1]), fact.shape, fact.dtype, node.name)
        return arguments

    def _operator(self, node: Operation) -> None:
        w = self.writer
        w.results = [self.facts[node, i] for i in range(node.output_count)]
        w.only_states = all("state_size" in user.params for user in self.users.get(id(node), [node]))
        labels = LABELS.get(node.op.name, ())
        given = [self.inputs[entry] for i, entry in enumerate(node.inputs) if i not in labels]
        try:
            text = self._text(node, given)
        except Unsupported as reason:
            self.blockers.append(f"{node.op.name} ({node.name}): {reason}")
            text = "None"
        self._assign(node, text, given)

    def _text(self, node: Operation, given: list[Input]) -> str | tuple[str, str]:
        op, w = node.op, self.writer
        if isinstance(op, ControlFlowDef):
            raise Unsupported("loops and branches cannot be written as torch source code")
        if op.name in RULES:
            try:
                written: str | tuple[str, str] = RULES[op.name](w, node, *given)
                return written
            except NotReadable:
                pass
        labels = LABELS.get(op.name, ())
        read = [entry for i, entry in enumerate(node.inputs) if i not in labels]
        return _traced.write_traced(w, node, given, [[sizes[entry] for entry in read] for sizes in self.examples])

    def _assign(self, node: Operation, text: str | tuple[str, str], given: list[Input]) -> None:
        w = self.writer
        names = [identifier(node.name if node.output_count == 1 else f"{node.name}{i}", w.names)
                 for i in range(node.output_count)]
        if isinstance(text, tuple):
            w.lines.append(f"{names[0]}, ({', '.join(names[1:])}) = {text[1]}")
        else:
            w.lines.append(f"{', '.join(names)} = {text}")
        for i, name in enumerate(names):
            fact = self.facts[node, i]
            folded = functools.partial(_compute, node, i, tuple(given))
            self.inputs[node, i] = Input(functools.partial(str, name), fact.shape, fact.dtype, node.name, folded,
                                         text == FIRST_STATE)


def _parameter(w: Writer, name: str, array: Callable[[], np.ndarray]) -> str:
    return w.parameter(name, array())


def _compute(node: Operation, index: int, given: tuple[Input, ...]) -> np.ndarray | None:
    """Compute a node with constant inputs: recurrent layers concatenate their parameters before use."""
    op = node.op
    if op.environment or not given:
        return None
    arrays = [value.array() for value in given]
    if any(array is None for array in arrays):
        return None
    results = op.bind(node.params)(*[torch.from_numpy(np.array(array)) for array in arrays])
    return np.asarray(results[index] if isinstance(results, tuple) else results)


def _find_needed(lines: list[str], outputs: list[str]) -> list[str]:
    """Return the lines that the outputs depend on."""
    wanted, kept = set(outputs), []
    for line in reversed(lines):
        left, _, right = line.partition(" = ")
        if wanted.intersection(re.findall(r"\w+", left)):
            kept.append(line)
            wanted.update(re.findall(r"\w+", right))
    return kept[::-1]


def write(source: Source, name: str, tensors_file: str, shapes: Mapping[str, tuple[int, ...]],
          types: Mapping[str, torch.dtype], free: Mapping[str, list[int]]) -> Written:
    """Write the model as source code that supports other sizes of the free axes. Raise one error with all blockers."""
    known = {key: tuple(value.shape) for key, value in source.params.items()} | dict(shapes)
    kinds = {key: torch.from_numpy(np.empty(0, value.dtype)).dtype for key, value in source.params.items()}
    kinds |= dict(types)
    facts, axes = infer(source.graph, source.nodes, known, kinds, free)
    larger = {key: varied(known[key], chosen) for key, chosen in axes.items()}
    examples = [_sizes(source, {**known, **larger}, kinds), _sizes(source, known, kinds)]
    graph = _Graph(source, facts, examples)
    arguments = graph.run()
    if graph.blockers:
        listed = "\n".join(f"  {blocker}" for blocker in graph.blockers)
        raise MXNetError(f"the model cannot be converted to a torch module:\n{listed}")
    return _assemble(graph, name, tensors_file, arguments, axes)


def _sizes(source: Source, shapes: Mapping[str, tuple[int, ...]],
           types: Mapping[str, torch.dtype]) -> dict[Entry, tuple[int, ...]]:
    exact, _ = infer(source.graph, source.nodes, shapes, types, {})
    return {entry: tuple(size or 0 for size in fact.shape) for entry, fact in exact.items()}


def _assemble(graph: _Graph, name: str, tensors_file: str, arguments: list[str],
               free: dict[str, list[int]]) -> Written:
    w = graph.writer
    results = [str(graph.inputs[entry]) for entry in graph.source.graph.outputs]
    lines = _find_needed(w.lines, results)
    used = "\n".join([*lines, *results])
    layers = [line for line in w.layers if _is_used(line, used)]
    kept = {line.split(" ", 1)[0].removeprefix("self.") if line.startswith("self.") and "register_buffer" not in line
            else line.split('"')[1] for line in layers}
    tensors = {key: array for key, array in w.tensors.items() if key.partition(".")[0] in kept}
    classname = class_name(name)
    body = ["class " + classname + "(nn.Module):", f'    """{classname}."""', "", "    def __init__(self):",
            "        super().__init__()", *(f"        {line}" for line in layers), "",
            f"    def forward(self, {', '.join(arguments)}):" if arguments else "    def forward(self):",
            *(f"        {line}" for line in lines), f"        return {', '.join(results)}"]
    helpers = "".join(f"\n{text.rstrip()}\n\n" for key, text in w.helpers.items() if key in used or _in_helpers(key, w))
    source = (_HEADER.format(name=classname) + helpers + "\n" + "\n".join(body) + "\n"
              + _LOADER.format(tensors=repr(tensors_file), classname=classname))
    fixed = [node for key, nodes in w.fixed.items() if key in used for node in nodes]
    return Written(source, tensors, fixed, {} if fixed else free)


def _is_used(line: str, used: str) -> bool:
    name = line.split('"')[1] if "register_buffer" in line else line.split(" ", 1)[0].removeprefix("self.")
    return re.search(rf"\bself\.{re.escape(name)}\b", used) is not None


def _in_helpers(name: str, w: Writer) -> bool:
    return any(f"{name}(" in text for key, text in w.helpers.items() if key != name)
