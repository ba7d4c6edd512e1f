"""Operator lists for bfloat16.

Fewer operators support bfloat16 than float16: most operators that accept any dtype in the float16 lists need float32
here.
"""

from . import symbol_fp16 as _half
from ._names import names

# Run in bfloat16.
BF16_FUNCS = names("bfloat16", "low")

# Run in the dtype of their inputs.
BF16_FP32_FUNCS = names("bfloat16", "any", "BatchNormWithReLU", "_add")

# Inputs, by position and name, that stay in float32 with bfloat16 data.
BF16_USE_FP32_PARAMS = {name: ["", "gamma", "beta", "moving_mean", "moving_var"]
                        for name in ("BatchNorm", "BatchNormWithReLU")}

# Run in float32.
FP32_FUNCS = names("bfloat16", "full", "_broadcast_backward", "_split_v2_backward")

CONDITIONAL_FP32_FUNCS = list(_half.CONDITIONAL_FP32_FUNCS)

# All inputs are cast to the widest dtype among them.
WIDEST_TYPE_CASTS = [name for name in names("bfloat16", "widest") if name != "_add"]

LOSS_OUTPUT_FUNCTIONS = list(_half.LOSS_OUTPUT_FUNCTIONS)
