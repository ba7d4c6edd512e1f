"""ResNet-18 on 224x224 images, batch 8: prediction and training."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from . import Work

MEMBERS = {"predict": "ResNet-18, batch 8, hybridized inference",
           "train": "ResNet-18, batch 8, hybridized training step"}
BATCH_SIZE = 8
LEARNING_RATE = 0.001
CHECKED_STEPS = 2


def make_data() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    return rng.random((BATCH_SIZE, 3, 224, 224), dtype=np.float32), rng.integers(0, 1000, BATCH_SIZE)


def make_parameters(shapes: list[tuple[int, ...]]) -> Iterator[np.ndarray]:
    """Yield initial values in layer order; each normalization has gamma, beta, moving mean and moving variance."""
    rng = np.random.default_rng(1)
    vectors = 0
    for shape in shapes:
        if len(shape) > 1:
            yield (rng.normal(size=shape) * np.sqrt(2 / np.prod(shape[1:]))).astype(np.float32)
            vectors = 0
        else:
            yield np.full(shape, (1.0, 0.0, 0.0, 1.0)[vectors % 4] if shape != (1000,) else 0.0, np.float32)
            vectors += 1


def build_mxnet(member: str) -> Work:
    import mxnet as mx
    from mxnet import autograd, gluon, nd

    data, label = (nd.array(a) for a in make_data())
    net = gluon.model_zoo.vision.resnet18_v1()
    net.initialize()
    net(data)
    parameters = list(net.collect_params().values())
    for parameter, value in zip(parameters, make_parameters([p.shape for p in parameters]), strict=True):
        parameter.set_data(nd.array(value))
    net.hybridize(static_alloc=True, static_shape=True)
    if member == "predict":
        return Work(lambda: net(data), lambda: net(data).asnumpy().ravel()[:100], lambda _: mx.nd.waitall())
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    loss.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": LEARNING_RATE})

    def step():
        with autograd.record():
            losses = loss(net(data), label)
        losses.backward()
        trainer.step(BATCH_SIZE)
        return losses

    return Work(step, lambda: [step().mean().asscalar() for _ in range(CHECKED_STEPS)], lambda _: mx.nd.waitall())


def _torch_network():
    from torch import nn

    class Block(nn.Module):
        def __init__(self, inputs: int, outputs: int, stride: int) -> None:
            super().__init__()
            self.body = nn.Sequential(
                nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True),
                nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
            self.downsample = nn.Identity() if inputs == outputs else nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

        def forward(self, x):
            return (self.body(x) + self.downsample(x)).relu_()

    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1)]
    inputs = 64
    for outputs in (64, 128, 256, 512):
        layers += [Block(inputs, outputs, 1 if inputs == outputs else 2), Block(outputs, outputs, 1)]
        inputs = outputs
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))


def _torch_work(member: str, compiled: bool) -> Work:
    import torch
    import torch.nn.functional as F

    data, label = (torch.tensor(a) for a in make_data())
    net = _torch_network()
    arrays = [t for module in net.modules() for t in (*module._parameters.values(), *module._buffers.values())
              if t is not None and t.ndim]
    with torch.no_grad():
        for tensor, value in zip(arrays, make_parameters([tuple(t.shape) for t in arrays]), strict=True):
            tensor.copy_(torch.tensor(value))
    net.train(member == "train")
    if compiled:
        import torch._inductor.config

        torch._inductor.config.freezing = member == "predict"
        net, data = net.to(memory_format=torch.channels_last), data.to(memory_format=torch.channels_last)
    run = torch.compile(net) if compiled else net
    if member == "predict":
        return Work(lambda: run(data), lambda: run(data).numpy().ravel()[:100], scope=torch.no_grad)
    optimizer = torch.optim.SGD(net.parameters(), lr=LEARNING_RATE, fused=compiled)

    def step():
        optimizer.zero_grad()
        loss = F.cross_entropy(run(data), label)
        loss.backward()
        optimizer.step()
        return loss

    return Work(step, lambda: [step().item() for _ in range(CHECKED_STEPS)])


def build_torch(member: str) -> Work:
    return _torch_work(member, compiled=False)


def build_torch_compile(member: str) -> Work:
    return _torch_work(member, compiled=True)
