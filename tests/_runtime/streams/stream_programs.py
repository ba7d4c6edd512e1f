"""Programs that draw random numbers in various orders, in graphs and in training.

The real MXNet runs them too.
"""

import random

import numpy as np
from stream_operators import OPERATORS, digest


def interleaved(mx, number):
    """Draw with operators, sizes, dtypes and contexts derived from `number`."""
    choose = random.Random(number)
    mx.random.seed(number)
    names = sorted(set(OPERATORS) - {"np.beta", "sample_unique_zipfian"})
    found = []
    for _ in range(12):
        if choose.random() < 0.1:
            mx.random.seed(choose.randrange(1000), ctx=choose.choice(["all", mx.cpu(0), mx.cpu(2)]))
        size = choose.choice([1, 2, 5, 64, 65, 100, 129, 640, 1000, 3001, 7000])
        with mx.Context("cpu", choose.randrange(3)):
            found.append(digest(OPERATORS[choose.choice(names)](mx, size, choose.choice(["float32", "float64"]))))
    return found


def _network(mx, hybrid):
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(16, activation="relu"), mx.gluon.nn.Dropout(0.3), mx.gluon.nn.Dense(8),
                mx.gluon.nn.Dropout(0.5), mx.gluon.nn.Dense(4))
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    return net


def training(mx, hybrid):
    """Return the losses and initial weights of a small network with dropout and shuffled data."""
    mx.random.seed(11)
    net = _network(mx, hybrid)
    features = mx.nd.random.normal(shape=(60, 10))
    labels = mx.nd.random.randint(0, 4, shape=(60,)).astype("float32")
    net(features[:1])
    weights = digest(net[0].weight.data())
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.3, "momentum": 0.5})
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    for _ in range(6):
        order = mx.nd.shuffle(mx.nd.arange(60))
        for start in range(0, 60, 20):
            chosen = order[start:start + 20]
            with mx.autograd.record():
                value = loss(net(features.take(chosen)), labels.take(chosen))
            value.backward()
            trainer.step(20)
            losses.append(float(value.mean().asscalar()))
    return weights, losses


def dropout_layers(mx, hybrid):
    """Return the masks of a block with two dropout branches."""
    class Branches(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            first = F.Dropout(x, p=0.3)
            second = F.Dropout(x * 2, p=0.6) + F.Dropout(x * 3, p=0.2)
            return F.concat(second, F.Dropout(first, p=0.1), dim=0)

    mx.random.seed(5)
    net = Branches()
    if hybrid:
        net.hybridize()
    found = []
    for size in (70, 70, 1300):
        with mx.autograd.record():
            found.append(digest(net(mx.nd.ones((size,)))))
        found.append(digest(net(mx.nd.ones((size,)))))
    return found


def executor(mx):
    """Run a symbol with dropout and random numbers."""
    data = mx.sym.var("data")
    noise = mx.sym.random.uniform(low=-1, high=1, shape=(40, 5))
    result = mx.sym.Dropout(data, p=0.4) + noise + mx.sym.Dropout(data * 2, p=0.5) * mx.sym.random.normal(shape=(40, 5))
    bound = result.bind(mx.cpu(), {"data": mx.nd.ones((40, 5))}, {"data": mx.nd.zeros((40, 5))})
    mx.random.seed(8)
    return [digest(bound.forward(is_train=train)[0]) for train in (True, True, False, True)]


def defaults(mx):
    """Draw without a seed; run this program first."""
    return [digest(mx.nd.random.uniform(shape=(100,))), digest(mx.np.random.uniform(size=(100,)))]


def seeding(mx):
    """Seed all contexts or a single context, with negative and large seeds, and draw."""
    found = []
    for value, context in ((3, "all"), (-3, "all"), (2 ** 31 - 1, "all"), (3, mx.cpu()), (3, mx.cpu(4)),
                           (-9, mx.cpu())):
        mx.random.seed(value, ctx=context)
        found += [digest(mx.nd.random.uniform(shape=(100,))), digest(mx.np.random.uniform(size=(100,)))]
    return found


def images(mx):
    """Apply random image transforms; each of them draws one number."""
    image = mx.nd.array(np.arange(8 * 6 * 3).reshape(8, 6, 3), dtype="uint8")
    mx.random.seed(6)
    found = [digest(mx.nd.image.random_flip_left_right(image)) for _ in range(8)]
    found += [digest(mx.nd.image.random_flip_top_bottom(image)) for _ in range(8)]
    found += [digest(mx.nd.image.random_brightness(image, 0.3, 1.9)) for _ in range(3)]
    found += [digest(mx.nd.image.random_lighting(image.astype("float32"), 2.0)) for _ in range(3)]
    return [*found, digest(mx.np.random.uniform(size=(3,)))]


def largest(mx):
    """Draw a million numbers, one of which is a word that rounds to 2 ** 32."""
    mx.random.seed(77)
    numbers = mx.nd.random.uniform(shape=(1000000,))
    return [digest(numbers), float(numbers.max().asscalar())]


def contexts(mx):
    """Draw on several CPU contexts, by functions, attached arrays and bound executors."""
    found = []
    mx.random.seed(21)
    for context in (mx.cpu(2), mx.cpu(7), mx.cpu_pinned(0), mx.Context("cpu_shared", 0), mx.cpu(0)):
        with context:
            array = mx.nd.ones((70,))
            array.attach_grad()
            with mx.autograd.record():
                dropped = mx.nd.Dropout(array, p=0.4)
            dropped.backward()
            found += [digest(dropped), digest(array.grad), digest(mx.np.random.normal(size=(65,))),
                      digest(mx.nd.random.uniform(shape=(130,), ctx=context))]
            found += [digest(mx.np.random.choice(50, size=(40,))), digest(mx.nd.shuffle(mx.nd.arange(33)))]
    for context in (mx.cpu(2), mx.cpu(1)):
        symbol = mx.sym.Dropout(mx.sym.var("data") + mx.sym.random.uniform(shape=(4, 50)), p=0.5)
        bound = symbol.simple_bind(context, data=(4, 50))
        bound.forward(is_train=True)
        found += [digest(bound.outputs[0]), digest(mx.nd.random.normal(shape=(66,), ctx=context))]
    mx.random.seed(5, ctx=mx.cpu(2))
    found += [digest(mx.nd.random.uniform(shape=(10,), ctx=mx.cpu(number))) for number in (0, 2)]
    return found
