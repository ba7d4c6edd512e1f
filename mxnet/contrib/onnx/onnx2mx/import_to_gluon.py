"""Import of ONNX files as Gluon blocks."""

from __future__ import annotations

from typing import Any

from .... import symbol as sym
from ....gluon.block import SymbolBlock
from ....gluon.parameter import Parameter
from .import_model import import_model


def import_to_gluon(model_file: str, ctx: Any) -> Any:
    """Import an ONNX file as a Gluon block.

    Parameters
    ----------
    model_file : str
        Path of the file.
    ctx : Context or list of Context
        Devices of the parameters.

    Returns
    -------
    SymbolBlock
        The network with its parameters.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
    >>> args = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.array([3])}
    >>> path = mx.onnx.export_model(net, args, [(1, 2)])
    >>> block = mx.contrib.onnx.import_to_gluon(path, ctx=mx.cpu())
    >>> block(mx.nd.array([[1, 1]])).asnumpy()
    array([[6.]], dtype=float32)
    """
    symbol, arg_params, aux_params = import_model(model_file)
    stored = {**arg_params, **aux_params}
    inputs = [sym.var(name) for name in symbol.list_inputs() if name not in stored]
    block = SymbolBlock(symbol, inputs)
    parameters: dict[str, Parameter] = dict(block.collect_params().items())
    for name, array in stored.items():
        parameters[name]._load_init(array, ctx)
    return block
