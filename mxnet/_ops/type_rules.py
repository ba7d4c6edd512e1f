"""Types of inputs and results where they are not simply that of the first input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

TypeLike = torch.dtype | None
Rule = Callable[[dict[str, Any], TypeLike, int], list[TypeLike]]
_HALF = (torch.float16, torch.bfloat16)


def _wide_statistics(params: dict[str, Any], given: TypeLike, count: int) -> list[TypeLike]:
    return [given] + [torch.float32 if given in _HALF else given] * (count - 1)


def _weight_by_parameter(params: dict[str, Any], given: TypeLike, count: int) -> list[TypeLike]:
    return [given, params["dtype"]]


def _with_indices(place: int) -> Rule:
    return lambda params, given, count: [torch.int32 if i == place else given for i in range(count)]


def _fused(params: dict[str, Any], given: TypeLike, count: int) -> list[TypeLike]:
    """Over 8 bit integers, weights and ranges of a fused layer are float32."""
    return [given] + [torch.float32 if params.get("quantized") else given] * (count - 1)


def _fused_dense(params: dict[str, Any], given: TypeLike, count: int) -> list[TypeLike]:
    if not params.get("quantized") or params["channel_wise_quantize"]:
        return _fused(params, given, count)
    # Data, weight and bias are followed by a range of each.
    layers = count // 3
    return [given, *[torch.int8] * (layers - 1), *[torch.float32] * (count - layers)]


# What inputs without a type get, from the type of the first that has one.
_INPUTS: dict[str, Rule] = {
    "BatchNorm": _wide_statistics,
    "_contrib_BatchNormWithReLU": _wide_statistics,
    "_contrib_SyncBatchNorm": _wide_statistics,
    "Embedding": _weight_by_parameter,
    "_contrib_SparseEmbedding": _weight_by_parameter,
    "batch_take": _with_indices(1),
    "_contrib_hawkesll": _with_indices(5),
    "_sg_mkldnn_conv": _fused,
    "_sg_mkldnn_fully_connected": _fused_dense,
    "_sg_mkldnn_selfatt_qk": _fused,
    "_sg_mkldnn_selfatt_valatt": _fused,
}


def input_types(name: str, params: dict[str, Any], known: Sequence[TypeLike]) -> list[TypeLike]:
    """Types of the inputs of an operator, of which some are `known`."""
    given = next((kind for kind in known if kind is not None), None)
    if given is None:
        return list(known)
    rule = _INPUTS.get(name)
    wanted = rule(params, given, len(known)) if rule is not None else [given] * len(known)
    return [kind or other for kind, other in zip(known, wanted, strict=True)]


def _topk(params: dict[str, Any], given: TypeLike, count: int) -> list[TypeLike]:
    if params["ret_typ"] == "indices":
        return [params["dtype"]]
    return [given, params["dtype"]][:count]


def _always(kind: torch.dtype) -> Rule:
    return lambda params, given, count: [kind] * count


def _amp_cast(params: dict[str, Any], given: TypeLike, count: int) -> list[TypeLike]:
    return [params["dtype"] if given in (torch.float32, *_HALF) else given]


_RESULTS: dict[str, Rule] = {
    "topk": _topk,
    "norm": lambda params, given, count: [getattr(torch, params["out_dtype"]) if params["out_dtype"] else given],
    "amp_cast": _amp_cast,
    **dict.fromkeys(("Embedding", "_contrib_SparseEmbedding"), lambda params, given, count: [given]),
    "BatchNorm": _wide_statistics,
    "_contrib_BatchNormWithReLU": _wide_statistics,
    "_contrib_SyncBatchNorm": _wide_statistics,
    "_histogram": lambda params, given, count: [torch.int64, given],
    **dict.fromkeys(("shape_array", "size_array", "_contrib_index_array", "_contrib_getnnz"), _always(torch.int64)),
    **dict.fromkeys(("_image_to_tensor", "all_finite", "multi_all_finite", "multi_sum_sq"), _always(torch.float32)),
}


def leading_input(name: str) -> int:
    """The position of the input whose type the results have where no rule says otherwise."""
    return 1 if name in ("where", "Embedding", "_contrib_SparseEmbedding") else 0


def _scalar_result(params: dict[str, Any], given: TypeLike) -> list[TypeLike]:
    if given is not None and not given.is_floating_point and not given.is_complex:
        if not params["is_int"]:
            return [torch.float64]
        return [torch.int64 if given is torch.bool else given]
    return [given]


def result_types(name: str, params: dict[str, Any], given: TypeLike, count: int) -> list[TypeLike]:
    """Types of the results of an operator whose leading input is of type `given`."""
    rule = _RESULTS.get(name)
    if rule is not None:
        return rule(params, given, count)
    if name.endswith("_scalar") and "is_int" in params:
        return _scalar_result(params, given)
    if name.startswith("_sample_") or (name.startswith("_random_") and "dtype" in params):
        return [params.get("dtype") or torch.float32] * count
    return [params.get("dtype") or given] * count
