"""Tests of the queue of a model."""

from __future__ import annotations

import threading

import pytest

from mxnet.serving.batching import Call, Job, JobQueue, QueueClosed, QueueFull
from mxnet.serving.interface import Request


def jobs(count):
    return [Job(Call(Request())) for _ in range(count)]


def take(queue, size, delay=0.0, timeout=0.01):
    return queue.take(lambda: (size, delay), timeout)


def test_batches_keep_the_order():
    queue, waiting = JobQueue(10), jobs(5)
    for job in waiting:
        queue.put(job)
    assert take(queue, 3) == waiting[:3] and len(queue) == 2
    queue.give_back(waiting[:3])
    assert take(queue, 10) == waiting and take(queue, 10) == []


def test_a_full_queue_rejects():
    queue, waiting = JobQueue(2), jobs(4)
    queue.put(waiting[0])
    queue.put(waiting[1])
    with pytest.raises(QueueFull):
        queue.put(waiting[2])
    waiting[0].future.cancel()  # a client left: its place is free
    queue.put(waiting[3])
    assert take(queue, 9) == [waiting[1], waiting[3]]


def test_a_batch_waits_for_more():
    queue, waiting = JobQueue(10), jobs(3)
    result = []
    thread = threading.Thread(target=lambda: result.append(take(queue, 3, 60, 60)))
    thread.start()
    for job in waiting:
        queue.put(job)
    thread.join(30)
    assert result == [waiting]


def test_a_closed_queue_gives_what_it_has():
    queue, waiting = JobQueue(10), jobs(1)
    queue.put(waiting[0])
    queue.close()
    assert not queue.finished
    with pytest.raises(QueueClosed):
        queue.put(Job(Call(Request())))
    assert take(queue, 5, 60, 60) == waiting and queue.finished
    assert take(queue, 5, 60, 60) == []
