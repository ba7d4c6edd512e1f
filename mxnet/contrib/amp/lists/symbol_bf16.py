"""How operators run when bfloat16 is the low precision type.

Fewer have a bfloat16 form than a float16 one: most of the operators that take any type there need float32 here.
"""

from . import symbol_fp16 as _half
from ._names import names

# Computed in bfloat16.
BF16_FUNCS = names("""
    Convolution FullyConnected
""")

# Computed in the type that arrives.
BF16_FP32_FUNCS = names("""
    BatchNorm BatchNormWithReLU Concat LRN Pooling
    abs clip concat relu shuffle sqrt square tanh
    _add _shuffle
""")

# Inputs, by position and name, that stay float32 next to bfloat16 data.
BF16_USE_FP32_PARAMS = {
    "BatchNormWithReLU": ["", "gamma", "beta", "moving_mean", "moving_var"],
    "BatchNorm": ["", "gamma", "beta", "moving_mean", "moving_var"],
}

# Among the operators that float16 lists for float32 or any type, those without a place in FP32_FUNCS.
_NOT_FP32 = names("""
    BatchNorm CuDNNBatchNorm LRN Pooling
    abs amp_cast amp_multicast clip relu shuffle sqrt square tanh
    _TensorRT _add _shuffle
    _contrib_MultiBoxDetection _contrib_MultiBoxPrior _contrib_MultiBoxTarget
""")

# Computed in float32.
FP32_FUNCS = [
    *(name for name in (*_half.FP32_FUNCS, *_half.FP16_FP32_FUNCS) if name not in _NOT_FP32),
    "Deconvolution", "RNN", "broadcast_mul",
]

CONDITIONAL_FP32_FUNCS = list(_half.CONDITIONAL_FP32_FUNCS)

# Brought to one type with float16 only.
_NOT_WIDEST = names("""
    Concat
    broadcast_mul concat
    _contrib_interleaved_matmul_encdec_qk _contrib_interleaved_matmul_encdec_valatt
    _contrib_interleaved_matmul_selfatt_qk _contrib_interleaved_matmul_selfatt_valatt
""")

# Several inputs that must have one type: the widest among them.
WIDEST_TYPE_CASTS = [
    *(name for name in _half.WIDEST_TYPE_CASTS if name not in _NOT_WIDEST),
    "_contrib_MultiBoxDetection", "_contrib_MultiBoxPrior", "_contrib_MultiBoxTarget",
]

LOSS_OUTPUT_FUNCTIONS = list(_half.LOSS_OUTPUT_FUNCTIONS)
