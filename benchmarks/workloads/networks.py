"""Prediction with six networks. All engines read the files that `networks.py` writes."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import numpy as np
from networks import TITLES, exported

from . import Work

MEMBERS = {name: f"{title}, prediction" for name, title in TITLES.items()}


def _input(folder: Path) -> np.ndarray:
    with np.load(folder / "inputs.npz") as arrays:
        return arrays["data"]


def _some(outputs: Any) -> np.ndarray:
    """Return 100 numbers of the outputs that all engines must agree on."""
    many = outputs if isinstance(outputs, (list, tuple)) else [outputs]
    flat = np.concatenate([np.asarray(one).ravel() for one in many])
    return flat[:: max(1, flat.size // 100)][:100]


def build_mxnet(member: str) -> Work:
    import mxnet as mx
    from mxnet import gluon

    folder = exported(member)
    data = mx.nd.array(_input(folder))
    network = gluon.SymbolBlock.imports(str(folder / "net-symbol.json"), ["data"], str(folder / "net-0000.params"))
    options = {"static_alloc": True, "static_shape": True}
    if (Path(mx.__file__).parent / "libmxnet.so").exists():  # the original
        network.optimize_for(data, backend="MKLDNN", **options)
    else:
        network.hybridize(**options)

    def result() -> np.ndarray:
        outputs = network(data)
        return _some([one.asnumpy() for one in (outputs if isinstance(outputs, (list, tuple)) else [outputs])])

    return Work(lambda: network(data), result, lambda _: mx.nd.waitall())


def _torch_work(member: str, compiled: bool) -> Work:
    import torch

    folder = exported(member)
    spec = importlib.util.spec_from_file_location(f"{member}_net", folder / "net.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    network, data = module.load().eval(), torch.tensor(_input(folder))
    if compiled:
        import torch._inductor.config

        torch._inductor.config.freezing = True
        network = network.to(memory_format=torch.channels_last)
        if data.ndim == 4:
            data = data.contiguous(memory_format=torch.channels_last)
        network = torch.compile(network)
    return Work(lambda: network(data), lambda: _some(network(data)), scope=torch.inference_mode if not compiled
                else torch.no_grad)


def build_torch(member: str) -> Work:
    return _torch_work(member, compiled=False)


def build_torch_compile(member: str) -> Work:
    return _torch_work(member, compiled=True)


def _threads() -> int:
    return int(os.environ["OMP_NUM_THREADS"])


def build_onnxruntime(member: str) -> Work:
    import onnxruntime

    folder = exported(member)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = _threads()
    session = onnxruntime.InferenceSession(str(folder / "net.onnx"), options)
    feed = {session.get_inputs()[0].name: _input(folder)}
    return Work(lambda: session.run(None, feed), lambda: _some(session.run(None, feed)))


def build_openvino(member: str) -> Work:
    import openvino

    folder = exported(member)
    settings = {"INFERENCE_NUM_THREADS": _threads(), "INFERENCE_PRECISION_HINT": "f32",
                "PERFORMANCE_HINT": "LATENCY"}
    request = openvino.compile_model(str(folder / "net.onnx"), "CPU", settings).create_infer_request()
    data = [_input(folder)]

    def step() -> list[np.ndarray]:
        request.infer(data)
        return [tensor.data for tensor in request.output_tensors]

    return Work(step, lambda: _some(step()))
