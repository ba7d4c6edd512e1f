"""Tests of worker processes: crashes, timeouts, batches, reloads and the end of the server."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from serving_helpers import DoublerSource, running, wait_ready

from mxnet.serving.app import Options
from mxnet.serving.batching import JobQueue
from mxnet.serving.table import Settings
from mxnet.serving.workers import LoadFailed, ProcessBackend, Start, Worker

PATH = "/predictions/double"
pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve with two processes. The file has the version of the model."""
    file = tmp_path_factory.mktemp("model") / "version"
    file.write_text("1")
    settings = Settings(response_timeout=20, queue_size=64, min_workers=2, max_workers=2)
    with running(Options((DoublerSource(file=str(file)),), settings)) as (address, management, _):
        wait_workers(management)
        yield address, management, file


@contextlib.contextmanager
def settings(management, **values):
    before = httpx.get(management + "/models/double").json()
    assert httpx.put(management + "/models/double", params=values).status_code == 202
    yield
    httpx.put(management + "/models/double", params={
        "batch_size": before["batchSize"], "max_batch_delay": before["maxBatchDelay"],
        "response_timeout": before["responseTimeout"]})


def wait_workers(management, count=2, other_than=()):
    end = time.monotonic() + 60
    while True:
        workers = httpx.get(management + "/models/double").json()["workers"]
        pids = [worker["pid"] for worker in workers if worker["status"] == "READY"]
        if len(pids) == count and not set(pids) & set(other_than):
            return pids
        assert time.monotonic() < end, workers
        time.sleep(0.02)


def post(address, value=None):
    return httpx.post(address + PATH, json={} if value is None else value, timeout=60)


def test_a_killed_worker_costs_its_own_requests_only(server):
    address, management, _ = server
    pids = wait_workers(management)
    with ThreadPoolExecutor(16) as pool:
        waiting = [pool.submit(post, address, {"sleep": 0.1}) for _ in range(16)]
        time.sleep(0.15)
        os.kill(pids[0], signal.SIGKILL)
        responses = [future.result() for future in waiting]
    statuses = Counter(response.status_code for response in responses)
    assert statuses[200] >= 15 and statuses[200] + statuses[503] == 16
    for response in responses:
        assert response.status_code == 200 or response.headers["retry-after"] == "1"
    wait_workers(management, other_than=pids[:1])


def test_an_idle_worker_that_is_killed_costs_nothing(server):
    address, management, _ = server
    pids = wait_workers(management)
    os.kill(pids[0], signal.SIGKILL)
    assert {post(address).status_code for _ in range(8)} == {200}
    wait_workers(management, other_than=pids[:1])


def test_a_model_that_ends_its_process(server):
    address, management, _ = server
    pids = wait_workers(management)
    response = post(address, {"exit": True})
    assert response.status_code == 503 and "ended unexpectedly" in response.json()["message"]
    assert post(address).status_code == 200
    assert len(set(wait_workers(management)) - set(pids)) <= 1


@pytest.mark.parametrize("hang", ["sleep", "stop"])
def test_workers_that_hang_are_restarted(server, hang):
    address, management, _ = server
    pids = wait_workers(management)
    with settings(management, response_timeout=1):
        if hang == "sleep":
            assert post(address, {"sleep": 600}).status_code == 504
            end = time.monotonic() + 30
            while set(wait_workers(management)) == set(pids):
                assert time.monotonic() < end
        else:
            os.kill(pids[0], signal.SIGSTOP)
            with ThreadPoolExecutor(2) as pool:
                statuses = [future.result().status_code for future in [
                    pool.submit(post, address, {"sleep": 0.2}) for _ in range(2)]]
            assert sorted(statuses) in ([200, 503], [200, 504], [200, 200])
            if sorted(statuses) == [200, 200]:  # the frozen worker did not take any
                os.kill(pids[0], signal.SIGKILL)
            wait_workers(management, other_than=pids[:1])
    assert post(address).status_code == 200


def test_requests_share_a_batch(server):
    address, management, _ = server
    with settings(management, batch_size=4, max_batch_delay=20_000), ThreadPoolExecutor(4) as pool:
        batches = [future.result().json()["batch"] for future in [pool.submit(post, address) for _ in range(4)]]
    assert batches == [4] * 4


def test_scaling(server):
    address, management, _ = server
    assert httpx.put(management + "/models/double?min_worker=1&synchronous=true", timeout=60).status_code == 200
    assert len(wait_workers(management, 1)) == 1 and post(address).status_code == 200


def test_reloading_loses_no_request(server):
    address, management, file = server
    stop, responses = threading.Event(), []

    def load():
        with httpx.Client(timeout=60) as client:
            while not stop.is_set():
                responses.append(client.post(address + PATH, json={"sleep": 0.002}))

    threads = [threading.Thread(target=load) for _ in range(8)]
    for thread in threads:
        thread.start()
    file.write_text("2")
    response = httpx.put(management + "/models/double?reload=true&synchronous=true", timeout=60)
    assert response.status_code == 200, response.text
    assert post(address).json()["version"] == "2"
    stop.set()
    for thread in threads:
        thread.join()
    assert {response.status_code for response in responses} == {200}
    assert {response.json()["version"] for response in responses} == {"1", "2"}
    assert httpx.get(address + "/v2/models/double").json()["versions"] == ["2"]


def test_a_reload_that_fails_changes_nothing(server):
    address, management, file = server
    file.unlink()
    response = httpx.put(management + "/models/double?reload=true&synchronous=true", timeout=60)
    file.write_text("2")
    assert response.status_code == 500 and "Failed to start workers" in response.json()["message"]
    assert post(address).json()["version"] == "2"


def test_a_full_queue_rejects(server):
    address, management, _ = server
    with ThreadPoolExecutor(72) as pool:
        responses = [future.result() for future in [pool.submit(post, address, {"sleep": 0.02}) for _ in range(72)]]
    rejected = [response for response in responses if response.status_code == 503]
    assert {response.status_code for response in responses} <= {200, 503}
    assert all(response.headers["retry-after"] == "1" for response in rejected)
    assert httpx.get(management + "/models/double").json()["metrics"]["rejectedRequests"] == len(rejected)


def test_running_requests_are_finished_at_the_end():
    with ThreadPoolExecutor(2) as pool:
        with running(Options((DoublerSource(),), Settings(batch_size=2, max_batch_delay=0.01))) as (address, *_):
            wait_ready(address)
            waiting = [pool.submit(post, address, {"sleep": 0.5}) for _ in range(2)]
            time.sleep(0.25)
        assert [future.result().status_code for future in waiting] == [200, 200]


def test_processes_that_die_while_loading():
    with pytest.raises(LoadFailed, match="ValueError: no file") as caught:
        ProcessBackend().start(Start(DoublerSource(fails="no file"), 1, ()))
    assert not caught.value.out_of_memory


def test_failures_are_retried_with_pauses():
    """A backend that fails twice is started three times."""

    class Backend:
        pid = starts = 0

        def start(self, start):
            self.starts += 1
            if self.starts < 3:
                raise LoadFailed("not yet")
            return "description"

        def is_alive(self):
            return True

        def stop(self, kill=False):
            pass

    states, queue, backend = [], JobQueue(1), Backend()
    worker = Worker(0, backend, queue, lambda: None, lambda: (1, 0.0), lambda worker: states.append(worker.state))
    worker._retired.wait = lambda seconds: states.append(seconds)
    worker.start()
    while worker.state != "READY":
        time.sleep(0.001)
    queue.close()
    worker.join(10)
    assert states == ["FAILED", 1.0, "FAILED", 2.0, "READY", "STOPPED"] and backend.starts == 3
