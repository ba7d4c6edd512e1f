"""Measure prediction and training in float32, bfloat16, float16 and int8, also with MXNet, ONNX Runtime and OpenVINO.

    python benchmarks/precision.py                                  # this package only, as a Markdown table
    python benchmarks/precision.py --mxnet ../mx/bin/python         # and MXNet 1.9.1 in another environment
    python benchmarks/precision.py --only resnet18_v1:8 --rounds 3

ONNX Runtime and OpenVINO run the ONNX export if they are installed. ONNX Runtime quantizes with QDQ nodes and
calibration, OpenVINO with NNCF. Each result is the best of several rounds; in a round, all engines and precisions run
once, in separate processes.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WORKLOADS = ("resnet18_v1:8", "resnet50_v1:1", "mobilenetv2_1.0:1")
PREDICTION = ("float32", "bfloat16", "float16", "int8")
TRAINING = ("float32", "bfloat16", "float16")


def _best(step: Callable[[], Any], seconds: float = 2.0) -> float:
    """Return the shortest time of a step in milliseconds."""
    for _ in range(3):
        step()
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        step()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def _network(name: str, batch: int, size: int) -> tuple[Any, Any]:
    import numpy as np

    import mxnet as mx
    from mxnet import nd
    from mxnet.gluon.model_zoo import vision

    mx.random.seed(0)
    network = vision.get_model(name)
    network.initialize(mx.init.Xavier(rnd_type="gaussian", factor_type="in", magnitude=2))
    data = nd.array(np.random.RandomState(0).uniform(-1, 1, (batch, 3, size, size)))
    network(data)
    return network, data


def predict(name: str, batch: int, precision: str) -> float:
    """Return the time of a prediction."""
    from mxnet import gluon, nd
    from mxnet.contrib import quantization

    network, data = _network(name, batch, 224)
    if precision == "int8":
        loader = gluon.data.DataLoader(gluon.data.ArrayDataset(data, nd.zeros(batch)), batch_size=batch)
        network = quantization.quantize_net_v2(network, calib_data=loader, calib_mode="naive")
    elif precision != "float32":
        network.cast(precision)
        data = data.astype(precision)
    network.hybridize(static_alloc=True, static_shape=True)
    return _best(lambda: network(data).wait_to_read())


def train(name: str, batch: int, precision: str) -> float:
    """Return the time of a training step of images of 112 pixels with automatic mixed precision."""
    from mxnet import autograd, gluon, nd
    from mxnet.contrib import amp

    if precision != "float32":
        amp.init(target_dtype=precision)
    network, data = _network(name, batch, 112)
    network.hybridize(static_alloc=True, static_shape=True)
    label, loss_of = nd.zeros(batch), gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(network.collect_params(), "sgd", {"learning_rate": 0.01}, update_on_kvstore=False)
    if precision == "float16":
        amp.init_trainer(trainer)

    def step() -> None:
        with autograd.record():
            loss = loss_of(network(data), label)
            if precision == "float16":
                with amp.scale_loss(loss, trainer) as scaled:
                    autograd.backward(scaled)
        if precision != "float16":
            loss.backward()
        trainer.step(batch)
        loss.wait_to_read()

    return _best(step)


def _export(name: str, batch: int, folder: str) -> tuple[str, Any]:
    import mxnet as mx

    network, data = _network(name, batch, 224)
    network.hybridize()
    network(data)
    network.export(f"{folder}/net")
    path = f"{folder}/net.onnx"
    mx.onnx.export_model(f"{folder}/net-symbol.json", f"{folder}/net-0000.params", [data.shape], "float32", path)
    return path, data.asnumpy()


def onnxruntime(name: str, batch: int, precision: str) -> float:
    """Return the time of a prediction with ONNX Runtime."""
    import onnxruntime as engine
    from onnxruntime import quantization

    with tempfile.TemporaryDirectory() as folder:
        path, data = _export(name, batch, folder)
        options = engine.SessionOptions()
        options.intra_op_num_threads = 2
        if precision == "int8":
            session = engine.InferenceSession(path)
            given = session.get_inputs()[0].name

            class _Reader(quantization.CalibrationDataReader):
                rest = [{given: data}]

                def get_next(self) -> Any:
                    return self.rest.pop() if self.rest else None

            small = f"{folder}/small.onnx"
            quantization.quantize_static(path, small, _Reader(), per_channel=True)
            path = small
        session = engine.InferenceSession(path, options)
        given = session.get_inputs()[0].name
        return _best(lambda: session.run(None, {given: data}))


def openvino(name: str, batch: int, precision: str) -> float:
    """Return the time of a prediction with OpenVINO."""
    import openvino as engine

    with tempfile.TemporaryDirectory() as folder:
        path, data = _export(name, batch, folder)
        model = engine.Core().read_model(path)
        if precision == "int8":
            import nncf

            model = nncf.quantize(model, nncf.Dataset([data]))
        compiled = engine.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 2, "INFERENCE_PRECISION_HINT": "f32"})
        request = compiled.create_infer_request()
        return _best(lambda: request.infer([data]))


def _measure(python: str, function: str, name: str, batch: int, precision: str) -> float | None:
    """Measure in a new process. Return None if the engine does not support it."""
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    if python == sys.executable:
        environment["PYTHONPATH"] = str(ROOT)
    else:
        environment.pop("PYTHONPATH", None)
    ended = subprocess.run([python, str(Path(__file__).resolve()), "--measure", function, f"{name}:{batch}", precision],
                           env=environment, capture_output=True, text=True, check=False, cwd=tempfile.gettempdir())
    lines = [line for line in ended.stdout.splitlines() if line.startswith("result ")]
    return float(lines[-1].split()[1]) if lines else None


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mxnet", help="interpreter of an environment with MXNet 1.9.1")
    parser.add_argument("--only", action="append", default=[], metavar="NETWORK:BATCH")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="write the results to this file")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        function, workload, precision = options.measure
        name, batch = workload.rsplit(":", 1)
        print("result", globals()[function](name, int(batch), precision))
        return
    runs = [(engine, python, function, precision)
            for engine, python in (("this package", sys.executable), ("MXNet 1.9.1", options.mxnet)) if python
            for function, kinds in (("predict", PREDICTION), ("train", TRAINING)) for precision in kinds
            if not (engine.startswith("MXNet") and precision == "float16")]
    runs += [(engine, sys.executable, engine, precision) for engine in ("onnxruntime", "openvino")
             if importlib.util.find_spec(engine) for precision in ("float32", "int8")]
    best: dict[tuple[str, ...], float] = {}
    for workload in options.only or WORKLOADS:
        name, batch = workload.rsplit(":", 1)
        for number in range(options.rounds):
            for engine, python, function, precision in runs:
                found = _measure(python, function, name, int(batch), precision)
                key = workload, "training" if function == "train" else "prediction", engine, precision
                if found is not None:
                    best[key] = min(found, best.get(key, found))
            print(f"{workload}: round {number + 1} of {options.rounds}", file=sys.stderr, flush=True)
    _report(best)
    if options.json:
        options.json.write_text(json.dumps([[*key, value] for key, value in best.items()], indent=1))


def _report(best: dict[tuple[str, ...], float]) -> None:
    """Print the results in milliseconds as a Markdown table."""
    print("| Network and batch | Engine | " + " | ".join(PREDICTION) + " |")
    print("|---|---|" + "---|" * len(PREDICTION))
    for workload, work, engine in dict.fromkeys(key[:3] for key in best):
        times = [best.get((workload, work, engine, precision)) for precision in PREDICTION]
        cells = " | ".join("" if one is None else f"{one:.1f}" for one in times)
        print(f"| {workload.replace(':', ', ')}, {work} | {engine} | {cells} |")


if __name__ == "__main__":
    main()
