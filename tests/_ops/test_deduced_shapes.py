"""Test shapes of weights, labels and states inferred from the data against MXNet 1.9.1."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mxnet as mx

# Operator, parameters, shape of the data, arguments, outputs, states, number of outputs in JSON.
CASES: list[tuple[str, dict[str, Any], tuple[int, ...], dict[str, Any], dict[str, Any], dict[str, Any], int]] = [
    ("Convolution", {"kernel": (3, 2), "num_filter": 4, "num_group": 2}, (1, 6, 5, 5), {"n_weight": (4, 3, 3, 2),
     "n_bias": (4,)}, {"n_output": (1, 4, 3, 4)}, {}, 4),
    ("Convolution", {"kernel": (3,), "num_filter": 4, "no_bias": True}, (1, 6, 5), {"n_weight": (4, 6, 3)},
     {"n_output": (1, 4, 3)}, {}, 3),
    ("Convolution_v1", {"kernel": (3, 2), "num_filter": 4}, (1, 6, 5, 5), {"n_weight": (4, 6, 3, 2), "n_bias":
     (4,)}, {"n_output": (1, 4, 3, 4)}, {}, 4),
    ("Deconvolution", {"kernel": (3, 2), "num_filter": 4, "num_group": 2, "no_bias": False}, (1, 6, 5, 5),
     {"n_weight": (6, 2, 3, 2), "n_bias": (4,)}, {"n_output": (1, 4, 7, 6)}, {}, 4),
    ("FullyConnected", {"num_hidden": 4}, (2, 3, 5), {"n_weight": (4, 15), "n_bias": (4,)}, {"n_output": (2, 4)},
     {}, 4),
    ("FullyConnected", {"num_hidden": 4, "flatten": False, "no_bias": True}, (2, 3, 5), {"n_weight": (4, 5)},
     {"n_output": (2, 3, 4)}, {}, 3),
    ("BatchNorm", {"axis": -1}, (2, 3, 5), {"n_gamma": (5,), "n_beta": (5,)}, {"n_output": (2, 3, 5)},
     {"n_moving_mean": (5,), "n_moving_var": (5,)}, 8),
    ("BatchNorm", {"output_mean_var": True}, (2, 3, 5), {"n_gamma": (3,), "n_beta": (3,)}, {"n_output": (2, 3, 5),
     "n_mean": (3,), "n_var": (3,)}, {"n_moving_mean": (3,), "n_moving_var": (3,)}, 8),
    ("BatchNorm_v1", {}, (2, 3), {"n_gamma": (3,), "n_beta": (3,)}, {"n_output": (2, 3)}, {"n_moving_mean": (3,),
     "n_moving_var": (3,)}, 8),
    ("LayerNorm", {"axis": 1, "output_mean_var": True}, (2, 3, 5), {"n_gamma": (3,), "n_beta": (3,)}, {"n_output":
     (2, 3, 5), "n_mean": (2, 1, 5), "n_std": (2, 1, 5)}, {}, 6),
    ("GroupNorm", {"num_groups": 2, "output_mean_var": True}, (2, 4, 5), {"n_gamma": (2,), "n_beta": (2,)},
     {"n_output": (2, 4, 5), "n_mean": (2, 2), "n_std": (2, 2)}, {}, 6),
    ("InstanceNorm", {}, (2, 3, 5), {"n_gamma": (3,), "n_beta": (3,)}, {"n_output": (2, 3, 5)}, {}, 6),
    ("LeakyReLU", {"act_type": "prelu"}, (2, 3, 5), {"n_gamma": (3,)}, {"n_output": (2, 3, 5)}, {}, 3),
    ("LeakyReLU", {"act_type": "rrelu"}, (2, 3), {}, {"n_output": (2, 3), "n_mask": (2, 3)}, {}, 3),
    ("softmax", {"use_length": True, "axis": 1}, (2, 3, 5), {"n_length": (2, 5)}, {"n_output": (2, 3, 5)}, {}, 3),
    ("SoftmaxOutput", {}, (2, 3), {"n_label": (2,)}, {"n_output": (2, 3)}, {}, 3),
    ("SoftmaxOutput", {"multi_output": True}, (2, 3, 4, 5), {"n_label": (2, 20)}, {"n_output": (2, 3, 4, 5)}, {},
     3),
    ("SoftmaxOutput", {"preserve_shape": True}, (2, 3, 4), {"n_label": (2, 3)}, {"n_output": (2, 3, 4)}, {}, 3),
    ("LinearRegressionOutput", {}, (2, 1), {"n_label": (2,)}, {"n_output": (2, 1)}, {}, 3),
    ("LogisticRegressionOutput", {}, (2, 3), {"n_label": (2, 3)}, {"n_output": (2, 3)}, {}, 3),
    ("SVMOutput", {}, (2, 3), {"n_label": (2,)}, {"n_output": (2, 3)}, {}, 3),
    ("IdentityAttachKLSparseReg", {}, (2, 3), {}, {"n_output": (2, 3)}, {"n_moving_avg": (3,)}, 3),
    ("RNN", {"mode": "lstm", "state_size": 3, "num_layers": 2, "bidirectional": True, "state_outputs": True}, (4,
     2, 5), {"n_parameters": (504,), "n_state": (4, 2, 3), "n_state_cell": (4, 2, 3)}, {"n_output": (4, 2, 6),
     "n_state_output": (4, 2, 3), "n_statecell_output": (4, 2, 3)}, {}, 7),
    ("RNN", {"mode": "lstm", "state_size": 3, "num_layers": 2, "projection_size": 2}, (4, 2, 5), {"n_parameters":
     (192,), "n_state": (2, 2, 2), "n_state_cell": (2, 2, 3)}, {"n_output": (4, 2, 2)}, {}, 5),
    ("RNN", {"mode": "gru", "state_size": 3, "num_layers": 1, "state_outputs": True}, (4, 2, 5), {"n_parameters":
     (90,), "n_state": (1, 2, 3)}, {"n_output": (4, 2, 3), "n_state_output": (1, 2, 3)}, {}, 5),
    ("RNN", {"mode": "rnn_tanh", "state_size": 3, "num_layers": 1, "use_sequence_length": True}, (4, 2, 5),
     {"n_parameters": (30,), "n_state": (1, 2, 3), "n_sequence_length": (2,)}, {"n_output": (4, 2, 3)}, {}, 5),
    ("UpSampling", {"scale": 3, "sample_type": "bilinear", "num_filter": 2, "num_args": 1}, (1, 2, 4, 4),
     {"n_weight": (2, 1, 5, 5)}, {"n_output": (1, 2, 12, 12)}, {}, 3),
    ("Pooling", {"kernel": (2, 2), "stride": (3, 2), "pooling_convention": "full"}, (1, 2, 6, 5), {}, {"n_output":
     (1, 2, 3, 3)}, {}, 3),
    ("Dropout", {}, (2, 3), {}, {"n_output": (2, 3)}, {}, 3),
    ("LRN", {"nsize": 3}, (1, 2, 4, 4), {}, {"n_output": (1, 2, 4, 4)}, {}, 3),
    ("L2Normalization", {}, (2, 3), {}, {"n_output": (2, 3)}, {}, 3),
]


@pytest.mark.parametrize(("op", "params", "data", "arguments", "outputs", "states", "count"), CASES,
                         ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_deduced(op: str, params: dict[str, Any], data: tuple[int, ...], arguments: dict[str, Any],
                 outputs: dict[str, Any], states: dict[str, Any], count: int) -> None:
    symbol = getattr(mx.sym, op)(mx.sym.var("data"), name="n", **params)
    found = symbol.infer_shape(data=data)
    assert dict(zip(symbol.list_arguments(), found[0], strict=True)) == {"data": data, **arguments}
    assert dict(zip(symbol.list_outputs(), found[1], strict=True)) == outputs
    assert dict(zip(symbol.list_auxiliary_states(), found[2], strict=True)) == states
    assert json.loads(symbol.tojson())["node_row_ptr"][-1] == count
