"""Import of ONNX files as symbols."""

from __future__ import annotations

from typing import Any

from ....base import MXNetError
from . import _elementwise, _layers, _pooling, _recurrent, _reduce, _resize, _shapes  # noqa: F401  (their rules)
from ._importer import Importer
from ._load import load, prepare


def import_model(model_file: str) -> Any:
    """Import an ONNX file as a symbol and parameters.

    Parameters
    ----------
    model_file : str
        Path of the file.

    Returns
    -------
    sym : Symbol
        The network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states by name.

    Raises
    ------
    MXNetError
        If the file is not a model, is malformed, uses unsupported operators, or computes constants of more than
        256 MiB plus 20 times the size of its stored weights.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
    >>> args = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.array([3])}
    >>> path = mx.onnx.export_model(net, args, [(1, 2)])
    >>> sym, arg_params, aux_params = mx.contrib.onnx.import_model(path)
    >>> sym.eval(data=mx.nd.array([[1, 1]]), **arg_params)[0].asnumpy()
    array([[6.]], dtype=float32)
    """
    model = prepare(model_file)
    try:
        return _import(model)
    except MXNetError:
        raise
    except Exception as error:  # untrusted file content
        raise MXNetError(f"the ONNX model is malformed ({type(error).__name__}: {error})") from error


def _import(model: Any) -> Any:
    importer = Importer(model)
    try:
        return importer.run()
    except MXNetError:
        if not (importer.worlds.names and importer.worlds.failed):
            raise
        try:
            return Importer(model, multiples=True).run()
        except MXNetError:
            pass
        raise


def get_model_metadata(model_file: str) -> Any:
    """Return the names and shapes of the inputs and outputs of an ONNX file.

    Parameters
    ----------
    model_file : str
        Path of the file.

    Returns
    -------
    dict
        ``input_tensor_data`` and ``output_tensor_data``, lists of (name, shape). Open sizes are 0.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
    >>> args = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.array([3])}
    >>> path = mx.onnx.export_model(net, args, [(1, 2)])
    >>> mx.contrib.onnx.get_model_metadata(path)['input_tensor_data']
    [('data', (1, 2))]
    """
    graph = load(model_file).graph
    stored = {tensor.name for tensor in graph.initializer}
    return {"input_tensor_data": [_named_shape(info) for info in graph.input if info.name not in stored],
            "output_tensor_data": [_named_shape(info) for info in graph.output]}


def _named_shape(info: Any) -> tuple[str, tuple[int, ...]]:
    return info.name, tuple(int(size.dim_value) for size in info.type.tensor_type.shape.dim)
