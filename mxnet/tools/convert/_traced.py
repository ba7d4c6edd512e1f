"""Operators without a short form: what torch traces of their lowering, or a function of `_snippets`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..._graph.ir import Node
from ..._ops.onnx_rules import Unsupported
from ..._ops.proposal import base_anchors
from ..._runtime import dtype as dtypes
from . import _snippets
from ._writer import Input, Writer, identifier, rule


def _snippet(w: Writer, *names: str) -> None:
    """Put functions into the file."""
    for name in names:
        source = inspect.getsource(getattr(_snippets, name))
        w.helpers.setdefault(name, source)


def _called(name: str, *needed: str, keys: tuple[str, ...]) -> Callable[..., str]:
    def write(w: Writer, node: Node, *inputs: Input) -> str:
        _snippet(w, *needed, name)
        options = ", ".join(f"{key}={node.params[key]!r}" for key in keys)
        return f"{name}({', '.join(map(str, inputs))}, {options})"

    return write


_NMS = ("corner_boxes", "overlaps", "survivors")
rule("_contrib_box_nms")(_called("box_nms", *_NMS, keys=(
    "overlap_thresh", "valid_thresh", "topk", "coord_start", "score_index", "id_index", "background_id",
    "force_suppress", "in_format", "out_format")))
rule("_contrib_MultiBoxDetection")(_called("multibox_detection", *_NMS, keys=(
    "clip", "threshold", "nms_threshold", "force_suppress", "variances", "nms_topk")))
rule("ROIPooling")(_called("roi_pooling", keys=("pooled_size", "spatial_scale")))
rule("_contrib_ROIAlign")(_called("roi_align", keys=(
    "pooled_size", "spatial_scale", "sample_ratio", "position_sensitive", "aligned")))


@rule("_contrib_Proposal", "_contrib_MultiProposal")
def proposal(w: Writer, node: Node, *inputs: Input) -> str:
    p = node.params
    _snippet(w, *_NMS, "proposals")
    base = base_anchors(p["feature_stride"], p["scales"], p["ratios"]).tolist()
    return (f"proposals({', '.join(map(str, inputs))}, {base}, {p['feature_stride']}, {p['rpn_pre_nms_top_n']}, "
            f"{p['rpn_post_nms_top_n']}, {p['threshold']}, {p['rpn_min_size']}, {p['iou_loss']})")


class _Lowered(torch.nn.Module):
    """One node as a module, for the tracer."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self._node = node

    def forward(self, *tensors: torch.Tensor) -> Any:
        op = self._node.op
        assert op is not None
        supplied: dict[str, Any] = {"training": False, "generator": None, "device": torch.device("cpu")}
        return op.bind(self._node.params)(*tensors, **{key: supplied[key] for key in op.environment})


def traced(w: Writer, node: Node, inputs: list[Input], sizes: list[tuple[int, ...]]) -> str:
    """A call of a function that has the operations that torch saw, for the given sizes."""
    op = node.op
    assert op is not None
    if "generator" in op.environment and op.environment != {"device"}:
        raise Unsupported("it draws random numbers")
    examples = tuple(torch.zeros(shape, dtype=dtypes.to_torch(value.dtype)) + 1
                     for value, shape in zip(inputs, sizes, strict=True))
    try:
        with torch.no_grad():
            program = torch.export.export(_Lowered(node), examples)
    except Exception as error:  # whatever a tracer refuses is an operator that cannot be written
        first = str(error).strip().splitlines()
        raise Unsupported(f"torch cannot trace it: {first[0] if first else type(error).__name__}") from error
    name = identifier(f"_{op.name.strip('_')}_{node.name}", w.names)
    constants = [w.parameter(f"{node.name}_{key}", np.asarray(value)) for key, value in program.constants.items()
                 if isinstance(value, torch.Tensor)]
    w.helpers[name] = _source(program, name)
    w.fixed.append(node.name)
    return f"{name}({', '.join([*constants, *map(str, inputs)])})"


def _source(program: Any, name: str) -> str:
    """The traced operations as a function."""
    code = program.graph_module.code
    body = code[code.index("def forward"):]
    body = body.replace("def forward(self, ", f"def {name}(").replace("def forward(self)", f"def {name}()")
    body = re.sub(r";\s+\w+( = \w+)* = None", "", body)
    body = re.sub(r"return \((\w+),\)", r"return \1", body)
    return body.strip() + "\n"
