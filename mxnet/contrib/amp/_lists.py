"""The operator lists of a low precision type."""

from __future__ import annotations

from typing import Any

from ..._ops.opdef import OpDef
from ..._runtime import dtype as dtypes
from ..._runtime.error import MXNetError
from ...numpy._operators import public_name
from .lists import symbol_bf16, symbol_fp16


class PrecisionError(MXNetError, AssertionError):
    """Wrong use of mixed precision, for which MXNet raises ``AssertionError``."""


def low_type(target_dtype: Any) -> str:
    """The name of a low precision type; raises unless it is one."""
    try:
        name = dtypes.name_of(target_dtype)
    except TypeError:
        name = str(target_dtype)
    if name not in ("float16", "bfloat16"):
        raise PrecisionError(f"target_dtype must be float16 or bfloat16, received {target_dtype!r}")
    return name


def listed_name(op: OpDef) -> str:
    """The name under which the lists have an operator; those of ``mx.np`` go by what they are in ``mx.nd``."""
    if not op.name.startswith("_np"):
        return op.name
    return op.form.twin or (op.name if "generator" in op.environment else public_name(op.name))


def _choose(target_dtype: Any, half: str, brain: str) -> list[Any]:
    if low_type(target_dtype) == "float16":
        return list(getattr(symbol_fp16, half))
    return list(getattr(symbol_bf16, brain))


def list_lp16_ops(target_dtype: Any) -> list[str]:
    """Operators that run in the low precision type."""
    return _choose(target_dtype, "FP16_FUNCS", "BF16_FUNCS")


def list_fp32_ops(target_dtype: Any) -> list[str]:
    """Operators that run in float32."""
    return _choose(target_dtype, "FP32_FUNCS", "FP32_FUNCS")


def list_lp16_fp32_ops(target_dtype: Any) -> list[str]:
    """Operators that run in whatever type arrives."""
    return _choose(target_dtype, "FP16_FP32_FUNCS", "BF16_FP32_FUNCS")


def list_conditional_fp32_ops(target_dtype: Any) -> list[tuple[str, str, list[str]]]:
    """Operators that run in float32 for some values of a parameter: (operator, parameter, values)."""
    return _choose(target_dtype, "CONDITIONAL_FP32_FUNCS", "CONDITIONAL_FP32_FUNCS")


def list_widest_type_cast(target_dtype: Any) -> list[str]:
    """Operators that run in the widest type of their inputs."""
    return _choose(target_dtype, "WIDEST_TYPE_CASTS", "WIDEST_TYPE_CASTS")


def list_loss_output_functions(target_dtype: Any) -> list[str]:
    """Operators that make their own gradient and so need the loss scale."""
    return _choose(target_dtype, "LOSS_OUTPUT_FUNCTIONS", "LOSS_OUTPUT_FUNCTIONS")


def list_lp16_use_fp32_params(target_dtype: Any) -> dict[str, list[str]] | None:
    """Inputs that stay float32 beside low precision data, by operator; None if there are none."""
    return dict(symbol_bf16.BF16_USE_FP32_PARAMS) if low_type(target_dtype) == "bfloat16" else None
