"""Outputs, gradients and printed form of every layer of ``gluon.nn``."""

import zlib

import numpy as np

import mxnet as mx

FILE = "../golden/layers.npz"
# name: (class, settings, input shape, settings with the input size)
CASES = {
    "dense": ("Dense", {"units": 3}, (2, 4), {"in_units": 4}),
    "dense_relu": ("Dense", {"units": 3, "activation": "relu", "use_bias": False}, (2, 4), {"in_units": 4}),
    "dense_flat": ("Dense", {"units": 3}, (2, 4, 2), {"in_units": 8}),
    "dense_wide": ("Dense", {"units": 3, "flatten": False}, (2, 4, 2), {"in_units": 2}),
    "dropout": ("Dropout", {"rate": 0.5}, (2, 3), {}),
    "flatten": ("Flatten", {}, (2, 3, 4), {}),
    "batch_norm": ("BatchNorm", {}, (4, 3, 2, 2), {"in_channels": 3}),
    "batch_norm_plain": ("BatchNorm", {"scale": False, "center": False, "epsilon": 1e-3}, (4, 3), {"in_channels": 3}),
    "batch_norm_last": ("BatchNorm", {"axis": -1, "momentum": 0.5}, (4, 2, 3), {"in_channels": 3}),
    "batch_norm_global": ("BatchNorm", {"use_global_stats": True}, (4, 3, 2), {"in_channels": 3}),
    "instance_norm": ("InstanceNorm", {}, (2, 3, 4), {"in_channels": 3}),
    "layer_norm": ("LayerNorm", {}, (2, 3, 4), {"in_channels": 4}),
    "layer_norm_axis": ("LayerNorm", {"axis": 1, "epsilon": 1e-3}, (2, 3, 4), {"in_channels": 3}),
    "group_norm": ("GroupNorm", {"num_groups": 2}, (2, 4, 3), {}),
    "batch_norm_relu": ("BatchNormReLU", {}, (4, 3, 2, 2), {"in_channels": 3}),
    "activation_relu": ("Activation", {"activation": "relu"}, (2, 3), {}),
    "activation_sigmoid": ("Activation", {"activation": "sigmoid"}, (2, 3), {}),
    "activation_tanh": ("Activation", {"activation": "tanh"}, (2, 3), {}),
    "activation_softrelu": ("Activation", {"activation": "softrelu"}, (2, 3), {}),
    "activation_softsign": ("Activation", {"activation": "softsign"}, (2, 3), {}),
    "leaky_relu": ("LeakyReLU", {"alpha": 0.2}, (2, 3), {}),
    "prelu": ("PReLU", {"in_channels": 3}, (2, 3, 2), {}),
    "elu": ("ELU", {"alpha": 0.7}, (2, 3), {}),
    "selu": ("SELU", {}, (2, 3), {}),
    "gelu": ("GELU", {}, (2, 3), {}),
    "swish": ("Swish", {"beta": 1.5}, (2, 3), {}),
    "hybrid_lambda": ("HybridLambda", {"function": "tanh"}, (2, 3), {}),
    "reflection_pad": ("ReflectionPad2D", {"padding": 1}, (1, 2, 3, 4), {}),
    "conv1d": ("Conv1D", {"channels": 4, "kernel_size": 3, "strides": 2, "padding": 1}, (2, 3, 7), {"in_channels": 3}),
    "conv1d_last": ("Conv1D", {"channels": 4, "kernel_size": 3, "activation": "tanh"}, (2, 3, 7), {"in_channels": 3}),
    "conv2d": ("Conv2D", {"channels": 4, "kernel_size": (3, 2), "padding": (1, 0)}, (2, 3, 5, 4), {"in_channels": 3}),
    "conv2d_groups": ("Conv2D", {"channels": 4, "kernel_size": 3, "groups": 2, "dilation": 2, "use_bias": False},
                      (1, 4, 7, 6), {"in_channels": 4}),
    "conv3d": ("Conv3D", {"channels": 2, "kernel_size": 2, "strides": (1, 2, 1)}, (1, 3, 3, 4, 3), {"in_channels": 3}),
    "conv1d_transpose": ("Conv1DTranspose", {"channels": 2, "kernel_size": 3, "strides": 2, "output_padding": 1},
                         (2, 3, 4), {"in_channels": 3}),
    "conv2d_transpose": ("Conv2DTranspose", {"channels": 2, "kernel_size": 3, "strides": 2, "padding": 1},
                         (1, 3, 3, 4), {"in_channels": 3}),
    "conv3d_transpose": ("Conv3DTranspose", {"channels": 2, "kernel_size": 2, "strides": 2}, (1, 2, 2, 2, 3),
                         {"in_channels": 2}),
    **{f"{kind.lower()}_pool{dims}d": (f"{kind}Pool{dims}D", {"pool_size": 2, "strides": 2, "padding": 1},
                                       (1, 2, *(5, 6, 4)[:dims]), {})
       for kind in ("Max", "Avg") for dims in (1, 2, 3)},
    **{f"global_{kind.lower()}_pool{dims}d": (f"Global{kind}Pool{dims}D", {}, (1, 2, *(5, 6, 4)[:dims]), {})
       for kind in ("Max", "Avg") for dims in (1, 2, 3)},
    "max_pool_ceil": ("MaxPool2D", {"pool_size": 3, "strides": 2, "ceil_mode": True}, (1, 2, 6, 6), {}),
    "avg_pool_inside": ("AvgPool2D", {"pool_size": 3, "padding": 1, "count_include_pad": False}, (1, 2, 6, 6), {}),
    "embedding": ("Embedding", {"input_dim": 5, "output_dim": 3}, (2, 4), {}),
}
INTEGER_INPUT = {"embedding"}


def values(name, shape, scale=1.0, low=-1.0):
    random = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
    return (random.uniform(low, 1, shape) * scale).astype("float32")


def input_of(case):
    _, _, shape, _ = CASES[case]
    return np.floor(values(case, shape, 5, 0)) if case in INTEGER_INPUT else values(case, shape)


def make(case, explicit=False, dtype="float32"):
    """Create the layer. With `explicit`, pass its input size instead of inferring it from the data."""
    kind, settings, _, size = CASES[case]
    layer = getattr(mx.gluon.nn, kind)(**settings, **(size if explicit else {}), prefix="layer_")
    layer.initialize()
    if dtype != "float32":
        layer.cast(dtype)
    return layer


def fill(layer):
    """Return values that only depend on the names of parameters."""
    for name, parameter in layer.collect_params().items():
        positive = name.endswith(("gamma", "running_var"))
        parameter.set_data(mx.nd.array(values(name, parameter.shape, 1, 0.2 if positive else -1)))


def run(layer, data):
    """Return the result, and the gradients of the input and of all parameters."""
    with mx.autograd.record():
        output = layer(data)
    output.backward(mx.nd.array(values("head", output.shape), dtype=output.dtype))
    found = {"output": output, "input_grad": data.grad}
    for name, parameter in layer.collect_params().items():
        if parameter.grad_req != "null":
            found[f"grad:{name}"] = parameter.grad()
        else:
            found[f"state:{name}"] = parameter.data()
    return {key: array.astype("float32").asnumpy() for key, array in found.items() if array is not None}


def ready(case, explicit=False):
    """Return the layer with its parameters, and its input."""
    layer, data = make(case, explicit), mx.nd.array(input_of(case))
    if not explicit:
        layer(data)
    fill(layer)
    return layer, data


def observe(case):
    if case == "dropout":
        return {}  # random
    layer, data = ready(case)
    predicted = layer(data).asnumpy()
    if case not in INTEGER_INPUT:
        data.attach_grad()
    found = {"predicted": predicted, **run(layer, data), "repr": np.array(repr(layer))}
    return {f"{case}:{key}": value for key, value in found.items()}
