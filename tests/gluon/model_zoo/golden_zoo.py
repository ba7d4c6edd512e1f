"""Ten outputs of every network in the model zoo. Parameter values depend on the parameter names."""

import zlib

import numpy as np

import mxnet as mx

FILE = "../golden/model_zoo.npz"
_LARGE = {"densenet121": 224, "densenet161": 224, "densenet169": 224, "densenet201": 224, "inceptionv3": 299,
          "squeezenet1.0": 224, "squeezenet1.1": 224, "alexnet": 64}
_NAMES = ["alexnet", "inceptionv3", "squeezenet1.0", "squeezenet1.1"]
_NAMES += [f"densenet{n}" for n in (121, 161, 169, 201)]
_NAMES += [f"mobilenet{kind}{width}" for kind in ("", "v2_") for width in ("1.0", "0.75", "0.5", "0.25")]
_NAMES += [f"resnet{n}_v{version}" for n in (18, 34, 50, 101, 152) for version in (1, 2)]
_NAMES += [f"vgg{n}{kind}" for n in (11, 13, 16, 19) for kind in ("", "_bn")]
# Cases, with height and width of a small image that the network supports.
CASES = {name: _LARGE.get(name, 48) for name in _NAMES}


def picture(size):
    return np.random.RandomState(size).uniform(-1, 1, (1, 3, size, size)).astype("float32")


def values(name, shape):
    """Return values that keep activations in range, from the name in ``save_parameters``."""
    random = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
    if name.endswith(("gamma", "running_var")):
        return random.uniform(0.5, 1.5, shape)
    if name.endswith(("beta", "running_mean", "bias")):
        return random.uniform(-0.1, 0.1, shape)
    return random.uniform(-1, 1, shape) * np.sqrt(3.0 / np.prod(shape[1:]))


def fill(net, size):
    """Set the parameters of `net`."""
    net.initialize()
    with mx.autograd.pause():
        net(mx.nd.zeros((1, 3, size, size)))
    for name, parameter in net._collect_params_with_prefix().items():
        parameter.set_data(mx.nd.array(values(name, parameter.shape).astype("float32")))


def observe(case):
    net = mx.gluon.model_zoo.vision.get_model(case)
    fill(net, CASES[case])
    return {case: net(mx.nd.array(picture(CASES[case]))).asnumpy()[0, :10]}
