"""Tests of the table of models."""

from __future__ import annotations

import asyncio

import pytest
from serving_helpers import DoublerSource

from mxnet.serving.batching import Call
from mxnet.serving.interface import Request
from mxnet.serving.table import Problem, Settings, Table


def with_table(work, **options):
    """Run a coroutine function with a table that computes in threads."""
    async def main():
        table = Table(lambda url, name: DoublerSource(url), Settings(**options), 2, local=True)
        table.start()
        try:
            return await work(table)
        finally:
            await table.stop(5)

    return asyncio.run(main())


def test_register_and_remove():
    async def work(table):
        model = await table.register("a")
        await model.wait()
        assert table.ready and table.get("a") is model and model.version == "1"
        with pytest.raises(Problem, match="already registered"):
            await table.register("b", "a")
        for name in ("a/b", "", "ä", "-x", "x" * 200):
            with pytest.raises(Problem) as caught:
                await table.register("c", name or "/")
            assert caught.value.status == 400
        result = await model.answer(Call(Request(body=b"[]")))
        assert result.status == 200 and len(model.latencies) == 1
        await table.unregister("a")
        with pytest.raises(Problem, match="not found"):
            table.get("a")

    with_table(work)


def test_a_slow_model_is_a_timeout():
    async def work(table):
        model = await table.register("a")
        await model.wait()
        with pytest.raises(Problem) as caught:
            await model.answer(Call(Request(body=b'{"sleep": 0.3}')))
        assert caught.value.status == 504

    with_table(work, response_timeout=0.05)


def test_queued_calls_are_answered_when_a_model_is_removed():
    async def work(table):
        model = await table.register("a")
        await model.wait()
        waiting = [asyncio.create_task(model.answer(Call(Request(body=b'{"sleep": 0.02}')))) for _ in range(5)]
        await asyncio.sleep(0.01)
        await table.unregister("a")
        assert [(await task).status for task in waiting] == [200] * 5
        with pytest.raises(Problem) as caught:
            model.submit(Call(Request()))
        assert caught.value.status == 503

    with_table(work)


def test_only_one_change_at_a_time():
    async def work(table):
        await (await table.register("a")).wait()
        first = asyncio.create_task(table.reload("a"))
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="being replaced"):
            await table.reload("a")
        new = await first
        assert table.get("a") is new

    with_table(work)


def test_threads_of_workers():
    async def work(table):
        model = await table.register("a")
        assert (model._start().threads, model._start().sizes) == (1, (1, 4))
        table.scale("a", min_workers=1)
        assert model._start().threads == 2

    with_table(work, min_workers=2, batch_size=4)
