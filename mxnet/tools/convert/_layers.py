"""Rules for layers that ``torch.nn`` has."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._graph.ir import Operation
from ..._ops.convolution import channels_last, expand
from ..._ops.recurrent import layer_parts, net_of
from . import _attention
from ._writer import Input, NotReadable, Writer, content, rule


def _single(values: tuple[int, ...]) -> str:
    """Shorten (2, 2) to 2."""
    return str(values[0]) if len(set(values)) == 1 else str(tuple(values))


def _options(**given: tuple[Any, Any]) -> str:
    """Format keyword arguments that differ from their defaults."""
    return "".join(f", {key}={value}" for key, (value, default) in given.items() if value != default)


@rule("Convolution", "Convolution_v1")
def convolution(w: Writer, node: Operation, x: Input, weight: Input, bias: Input | None = None) -> str:
    p, rank = node.params, len(node.params["kernel"])
    if channels_last(p["layout"]):
        raise NotReadable("channels are last")
    kernel, matrix = tuple(p["kernel"]), content(weight)
    stride, dilate, pad = expand(p["stride"], rank, 1), expand(p["dilate"], rank, 1), expand(p["pad"], rank, 0)
    layer = f"nn.Conv{rank}d({matrix.shape[1] * p['num_group']}, {p['num_filter']}, {_single(kernel)}" + _options(
        stride=(_single(stride), "1"), padding=(_single(pad), "0"), dilation=(_single(dilate), "1"),
        groups=(p["num_group"], 1), bias=(not p["no_bias"], True)) + ")"
    tensors = {"weight": matrix} if p["no_bias"] or bias is None else {"weight": matrix, "bias": content(bias)}
    return f"{w.layer(node, layer, **tensors)}({x})"


@rule("Deconvolution")
def deconvolution(w: Writer, node: Operation, x: Input, weight: Input, bias: Input | None = None) -> str:
    p, rank = node.params, len(node.params["kernel"])
    stride, dilate = expand(p["stride"], rank, 1), expand(p["dilate"], rank, 1)
    pad, adjust = expand(p["pad"], rank, 0), expand(p["adj"], rank, 0)
    if channels_last(p["layout"]) or any(p["target_shape"]) or any(a >= s for a, s in zip(adjust, stride, strict=True)):
        raise NotReadable("the output size of torch's layer differs")
    matrix = content(weight)
    layer = f"nn.ConvTranspose{rank}d({matrix.shape[0]}, {p['num_filter']}, {_single(tuple(p['kernel']))}" + _options(
        stride=(_single(stride), "1"), padding=(_single(pad), "0"), output_padding=(_single(adjust), "0"),
        groups=(p["num_group"], 1), bias=(not p["no_bias"], True), dilation=(_single(dilate), "1")) + ")"
    tensors = {"weight": matrix} if p["no_bias"] or bias is None else {"weight": matrix, "bias": content(bias)}
    return f"{w.layer(node, layer, **tensors)}({x})"


@rule("FullyConnected")
def fully_connected(w: Writer, node: Operation, x: Input, weight: Input, bias: Input | None = None) -> str:
    p, matrix = node.params, content(weight)
    layer = f"nn.Linear({matrix.shape[1]}, {matrix.shape[0]}" + _options(bias=(not p["no_bias"], True)) + ")"
    tensors = {"weight": matrix} if p["no_bias"] or bias is None else {"weight": matrix, "bias": content(bias)}
    data = f"torch.flatten({x}, 1)" if p["flatten"] and x.rank > 2 else str(x)
    return f"{w.layer(node, layer, **tensors)}({data})"


@rule("BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm")
def batch_norm(w: Writer, node: Operation, x: Input, gamma: Input, beta: Input, mean: Input, variance: Input) -> str:
    """Write a batch normalization layer. With `fix_gamma`, gamma is 1 regardless of its value."""
    p = node.params
    axis = p.get("axis", 1) % x.rank
    if len(w.results) > 1 or axis != 1 or x.rank not in (2, 3, 4, 5):
        raise NotReadable("torch normalizes the second axis")
    scale = content(gamma)
    layer = f"nn.BatchNorm{max(x.rank - 2, 1)}d({scale.shape[0]}, eps={p['eps']}, momentum={1 - p['momentum']:.6g})"
    call = w.layer(node, layer, weight=np.ones_like(scale) if p["fix_gamma"] else scale, bias=content(beta),
                   running_mean=content(mean), running_var=content(variance),
                   num_batches_tracked=np.zeros((), np.int64))
    return f"{call}({x})"


@rule("LayerNorm")
def layer_norm(w: Writer, node: Operation, x: Input, gamma: Input, beta: Input) -> str:
    if len(w.results) > 1 or node.params["axis"] % x.rank != x.rank - 1:
        raise NotReadable("torch normalizes the last axis")
    scale = content(gamma)
    call = w.layer(node, f"nn.LayerNorm({scale.shape[0]}, eps={node.params['eps']})", weight=scale, bias=content(beta))
    return f"{call}({x})"


@rule("GroupNorm")
def group_norm(w: Writer, node: Operation, x: Input, gamma: Input, beta: Input) -> str:
    """Write a group normalization layer. The scales of groups are repeated for their channels."""
    groups, channels = node.params["num_groups"], x.shape[1]
    if len(w.results) > 1 or channels is None:
        raise NotReadable("moments are returned too")
    scale, offset = (np.repeat(content(v), channels // groups) for v in (gamma, beta))
    call = w.layer(node, f"nn.GroupNorm({groups}, {channels}, eps={node.params['eps']})", weight=scale, bias=offset)
    return f"{call}({x})"


@rule("InstanceNorm")
def instance_norm(w: Writer, node: Operation, x: Input, gamma: Input, beta: Input) -> str:
    scale = content(gamma)
    layer = f"nn.GroupNorm({scale.shape[0]}, {scale.shape[0]}, eps={node.params['eps']})"
    return f"{w.layer(node, layer, weight=scale, bias=content(beta))}({x})"


@rule("LRN")
def lrn(w: Writer, node: Operation, x: Input) -> str:
    p = node.params
    layer = f"nn.LocalResponseNorm({p['nsize']}, alpha={p['alpha']}, beta={p['beta']}, k={p['knorm']})"
    return f"{w.layer(node, layer)}({x})"


@rule("Embedding", "_contrib_SparseEmbedding")
def embedding(w: Writer, node: Operation, x: Input, weight: Input) -> str:
    """Write an embedding layer. Indices out of range select the nearest row."""
    matrix = content(weight)
    call = w.layer(node, f"nn.Embedding({matrix.shape[0]}, {matrix.shape[1]})", weight=matrix)
    return f"{call}({x}.long().clamp(0, {matrix.shape[0] - 1}))"


@rule("Dropout")
def dropout(w: Writer, node: Operation, x: Input) -> str:
    if node.params["mode"] == "always":
        raise NotReadable("it drops in prediction")
    if node.params["axes"]:
        w.snippet(_attention.shared_dropout)
        return f"shared_dropout({x}, {node.params['p']}, {tuple(node.params['axes'])}, self.training)"
    return f"{w.layer(node, 'nn.Dropout(' + str(node.params['p']) + ')')}({x})"


@rule("LeakyReLU")
def leaky_relu(w: Writer, node: Operation, x: Input, gamma: Input | None = None) -> str:
    p, kind = node.params, node.params["act_type"]
    if kind == "prelu":
        assert gamma is not None
        slopes = content(gamma).reshape(-1)
        channels = x.shape[1] if x.rank > 1 else None
        if len(slopes) not in (1, channels):
            raise NotReadable("the slopes are not per channel")
        return f"{w.layer(node, f'nn.PReLU({len(slopes)})', weight=slopes)}({x})"
    if len(w.results) > 1 or kind == "rrelu":
        raise NotReadable("it returns slopes")
    forms = {"leaky": f"F.leaky_relu({x}, {p['slope']})", "elu": f"F.elu({x}, {p['slope']})", "selu": f"F.selu({x})",
             "gelu": f"F.gelu({x})"}
    return forms[kind]


_CELLS = {"lstm": "LSTM", "gru": "GRU", "rnn_tanh": "RNN", "rnn_relu": "RNN"}


@rule("RNN")
def rnn(w: Writer, node: Operation, x: Input, parameters: Input, *rest: Input) -> Any:
    p = node.params
    net = net_of(p)
    inputs = x.shape[2]
    if p["use_sequence_length"] or p["lstm_state_clip_min"] is not None or inputs is None or net.projection == net.size:
        raise NotReadable("an option that torch's layer does not have")
    vector = content(parameters).reshape(-1)
    matrices, biases = layer_parts(net, inputs)
    kinds = ["weight_ih", "weight_hh"] + (["weight_hr"] if net.projection else [])
    tensors = {}
    for cell in range(net.layers * net.directions):
        mark = f"l{cell // net.directions}" + ("_reverse" if cell % net.directions else "")
        own = matrices[cell * len(kinds):(cell + 1) * len(kinds)]
        offsets = biases[2 * cell:2 * cell + 2]
        for kind, (start, shape) in zip([*kinds, "bias_ih", "bias_hh"], [*own, *offsets], strict=True):
            tensors[f"{kind}_{mark}"] = vector[start:start + int(np.prod(shape))].reshape(shape).copy()
    layer = f"nn.{_CELLS[net.mode]}({inputs}, {net.size}" + _options(
        num_layers=(net.layers, 1), nonlinearity=("'relu'" if net.mode == "rnn_relu" else "'tanh'", "'tanh'"),
        dropout=(p["p"], 0.0), bidirectional=(net.directions == 2, False), proj_size=(net.projection or 0, 0)) + ")"
    call = w.layer(node, layer, **tensors)
    states = f", ({rest[0]}, {rest[1]})" if net.mode == "lstm" else f", {rest[0]}"
    if all(state.is_first_state for state in rest):
        states = ""
    elif any(state.is_first_state for state in rest):
        raise NotReadable("one of two states is given")
    if len(w.results) == 1:
        return f"{call}({x}{states})[0]"
    return f"{call}({x}{states})" if net.mode != "lstm" else ("nested", f"{call}({x}{states})")
