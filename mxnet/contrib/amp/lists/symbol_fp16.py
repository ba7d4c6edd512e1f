"""How operators run when float16 is the low precision type."""

from ...._ops.opdef import REGISTRY
from ._names import NOT_LISTED, names

# Computed in float16: large sums of products.
FP16_FUNCS = names("float16", "low")

# Computed in the type that arrives.
FP16_FP32_FUNCS = names("float16", "any", "CuDNNBatchNorm", "_TensorRT", "_add", "_broadcast_backward",
                        "_split_v2_backward")

# Computed in float32, because float16 overflows or is too coarse.
FP32_FUNCS = names("float16", "full")

# Computed in float32 if this parameter has one of these values.
CONDITIONAL_FP32_FUNCS = [(name, op.precision.full_if[0], list(op.precision.full_if[1]))
                          for name, op in REGISTRY.items()
                          if op.precision.full_if is not None and not name.startswith(NOT_LISTED)]

# Several inputs that must have one type: the widest among them.
WIDEST_TYPE_CASTS = [name for name in names("float16", "widest") if name != "_add"]

# Make their own gradient, which is where the loss scale must enter.
LOSS_OUTPUT_FUNCTIONS = sorted({op.name for op in REGISTRY.values() if op.precision.scales_loss})
