"""Operator lists for float16."""

from ...._ops.opdef import REGISTRY
from ._names import NOT_LISTED, names

# Run in float16: large sums of products.
FP16_FUNCS = names("float16", "low")

# Run in the dtype of their inputs.
FP16_FP32_FUNCS = names("float16", "any", "CuDNNBatchNorm", "_TensorRT", "_add", "_broadcast_backward",
                        "_split_v2_backward")

# Run in float32, because float16 overflows or is not precise enough.
FP32_FUNCS = names("float16", "full")

# Run in float32 if this parameter has one of these values.
CONDITIONAL_FP32_FUNCS = [(name, op.precision.full_if[0], list(op.precision.full_if[1]))
                          for name, op in REGISTRY.items()
                          if op.precision.full_if is not None and not name.startswith(NOT_LISTED)]

# All inputs are cast to the widest dtype among them.
WIDEST_TYPE_CASTS = [name for name in names("float16", "widest") if name != "_add"]

# Define their own gradient, which must be multiplied by the loss scale.
LOSS_OUTPUT_FUNCTIONS = sorted({op.name for op in REGISTRY.values() if op.precision.scales_loss})
