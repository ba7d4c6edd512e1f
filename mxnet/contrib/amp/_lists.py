"""Operator lists of a low precision dtype."""

from __future__ import annotations

from typing import Any

from ..._ops.opdef import OpDef
from ..._runtime import dtype as dtypes
from ..._runtime.error import MXNetError
from ...numpy._operators import public_name
from .lists import symbol_bf16, symbol_fp16


class PrecisionError(MXNetError, AssertionError):
    """Invalid use of mixed precision. A subclass of ``AssertionError``, which MXNet raises."""


def low_type(target_dtype: Any) -> str:
    """Return the name of a low precision dtype, or raise if it is not one."""
    try:
        name = dtypes.name_of(target_dtype)
    except TypeError:
        name = str(target_dtype)
    if name not in ("float16", "bfloat16"):
        raise PrecisionError(f"target_dtype must be float16 or bfloat16, received {target_dtype!r}")
    return name


def listed_name(op: OpDef) -> str:
    """Return the name of an operator in the lists. ``mx.np`` operators use the name of their ``mx.nd`` counterpart."""
    if not op.name.startswith("_np"):
        return op.name
    return op.form.twin or (op.name if "generator" in op.environment else public_name(op.name))


def _choose(target_dtype: Any, half: str, brain: str) -> list[Any]:
    if low_type(target_dtype) == "float16":
        return list(getattr(symbol_fp16, half))
    return list(getattr(symbol_bf16, brain))


def list_lp16_ops(target_dtype: Any) -> list[str]:
    """Return the operators that run in the low precision dtype.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.

    Returns
    -------
    list of str
        Names of operators.

    Examples
    --------
    >>> 'FullyConnected' in mx.contrib.amp.list_lp16_ops('float16')
    True
    """
    return _choose(target_dtype, "FP16_FUNCS", "BF16_FUNCS")


def list_fp32_ops(target_dtype: Any) -> list[str]:
    """Return the operators that run in float32.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.

    Returns
    -------
    list of str
        Names of operators.

    Examples
    --------
    >>> 'exp' in mx.contrib.amp.list_fp32_ops('float16')
    True
    """
    return _choose(target_dtype, "FP32_FUNCS", "FP32_FUNCS")


def list_lp16_fp32_ops(target_dtype: Any) -> list[str]:
    """Return the operators that run in the dtype of their inputs.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.

    Returns
    -------
    list of str
        Names of operators.

    Examples
    --------
    >>> 'Flatten' in mx.contrib.amp.list_lp16_fp32_ops('float16')
    True
    """
    return _choose(target_dtype, "FP16_FP32_FUNCS", "BF16_FP32_FUNCS")


def list_conditional_fp32_ops(target_dtype: Any) -> list[tuple[str, str, list[str]]]:
    """Return the operators that run in float32 for some parameter values.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.

    Returns
    -------
    list of tuple
        Tuples of an operator, a parameter, and a list of parameter values.

    Examples
    --------
    >>> mx.contrib.amp.list_conditional_fp32_ops('float16')[0]
    ('Activation', 'act_type', ['softrelu'])
    """
    return _choose(target_dtype, "CONDITIONAL_FP32_FUNCS", "CONDITIONAL_FP32_FUNCS")


def list_widest_type_cast(target_dtype: Any) -> list[str]:
    """Return the operators that run in the widest dtype of their inputs.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.

    Returns
    -------
    list of str
        Names of operators.

    Examples
    --------
    >>> 'broadcast_add' in mx.contrib.amp.list_widest_type_cast('float16')
    True
    """
    return _choose(target_dtype, "WIDEST_TYPE_CASTS", "WIDEST_TYPE_CASTS")


def list_loss_output_functions(target_dtype: Any) -> list[str]:
    """Return the operators that define their own gradient and therefore need the loss scale.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.

    Returns
    -------
    list of str
        Names of operators.

    Examples
    --------
    >>> mx.contrib.amp.list_loss_output_functions('float16')[:2]
    ['LinearRegressionOutput', 'LogisticRegressionOutput']
    """
    return _choose(target_dtype, "LOSS_OUTPUT_FUNCTIONS", "LOSS_OUTPUT_FUNCTIONS")


def list_lp16_use_fp32_params(target_dtype: Any) -> dict[str, list[str]] | None:
    """Return the inputs that stay in float32 although their operator runs in the low precision dtype.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.

    Returns
    -------
    dict of str to list of str, or None
        Inputs by operator; ``''`` stands for an input that is cast. None for ``'float16'``.

    Examples
    --------
    >>> mx.contrib.amp.list_lp16_use_fp32_params('float16') is None
    True
    >>> sorted(mx.contrib.amp.list_lp16_use_fp32_params('bfloat16'))[:2]
    ['BatchNorm', 'BatchNormWithReLU']
    """
    return dict(symbol_bf16.BF16_USE_FP32_PARAMS) if low_type(target_dtype) == "bfloat16" else None
