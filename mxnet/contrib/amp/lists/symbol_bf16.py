"""How operators run when bfloat16 is the low precision type.

Fewer have a bfloat16 form than a float16 one: most of the operators that take any type there need float32 here.
"""

from . import symbol_fp16 as _half
from ._names import names

# Computed in bfloat16.
BF16_FUNCS = names("bfloat16", "low")

# Computed in the type that arrives.
BF16_FP32_FUNCS = names("bfloat16", "any", "BatchNormWithReLU", "_add")

# Inputs, by position and name, that stay float32 next to bfloat16 data.
BF16_USE_FP32_PARAMS = {name: ["", "gamma", "beta", "moving_mean", "moving_var"]
                        for name in ("BatchNorm", "BatchNormWithReLU")}

# Computed in float32.
FP32_FUNCS = names("bfloat16", "full", "_broadcast_backward", "_split_v2_backward")

CONDITIONAL_FP32_FUNCS = list(_half.CONDITIONAL_FP32_FUNCS)

# Several inputs that must have one type: the widest among them.
WIDEST_TYPE_CASTS = [name for name in names("bfloat16", "widest") if name != "_add"]

LOSS_OUTPUT_FUNCTIONS = list(_half.LOSS_OUTPUT_FUNCTIONS)
