"""Checkpoints from which a training run continues with the same results, for one process and for many workers.

A checkpoint contains parameters, optimizer states, random states, positions in the data and values of the program.
Worker 0 reads and writes all files; the workers exchange them through their key-value store.

`_states` reads and writes the state of a network and of a worker, `_storage` the folders, `_group` connects workers.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Sequence
from typing import Any

from ..._runtime.tracebacks import concise_module, user_level
from ...base import MXNetError
from ._group import Group
from ._states import GluonState, ModuleState, WorkerState
from ._storage import Damaged, Storage

__all__ = ["CheckpointManager"]

_OWN = ("step", "workers")


class CheckpointManager:
    """Save and resume a training run.

    All workers of a distributed program call :meth:`save` and :meth:`restore` at the same step. A checkpoint appears
    when it is complete. Restoring continues bit for bit with the results of an uninterrupted run.

    Parameters
    ----------
    folder : str
        Folder of the checkpoints, or a URL that fsspec supports (``s3://bucket/run``). Only worker 0 uses it.
    net : Block, ParameterDict or dict of str to Parameter, optional
        The parameters. By default those of the trainer.
    trainer : gluon.Trainer, optional
        The trainer, with its optimizer and AMP loss scaler.
    module : Module or BucketingModule, optional
        A module with an optimizer, instead of `net` and `trainer`.
    data : object or dict of str to object, optional
        Loaders, samplers or iterators with ``state_dict`` and ``load_state_dict``.
    keep : int
        Number of checkpoints to keep. Older ones are deleted.
    kvstore : KVStore, optional
        The store that connects the workers. By default the one of the trainer or module.
    random : sequence of {'mxnet', 'numpy', 'python'}
        Random generators to save and restore, for each worker.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> checkpoints = mx.contrib.checkpoint.CheckpointManager('memory://run', net, trainer)
    >>> checkpoints.save(10, epoch=1)
    >>> checkpoints.restore()
    {'epoch': 1, 'step': 10, 'workers': 1}
    """

    def __init__(self, folder: Any, net: Any = None, trainer: Any = None, module: Any = None, data: Any = None,
                 keep: int = 2, kvstore: Any = None, random: Sequence[str] = ("mxnet", "numpy", "python")) -> None:
        if (module is None) == (net is None and trainer is None):
            raise ValueError("CheckpointManager needs either a module, or a net and its trainer")
        if keep < 1:
            raise ValueError(f"CheckpointManager: keep must be at least 1, received {keep}")
        self._storage, self._keep = Storage(os.fspath(folder)), keep
        self._network = GluonState(net, trainer) if module is None else ModuleState(module)
        self._worker = WorkerState(self._network, data, tuple(random))
        self._store = kvstore

    def save(self, step: int, **values: Any) -> None:
        """Write a checkpoint, and delete old ones.

        Parameters
        ----------
        step : int
            Number of the checkpoint. It must increase during a run.
        **values
            Values of the program that :meth:`restore` returns, such as the epoch. They must be plain data for JSON.

        Raises
        ------
        MXNetError
            On all workers if worker 0 cannot write. The previous checkpoint stays.
        """
        taken = set(values) & set(_OWN)
        if taken:
            raise ValueError(f"CheckpointManager.save: {sorted(taken)} are names of the checkpoint; use other names")
        text = json.dumps(values)  # raises on all workers
        group = self._group(f"save checkpoint {step}")
        with group.shared_errors(f"cannot write checkpoint {step} in {self._storage.folder}"):
            files = self._network.files() if group.rank == 0 else {}
        own = self._worker.files()
        with group.shared_errors(f"cannot write checkpoint {step} in {self._storage.folder}") as attempt:
            writer: Any = attempt(self._storage.begin, step)
            for name, content in files.items():
                attempt(lambda *file: writer.add(*file), name, content)
            for rank in range(group.count):
                for name, content in zip(("params", "json"), own, strict=True):
                    sent = group.send(content, rank)
                    attempt(lambda *file: writer.add(*file), f"worker-{rank:05d}.{name}", sent)
            attempt(lambda: writer.commit({"workers": group.count, "values": json.loads(text)}))
            attempt(self._storage.prune, self._keep)

    def steps(self) -> list[int]:
        """Return the steps of the complete checkpoints in the folder, in increasing order.

        Returns
        -------
        list of int
            The steps.
        """
        return self._storage.steps()

    def latest(self) -> int | None:
        """Return the step of the newest complete checkpoint in the folder, or None. Its content is not verified.

        Returns
        -------
        int or None
            The step, or None if the folder has no complete checkpoint.
        """
        return max(self.steps(), default=None)

    def restore(self, step: int | None = None, other_workers: str = "error") -> dict[str, Any] | None:
        """Load a checkpoint.

        A damaged or incomplete checkpoint is skipped with a warning. Deferred parameters are initialized.

        Parameters
        ----------
        step : int, optional
            The checkpoint. By default the newest one that is complete and undamaged.
        other_workers : {'error', 'epoch'}
            What to do with the positions of `data` if the number of workers has changed: raise an error, or start
            the data at the beginning of the epoch. Parameters and optimizer continue; random generators get new seeds.

        Returns
        -------
        dict or None
            The values of the checkpoint with ``step`` and ``workers``, or None if there is no checkpoint.
        """
        if other_workers not in ("error", "epoch"):
            raise ValueError(f"CheckpointManager.restore: other_workers must be 'error' or 'epoch', received "
                             f"{other_workers!r}")
        group = self._group("restore a checkpoint")
        with group.shared_errors(f"cannot read the checkpoints in {self._storage.folder}"):
            manifest = self._find(step) if group.rank == 0 else None
        manifest = json.loads(group.send(json.dumps(manifest).encode()))
        if manifest is None:
            return None
        step, workers = manifest["step"], manifest["workers"]
        resized = workers != group.count
        if resized and self._worker.has_data and other_workers == "error":
            raise MXNetError(
                f"checkpoint {step} in {self._storage.folder} has the data positions of {workers} workers, but there "
                f"are {group.count} now; start {workers} workers, or pass other_workers='epoch' to start the data at "
                "the beginning of the epoch")
        shared = [name for name in manifest["files"] if not name.startswith("worker-")]
        files = {name: group.send(self._read(group, step, name)) for name in shared}
        own = (b"", b"")
        for rank in range(workers):
            sent = [group.send(self._read(group, step, f"worker-{rank:05d}.{name}")) for name in ("params", "json")]
            if rank == group.rank % workers:
                own = (sent[0], sent[1])
        self._worker.load(files, *own, seed=None if not resized else (step, group.rank))
        return {**manifest["values"], "step": step, "workers": workers}

    def _read(self, group: Group, step: int, name: str) -> bytes:
        return self._storage.read(step, name) if group.rank == 0 else b""

    def _find(self, wanted: int | None) -> dict[str, Any] | None:
        """Return the manifest of the newest undamaged checkpoint, or of the wanted one."""
        for step in [wanted] if wanted is not None else sorted(self._storage.steps(complete=False), reverse=True):
            try:
                return self._storage.verify(step)
            except Damaged as error:
                if wanted is not None:
                    raise MXNetError(str(error)) from error
                warnings.warn(f"skipped a checkpoint: {error}", RuntimeWarning, stacklevel=user_level())
        return None

    def _group(self, what: str) -> Group:
        return Group(self._store if self._store is not None else self._network.store(), what)


concise_module(__name__)
