"""Samples of ``mxnet/_ops/recurrent.py``."""

from sample import Sample, array

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def _sample(mode, steps=3, batch=2, inputs=2, size=2, layers=1, bidirectional=False, dtype="float32", train=True,
            **params):
    directions, width = (2 if bidirectional else 1), params.get("projection_size", size)
    count = 0
    for layer in range(layers):
        count += directions * _GATES[mode] * size * ((width * directions if layer else inputs) + width + 2)
        count += directions * size * width if "projection_size" in params else 0
    given = [array(steps, batch, inputs, dtype=dtype), array(count, dtype=dtype),
             array(layers * directions, batch, width, dtype=dtype)]
    if mode == "lstm":
        given.append(array(layers * directions, batch, size, seed=1, dtype=dtype))
    return Sample("RNN", tuple(given), {"mode": mode, "state_size": size, "num_layers": layers,
                                        "bidirectional": bidirectional, **params}, train=train,
                  grad="projection_size" not in params)


SAMPLES = [
    _sample("rnn_relu"),
    _sample("rnn_relu", layers=2, bidirectional=True, state_outputs=True),
    _sample("rnn_tanh", layers=2),
    _sample("rnn_tanh", bidirectional=True, state_outputs=True, dtype="float64"),
    _sample("lstm"),
    _sample("lstm", layers=2, bidirectional=True, state_outputs=True, inputs=3),
    _sample("lstm", layers=2, state_outputs=True, dtype="float64"),
    _sample("lstm", size=3, projection_size=2, state_outputs=True, train=False),
    _sample("lstm", size=2, layers=2, bidirectional=True, projection_size=1, state_outputs=True, train=False),
    _sample("lstm", size=2, projection_size=2, state_outputs=True, train=False),
    _sample("gru", steps=1, batch=1),
    _sample("gru", layers=2, bidirectional=True, state_outputs=True),
    _sample("gru", layers=3, p=0.5, train=False),
    Sample("_rnn_param_concat", (array(3), array(2)), {"dim": 0}),
]
