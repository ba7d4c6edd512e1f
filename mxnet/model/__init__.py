"""Checkpoints, update functions of modules, and the old ``FeedForward`` model."""

from __future__ import annotations

import logging
import math
from collections import namedtuple
from typing import TYPE_CHECKING, Any

from mxnet_records import environment

from .. import kvstore as kvs
from .. import ndarray as nd
from .. import symbol as sym
from .._runtime.tracebacks import concise_module
from ..base import MXNetError
from ..context import cpu
from ..kvstore.kvstore import takes_many_keys

BatchEndParam = namedtuple("BatchEndParams", ["epoch", "nbatch", "eval_metric", "locals"])  # type: ignore[name-match]
BatchEndParam.__doc__ = """Argument of the callbacks at the end of a batch.

Parameters
----------
epoch, nbatch : int
    Numbers of the epoch and of the batch.
eval_metric : EvalMetric
    The metric so far.
locals : dict
    Local variables of the training loop.

Examples
--------
>>> mx.model.BatchEndParam(epoch=0, nbatch=3, eval_metric=mx.metric.Accuracy(), locals=None).nbatch
3
"""
# Larger arrays are not updated in a local store, because its single thread would delay the devices.
_LARGEST_LOCAL_UPDATE = 1024 * 1024 * 16


# Stores

def _create_sparse_kvstore(kvstore: Any) -> tuple[Any, bool]:
    """Create the store for parameters with sparse weights. This store always runs the optimizer."""
    if isinstance(kvstore, kvs.KVStore):
        store = kvstore
    elif isinstance(kvstore, str):
        store = kvs.create(kvstore)
    else:
        raise TypeError(f"sparse parameters need a KVStore or its name, received {kvstore!r}")
    if not store.is_capable(kvs.KVStoreBase.OPTIMIZER):
        raise MXNetError(f"sparse weights need a store that runs the optimizer, but {type(store)} does not support it; "
                         "use another kvstore")
    return store, True


def _create_kvstore(kvstore: Any, num_device: int, arg_params: Any) -> tuple[Any, bool]:
    """Create the store, or None if a single device does not need one. Also return whether it runs the optimizer."""
    update_on_kvstore = environment.UPDATE_ON_KVSTORE.get()
    if kvstore is None:
        return None, False
    if isinstance(kvstore, kvs.KVStoreBase):
        return kvstore, update_on_kvstore and kvstore.is_capable(kvs.KVStoreBase.OPTIMIZER)
    if not isinstance(kvstore, str):
        raise TypeError(f"kvstore must be a KVStore, its name or None, received {type(kvstore)}")
    if num_device == 1 and "dist" not in kvstore and kvstore.lower() not in kvs.KVStoreBase.kv_registry:
        return None, False
    store = kvs.create(kvstore)
    if kvstore == "local" and max((math.prod(p.shape) for p in arg_params.values()), default=0) > _LARGEST_LOCAL_UPDATE:
        update_on_kvstore = False
    return store, update_on_kvstore and store.is_capable(kvs.KVStoreBase.OPTIMIZER)


def _initialize_kvstore(kvstore: Any, param_arrays: Any, arg_params: Any, param_names: Any,
                        update_on_kvstore: bool) -> None:
    """Add all parameters to a store, and copy its values to the devices."""
    for name, arrays in zip(param_names, param_arrays, strict=True):
        value = arg_params[name]
        # Unlike in MXNet, workers that run the optimizer also start with the values of worker 0.
        if (update_on_kvstore or kvstore.num_workers > 1) and value.stype == "default":
            kvstore.broadcast(name, value, out=arrays)
        else:
            kvstore.init(name, value)


def _dense(arrays: Any) -> bool:
    return all(array.stype == "default" for array in arrays)


def _trained(param_arrays: Any, grad_arrays: Any, names: Any) -> list[tuple[int, str, Any, Any]]:
    """Return position, name, weights and gradients of all parameters with gradients. Arrays are lists by device."""
    return [(i, name, weights, gradients)
            for i, (name, weights, gradients) in enumerate(zip(names, param_arrays, grad_arrays, strict=True))
            if gradients[0] is not None]


def _exchange(kvstore: Any, trained: Any, to_weights: bool) -> None:
    """Push all gradients, and pull their sums or the updated weights to the devices."""
    plain = [entry for entry in trained if _dense(entry[2][:1]) and _dense(entry[3][:1])]
    if len(plain) > 1 and takes_many_keys(kvstore):
        # One call with many keys sums and updates them together.
        kvstore.pushpull([name for _, name, _, _ in plain], [g for _, _, _, g in plain],
                         out=[w if to_weights else g for _, _, w, g in plain])
        trained = [entry for entry in trained if not (_dense(entry[2][:1]) and _dense(entry[3][:1]))]
    for index, name, weights, gradients in trained:
        if not (_dense(weights[:1]) and _dense(gradients[:1])):
            kvstore.push(name, gradients, priority=-index)
            kvstore.pull(name, out=weights if to_weights else gradients, priority=-index)
        elif to_weights:
            kvstore.pushpull(name, gradients, out=weights, priority=-index)
        else:
            kvstore.pushpull(name, gradients, priority=-index)


def _update_params_on_kvstore(param_arrays: Any, grad_arrays: Any, kvstore: Any, param_names: Any) -> None:
    """Run one step of the optimizer in the store."""
    _exchange(kvstore, _trained(param_arrays, grad_arrays, param_names), to_weights=True)


_update_params_on_kvstore_nccl = _update_params_on_kvstore


def _update_params(param_arrays: Any, grad_arrays: Any, updater: Any, num_device: int, kvstore: Any = None,
                   param_names: Any = None) -> None:
    """Run one step of the optimizer on each device. A store only sums the gradients."""
    names = range(len(param_arrays)) if param_names is None else param_names
    trained = _trained(param_arrays, grad_arrays, names)
    if kvstore:
        _exchange(kvstore, trained, to_weights=False)
    if not trained:
        return
    for k in range(num_device):
        updater([i * num_device + k for i, _, _, _ in trained], [g[k] for _, _, _, g in trained],
                [w[k] for _, _, w, _ in trained])


# Checkpoints

def save_checkpoint(prefix: str, epoch: int, symbol: Symbol, arg_params: dict[str, NDArray],
                    aux_params: dict[str, NDArray], remove_amp_cast: bool = True) -> None:
    """Write ``prefix-symbol.json`` and ``prefix-0001.params``. Existing files are replaced atomically.

    Parameters
    ----------
    prefix : str
        Prefix of the file names.
    epoch : int
        Number in the name of the parameter file.
    symbol : Symbol or None
        The network. None does not write a symbol.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states by name.
    remove_amp_cast : bool
        Remove casts that automatic mixed precision has added.

    Returns
    -------
    None

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> prefix = os.path.join(folder.name, 'net')
    >>> network = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
    >>> mx.model.save_checkpoint(prefix, 3, network, {'fc_bias': mx.nd.ones(2)}, {})
    >>> sorted(os.listdir(folder.name))
    ['net-0003.params', 'net-symbol.json']
    >>> folder.cleanup()
    """
    if symbol is not None:
        symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
    arrays = {f"arg:{name}": array.as_in_context(cpu()) for name, array in arg_params.items()}
    arrays.update({f"aux:{name}": array.as_in_context(cpu()) for name, array in aux_params.items()})
    name = f"{prefix}-{epoch:04d}.params"
    nd.save(name, arrays)
    logging.info('Saved checkpoint to "%s"', name)


def split_params(arrays: Any, fname: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the arrays of a parameter file into arguments and auxiliary states.

    Parameters
    ----------
    arrays : dict of str to NDArray
        Arrays whose names start with 'arg:' or 'aux:'.
    fname : str
        Name of the file in messages.

    Returns
    -------
    dict, dict
        Arguments and auxiliary states.

    Raises
    ------
    MXNetError
        If a name does not start with 'arg:' or 'aux:'.

    Examples
    --------
    >>> arguments, states = mx.model.split_params({'arg:weight': mx.nd.ones(2)}, 'net.params')
    >>> list(arguments), states
    (['weight'], {})
    """
    if not arrays:
        logging.warning("%s does not contain parameters", fname)
        return {}, {}
    parts: dict[str, dict[str, Any]] = {"arg": {}, "aux": {}}
    for key, array in arrays.items() if isinstance(arrays, dict) else ():
        role, colon, name = key.partition(":")
        if not colon or role not in parts:
            raise InvalidParamFile(f"Invalid param file {fname}: the name {key!r} does not start with 'arg:' or 'aux:' "
                                   "like the names of a checkpoint; read files of Gluon with net.load_parameters or "
                                   "nd.load")
        parts[role][name] = array
    if not isinstance(arrays, dict):
        raise InvalidParamFile(f"Invalid param file {fname}: it contains a list of arrays without names")
    return parts["arg"], parts["aux"]


class InvalidParamFile(MXNetError, ValueError):
    """A file of arrays that is not a checkpoint. MXNet raises ``ValueError``.

    Examples
    --------
    >>> issubclass(mx.model.InvalidParamFile, (mx.MXNetError, ValueError))
    True
    """


def load_params(prefix: str, epoch: int) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
    """Read ``prefix-0001.params``.

    Parameters
    ----------
    prefix : str
        Prefix of the file names.
    epoch : int
        Number in the name of the parameter file.

    Returns
    -------
    arg_params, aux_params : dict of str to NDArray

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> prefix = os.path.join(folder.name, 'net')
    >>> network = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
    >>> mx.model.save_checkpoint(prefix, 3, network, {'fc_bias': mx.nd.ones(2)}, {})
    >>> arguments, states = mx.model.load_params(prefix, 3)
    >>> list(arguments), states
    (['fc_bias'], {})
    >>> folder.cleanup()
    """
    name = f"{prefix}-{epoch:04d}.params"
    return split_params(nd.load(name), name)


def load_checkpoint(prefix: str, epoch: int) -> tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]:
    """Read the files of `save_checkpoint`.

    Parameters
    ----------
    prefix : str
        Prefix of the file names.
    epoch : int
        Number in the name of the parameter file.

    Returns
    -------
    symbol : Symbol
    arg_params, aux_params : dict of str to NDArray

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> prefix = os.path.join(folder.name, 'net')
    >>> network = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
    >>> mx.model.save_checkpoint(prefix, 3, network, {'fc_bias': mx.nd.ones(2)}, {})
    >>> symbol, arguments, states = mx.model.load_checkpoint(prefix, 3)
    >>> symbol.list_outputs(), list(arguments)
    (['fc_output'], ['fc_bias'])
    >>> folder.cleanup()
    """
    symbol = sym.load(f"{prefix}-symbol.json")
    return (symbol, *load_params(prefix, epoch))


def _multiple_callbacks(callbacks: Any, *args: Any, **kwargs: Any) -> None:
    """Call one function or a list of functions, if any."""
    if isinstance(callbacks, list):
        for callback in callbacks:
            callback(*args, **kwargs)
    elif callbacks:
        callbacks(*args, **kwargs)


from ._feed_forward import FeedForward as FeedForward  # noqa: E402  # needs the functions above

concise_module(__name__)

if TYPE_CHECKING:
    from ..ndarray import NDArray
    from ..symbol import Symbol
