"""Operators that exist only as nodes of graphs.

Most of them compute graphs or functions that are attached to the node instead of being stored in its parameters. Each
such node gets its own definition, derived from the declaration here (``_graph.control_flow``, ``_graph.nested``,
``_graph.fused``). A call by the bare name has no graph and raises, as in MXNet.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import torch
from torch import Tensor

from .._runtime.error import MXNetError
from .facts import UNLISTED, Form, Inference, Params, TypeLike, Types
from .opdef import Lowering, OpDef, find, register
from .params import Bool, Int, OptBool, OptFloat, Shape


def _raise_missing_graph() -> NoReturn:
    raise ValueError("this operator runs only as a node of a graph, which holds the computation")


def _reject(name: str, reason: str) -> Callable[[dict[str, Any]], Sequence[str]]:
    """Return a `present` rule that raises: without its graph, the operator has no input names."""

    def present(params: dict[str, Any]) -> Sequence[str]:
        raise MXNetError(f"operator {name}: {reason}")

    return present


def _loop(name: str, function: str) -> Callable[[Lowering], Lowering]:
    reason = f"it runs graphs, which arrays are not; mx.nd.contrib.{function} and mx.sym.contrib.{function} make them"
    return register(name, variadic="num_args", dynamic=True, present=_reject(name, reason))


@_loop("_foreach", "foreach")
def foreach(*data: Tensor, num_outputs: Int, num_out_data: Int, in_state_locs: Shape, in_data_locs: Shape,
            remain_locs: Shape) -> Any:
    """Run a graph for each element along the first axis of its data; stack its outputs and carry its states over."""
    _raise_missing_graph()


@_loop("_while_loop", "while_loop")
def while_loop(*data: Tensor, num_outputs: Int, num_out_data: Int, max_iterations: Int, cond_input_locs: Shape,
               func_input_locs: Shape, func_var_locs: Shape) -> Any:
    """Run a graph while another one returns a nonzero value."""
    _raise_missing_graph()


@_loop("_cond", "cond")
def cond(*data: Tensor, num_outputs: Int, cond_input_locs: Shape, then_input_locs: Shape,
         else_input_locs: Shape) -> Any:
    """Run one of two graphs, selected by a third one."""
    _raise_missing_graph()


_WITHOUT_GRAPH = "it stands for a graph, which its parameter subgraph gives as JSON text"


@register("_CachedOp", variadic="num_args", dynamic=True, present=_reject("_CachedOp", _WITHOUT_GRAPH))
def cached_op(*data: Tensor) -> Any:
    """Run a graph as one operator. Its inputs are the variables of the graph, in order."""
    _raise_missing_graph()


@register("_CachedOpThreadSafe", variadic="num_args", dynamic=True,
          present=_reject("_CachedOpThreadSafe", "only a graph that was compiled for several threads is such a node"),
          precision=UNLISTED)
def cached_op_thread_safe(*data: Tensor) -> Any:
    """Run a graph as one thread-safe operator. Loaded from a file, the node runs as ``_CachedOp``."""
    _raise_missing_graph()


@register("_CustomFunction", dynamic=True,
          present=_reject("_CustomFunction", "call the mxnet.autograd.Function itself, whose results are recorded as "
                                              "this operator"))
def custom_function() -> Any:
    """Represent a call of an `autograd.Function` in the graphs of `autograd.get_symbol`. It cannot be run again."""
    raise ValueError("results of an autograd.Function cannot be computed from a graph")


@functools.cache
def custom_function_of(inputs: int, outputs: int) -> OpDef:
    """Return the operator of a node for a call with this number of inputs and results."""
    op = find("_CustomFunction")

    def lower(*tensors: Tensor) -> Any:
        return op.lower()

    return OpDef(op.name, lower, tuple(f"arg{i}" for i in range(inputs)), {}, {}, op.doc, outputs=outputs)


@register("_NoGradient")
def no_gradient() -> Any:
    """Mark a missing gradient in graphs of gradients. It cannot be computed."""
    raise ValueError("cannot be computed: it only marks a gradient that does not exist")


@register("_CrossDeviceCopy", form=Form(unlisted=frozenset({"data"}), named_outputs=True, gradient_names="inputs"))
def cross_device_copy(data: Tensor) -> Tensor:
    """Return a copy of `data`. Binding inserts this operator between parts of a graph on different devices."""
    return data.clone()


_CONV_FLAGS = ("with_bn", "with_act", "with_sum", "with_postsum_act", "quantized", "min_calib_range",
               "max_calib_range")
_DENSE_FLAGS = ("quantized", "enable_float_output", "with_eltwise", "min_calib_range", "max_calib_range",
                "channel_wise_quantize")
_WITHOUT_LAYERS = "Check failed: attrs->subgraphs.size() == 1 (0 vs. 1): only nodes of graphs have layers to run"


def fused_types(params: Params, known: Types) -> list[TypeLike]:
    """Set the input dtypes of a fused layer: weights and ranges of quantized layers are float32."""
    return [known[0]] + [torch.float32 if params.get("quantized") else known[0]] * (len(known) - 1)


def _fused_dense_types(params: Params, known: Types) -> list[TypeLike]:
    if not params.get("quantized") or params["channel_wise_quantize"]:
        return fused_types(params, known)
    # Data, weight and bias are each followed by a range.
    layers = len(known) // 3
    return [known[0], *[torch.int8] * (layers - 1), *[torch.float32] * (len(known) - layers)]


@register("_sg_mkldnn_conv", dynamic=True, present=_reject("_sg_mkldnn_conv", _WITHOUT_LAYERS),
          inference=Inference(input_types=fused_types), form=Form(hidden=frozenset(_CONV_FLAGS)))
def fused_convolution(*, with_bn: Bool = False, with_act: Bool = False, with_sum: Bool = False,
                      with_postsum_act: Bool = False, quantized: Bool = False, min_calib_range: OptFloat = None,
                      max_calib_range: OptFloat = None) -> Any:
    """Run a convolution and the following normalization, sum and activation as one operator.

    MXNet's backends ``MKLDNN`` and ``MKLDNN_QUANTIZE`` create such nodes, the latter with 8-bit integers. They are for
    prediction only: training uses the moving statistics too, and all gradients are zero.
    """
    _raise_missing_graph()


@register("_sg_mkldnn_fully_connected", dynamic=True, present=_reject("_sg_mkldnn_fully_connected", _WITHOUT_LAYERS),
          inference=Inference(input_types=_fused_dense_types), form=Form(hidden=frozenset(_DENSE_FLAGS)))
def fused_dense(*, quantized: Bool = False, enable_float_output: Bool = False, with_eltwise: Bool = False,
                min_calib_range: OptFloat = None, max_calib_range: OptFloat = None,
                channel_wise_quantize: OptBool = None) -> Any:
    """Run a dense layer and its activation as one operator, see ``_sg_mkldnn_conv``."""
    _raise_missing_graph()
