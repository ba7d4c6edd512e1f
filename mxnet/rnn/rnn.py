"""Checkpoints of recurrent networks. The files store the weights of each gate separately."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from .._runtime.tracebacks import concise_module, user_level
from .rnn_cell import BaseRNNCell as BaseRNNCell


def __getattr__(name: str) -> Any:
    # Import lazily, because `mxnet.model` is one of the last modules to load.
    if name in ("save_checkpoint", "load_checkpoint"):
        from .. import model

        return getattr(model, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _as_list(cells: Any) -> list[BaseRNNCell]:
    return [cells] if isinstance(cells, BaseRNNCell) else list(cells)


def rnn_unroll(cell: BaseRNNCell, length: int, inputs: Any = None, begin_state: Any = None, input_prefix: str = "",
               layout: str = "NTC") -> tuple[Any, Any]:
    """Unroll a cell. This is the deprecated form of `BaseRNNCell.unroll`."""
    if input_prefix:
        raise TypeError(f"rnn_unroll: cells no longer take input_prefix, received {input_prefix!r}")
    warnings.warn("rnn_unroll is deprecated. Use the method unroll of the cell instead", stacklevel=user_level())
    return cell.unroll(length=length, inputs=inputs, begin_state=begin_state, layout=layout)


def save_rnn_checkpoint(cells: Any, prefix: str, epoch: int, symbol: Any, arg_params: dict[str, Any],
                        aux_params: dict[str, Any]) -> None:
    """Save ``prefix-symbol.json`` and ``prefix-epoch.params``, with the weights of `cells` unpacked.

    Parameters
    ----------
    cells : BaseRNNCell or list of BaseRNNCell
    prefix : str
    epoch : int
    symbol : Symbol
    arg_params, aux_params : dict of str to NDArray
    """
    from ..model import save_checkpoint

    for cell in _as_list(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells: Any, prefix: str, epoch: int) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Load a checkpoint of `save_rnn_checkpoint`, with the weights of `cells` packed.

    Returns
    -------
    symbol : Symbol
    arg_params, aux_params : dict of str to NDArray
    """
    from ..model import load_checkpoint

    symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
    for cell in _as_list(cells):
        arg_params = cell.pack_weights(arg_params)
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells: Any, prefix: str, period: int = 1) -> Callable[..., None]:
    """Return a callback that saves a checkpoint every `period` epochs."""
    every = max(1, int(period))

    def save(iter_no: int, sym: Any = None, arg: Any = None, aux: Any = None) -> None:
        done = iter_no + 1
        if done % every == 0:
            save_rnn_checkpoint(cells, prefix, done, sym, arg, aux)

    return save


concise_module(__name__)
