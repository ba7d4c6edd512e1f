"""Metrics in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily

if TYPE_CHECKING:
    from .table import Table

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128)


class Metrics:
    """Counters and histograms of one table of models."""

    def __init__(self, table: Table) -> None:
        registry = CollectorRegistry()
        self._table, self._registry = table, registry
        self.requests = Counter("mxnet_serving_requests", "Answered HTTP requests", ["model", "status"],
                                registry=registry)
        self.rejected = Counter("mxnet_serving_rejected", "Requests that a full queue rejected", ["model"],
                                registry=registry)
        self.restarts = Counter("mxnet_serving_worker_restarts", "Workers that were started again", ["model"],
                                registry=registry)
        self._seconds = Histogram("mxnet_serving_seconds", "Seconds in the queue and in the worker", ["model"],
                                  buckets=_SECONDS, registry=registry)
        self._batches = Histogram("mxnet_serving_batch_size", "Size of the batch of each request", ["model"],
                                  buckets=_SIZES, registry=registry)
        registry.register(self)

    def observe(self, model: str, seconds: float, batch: int) -> None:
        """Count an answer of a model."""
        self._seconds.labels(model).observe(seconds)
        self._batches.labels(model).observe(batch)

    def collect(self) -> Iterable[Any]:
        """Return the gauges, which have the values of the moment."""
        waiting = GaugeMetricFamily("mxnet_serving_queued", "Requests that wait for a worker", labels=["model"])
        ready = GaugeMetricFamily("mxnet_serving_workers_ready", "Workers that can predict", labels=["model"])
        for name, model in self._table.models.items():
            waiting.add_metric([name], len(model.queue))
            ready.add_metric([name], model.ready_workers)
        return [waiting, ready]

    def text(self) -> bytes:
        """Return all metrics."""
        return generate_latest(self._registry)
