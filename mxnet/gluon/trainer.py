"""Trainer: applies an optimizer to the parameters of a network."""

from __future__ import annotations

from typing import Any

from .. import optimizer as optimizers
from .._runtime import files
from ..base import MXNetError
from ..ndarray.ndarray import NDArray
from .parameter import Parameter, ParameterDict, ParameterError

_STALE = (
    "Gradient of Parameter `{name}` on context {ctx} has not been updated by backward since last `step`. This could "
    "mean a bug in your model that made it only use a subset of the Parameters (Blocks) for this iteration. If you are "
    "intentionally only using a subset, call step with ignore_stale_grad=True to suppress this warning and skip "
    "updating of Parameters with stale gradient"
)


class Trainer:
    """Updates parameters after each backward pass.

    Parameters
    ----------
    params : ParameterDict, dict or list of Parameter
    optimizer : str or Optimizer
    optimizer_params : dict, optional
        Arguments of the optimizer when it is given by name.
    kvstore : str or KVStore
        How gradients of several devices are added up.
    compression_params, update_on_kvstore
        As in MXNet.
    """

    def __init__(self, params: Any, optimizer: Any, optimizer_params: dict[str, Any] | None = None,
                 kvstore: Any = "device", compression_params: dict[str, Any] | None = None,
                 update_on_kvstore: bool | None = None) -> None:
        if isinstance(params, (dict, ParameterDict)):
            params = [params[key] for key in sorted(params.keys())]
        if not isinstance(params, (list, tuple)):
            raise ValueError(f"First argument must be a list or dict of Parameters, got {type(params)}.")
        for parameter in params:
            if not isinstance(parameter, Parameter):
                raise ValueError(f"First argument must be a list or dict of Parameters, got list of {type(parameter)}.")
            parameter._set_trainer(self)
        self._params = list(params)
        self._param2idx = {p.name: i for i, p in enumerate(self._params)}
        self._contexts = self._check_contexts()
        self._init_optimizer(optimizer, optimizer_params or {})
        self._scale = self._optimizer.rescale_grad
        _check_store(kvstore, compression_params)
        self._kvstore_params = {"kvstore": kvstore, "update_on_kvstore": update_on_kvstore}

    def _check_contexts(self) -> list[Any]:
        contexts: list[Any] | None = None
        for parameter in self._params:
            own = parameter.list_ctx()
            if contexts is not None and contexts != own:
                raise ParameterError(f"All Parameters must be initialized on the same set of contexts, but Parameter "
                                     f"{parameter.name} is initialized on {own} while previous Parameters are "
                                     f"initialized on {contexts}.")
            contexts = own
        return contexts or []

    def _init_optimizer(self, optimizer: Any, optimizer_params: dict[str, Any]) -> None:
        by_index = dict(enumerate(self._params))
        if isinstance(optimizer, optimizers.Optimizer):
            if optimizer_params:
                raise AssertionError("optimizer_params must be None if optimizer is an instance of Optimizer instead "
                                     "of str")
            self._optimizer = optimizer
            self._optimizer.param_dict = by_index
        else:
            self._optimizer = optimizers.create(optimizer, param_dict=by_index, **optimizer_params)
        self._updaters = [optimizers.get_updater(self._optimizer) for _ in self._contexts]

    @property
    def learning_rate(self) -> float:
        """The current learning rate."""
        return self._optimizer.learning_rate

    @property
    def optimizer(self) -> optimizers.Optimizer:
        """The optimizer."""
        return self._optimizer

    def set_learning_rate(self, lr: float) -> None:
        """Change the learning rate."""
        self._optimizer.set_learning_rate(lr)

    def step(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """Add up gradients of all devices and update the parameters; gradients are divided by `batch_size`."""
        self._optimizer.rescale_grad = self._scale / batch_size
        self._allreduce_grads()
        self._update(ignore_stale_grad)

    def allreduce_grads(self) -> None:
        """Add up the gradients of all devices, without updating."""
        self._allreduce_grads()

    def _allreduce_grads(self) -> None:
        if len(self._contexts) < 2:
            return
        for parameter in self._params:
            if parameter.grad_req != "null":
                _sum_into_all(parameter.list_grad())

    def update(self, batch_size: int, ignore_stale_grad: bool = False) -> None:
        """Update the parameters with gradients that have been added up already."""
        self._optimizer.rescale_grad = self._scale / batch_size
        self._update(ignore_stale_grad)

    def _update(self, ignore_stale_grad: bool) -> None:
        work: list[tuple[list[int], list[NDArray], list[NDArray]]] = [([], [], []) for _ in self._updaters]
        for index, parameter in enumerate(self._params):
            if parameter.grad_req == "null":
                continue
            for (indices, grads, arrays), array, grad in zip(work, parameter._check_and_get(parameter._data, list),
                                                             parameter._grad or (), strict=True):
                leaf = array._tape
                if not leaf.fresh:
                    if not ignore_stale_grad:
                        raise UserWarning(_STALE.format(name=parameter.name, ctx=array.context))
                    continue
                leaf.fresh = False
                indices.append(index)
                grads.append(grad)
                arrays.append(array)
        for updater, (indices, grads, arrays) in zip(self._updaters, work, strict=True):
            if indices:
                updater(indices, grads, arrays)

    def save_states(self, fname: str) -> None:
        """Write the optimizer and its states to a file."""
        with files.write(fname) as file:
            file.write(self._updaters[0].get_states(dump_optimizer=True))

    def load_states(self, fname: str) -> None:
        """Read the optimizer and its states from a file."""
        states = files.read(fname)
        for updater in self._updaters:
            updater.set_states(states)
            updater.optimizer = self._updaters[0].optimizer
        self._optimizer = self._updaters[0].optimizer
        self._optimizer.param_dict = dict(enumerate(self._params))


def _check_store(kvstore: Any, compression_params: dict[str, Any] | None) -> None:
    """Training alone where several machines are asked for would go unnoticed: refuse it."""
    if kvstore is not None and kvstore not in ("local", "device", "nccl"):
        raise MXNetError(f"Trainer: kvstore {kvstore!r} is not available; 'local', 'device' and 'nccl' add up the "
                         "gradients of all devices of this process")
    if compression_params:
        raise MXNetError(f"Trainer: gradient compression is not available, received {compression_params}")


def _sum_into_all(arrays: list[NDArray]) -> None:
    total = arrays[0].copy()
    for other in arrays[1:]:
        total += other.as_in_context(total.context)
    for array in arrays:
        total.copyto(array)
