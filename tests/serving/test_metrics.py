"""Tests of the metrics."""

from types import SimpleNamespace

from prometheus_client.parser import text_string_to_metric_families

from mxnet.serving.metrics import Metrics


def test_metrics_can_be_parsed():
    table = SimpleNamespace(models={"m": SimpleNamespace(queue=[1, 2], ready_workers=3)})
    metrics = Metrics(table)
    metrics.observe("m", 0.004, 2)
    metrics.requests.labels("m", 200).inc()
    values = {(sample.name, *sorted(sample.labels.values())): sample.value
              for family in text_string_to_metric_families(metrics.text().decode()) for sample in family.samples}
    assert values["mxnet_serving_queued", "m"] == 2 and values["mxnet_serving_workers_ready", "m"] == 3
    assert values["mxnet_serving_seconds_bucket", "0.005", "m"] == 1
    assert values["mxnet_serving_requests_total", "200", "m"] == 1
    assert values["mxnet_serving_batch_size_bucket", "1.0", "m"] == 0
