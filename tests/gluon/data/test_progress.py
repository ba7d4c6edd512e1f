"""Tests of samplers and loaders that continue in the middle of an epoch."""

from __future__ import annotations

import json

import numpy as np
import pytest

from mxnet import MXNetError, nd
from mxnet.gluon.contrib.data import IntervalSampler
from mxnet.gluon.data import BatchSampler, DataLoader, RandomSampler, SequentialSampler, SplitSampler

SAMPLERS = {
    "sequential": lambda: SequentialSampler(11, 3),
    "random": lambda: RandomSampler(11),
    "split": lambda: SplitSampler(22, 2, 1, repeat=3),
    "batches": lambda: BatchSampler(RandomSampler(11), 2, "keep"),
    "rollover": lambda: BatchSampler(RandomSampler(11), 4, "rollover"),
    "interval": lambda: IntervalSampler(11, 3),
}


def through_json(state):
    return json.loads(json.dumps(state))


def read(source, epochs, stop=None):
    """Return the items of some epochs. Another draw between items must not change the order."""
    items = []
    for _ in range(epochs):
        for item in source:
            items.append(item.asnumpy().tolist() if isinstance(item, nd.NDArray) else item)
            np.random.rand()
            if len(items) == stop:
                return items
        items.append("end")
    return items


def check_resume(make, stop):
    """Compare three epochs with epochs that are interrupted after `stop` items and continued by another object."""
    np.random.seed(5)
    whole = read(make(), 3)
    np.random.seed(5)
    first = make()
    iterator, items = iter(first), []
    for _ in range(stop):
        item = next(iterator, None)
        if item is None:
            items.append("end")
            iterator = iter(first)
            continue
        items.append(item.asnumpy().tolist() if isinstance(item, nd.NDArray) else item)
        np.random.rand()
    state, random = through_json(first.state_dict()), np.random.get_state()
    second = make()
    np.random.seed(99)
    np.random.set_state(random)
    second.load_state_dict(state)
    assert through_json(second.state_dict()) == state
    items += read(second, 3 - items.count("end"))
    assert items == whole


@pytest.mark.parametrize("name", SAMPLERS)
@pytest.mark.parametrize("stop", [0, 1, 3, 4, 9])
def test_samplers_continue(name, stop):
    check_resume(SAMPLERS[name], stop)


@pytest.mark.parametrize("options", [
    {"shuffle": True}, {"shuffle": True, "last_batch": "rollover"}, {"sampler": SplitSampler(21, 2, 1)}, {},
    {"shuffle": True, "num_workers": 2, "thread_pool": True, "batchify_fn": lambda rows: nd.array(np.array(rows))},
    {"shuffle": True, "auto_reload": True, "num_workers": 1, "thread_pool": True, "last_batch": "rollover",
     "batchify_fn": lambda rows: nd.array(np.array(rows))},
], ids=lambda options: "-".join(options) or "plain")
@pytest.mark.parametrize("stop", [0, 2, 5, 7])
def test_loaders_continue(options, stop):
    check_resume(lambda: DataLoader(np.arange(21), 4, **options), stop)


def test_received_batches_of_worker_processes_count():
    check_resume(lambda: DataLoader(np.arange(30).tolist(), 4, shuffle=True, num_workers=2,
                                    batchify_fn=lambda rows: nd.array(np.array(rows))), 3)


def test_older_iterators_do_not_count():
    loader = DataLoader(nd.arange(10), 2)
    old = iter(loader)
    next(old)
    new = iter(loader)
    next(new)
    next(new)
    old.close()
    assert loader.state_dict()["position"] == 2


def test_an_abandoned_epoch_is_over():
    loader = DataLoader(nd.arange(10), 2)
    for _ in loader:
        break
    assert (loader.state_dict()["position"], loader.state_dict()["epoch"]) == (0, 1)


def test_other_data_and_damaged_states_are_refused():
    loader = DataLoader(nd.arange(10), 2)
    with pytest.raises(MXNetError, match="belongs to 10 samples, but there are 12 now"):
        DataLoader(nd.arange(12), 2).load_state_dict(loader.state_dict())
    with pytest.raises(MXNetError, match="damaged"):
        loader.load_state_dict({"position": 3})
    batches = iter(loader)
    next(batches)
    state = loader.state_dict()
    state["random"]["keys"] = "AAAA"
    loader.load_state_dict(state)
    with pytest.raises(MXNetError, match="random generator is damaged"):
        next(iter(loader))
