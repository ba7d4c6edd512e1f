"""Collective operations on arrays over all workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..._frontend.results import wrap
from ..._runtime import storage
from ..._runtime.error import MXNetError
from ...kvstore.dist.workers import TOGETHER
from ...ndarray.ndarray import NDArray
from ...optimizer import _states
from ._processes import processes

Average, Sum, Min, Max = "Average", "Sum", "Min", "Max"


def _agree(what: str, name: str | None, tensors: Sequence[torch.Tensor], *details: Any) -> None:
    """Raise unless all workers run the same operation on arrays of the same shapes."""
    assert processes.workers is not None
    shapes = [[str(t.dtype), *t.shape] for t in tensors]
    processes.workers.agree(TOGETHER, f"hvd.{what}", name, shapes, *details)


def _alone() -> bool:
    return processes.size == 1


def _reduce(arrays: Sequence[NDArray], op: str, name: str | None, prescale: float, postscale: float
             ) -> list[torch.Tensor]:
    tensors = [a._data.detach() for a in arrays]
    if op not in (Average, Sum, Min, Max):
        raise MXNetError(f"hvd.allreduce: op must be Average, Sum, Min or Max, received {op!r}")
    if prescale != 1.0:
        tensors = [t * prescale for t in tensors]
    if not _alone():
        assert processes.workers is not None
        _agree("allreduce", name, tensors, op)
        tensors = processes.workers.group.all_reduce(tensors, op)
    scale = postscale / processes.size if op == Average else postscale
    if scale == 1.0:
        return [t.clone() if t is a._data else t for t, a in zip(tensors, arrays, strict=True)]
    return [(t * scale).to(a._data.dtype) for t, a in zip(tensors, arrays, strict=True)]


def _choose_op(average: bool | None, op: str | None) -> str:
    if op is not None:
        return op
    return Average if average in (None, True) else Sum


def _write(target: NDArray, tensor: torch.Tensor) -> NDArray:
    with storage.writing(target._data) as memory:
        memory.copy_(tensor.view(target._data.shape))
    return target


def grouped_allreduce(tensors: list[NDArray], average: bool | None = None, name: str | None = None, priority: int = 0,
                      prescale_factor: float = 1.0, postscale_factor: float = 1.0, op: Any = None) -> list[NDArray]:
    """Reduce several arrays over all workers in one operation.

    Parameters
    ----------
    tensors : list of NDArray
        The arrays of this worker. Shapes and dtypes must be equal in all workers.
    average : bool, optional
        Older alternative to `op`. False selects the sum.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.
    prescale_factor, postscale_factor : float
        Factors that are applied before and after the reduction.
    op : optional
        `Average`, `Sum`, `Min` or `Max`. The default is `Average`.

    Returns
    -------
    list of NDArray
        New arrays.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> first, second = hvd.grouped_allreduce([mx.nd.ones(2), mx.nd.zeros(3)], op=hvd.Sum)
    >>> first.asnumpy()
    array([1., 1.], dtype=float32)
    """
    results = _reduce(tensors, _choose_op(average, op), name, prescale_factor, postscale_factor)
    return [wrap(type(a), t.view(a.shape), a.context) for a, t in zip(tensors, results, strict=True)]


def grouped_allreduce_(tensors: list[NDArray], average: bool | None = None, name: str | None = None, priority: int = 0,
                       prescale_factor: float = 1.0, postscale_factor: float = 1.0, op: Any = None) -> list[NDArray]:
    """Reduce several arrays in place over all workers in one operation.

    Parameters
    ----------
    tensors : list of NDArray
        The arrays of this worker, which are overwritten. Shapes and dtypes must be equal
        in all workers.
    average : bool, optional
        Older alternative to `op`. False selects the sum.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.
    prescale_factor, postscale_factor : float
        Factors that are applied before and after the reduction.
    op : optional
        `Average`, `Sum`, `Min` or `Max`. The default is `Average`.

    Returns
    -------
    list of NDArray
        The passed arrays.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> arrays = [mx.nd.ones(2), mx.nd.zeros(3)]
    >>> results = hvd.grouped_allreduce_(arrays, postscale_factor=10)
    >>> arrays[0].asnumpy()
    array([10., 10.], dtype=float32)
    """
    results = _reduce(tensors, _choose_op(average, op), name, prescale_factor, postscale_factor)
    return [_write(a, t) for a, t in zip(tensors, results, strict=True)]


def allreduce(tensor: NDArray, average: bool | None = None, name: str | None = None, priority: int = 0,
              prescale_factor: float = 1.0, postscale_factor: float = 1.0, op: Any = None) -> NDArray:
    """Reduce an array over all workers.

    Parameters
    ----------
    tensor : NDArray
        The array of this worker. Shape and dtype must be equal in all workers.
    average : bool, optional
        Older alternative to `op`. False selects the sum.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.
    prescale_factor, postscale_factor : float
        Factors that are applied before and after the reduction.
    op : optional
        `Average`, `Sum`, `Min` or `Max`. The default is `Average`.

    Returns
    -------
    NDArray
        New array with the same value in all workers.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.allreduce(mx.nd.array([1, 2]), op=hvd.Sum).asnumpy()
    array([1., 2.], dtype=float32)
    """
    return grouped_allreduce([tensor], average, name, priority, prescale_factor, postscale_factor, op)[0]


def allreduce_(tensor: NDArray, average: bool | None = None, name: str | None = None, priority: int = 0,
               prescale_factor: float = 1.0, postscale_factor: float = 1.0, op: Any = None) -> NDArray:
    """Reduce an array in place over all workers.

    Parameters
    ----------
    tensor : NDArray
        The array of this worker, which is overwritten. Shape and dtype must be equal in all
        workers.
    average : bool, optional
        Older alternative to `op`. False selects the sum.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.
    prescale_factor, postscale_factor : float
        Factors that are applied before and after the reduction.
    op : optional
        `Average`, `Sum`, `Min` or `Max`. The default is `Average`.

    Returns
    -------
    NDArray
        The passed array.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> array = mx.nd.array([1, 2])
    >>> result = hvd.allreduce_(array, prescale_factor=10)
    >>> array.asnumpy()
    array([10., 20.], dtype=float32)
    """
    return grouped_allreduce_([tensor], average, name, priority, prescale_factor, postscale_factor, op)[0]


def _gather(tensor: torch.Tensor, name: str | None, what: str) -> list[torch.Tensor]:
    """Gather the tensors of all workers. Their first dimensions may differ."""
    assert processes.workers is not None
    group = processes.workers.group
    _agree(what, name, [tensor[:0] if tensor.ndim else tensor])
    counts = [count for count, in group.exchange((len(tensor),))]
    padded = tensor.new_zeros((max(counts), *tensor.shape[1:]))
    padded[:len(tensor)] = tensor
    return [part[:count] for part, count in zip(group.all_gather(padded), counts, strict=True)]


def allgather(tensor: NDArray, name: str | None = None, priority: int = 0) -> NDArray:
    """Concatenate the arrays of all workers along the first axis.

    Parameters
    ----------
    tensor : NDArray
        The array of this worker. Only the first dimension may differ between workers.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.

    Returns
    -------
    NDArray
        New array with the rows of all workers in the order of their ranks.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.allgather(mx.nd.ones((2, 3))).shape
    (2, 3)
    """
    if _alone():
        return tensor.copy()
    return wrap(type(tensor), torch.cat(_gather(tensor._data.detach(), name, "allgather")), tensor.context)


def broadcast_(tensor: NDArray, root_rank: int, name: str | None = None, priority: int = 0) -> NDArray:
    """Overwrite an array with the array of one worker.

    Parameters
    ----------
    tensor : NDArray
        The array of this worker. Shape and dtype must be equal in all workers.
    root_rank : int
        Rank of the worker that provides the value.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.

    Returns
    -------
    NDArray
        The passed array.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> weight = mx.nd.ones((2, 3))
    >>> hvd.broadcast_(weight, root_rank=0) is weight
    True
    """
    if not 0 <= root_rank < processes.size:
        raise MXNetError(f"hvd.broadcast: root_rank must be less than {processes.size}, received {root_rank}")
    if _alone():
        return tensor
    assert processes.workers is not None
    copy = tensor._data.detach().contiguous().clone()
    _agree("broadcast", name, [copy], root_rank)
    processes.workers.group.broadcast(copy, root_rank)
    return _write(tensor, copy)


def broadcast(tensor: NDArray, root_rank: int, name: str | None = None, priority: int = 0) -> NDArray:
    """Return the array of one worker to all workers.

    Parameters
    ----------
    tensor : NDArray
        The array of this worker. Shape and dtype must be equal in all workers.
    root_rank : int
        Rank of the worker that provides the value.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.

    Returns
    -------
    NDArray
        New array with the value of worker `root_rank`.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.broadcast(mx.nd.array([1, 2]), root_rank=0).asnumpy()
    array([1., 2.], dtype=float32)
    """
    return broadcast_(tensor.copy(), root_rank, name, priority)


def broadcast_object(obj: Any, root_rank: int = 0, name: str | None = None) -> Any:
    """Broadcast numbers, strings, arrays, lists or dicts from one worker. The value is not pickled.

    Parameters
    ----------
    obj : object
        The value. Workers other than `root_rank` may pass None.
    root_rank : int
        Rank of the worker that provides the value.
    name : str, optional
        Ignored.

    Returns
    -------
    object
        The value of worker `root_rank`.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.broadcast_object({'epoch': 3})
    {'epoch': 3}
    """
    if _alone():
        return obj
    assert processes.workers is not None
    group = processes.workers.group
    content = _states.dumps({"object": obj}) if processes.rank == root_rank else b""
    lengths = [length for length, in group.exchange((len(content),))]
    tensor = torch.zeros(lengths[root_rank], dtype=torch.uint8)
    if content:
        tensor.copy_(torch.frombuffer(bytearray(content), dtype=torch.uint8))
    group.broadcast(tensor, root_rank)
    return _states.loads(tensor.numpy().tobytes())["object"]


def alltoall(tensor: NDArray, splits: Any = None, name: str | None = None, priority: int = 0) -> Any:
    """Send a part of the rows of an array to each worker.

    Parameters
    ----------
    tensor : NDArray
        The array of this worker.
    splits : NDArray or list of int, optional
        Number of rows for each worker. By default all workers get the same number.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.

    Returns
    -------
    NDArray
        The received rows in the order of the ranks.
    NDArray
        Number of rows received from each worker. Only returned with `splits`.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> rows, counts = hvd.alltoall(mx.nd.ones((2, 3)), splits=[2])
    >>> rows.shape, counts.asnumpy().tolist()
    ((2, 3), [2])
    """
    source, size = tensor._data.detach(), processes.size
    if splits is None:
        if len(source) % size:
            raise MXNetError(f"hvd.alltoall: {len(source)} rows are not divisible by {size} workers; pass splits")
        rows = [len(source) // size] * size
    else:
        rows = [int(n) for n in (splits.asnumpy() if isinstance(splits, NDArray) else splits)]
    if len(rows) != size or sum(rows) != len(source):
        raise MXNetError(f"hvd.alltoall: splits {rows} do not match {len(source)} rows and {size} workers")
    own, counts = source.clone(), rows[:1]
    if not _alone():
        assert processes.workers is not None
        table = processes.workers.group.exchange(rows)
        counts = [row[processes.rank] for row in table]
        parts = _gather(source, name, "alltoall")
        own = torch.cat([part[sum(row[:processes.rank]):sum(row[:processes.rank + 1])]
                         for part, row in zip(parts, table, strict=True)])
    received = wrap(type(tensor), own, tensor.context)
    if splits is None:
        return received
    return received, wrap(NDArray, torch.tensor(counts, dtype=torch.int32), tensor.context)


def reducescatter(tensor: NDArray, op: Any = Average, name: str | None = None, priority: int = 0,
                  prescale_factor: float = 1.0, postscale_factor: float = 1.0) -> Any:
    """Reduce an array over all workers, and return this worker's share of the rows.

    Parameters
    ----------
    tensor : NDArray
        The array of this worker. Shape and dtype must be equal in all workers.
    op : optional
        `Average`, `Sum`, `Min` or `Max`.
    name : str, optional
        Name of the operation, which must be equal in all workers.
    priority : int
        Ignored: operations run in the order of the calls.
    prescale_factor, postscale_factor : float
        Factors that are applied before and after the reduction.

    Returns
    -------
    NDArray
        New array. The first workers get one row more if the rows are not divisible by the number of workers.

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.init()
    >>> hvd.reducescatter(mx.nd.ones((4, 2)), op=hvd.Sum).shape
    (4, 2)
    """
    whole = _reduce([tensor], op, name, prescale_factor, postscale_factor)[0].view(tensor.shape)
    size, rank = processes.size, processes.rank
    rows, more = divmod(len(whole), size)
    first = rank * rows + min(rank, more)
    return wrap(type(tensor), whole[first:first + rows + int(rank < more)].clone(), tensor.context)
