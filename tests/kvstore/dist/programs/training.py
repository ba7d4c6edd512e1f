"""Train modules, `FeedForward` and trainers with distributed stores, and compare with one process."""

import os
import sys

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

mode = sys.argv[1]
kv = mx.kv.create(mode)
rank, count = kv.rank, kv.num_workers
STEPS, OWN = 6, 4
random = np.random.RandomState(0)
data = random.rand(STEPS, count, OWN, 6).astype("float32")
labels = random.randint(0, 3, (STEPS, count, OWN)).astype("float32")
own_data, own_labels = data[:, rank].reshape(-1, 6), labels[:, rank].reshape(-1)
joined_data, joined_labels = data.reshape(-1, 6), labels.reshape(-1)
GPUS = [mx.gpu(0), mx.gpu(1)]


def network():
    hidden = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="hidden")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.tanh(hidden), num_hidden=3, name="last"), name="softmax")


def first_values(seed):
    drawn = np.random.RandomState(seed)
    shapes = {"hidden_weight": (8, 6), "hidden_bias": (8,), "last_weight": (3, 8), "last_bias": (3,)}
    return {name: nd.array(drawn.uniform(-0.5, 0.5, shape)) for name, shape in shapes.items()}


def assert_close(found, wanted, tolerance=1e-6):
    """Compare all parameters together, so that the order of floating point sums does not matter."""
    pairs = [(found[name].asnumpy(), wanted[name].asnumpy()) for name in wanted]
    difference = sum(float(((a.astype("float64") - b) ** 2).sum()) for a, b in pairs) ** 0.5
    norm = sum(float((b.astype("float64") ** 2).sum()) for _, b in pairs) ** 0.5
    assert difference <= tolerance * norm, difference / norm


def assert_equal_everywhere(store, values):
    """Check that all workers have bitwise equal values."""
    for array in values.values():
        gathered = store._group.all_gather(array.as_in_context(mx.cpu())._data.detach())
        assert all((one == gathered[0]).all() for one in gathered)


OPTIONS = {"learning_rate": 0.1, "momentum": 0.9, "wd": 0.01}


def module_fit(store, x, y, batch, seed, contexts=None, epochs=3, **fit):
    module = mx.mod.Module(network(), context=contexts or mx.cpu())
    module.fit(mx.io.NDArrayIter(x, y, batch), num_epoch=epochs, kvstore=store, optimizer="sgd",
               optimizer_params=OPTIONS, arg_params=first_values(seed), **fit)
    return module


def feed_forward(store, x, y, batch, seed):
    model = mx.model.FeedForward(network(), ctx=mx.cpu(), num_epoch=3, numpy_batch_size=batch, optimizer="sgd",
                                 arg_params=first_values(seed), **OPTIONS)
    model.fit(mx.io.NDArrayIter(x, y, batch), kvstore=store)
    return model


def gluon_net(seed):
    net = gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(gluon.nn.Dense(8, in_units=6, activation="tanh"), gluon.nn.Dense(3, in_units=8))
    net.initialize(ctx=GPUS if seed < 100 else mx.cpu())
    values = first_values(seed % 100)
    for parameter, name in zip(net.collect_params().values(), values, strict=True):
        parameter.set_data(values[name])
    return net


loss_of = gluon.loss.SoftmaxCrossEntropyLoss()


def gluon_steps(net, trainer, x, y, size):
    """Run one step per entry of `x`. Its samples are split over the devices of the network."""
    contexts = next(iter(net.collect_params().values())).list_ctx()
    for some, answers in zip(x, y, strict=True):
        with autograd.record():
            losses = [loss_of(net(part), answer) for part, answer in
                      zip(gluon.utils.split_and_load(nd.array(some), contexts, even_split=False),
                          gluon.utils.split_and_load(nd.array(answers), contexts, even_split=False), strict=True)]
        autograd.backward(losses)
        trainer.step(size)
    return {name: parameter.data(contexts[0]) for name, parameter in net.collect_params().items()}


def synchronous():
    batch = OWN * count
    wanted = module_fit(None, joined_data, joined_labels, batch, 0).get_params()[0]
    for on_store in ("1", "0"):
        os.environ["MXNET_UPDATE_ON_KVSTORE"] = on_store
        # The initial values differ between workers: those of worker 0 are used.
        for contexts in (None, GPUS):
            module = module_fit("dist_device_sync", own_data, own_labels, OWN, rank, contexts)
            assert module._update_on_kvstore == (on_store == "1")
            assert_close(module.get_params()[0], wanted)
            assert_equal_everywhere(kv, module.get_params()[0])
        for store in (mx.kv.create(mode), "dist_sync"):
            assert_close(feed_forward(store, own_data, own_labels, OWN, rank).arg_params, wanted)
    os.environ["MXNET_UPDATE_ON_KVSTORE"] = "1"

    # Two trainers in one program. Each uses two devices, with and without updates in the store.
    single = gluon_net(100)
    wanted = gluon_steps(single, gluon.Trainer(single.collect_params(), "adam", {"learning_rate": 0.01}),
                         data.reshape(STEPS, -1, 6), labels.reshape(STEPS, -1), batch)
    nets = [gluon_net(rank), gluon_net(rank)]
    trainers = [gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01}, kvstore="dist_sync",
                              update_on_kvstore=on_store) for net, on_store in zip(nets, (True, False), strict=True)]
    for trainer in trainers:
        trainer._prepare()
    for step in range(STEPS):
        for net, trainer in zip(nets, trainers, strict=True):
            found = gluon_steps(net, trainer, data[step:step + 1, rank], labels[step:step + 1, rank], batch)
    for net in nets:
        found = {name: parameter.data(GPUS[1]) for name, parameter in net.collect_params().items()}
        assert_close(found, wanted)
        assert_equal_everywhere(kv, found)
    uneven()
    mixed_precision()


def uneven():
    """Use last batches of different sizes. Each worker divides by its own size, and all get the same sum."""
    sizes = [OWN - (worker == 1) for worker in range(count)]
    for on_store in (True, False):
        single, net = gluon_net(100), gluon_net(rank)
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, kvstore="dist_sync",
                                update_on_kvstore=on_store)
        trainer._prepare()
        alone = gluon.Trainer(single.collect_params(), "sgd", {"learning_rate": 0.1})
        for step in range(3):
            last = step == 2
            size = sizes[rank] if last else OWN
            found = gluon_steps(net, trainer, [data[step, rank, :size]], [labels[step, rank, :size]], size)
            with autograd.record():
                total = sum((loss_of(single(nd.array(data[step, worker, :sizes[worker] if last else OWN])),
                                     nd.array(labels[step, worker, :sizes[worker] if last else OWN])).mean()
                             for worker in range(count)), nd.zeros((1,)))
            total.backward()
            alone.step(1)
        wanted = {name: parameter.data() for name, parameter in single.collect_params().items()}
        assert_close(found, wanted)
        # Worker 0 runs one more step, and the others contribute zeros.
        if rank == 0:
            gluon_steps(net, trainer, [data[3, 0]], [labels[3, 0]], OWN)
        kv.barrier()


def mixed_precision():
    """Check that all workers skip a step if the gradients of one worker overflow."""
    from mxnet.contrib import amp

    amp.init()
    net = gluon_net(100 + rank)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, kvstore="dist_sync",
                            update_on_kvstore=False)
    amp.init_trainer(trainer)
    scales = []
    for step in range(4):
        before = {name: parameter.data().copy() for name, parameter in net.collect_params().items()}
        inputs = data[step, rank] * (1e30 if step == 2 and rank == 1 else 1)
        with autograd.record():
            loss = loss_of(net(nd.array(inputs)), nd.array(labels[step, rank]))
            with amp.scale_loss(loss, trainer) as scaled:
                scaled.backward()
        trainer.step(OWN * count)
        found = {name: parameter.data() for name, parameter in net.collect_params().items()}
        assert_equal_everywhere(kv, found)
        assert step == 0 or (step == 2) == all((found[k] == before[k]).asnumpy().all() for k in found), step
        scales.append(trainer._amp_loss_scaler._next_loss_scale)
    assert scales[2] == scales[1] / 2 == scales[3], scales


def asynchronous():
    """Check that all workers learn the labels. There is no barrier, so the exact values vary."""
    centres = np.eye(3, 6, dtype="float32")
    y = np.arange(60) % 3
    x = (centres[y] + random.rand(60, 6) * 0.1).astype("float32")
    mine = slice(rank, None, count)
    module = module_fit(mode, x[mine], y[mine].astype("float32"), OWN, rank, epochs=8)
    assert module._update_on_kvstore
    assert dict(module.score(mx.io.NDArrayIter(x, y, 4), "acc"))["accuracy"] > 0.95
    model = feed_forward(mx.kv.create(mode), x[mine], y[mine].astype("float32"), OWN, rank)
    assert model.score(mx.io.NDArrayIter(x, y, 4)) > 0.6
    net = gluon_net(rank)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.2}, kvstore=mode)
    for _ in range(8):
        gluon_steps(net, trainer, x[mine].reshape(-1, 5, 6), y[mine].reshape(-1, 5), 5)
    trainer._kvstore.barrier()
    found = net(nd.array(x, ctx=GPUS[0])).argmax(axis=1).asnumpy()
    assert (found == y).mean() > 0.95
    name = os.path.join(sys.argv[2], "trainer")
    trainer.save_states(name + "0")
    trainer.load_states(name + "0")
    trainer.set_learning_rate(0.1)


synchronous() if mode == "dist_sync" else asynchronous()
print("passed", rank, flush=True)
