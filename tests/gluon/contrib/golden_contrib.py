"""Outputs and gradients of the layers of ``gluon.contrib``."""

import zlib

import numpy as np

import mxnet as mx

FILE = "../golden/contrib.npz"


def _cell(kind, dims, **settings):
    shape = {1: (2, 7), 2: (2, 5, 6), 3: (2, 4, 5, 3)}[dims]
    settings = {"input_shape": shape, "hidden_channels": 3, "i2h_kernel": 3, "h2h_kernel": 3, "i2h_pad": 1, **settings}
    shape = settings["input_shape"]
    return (lambda c: getattr(c.rnn, f"Conv{dims}D{kind}Cell")(prefix="cell_", **settings), [(2, 3, *shape)], True)


# name: function that creates the layer from the module gluon.contrib, input shapes, whether to unroll over axis 1
CASES = {
    **{f"conv{dims}d_{kind}": _cell(kind, dims) for kind in ("RNN", "LSTM", "GRU") for dims in (1, 2, 3)},
    "conv2d_lstm_dilated": _cell("LSTM", 2, i2h_kernel=(3, 2), i2h_pad=(1, 0), h2h_dilate=(1, 2), activation="relu"),
    "lstmp": (lambda c: c.rnn.LSTMPCell(5, 3, prefix="cell_"), [(2, 4, 6)], True),
    "pixel_shuffle_1d": (lambda c: c.nn.PixelShuffle1D(2), [(1, 4, 3)], False),
    "pixel_shuffle_2d": (lambda c: c.nn.PixelShuffle2D((2, 3)), [(1, 12, 2, 3)], False),
    "pixel_shuffle_3d": (lambda c: c.nn.PixelShuffle3D((1, 2, 3)), [(1, 12, 2, 3, 2)], False),
    "deformable": (lambda c: c.cnn.DeformableConvolution(4, (3, 3), padding=(1, 1), num_deformable_group=2,
                                                         offset_weight_initializer="uniform", prefix="conv_"),
                   [(1, 4, 6, 5)], False),
    "deformable_plain": (lambda c: c.cnn.DeformableConvolution(3, 3, strides=2, use_bias=False, offset_use_bias=False,
                                                               activation="relu", prefix="conv_"),
                         [(2, 2, 7, 7)], False),
}


def values(name, shape, scale=1.0):
    random = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
    return (random.uniform(-1, 1, shape) * scale).astype("float32")


def make(case):
    """Return the layer with parameters that only depend on their names, and its inputs."""
    build, shapes, unrolled = case
    layer = build(mx.gluon.contrib)
    layer.initialize()
    inputs = [mx.nd.array(values(f"input{i}", shape)) for i, shape in enumerate(shapes)]
    forward(layer, inputs, unrolled)
    for name, parameter in layer.collect_params().items():
        parameter.set_data(mx.nd.array(values(name, parameter.shape, 0.5)))
    return layer, inputs


def forward(layer, inputs, unrolled):
    if not unrolled:
        return layer(*inputs)
    return layer.unroll(inputs[0].shape[1], inputs[0], merge_outputs=True)[0]


def run(case, hybrid=False):
    """Return the result, the gradient of the input, and names and gradients of parameters."""
    layer, inputs = make(case)
    if hybrid:
        layer.hybridize()
    for array in inputs:
        array.attach_grad()
    with mx.autograd.record():
        output = forward(layer, inputs, case[2])
    output.backward(mx.nd.array(values("head", output.shape)))
    found = {"output": output.asnumpy(), "input_grad": inputs[0].grad.asnumpy()}
    found.update({f"grad:{name}": p.grad().asnumpy() for name, p in layer.collect_params().items()})
    return found


def observe(case):
    return {f"{case}:{key}": value for key, value in run(CASES[case]).items()}
