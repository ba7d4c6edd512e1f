"""Checkpoint, parameters and outputs of a network that ``Module`` trains on one and on two devices."""

import numpy as np

import mxnet as mx

FOLDER, CASES = "golden", ["trained"]
STEPS = 4
OPTIMIZER = {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01}


def network():
    """Return a network with convolution, normalization with auxiliary states, pooling, dense layers and a loss."""
    data = mx.sym.Variable("data")
    net = mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, pad=(1, 1), name="conv")
    net = mx.sym.BatchNorm(net, fix_gamma=False, name="bn")
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="relu"), kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=8, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="tanh"), num_hidden=3, name="fc2")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def batch(values):
    """Return the batch of stored arrays."""
    return mx.io.DataBatch([mx.nd.array(values["data"])], [mx.nd.array(values["label"])])


def train(values, context):
    """Return a module after some steps from stored parameters."""
    module = mx.mod.Module(network(), context=context)
    module.bind([("data", values["data"].shape)], [("softmax_label", values["label"].shape)])
    module.init_params(
        arg_params={k[4:]: mx.nd.array(v) for k, v in values.items() if k.startswith("arg:")},
        aux_params={k[4:]: mx.nd.array(v) for k, v in values.items() if k.startswith("aux:")})
    module.init_optimizer(optimizer="sgd", optimizer_params=OPTIMIZER)
    for _ in range(STEPS):
        module.forward_backward(batch(values))
        module.update()
    return module


def predict(prefix, values):
    """Return the outputs of a checkpoint."""
    module = mx.mod.Module.load(prefix, STEPS)
    module.bind([("data", values["data"].shape)], [("softmax_label", values["label"].shape)], for_training=False)
    module.forward(batch(values), is_train=False)
    return module.get_outputs()[0].asnumpy()


def observe(case):
    random = np.random.RandomState(0)
    values = {"data": random.rand(6, 2, 8, 8).astype("float32"), "label": random.randint(0, 3, 6).astype("float32")}
    shapes, _, states = network().infer_shape(data=values["data"].shape)
    for name, shape in zip(network().list_arguments(), shapes):
        if name not in ("data", "softmax_label"):
            scale = 0.3 if name.endswith("weight") else 0.1
            values["arg:" + name] = (random.randn(*shape) * scale + name.endswith("gamma")).astype("float32")
    for name, shape in zip(network().list_auxiliary_states(), states):
        values["aux:" + name] = np.full(shape, name.endswith("var"), "float32")
    for name, context in (("one", mx.cpu()), ("two", [mx.cpu(0), mx.cpu(1)])):
        module = train(values, context)
        mx.nd.waitall()  # MXNet may read moving statistics before the last step writes them
        arg_params, aux_params = module.get_params()
        for key, value in {**arg_params, **aux_params}.items():
            values[name + ":" + key] = value.asnumpy()
        if name == "one":
            module.save_checkpoint(case, STEPS, save_optimizer_states=True)
            module.forward(batch(values), is_train=False)
            values["output"] = module.get_outputs()[0].asnumpy()
    return {f"{case}.npz": values}
