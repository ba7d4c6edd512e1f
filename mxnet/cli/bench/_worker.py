"""One step of ``mxnet bench``, in a process of its own.

`_processes` runs this file by its path. Importing it as a module of the package would load torch, and the peak memory
of onnxruntime would contain it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

Inputs = Mapping[str, Any]
_WARM_UP, _FEWEST = 3, 5


def perform(task: Mapping[str, Any]) -> dict[str, Any]:
    """Prepare the model for an engine and a precision, or measure a configuration."""
    if task["kind"] == "prepare":
        from mxnet.cli.bench import _prepare

        _prepare.prepare(task)
        _save_outputs(task)
        return {}
    step = _load(task, task["batch"])
    run = step(_batch(task, task["batch"]))
    times = _measure(run, task["seconds"])
    return {"times": times, "memory": _peak_memory()}


def _measure(run: Callable[[], Any], seconds: float) -> list[float]:
    """Return the times of repeated calls in milliseconds."""
    for _ in range(_WARM_UP):
        run()
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < _FEWEST or time.perf_counter() < end:
        start = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - start))
    return times


def _peak_memory() -> float | None:
    """Return the peak resident memory of this process in MB, or None if the system does not report it.

    ``ru_maxrss`` includes the memory of the parent process on Linux, but VmHWM does not.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
        return float(status.partition("VmHWM:")[2].split()[0]) / 1024
    except (OSError, IndexError):
        pass
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 1024)


def _batch(task: Mapping[str, Any], size: int) -> dict[str, Any]:
    """Return samples as a batch, repeated if there are too few."""
    import numpy as np

    with np.load(Path(task["folder"], "test.npz")) as samples:
        return {name: np.resize(samples[name], (size, *samples[name].shape[1:])) for name in task["inputs"]}


def _save_outputs(task: Mapping[str, Any]) -> None:
    """Run the prepared model on all test samples and save its outputs."""
    import numpy as np

    with np.load(Path(task["folder"], "test.npz")) as file:
        samples = {name: file[name] for name in task["inputs"]}
    count, size = len(samples[task["inputs"][0]]), task["calibration_batch"]
    step = _load(task, size)
    parts = []
    for start in range(0, count, size):
        batch = {name: np.resize(array[start : start + size], (size, *array.shape[1:]))
                 for name, array in samples.items()}
        parts.append(step(batch)(numpy=True))
    outputs = [np.concatenate(arrays)[:count] for arrays in zip(*parts, strict=True)]
    np.savez(Path(task["folder"], f"outputs-{task['engine']}-{task['precision']}.npz"), *outputs)


def _load(task: Mapping[str, Any], batch: int) -> Callable[[Inputs], Callable[..., Any]]:
    """Return a function that binds inputs to the model. Its result runs the model."""
    if task["engine"] == "onnxruntime":
        return _load_onnx(task, batch)
    from mxnet.cli.bench import _prepare

    return _prepare.load(task, batch)


def _load_onnx(task: Mapping[str, Any], batch: int) -> Callable[[Inputs], Callable[..., Any]]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = task["threads"], 1
    options.log_severity_level = 3
    options.add_free_dimension_override_by_name("batch", batch)
    session = onnxruntime.InferenceSession(str(Path(task["folder"], f"{task['precision']}.onnx")), options,
                                           providers=["CPUExecutionProvider"])

    def bind(inputs: Inputs) -> Callable[..., Any]:
        feeds = {given.name: inputs[given.name] for given in session.get_inputs()}
        return lambda numpy=False: session.run(None, feeds)

    return bind


if __name__ == "__main__":
    request = json.loads(sys.argv[-1])
    Path(request["result"]).write_text(json.dumps(perform(request)), encoding="utf-8")
