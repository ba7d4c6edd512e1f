"""Rules for operators without a short form: a trace of their lowering, or a function of `_snippets`."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from ..._graph.ir import Operation
from ..._ops.onnx_rules import Unsupported
from ..._ops.proposal import base_anchors
from ..._runtime import dtype as dtypes
from . import _attention, _snippets
from ._names import identifier
from ._writer import Input, NotReadable, Writer, rule


def _call_rule(*functions: Callable[..., Any], keys: tuple[str, ...]) -> Callable[..., str]:
    """Return a rule that calls the last of some functions, which uses the others."""

    def write(w: Writer, node: Operation, *inputs: Input) -> str:
        w.snippet(*functions)
        options = ", ".join(f"{key}={node.params[key]!r}" for key in keys)
        return f"{functions[-1].__name__}({', '.join(map(str, inputs))}, {options})"

    return write


_NMS = (_snippets.corner_boxes, _snippets.overlaps, _snippets.survivors)
rule("_contrib_box_nms")(_call_rule(*_NMS, _snippets.box_nms, keys=(
    "overlap_thresh", "valid_thresh", "topk", "coord_start", "score_index", "id_index", "background_id",
    "force_suppress", "in_format", "out_format")))
rule("_contrib_MultiBoxDetection")(_call_rule(*_NMS, _snippets.multibox_detection, keys=(
    "clip", "threshold", "nms_threshold", "force_suppress", "variances", "nms_topk")))
rule("ROIPooling")(_call_rule(_snippets.roi_pooling, keys=("pooled_size", "spatial_scale")))
rule("_contrib_ROIAlign")(_call_rule(_snippets.roi_align, keys=(
    "pooled_size", "spatial_scale", "sample_ratio", "position_sensitive", "aligned")))
_PRODUCTS: dict[Callable[..., Any], Callable[..., Any]] = {
    _attention.selfatt_qk: _attention.attention_scores, _attention.encdec_qk: _attention.attention_scores,
    _attention.selfatt_valatt: _attention.attended, _attention.encdec_valatt: _attention.attended}
for _product, _needed in _PRODUCTS.items():
    rule(f"_contrib_interleaved_matmul_{_product.__name__}")(
        _call_rule(_attention.interleaved, _needed, _product, keys=("heads",)))


@rule("SequenceMask")
def sequence_mask(w: Writer, node: Operation, x: Input, length: Input | None = None) -> str:
    if length is None:
        return f"{x}"
    if not x.floating:
        raise NotReadable("integers")
    w.snippet(_attention.sequence_mask)
    return f"sequence_mask({x}, {length}, {node.params['value']}, {node.params['axis']})"


@rule("_contrib_Proposal", "_contrib_MultiProposal")
def proposal(w: Writer, node: Operation, *inputs: Input) -> str:
    p = node.params
    w.snippet(*_NMS, _snippets.proposals)
    base = base_anchors(p["feature_stride"], p["scales"], p["ratios"]).tolist()
    return (f"proposals({', '.join(map(str, inputs))}, {base}, {p['feature_stride']}, {p['rpn_pre_nms_top_n']}, "
            f"{p['rpn_post_nms_top_n']}, {p['threshold']}, {p['rpn_min_size']}, {p['iou_loss']})")


Tensors = tuple[torch.Tensor, ...]


class _Lowered(torch.nn.Module):
    """One node as a module for tracing."""

    def __init__(self, node: Operation) -> None:
        super().__init__()
        self._node = node

    def forward(self, *tensors: torch.Tensor) -> Any:
        op = self._node.op
        supplied: dict[str, Any] = {"training": False, "generator": None, "device": torch.device("cpu")}
        return op.bind(self._node.params)(*tensors, **{key: supplied[key] for key in op.environment})


def write_traced(w: Writer, node: Operation, inputs: list[Input], examples: Sequence[list[tuple[int, ...]]]) -> str:
    """Write a call of a function with the traced operations.

    The first example is traced with symbolic sizes. Lowerings that depend on sizes are traced again with the sizes of
    the second example, which come from the user.
    """
    op = node.op
    if "generator" in op.environment and op.environment != {"device"}:
        raise Unsupported("it draws random numbers")
    larger, given = examples
    free = [[axis for axis, size in enumerate(value.shape) if size is None] for value in inputs]
    program = None
    if any(free):
        program = open_program(_Lowered(node), _ones(inputs, larger), free, _ones(inputs, given), nested=True)
    is_open = program is not None
    if program is None:
        program = _fixed_program(node, _ones(inputs, given))
    name = _function(w, op.name, node, program)
    if any(free) and not is_open:
        w.fixed.setdefault(name, []).append(node.name)
    constants = [w.parameter(f"{node.name}_{key}", np.asarray(value)) for key, value in program.constants.items()
                 if isinstance(value, torch.Tensor)]
    return f"{name}({', '.join([*constants, *map(str, inputs)])})"


def _function(w: Writer, operator: str, node: Operation, program: Any) -> str:
    """Return the name of a function with these operations. Equal functions are shared."""
    source = _source(program, "_")
    same = next((name for name, text in w.helpers.items() if text == source.replace("def _(", f"def {name}(")), None)
    if same is not None:
        return same
    name = identifier(f"_{operator.strip('_')}_{node.name}", w.names)
    w.helpers[name] = source.replace("def _(", f"def {name}(")
    return name


def _ones(inputs: list[Input], sizes: list[tuple[int, ...]]) -> Tensors:
    return tuple(torch.ones(shape, dtype=dtypes.to_torch(value.dtype))
                 for value, shape in zip(inputs, sizes, strict=True))


def _fixed_program(node: Operation, example: Tensors) -> Any:
    """Trace a node for these sizes."""
    try:
        with torch.no_grad():
            return export_program(_Lowered(node), example)
    except Exception as error:  # the tracer raises many types of exceptions
        first = str(error).strip().splitlines()
        raise Unsupported(f"torch cannot trace it: {first[0] if first else type(error).__name__}") from error


def export_program(module: torch.nn.Module, example: Tensors, shapes: Any = None) -> Any:
    """Export a module. The warning about the weight lists of recurrent layers is suppressed."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*_flat_weights", category=UserWarning)
        return torch.export.export(module, example, dynamic_shapes=shapes)


def open_program(module: torch.nn.Module, example: Tensors, free: Sequence[Sequence[int]], other: Tensors,
                 nested: bool = False) -> Any:
    """Trace a module for all sizes of these axes, or return None if the trace depends on the sizes.

    `other` are inputs with other sizes than the example. With `nested`, the module takes its inputs as one list.
    """
    shapes = tuple(dict.fromkeys(axes, torch.export.Dim.AUTO) for axes in free)
    try:
        with torch.no_grad():
            program = export_program(module, example, (shapes,) if nested else shapes)
            if not _is_open(program, shapes):
                return None
            program.module()(*other)
    except Exception:  # the tracer raises many types of exceptions
        return None
    return program


def _is_open(program: Any, shapes: Sequence[Mapping[int, Any]]) -> bool:
    """Return whether all of these input axes may have any size above 1."""
    names = program.graph_signature.user_inputs
    placeholders = {node.name: node.meta["val"] for node in program.graph.nodes if node.op == "placeholder"}
    symbolic = all(not isinstance(placeholders[name].shape[axis], int)
                   for name, axes in zip(names, shapes, strict=True) for axis in axes)
    return symbolic and all(limits.lower <= 2 and limits.upper >= 2**31
                            for limits in program.range_constraints.values())


def _source(program: Any, name: str) -> str:
    """Format the traced operations as a function."""
    code = program.graph_module.code
    body = code[code.index("def forward"):]
    body = body.replace("def forward(self, ", f"def {name}(").replace("def forward(self)", f"def {name}()")
    body = re.sub(r";\s+\w+( = \w+)* = None", "", body)
    body = re.sub(r"return \((\w+),\)", r"return \1", body)
    return body.strip() + "\n"
