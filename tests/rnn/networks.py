"""The networks that are compared with the original's; runs with both, so only the public interface is used."""

import mxnet as mx

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
    """The cell, its outputs over a sequence as one symbol, and the shape of the inputs."""
    cell = CELLS[key]()
    shape = (BATCH, STEPS, CHANNELS) if layout == "NTC" else (STEPS, BATCH, CHANNELS)
    inputs = mx.sym.Variable("data")
    if key.startswith("conv"):
        shape = (BATCH, STEPS, CHANNELS, 6, 6) if layout == "NTC" else (STEPS, BATCH, CHANNELS, 6, 6)
    with mx.name.NameManager():  # counts from 0 again
        outputs, _ = cell.unroll(STEPS, inputs, layout=layout, merge_outputs=merge)
    return cell, outputs if merge else mx.sym.Group(list(outputs)), shape
