"""Initialization of mixed precision, and training with a scaled loss."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Any

from ... import optimizer as optimizers
from ..._runtime.dtype import bfloat16 as bfloat16
from ...gluon.trainer import Trainer
from . import _lists, _wrapping
from . import lists as lists
from ._convert import convert_bucketing_module as convert_bucketing_module
from ._convert import convert_hybrid_block as convert_hybrid_block
from ._convert import convert_model as convert_model
from ._convert import convert_symbol as convert_symbol
from ._lists import PrecisionError
from ._lists import list_conditional_fp32_ops as list_conditional_fp32_ops
from ._lists import list_fp32_ops as list_fp32_ops
from ._lists import list_loss_output_functions as list_loss_output_functions
from ._lists import list_lp16_fp32_ops as list_lp16_fp32_ops
from ._lists import list_lp16_ops as list_lp16_ops
from ._lists import list_lp16_use_fp32_params as list_lp16_use_fp32_params
from ._lists import list_widest_type_cast as list_widest_type_cast
from .loss_scaler import LossScaler

# Set by `init`. The first trainer uses it, so that losses with their own gradient follow its scale.
_loss_scaler: LossScaler | None = None
_amp_initialized = False
_amp_loss_scale_initialized = False


def init(target_dtype: Any = "float16", target_precision_ops: list[str] | None = None,
         conditional_fp32_ops: Any = None, fp32_ops: list[str] | None = None) -> None:
    """Enable mixed precision: all operators cast their inputs as needed. Call it before creating a model.

    Further calls have no effect.

    Parameters
    ----------
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.
    target_precision_ops, fp32_ops : list of str, optional
        Operators that run in the low precision dtype and in float32. The default lists are used if not given.
    conditional_fp32_ops : list of tuple, optional
        Tuples of an operator, a parameter, and the parameter values for which it runs in float32.

    Returns
    -------
    None

    Examples
    --------
    >>> mx.contrib.amp.init()
    >>> mx.nd.FullyConnected(mx.nd.ones((1, 3)), mx.nd.ones((2, 3)), no_bias=True, num_hidden=2).dtype
    <class 'numpy.float16'>
    """
    global _amp_initialized, _loss_scaler
    if _amp_initialized:
        return
    target = _lists.low_type(target_dtype)
    _amp_initialized = True
    logging.info("Using AMP")
    _wrapping.wrap_operators(
        target,
        list_lp16_ops(target) if target_precision_ops is None else target_precision_ops,
        list_fp32_ops(target) if fp32_ops is None else fp32_ops,
        list_conditional_fp32_ops(target) if conditional_fp32_ops is None else conditional_fp32_ops,
        list_widest_type_cast(target), list_lp16_use_fp32_params(target))
    _loss_scaler = LossScaler()
    _wrapping.wrap_losses(list_loss_output_functions(target), _loss_scaler)


def _check_trainer(trainer: Any) -> None:
    if isinstance(trainer, Trainer):
        return
    if isinstance(trainer, optimizers.Optimizer):
        raise TypeError("mixed precision needs a gluon.Trainer, received only an optimizer "
                        f"({type(trainer).__name__})")
    raise TypeError(f"optimizer_or_trainer must be a gluon.Trainer, received {type(trainer)}")


def init_trainer(optimizer_or_trainer: Any) -> None:
    """Add a loss scaler to a trainer. The trainer skips steps whose gradients overflow.

    Parameters
    ----------
    optimizer_or_trainer : Trainer
        The trainer. An optimizer is rejected.

    Returns
    -------
    None

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.init()
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> amp.init_trainer(trainer)
    """
    global _amp_loss_scale_initialized
    if not _amp_initialized:
        raise PrecisionError("mixed precision is not enabled; call amp.init() before creating the model")
    first = not _amp_loss_scale_initialized
    _amp_loss_scale_initialized = True
    _check_trainer(optimizer_or_trainer)
    optimizer_or_trainer._amp_loss_scaler = _loss_scaler if first else LossScaler()
    optimizer_or_trainer._amp_original_scale = optimizer_or_trainer._scale


@contextlib.contextmanager
def scale_loss(loss: Any, optimizer_or_trainer: Any) -> Iterator[Any]:
    """Multiply the loss, or a list of losses, by the loss scale. The trainer divides the gradients by it.

    Parameters
    ----------
    loss : NDArray or list of NDArray
        One or several losses.
    optimizer_or_trainer : Trainer
        A trainer with a loss scaler from `init_trainer`.

    Returns
    -------
    context manager
        Its value is the scaled loss, or a list of scaled losses.

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.init()
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> amp.init_trainer(trainer)
    >>> with mx.autograd.record(), amp.scale_loss(net(mx.nd.ones((4, 2))).mean(), trainer) as scaled:
    ...     scaled.backward()
    >>> trainer.step(1)
    """
    scaler = optimizer_or_trainer._amp_loss_scaler
    if scaler is None:
        raise PrecisionError("the trainer has no loss scaler; call amp.init_trainer(trainer) first")
    optimizer_or_trainer._scale = optimizer_or_trainer._amp_original_scale / scaler.loss_scale
    if isinstance(loss, (list, tuple)):
        yield [part * scaler.loss_scale for part in loss]
    else:
        yield scaler.loss_scale * loss


def unscale(optimizer_or_trainer: Any) -> None:
    """Divide the gradients by the loss scale now, so that they can be read or clipped before the step.

    Parameters
    ----------
    optimizer_or_trainer : Trainer
        A trainer with a loss scaler. Its next step does not divide by the loss scale again.

    Returns
    -------
    None

    Examples
    --------
    >>> from mxnet.contrib import amp
    >>> amp.init()
    >>> weight = mx.gluon.Parameter('weight', shape=(2,), init='ones')
    >>> weight.initialize()
    >>> trainer = mx.gluon.Trainer([weight], 'sgd')
    >>> amp.init_trainer(trainer)
    >>> with mx.autograd.record(), amp.scale_loss((weight.data() * 3).sum(), trainer) as scaled:
    ...     scaled.backward()
    >>> amp.unscale(trainer)
    >>> weight.grad().asnumpy().tolist()
    [3.0, 3.0]
    """
    _check_trainer(optimizer_or_trainer)
    for parameter in optimizer_or_trainer._params:
        for gradient in parameter._grad or ():
            gradient[:] *= optimizer_or_trainer._scale
    optimizer_or_trainer._scale = 1.0
