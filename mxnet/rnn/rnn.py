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
    """Unroll a cell. This is the deprecated form of `BaseRNNCell.unroll`.

    Parameters
    ----------
    cell : BaseRNNCell
        The cell.
    length : int
        Number of steps.
    inputs : Symbol or list of Symbol
        One symbol in `layout`, or a list with one symbol per step.
    begin_state : list of Symbol, optional
        Initial states. The default is the result of `cell.begin_state`.
    input_prefix : str
        Not supported: any other value than ``''`` is an error.
    layout : {'NTC', 'TNC'}
        Layout of the axes: batch, time, channels.

    Returns
    -------
    outputs : Symbol or list of Symbol
        Outputs of all steps.
    states : list of Symbol
        States after the last step.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter('ignore')
    ...     outputs, states = mx.rnn.rnn_unroll(mx.rnn.RNNCell(4), 3, inputs=mx.sym.var('data'))
    >>> len(outputs)
    3
    """
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
        Cells of the network.
    prefix : str
        Prefix of the file names.
    epoch : int
        Number of the epoch, written with four digits.
    symbol : Symbol
        The network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states by name, as `Module.get_params` returns them.

    Returns
    -------
    None

    Examples
    --------
    >>> cell = mx.rnn.FusedRNNCell(2, mode='gru')
    >>> net, _ = cell.unroll(1, inputs=mx.sym.var('data'), layout='TNC')
    >>> mx.rnn.save_rnn_checkpoint(cell, 'model', 1, net, {'gru_parameters': mx.nd.zeros(42)}, {})
    >>> sorted(mx.nd.load('model-0001.params'))[:3]
    ['arg:gru_l0_h2h_o_bias', 'arg:gru_l0_h2h_o_weight', 'arg:gru_l0_h2h_r_bias']
    """
    from ..model import save_checkpoint

    for cell in _as_list(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells: Any, prefix: str, epoch: int) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """Load a checkpoint of `save_rnn_checkpoint`, with the weights of `cells` packed.

    Parameters
    ----------
    cells : BaseRNNCell or list of BaseRNNCell
        Cells of the network. They may differ from the saved ones if the names of their unpacked weights are equal, as
        with `FusedRNNCell.unfuse`.
    prefix : str
        Prefix of the file names.
    epoch : int
        Number of the epoch.

    Returns
    -------
    symbol : Symbol
        The network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states by name.

    Examples
    --------
    >>> cell = mx.rnn.FusedRNNCell(2, mode='gru')
    >>> net, _ = cell.unroll(1, inputs=mx.sym.var('data'), layout='TNC')
    >>> mx.rnn.save_rnn_checkpoint(cell, 'model', 1, net, {'gru_parameters': mx.nd.zeros(42)}, {})
    >>> symbol, args, states = mx.rnn.load_rnn_checkpoint(cell.unfuse(), 'model', 1)
    >>> args['gru_l0_i2h_weight'].shape
    (6, 3)
    """
    from ..model import load_checkpoint

    symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
    for cell in _as_list(cells):
        arg_params = cell.pack_weights(arg_params)
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells: Any, prefix: str, period: int = 1) -> Callable[..., None]:
    """Create a callback that saves a checkpoint every `period` epochs with `save_rnn_checkpoint`.

    Parameters
    ----------
    cells : BaseRNNCell or list of BaseRNNCell
        Cells of the network.
    prefix : str
        Prefix of the file names.
    period : int
        Number of epochs between checkpoints.

    Returns
    -------
    callable
        Callback for the argument `epoch_end_callback` of `Module.fit`.

    Examples
    --------
    >>> import os
    >>> cell = mx.rnn.FusedRNNCell(2, mode='gru')
    >>> net, _ = cell.unroll(1, inputs=mx.sym.var('data'), layout='TNC')
    >>> callback = mx.rnn.do_rnn_checkpoint(cell, 'model', period=2)
    >>> for epoch in range(2):
    ...     callback(epoch, net, {'gru_parameters': mx.nd.zeros(42)}, {})
    >>> sorted(os.listdir())
    ['model-0002.params', 'model-symbol.json']
    """
    every = max(1, int(period))

    def save(iter_no: int, sym: Any = None, arg: Any = None, aux: Any = None) -> None:
        done = iter_no + 1
        if done % every == 0:
            save_rnn_checkpoint(cells, prefix, done, sym, arg, aux)

    return save


concise_module(__name__)
