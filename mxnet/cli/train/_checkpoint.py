"""Checkpoints of ``mxnet train``.

Each worker writes one folder per checkpoint, ``checkpoints/step-00000120-worker-0``, which appears under its name when
it is complete. The last two checkpoints are kept, because a worker may be killed before it has written the newest one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mxnet import gluon, nd
from mxnet.base import MXNetError
from mxnet_records import saving

from ._networks import Network
from ._workers import Workers

_KEPT = 2
_NAME = re.compile(r"step-(\d{8})-worker-(\d+)")


@dataclass
class State:
    """Progress of a run. Together with the parameters and the optimizer it determines the rest of the run.

    Attributes
    ----------
    epoch, step
        The next step: number of complete epochs, and of steps in the current epoch.
    updates
        Number of steps of all epochs.
    loss_sum, loss_count
        Sum and number of the losses in the current epoch.
    history
        Results of the complete epochs.
    best_accuracy, best_loss, best_epoch
        The epoch with the highest accuracy, and among those with the same accuracy the one with the lowest loss.
    fingerprint
        Hash of the names and labels of the images.
    """

    epoch: int = 0
    step: int = 0
    updates: int = 0
    loss_sum: float = 0.0
    loss_count: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)
    best_accuracy: float = -1.0
    best_loss: float = 0.0
    best_epoch: int = 0
    finished: bool = False
    workers: int = 1
    loss_scale: tuple[float, float, int] | None = None
    fingerprint: str = ""


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    with saving.write(str(path)) as file:
        file.write(text.encode())


def save(folder: Path, state: State, network: Network, trainer: gluon.Trainer, workers: Workers) -> None:
    """Write a checkpoint and remove old ones."""
    folder = folder / "checkpoints"
    final = folder / f"step-{state.updates:08d}-worker-{workers.rank}"
    temporary = folder / f".{final.name}.tmp"
    shutil.rmtree(temporary, ignore_errors=True)  # left by a killed process
    temporary.mkdir(parents=True)
    nd.save(str(temporary / "network.params"), _arrays(network))
    trainer.save_states(str(temporary / "optimizer.states"))
    scaler = trainer._amp_loss_scaler
    if scaler is not None:
        state.loss_scale = (scaler._loss_scale, scaler._next_loss_scale, scaler._unskipped)
    write_text(temporary / "state.json", json.dumps(asdict(state), indent=1))
    shutil.rmtree(final, ignore_errors=True)
    os.replace(temporary, final)
    for old in _list(folder, workers.rank)[:-_KEPT]:
        shutil.rmtree(folder / f"step-{old:08d}-worker-{workers.rank}", ignore_errors=True)


def _arrays(network: Network) -> dict[str, nd.NDArray]:
    """Return the parameters. Devices have different statistics of batch normalization."""
    arrays = {}
    for name, parameter in network.parameters().items():
        copies = parameter.list_data()
        for number, array in enumerate(copies if parameter.grad_req == "null" else copies[:1]):
            arrays[f"{name}@{number}" if number else name] = array
    return arrays


def _list(folder: Path, rank: int) -> list[int]:
    """Return the steps of a worker's checkpoints in increasing order."""
    if not folder.is_dir():
        return []
    matches = [_NAME.fullmatch(path.name) for path in folder.iterdir()]
    return sorted(int(match[1]) for match in matches if match and int(match[2]) == rank)


def find(folder: Path, workers: Workers) -> Path | None:
    """Return the newest checkpoint that all workers have, or None if there is none."""
    steps = _list(folder / "checkpoints", workers.rank)
    paths = {step: folder / "checkpoints" / f"step-{step:08d}-worker-{workers.rank}" for step in steps}
    if steps:
        stored = read_state(paths[steps[-1]]).workers
        if stored != workers.count:
            raise MXNetError(f"{paths[steps[-1]]} belongs to a run with {stored} workers, but there are "
                             f"{workers.count} now; start the same number, or a new run with --from and another "
                             "--output")
    newest = int(workers.gather(steps[-1] if steps else -1).min())
    if newest < 0:
        return None
    available = workers.gather(float(newest in steps))
    if not available.all():
        raise MXNetError(f"the workers have no common checkpoint in {folder / 'checkpoints'}; worker "
                         f"{int(available.argmin())} has none for step {newest}")
    return paths[newest]


def read_state(checkpoint: Path) -> State:
    """Read the progress of a checkpoint."""
    try:
        state = State(**json.loads((checkpoint / "state.json").read_bytes()))
    except (ValueError, TypeError, OSError) as error:
        raise MXNetError(f"{checkpoint} is damaged: {error}; delete this folder to use the checkpoint before it"
                         ) from error
    return state


def restore(checkpoint: Path, state: State, network: Network, trainer: gluon.Trainer) -> None:
    """Load the parameters and the optimizer."""
    # The trainer comes first: it copies the parameters of the first device and worker to all others.
    trainer.load_states(str(checkpoint / "optimizer.states"))
    load_arrays(network, checkpoint / "network.params")
    if state.loss_scale is not None and trainer._amp_loss_scaler is not None:
        scaler = trainer._amp_loss_scaler
        scaler._loss_scale, scaler._next_loss_scale, scaler._unskipped = state.loss_scale


def load_arrays(network: Network, file: Path) -> None:
    """Load the parameters of a checkpoint."""
    arrays: Any = nd.load(str(file))
    for name, parameter in network.parameters().items():
        if name not in arrays or tuple(arrays[name].shape) != parameter.shape:
            raise MXNetError(f"{file} does not belong to this network: parameter {name} is missing or has "
                             "another shape")
        for number, array in enumerate(parameter.list_data()):
            array[:] = arrays.get(f"{name}@{number}", arrays[name]).as_in_context(array.context)


def save_best(folder: Path, network: Network) -> None:
    """Write the parameters of the best epoch."""
    nd.save(str(folder / "checkpoints" / "best.params"), _arrays(network))
