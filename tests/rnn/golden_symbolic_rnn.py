"""Results of symbolic cells.

``facts`` contains the names of arguments, outputs and unpacked weights and the state shapes of each case, as JSON.
``<case>`` contains the concatenated outputs.
"""

import json

import numpy as np

import mxnet as mx

FILE = "golden/cells.npz"
STEPS, BATCH, CHANNELS = 3, 2, 4


def _bidirectional(make):
    return mx.rnn.BidirectionalCell(make("l_"), make("r_"), output_prefix="both_")


def _stack(*cells):
    stack = mx.rnn.SequentialRNNCell()
    for cell in cells:
        stack.add(cell)
    return stack


CELLS = {
    "rnn": lambda: mx.rnn.RNNCell(5),
    "rnn_relu": lambda: mx.rnn.RNNCell(5, activation="relu", prefix="mine_"),
    "lstm": lambda: mx.rnn.LSTMCell(5),
    "gru": lambda: mx.rnn.GRUCell(5),
    "residual": lambda: mx.rnn.ResidualCell(mx.rnn.GRUCell(CHANNELS, prefix="res_")),
    "stack": lambda: _stack(mx.rnn.LSTMCell(5, prefix="a_"), mx.rnn.DropoutCell(0.5), mx.rnn.GRUCell(3, prefix="b_")),
    "bidirectional": lambda: _bidirectional(lambda prefix: mx.rnn.LSTMCell(5, prefix=prefix)),
    "deep": lambda: _stack(_bidirectional(lambda prefix: mx.rnn.GRUCell(5, prefix=prefix)),
                           mx.rnn.ResidualCell(mx.rnn.LSTMCell(10, prefix="top_"))),
    "zoneout": lambda: mx.rnn.ZoneoutCell(mx.rnn.LSTMCell(5, prefix="zone_"), 0.3, 0.2),
    "fused_lstm": lambda: mx.rnn.FusedRNNCell(5, num_layers=2, mode="lstm", bidirectional=True, get_next_state=True),
    "fused_gru": lambda: mx.rnn.FusedRNNCell(5, num_layers=2, mode="gru", dropout=0.5, prefix="g_"),
    "fused_tanh": lambda: mx.rnn.FusedRNNCell(5, mode="rnn_tanh"),
    "unfused": lambda: mx.rnn.FusedRNNCell(5, num_layers=2, mode="lstm", bidirectional=True, dropout=0.1).unfuse(),
    "conv_rnn": lambda: mx.rnn.ConvRNNCell((BATCH, CHANNELS, 6, 6), 3),
    "conv_lstm": lambda: mx.rnn.ConvLSTMCell((BATCH, CHANNELS, 6, 6), 3, i2h_stride=(2, 2), activation="tanh"),
    "conv_gru": lambda: mx.rnn.ConvGRUCell((BATCH, CHANNELS, 6, 6), 3, h2h_dilate=(2, 2)),
}


def network(key, layout, merge):
    """Return the cell, its outputs over a sequence as one symbol, and the shape of the inputs."""
    cell = CELLS[key]()
    shape = (BATCH, STEPS, CHANNELS) if layout == "NTC" else (STEPS, BATCH, CHANNELS)
    inputs = mx.sym.Variable("data")
    if key.startswith("conv"):
        shape = (BATCH, STEPS, CHANNELS, 6, 6) if layout == "NTC" else (STEPS, BATCH, CHANNELS, 6, 6)
    with mx.name.NameManager():  # restarts the counters
        outputs, _ = cell.unroll(STEPS, inputs, layout=layout, merge_outputs=merge)
    return cell, outputs if merge else mx.sym.Group(list(outputs)), shape


CASES = {f"{key}-{layout}-{merge}": (key, layout, merge)
         for key in CELLS for layout in ("NTC", "TNC") for merge in (True, False)}


def values(number, shape):
    size = int(np.prod(shape))
    return (np.sin(np.arange(size) * (0.37 + 0.11 * number)) * 0.6).reshape(shape).astype("float32")


def run(case):
    """Return names, shapes and sums, the concatenated outputs, the cell and its weights."""
    cell, outputs, shape = network(*CASES[case])
    executor = outputs.simple_bind(mx.cpu(), data=shape, grad_req="null")
    names = outputs.list_arguments()
    for number, name in enumerate(names):
        executor.arg_dict[name][:] = values(number, executor.arg_dict[name].shape)
    results = np.concatenate([array.asnumpy().ravel() for array in executor.forward(is_train=False)])
    weights = {name: array for name, array in executor.arg_dict.items() if name != "data"}
    unpacked = cell.unpack_weights(weights)
    facts = {"arguments": names, "outputs": outputs.list_outputs(), "unpacked": sorted(unpacked),
             "sums": [float(unpacked[name].asnumpy().sum()) for name in sorted(unpacked)],
             "states": [list(s) for s in cell.state_shape]}
    return facts, results, cell, weights


def observe(case):
    return run(case)[:2]


def combine(results):
    facts = json.dumps({case: facts for case, (facts, _) in results.items()})
    return {"facts": np.array(facts), **{case: outputs for case, (_, outputs) in results.items()}}
