"""Measure servers of one network under load: throughput, latency, errors and memory.

    python benchmarks/serving.py --seconds 60 --clients 64 --server batched single fastapi litserve

Each client keeps one connection and sends its next request when it has the answer. Bodies are float32 tensors of
(1, 3, 224, 224) in binary form. The servers are

batched   mxnet serve with dynamic batching
single    mxnet serve with batches of one request
fastapi   one FastAPI process that calls the same network in its thread pool
litserve  LitServe with the same network and the same batch size; it accepts JSON only, so tensors are in base64

FastAPI and LitServe need ``pip install fastapi litserve``; memory needs psutil. Servers and clients share the cores of
the machine: use ``taskset`` to keep them apart.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import psutil

SHAPE = (1, 3, 224, 224)
_NETWORK = """
import os, sys
import numpy as np
import torch
import mxnet as mx
from mxnet.gluon.model_zoo import vision

batch, workers, port = map(int, sys.argv[1:4])
cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()

def make():
    torch.set_num_threads(max(1, cores // workers))
    mx.random.seed(0)
    net = vision.get_model(sys.argv[4])
    net.initialize()
    net.hybridize()
    for size in {1, batch}:
        net(mx.nd.zeros((size, 3, 224, 224))).asnumpy()
    return net

def read(body):
    return np.frombuffer(body, np.float32).reshape(1, 3, 224, 224)
"""
_FASTAPI = _NETWORK + """
import uvicorn
from fastapi import Body, FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool

app, net = FastAPI(), make()

@app.get("/health")
def health():
    return "ok"

@app.post("/predict")
async def predict(request: Request):
    body = await request.body()
    result = await run_in_threadpool(lambda: net(mx.nd.array(read(body))).asnumpy())
    return Response(result.tobytes())

uvicorn.run(app, port=port, log_level="warning")
"""
_LITSERVE = _NETWORK + """
import base64
import litserve
from fastapi import Response

class Network(litserve.LitAPI):
    def setup(self, device):
        self.net = make()

    def decode_request(self, request):
        return read(base64.b64decode(request["data"]))

    def batch(self, inputs):
        return np.concatenate(inputs)

    def predict(self, x):
        return self.net(mx.nd.array(x)).asnumpy()

    def unbatch(self, output):
        return list(output)

    def encode_response(self, output):
        return Response(np.asarray(output).tobytes())

if __name__ == "__main__":
    api = Network(max_batch_size=batch, batch_timeout=0.002)
    server = litserve.LitServer(api, accelerator="cpu", workers_per_device=workers, timeout=120)
    server.run(host="127.0.0.1", port=port, generate_client_file=False, log_level="warning")
"""


@dataclass
class Result:
    """What the clients saw, and what the server used. Times are in seconds, memory is in MiB."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)
    processor: float = 0.0

    def summary(self, name: str) -> dict[str, object]:
        """Return the row of the table."""
        times = sorted(self.times) or [0.0]
        errors = sum(count for status, count in self.statuses.items() if status != "200")
        p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        return {"server": name, "requests": len(self.times), "per second": round(len(self.times) / self.seconds, 1),
                "p50 ms": round(p50 * 1e3, 1), "p99 ms": round(p99 * 1e3, 1),
                "CPU ms": round(self.processor / max(1, len(self.times)) * 1e3, 1),
                "errors": errors, "MiB at start": round(self.memory[0]), "MiB at end": round(self.memory[-1]),
                "statuses": dict(self.statuses)}


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def start(name: str, arguments: argparse.Namespace, port: int, folder: str
          ) -> tuple[subprocess.Popen[bytes], str, str, str]:
    """Start a server. Return its process, and the paths of its health check and of its predictions, and a header."""
    batch = arguments.batch_size if name in ("batched", "litserve") else 1
    if name in ("batched", "single"):
        command = [sys.executable, "-m", "mxnet", "serve", f"net=zoo:{arguments.network}", "--port", str(port),
                   "--no-management", "--workers", str(arguments.workers), "--batch-size", str(batch),
                   "--queue-size", "1024", "--max-batch-delay", str(arguments.delay), "--log-level", "warning"]
        paths = ("/v2/health/ready", "/v2/models/net/infer", "Inference-Header-Content-Length: 0\r\n")
    else:
        file = Path(folder, f"{name}_server.py")
        file.write_text(_FASTAPI if name == "fastapi" else _LITSERVE)
        command = [sys.executable, str(file), str(batch), str(1 if name == "fastapi" else arguments.workers), str(port),
                   arguments.network]
        paths = ("/health", "/predict", "")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])}
    return subprocess.Popen(command, env=environment), *paths


def wait(process: subprocess.Popen[bytes], port: int, path: str) -> None:
    """Wait until the health check succeeds."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}")
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


async def client(port: int, message: bytes, end: float, result: Result) -> None:
    """Send requests over one connection until the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.perf_counter() < end:
        begin = time.perf_counter()
        try:
            writer.write(message)
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = int(head.partition("content-length:")[2].partition("\r\n")[0])
            await reader.readexactly(length)
            status = head.split(" ", 2)[1]
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            result.statuses[type(error).__name__] += 1
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            continue
        result.statuses[status] += 1
        if status == "200":
            result.times.append(time.perf_counter() - begin)
    writer.close()


def memory(process: psutil.Process) -> float:
    """Return the memory of a process and its children in MiB."""
    total = 0
    for one in [process, *process.children(recursive=True)]:
        try:
            total += one.memory_info().rss
        except psutil.NoSuchProcess:
            pass
    return total / 2**20


def processor(process: psutil.Process) -> float:
    """Return the seconds of processor time of a process and its children."""
    times = [one.cpu_times() for one in [process, *process.children(recursive=True)]]
    return sum(time.user + time.system for time in times)


async def load(port: int, message: bytes, clients: int, seconds: float, process: psutil.Process) -> Result:
    """Run the clients and watch the memory."""
    result, begin, used = Result(), time.perf_counter(), processor(process)
    tasks = [asyncio.create_task(client(port, message, begin + seconds, result)) for _ in range(clients)]
    while time.perf_counter() < begin + seconds:
        result.memory.append(memory(process))
        await asyncio.sleep(min(1.0, seconds / 5))
    await asyncio.gather(*tasks)
    result.memory.append(memory(process))
    result.seconds, result.processor = time.perf_counter() - begin, processor(process) - used
    return result


def measure(name: str, arguments: argparse.Namespace, folder: str) -> dict[str, object]:
    """Start a server, warm it up, and measure it."""
    port = free_port()
    process, health, path, header = start(name, arguments, port, folder)
    try:
        wait(process, port, health)
        body, kind = bytes(4 * 3 * 224 * 224), "application/octet-stream"
        if name == "litserve":
            body, kind = json.dumps({"data": base64.b64encode(body).decode()}).encode(), "application/json"
        message = (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n{header}"
                   f"Content-Length: {len(body)}\r\n\r\n").encode() + body
        watched = psutil.Process(process.pid)
        asyncio.run(load(port, message, arguments.clients, arguments.warm_up, watched))
        result = asyncio.run(load(port, message, arguments.clients, arguments.seconds, watched))
        row = result.summary(name)
        if arguments.memory:
            row["MiB over time"] = [round(value) for value in result.memory]
        return row
    finally:
        children = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        for one in psutil.wait_procs([process, *children], 20)[1]:
            one.kill()


def main() -> None:
    """Measure the servers and print one line of JSON for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", nargs="+", default=["batched", "single", "fastapi"],
                        choices=("batched", "single", "fastapi", "litserve"))
    parser.add_argument("--network", default="resnet18_v1", help="network of the model zoo")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm-up", type=float, default=3.0, metavar="SECONDS")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=8)
    parser.add_argument("--delay", type=int, default=2, help="milliseconds that a request waits for others")
    parser.add_argument("--memory", action="store_true", help="also print the memory of every second")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.server:
            print(json.dumps(measure(name, arguments, folder)), flush=True)


if __name__ == "__main__":
    main()
