"""Checkpoints of ``mxnet train``: the progress of a run, and the parameters of its best epoch."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mxnet import gluon, nd
from mxnet.base import MXNetError
from mxnet.contrib.checkpoint import CheckpointManager
from mxnet_records import saving

from ._networks import Network
from ._workers import Workers


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
    fingerprint: str = ""


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    with saving.write(str(path)) as file:
        file.write(text.encode())


class Checkpoints:
    """Checkpoints of a run in the folder ``checkpoints``. Batches and random numbers only depend on the step."""

    def __init__(self, folder: Path, network: Network, trainer: gluon.Trainer, workers: Workers) -> None:
        self._folder, self._workers = folder / "checkpoints", workers
        self._manager = CheckpointManager(self._folder, network.parameters(), trainer, random=())

    def save(self, state: State) -> None:
        """Write a checkpoint. The newest two are kept."""
        self._manager.save(state.updates, state=asdict(state))

    def restore(self, fingerprint: str) -> State | None:
        """Load the newest checkpoint. Return None if there is none."""
        values = self._manager.restore()
        if values is None:
            damaged = sorted(path.name for path in self._folder.glob("step-*"))
            if damaged:
                raise MXNetError(f"all checkpoints in {self._folder} are damaged: {', '.join(damaged)}; delete them to "
                                 "start again")
            return None
        if values["workers"] != self._workers.count:
            raise MXNetError(f"{self._folder} belongs to a run with {values['workers']} workers, but there are "
                             f"{self._workers.count} now; start the same number, or a new run with --from and another "
                             "--output")
        state = State(**values["state"])
        if state.fingerprint != fingerprint:
            raise MXNetError(f"the images have changed since checkpoint {values['step']} in {self._folder} was "
                             "written; restore them, or start a new run with --from and another --output")
        return state


def _arrays(network: Network) -> dict[str, nd.NDArray]:
    """Return the parameters. Devices have different statistics of batch normalization."""
    arrays = {}
    for name, parameter in network.parameters().items():
        copies = parameter.list_data()
        for number, array in enumerate(copies if parameter.grad_req == "null" else copies[:1]):
            arrays[f"{name}@{number}" if number else name] = array
    return arrays


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
