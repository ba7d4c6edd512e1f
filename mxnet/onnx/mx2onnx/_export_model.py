"""Export of MXNet models as ONNX files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._graph.ir import Variable
from ..._ops.onnx_rules import RULES, Emitter
from ..._runtime import dtype as dtypes
from ...base import MXNetError
from . import _proto, _sizes, _source
from ._translate import Translation, find_needed, finish, names_used, note

if TYPE_CHECKING:
    from ...symbol import Symbol

Size = int | str | None


def get_operator_support(opset_version: int | None = None) -> Any:
    """Return the names of the operators that can be exported.

    Parameters
    ----------
    opset_version : int, optional
        ONNX opset version. The default is that of `export_model`.

    Returns
    -------
    list of str

    Examples
    --------
    >>> names = mx.onnx.get_operator_support()
    >>> 'Convolution' in names
    True
    """
    _proto.chosen_opset(opset_version)
    return sorted(RULES)


def export_model(sym: Symbol, params: Any, in_shapes: Any = None, in_types: Any = np.float32,
                 onnx_file_path: str = "model.onnx", verbose: bool = False, dynamic: bool = False,
                 dynamic_input_shapes: Any = None, run_shape_inference: bool = False, input_type: Any = None,
                 input_shape: Any = None, *, opset_version: int | None = None) -> Any:
    """Export a model to an ONNX file.

    The labels of output layers are removed. `Dropout` and batch normalization are exported in inference mode.

    Parameters
    ----------
    sym : str, Symbol or HybridBlock
        Path of a ``-symbol.json`` file, a symbol, or a block that was hybridized and called once.
    params : str, dict of str to NDArray, list of two such, or None
        Path of a ``.params`` file, the parameters, a list of arguments and auxiliary states, or None for a block.
    in_shapes : list of tuple
        Input shapes in the order of ``sym.list_inputs()``, without parameters and labels. Inputs whose variables
        have a shape may be omitted.
    in_types : type or list of types
        Dtypes of the inputs.
    onnx_file_path : str
        Path of the output file.
    verbose : bool
        Whether to log each node.
    dynamic : bool
        Whether sizes of inputs may change between runs.
    dynamic_input_shapes : list of tuple, optional
        Shapes with None or a name for sizes that may change. By default all sizes may change that are not fixed by
        weights.
    run_shape_inference : bool
        Whether to add the shapes of intermediate values to the file.
    input_type, input_shape
        Old names of `in_types` and `in_shapes`.
    opset_version : int, optional
        ONNX opset version, at least 13. The default is 18, which onnxruntime supports since 1.14. Deformable
        convolutions need 19. From version 22 on, onnxruntime does not support ROIAlign.

    Returns
    -------
    str
        `onnx_file_path`

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
    >>> args = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.array([3])}
    >>> mx.onnx.export_model(net, args, [(1, 2)], dynamic=True, dynamic_input_shapes=[('batch', 2)])
    'model.onnx'
    """
    model = make_model(sym, params, input_shape if input_shape is not None else in_shapes,
                       input_type if input_type is not None else in_types, verbose, dynamic, dynamic_input_shapes,
                       opset_version)
    if run_shape_inference:
        model = _proto.load_onnx().shape_inference.infer_shapes(model)
    _proto.save(model, onnx_file_path)
    return onnx_file_path


def make_model(sym: Any, params: Any, in_shapes: Any, in_types: Any = np.float32, verbose: bool = False,
               dynamic: bool = False, dynamic_input_shapes: Any = None, opset_version: int | None = None) -> Any:
    """Return the ``onnx.ModelProto`` that `export_model` writes."""
    opset = _proto.chosen_opset(opset_version)
    symbol, arrays = _source.read(sym, params)
    source = _source.make(symbol, arrays)
    shapes = _input_shapes(source, in_shapes)
    types = _input_types(source, in_types)
    free = _free_axes(source, shapes, dynamic, dynamic_input_shapes)
    return _infer(source, shapes, types, free, dynamic_input_shapes, opset, verbose)


def make_model_of(source: _source.Source, shapes: dict[str, tuple[int, ...]], types: dict[str, Any],
                  dynamic_input_shapes: Any, opset_version: int | None = None) -> Any:
    """Return the ``onnx.ModelProto`` of a model that is already loaded."""
    opset = _proto.chosen_opset(opset_version)
    free = _free_axes(source, shapes, True, dynamic_input_shapes)
    return _infer(source, shapes, types, free, dynamic_input_shapes, opset, False)


def _infer(source: _source.Source, shapes: dict[str, tuple[int, ...]], types: dict[str, Any],
              wanted: dict[str, list[int]], dynamic_input_shapes: Any, opset: int, verbose: bool) -> Any:
    known = {name: tuple(value.shape) for name, value in source.params.items()}
    param_types = {name: dtypes.to_torch(value.dtype) for name, value in source.params.items()}
    facts, free = _sizes.infer(source.graph, source.nodes, {**known, **shapes}, {**param_types, **types}, wanted)
    return _write(source, facts, free, opset, verbose, dynamic_input_shapes)


def _write(source: _source.Source, facts: _sizes.Facts, free: dict[str, list[int]], opset: int, verbose: bool,
             dynamic_shapes: Any) -> Any:
    emitter = Emitter(opset)
    translation = Translation(emitter, facts, note(verbose))
    inputs = translation.add_variables(source.nodes, source.params)
    translation.run(source.nodes)
    translation.check()
    outputs = finish(translation, source.graph)
    records = find_needed(emitter.records, {value.name for value in outputs})
    used = names_used(records)
    constants = {name: array for name, array in emitter.constants.items() if name in used}
    for node in source.nodes:
        value = translation.values[node, 0]
        if isinstance(node, Variable) and node.name in source.params and value.name in used:
            constants[value.name] = value.array()  # type: ignore[assignment]
    shown = [_shown_shape(value.name, facts_shape, source.inputs, dynamic_shapes)
             for value, facts_shape in ((value, value.sizes) for value in inputs)]
    return _proto.make_model("mxnet", records, inputs, shown, outputs, constants, opset)


def _shown_shape(name: str, shape: Sequence[int | None], inputs: list[str], dynamic_shapes: Any) -> list[Size]:
    """Return the shape of an input, with the user's names for free sizes."""
    if dynamic_shapes is None:
        return list(shape)
    given = dynamic_shapes[inputs.index(name)]
    return [wanted if size is None and isinstance(wanted, str) else size
            for size, wanted in zip(shape, given, strict=True)]


def _input_shapes(source: _source.Source, in_shapes: Any) -> dict[str, tuple[int, ...]]:
    if in_shapes is None:
        return {}
    given = [tuple(shape) for shape in in_shapes]
    # Programs that bind labels also pass their shapes.
    names = source.inputs if len(given) <= len(source.inputs) else [*source.inputs, *source.labels]
    if len(given) != len(names):
        raise MXNetError(f"in_shapes must have a shape for each of the {len(source.inputs)} inputs "
                         f"{', '.join(source.inputs)}; received {len(given)}: {given}. If a parameter is listed "
                         "as an input, it is missing in params.")
    return {name: tuple(max(int(size or 0), 0) for size in shape) for name, shape in zip(names, given, strict=True)}


def _input_types(source: _source.Source, in_types: Any) -> dict[str, Any]:
    listed = list(in_types) if isinstance(in_types, (list, tuple)) else [in_types] * len(source.inputs)
    if len(listed) < len(source.inputs):
        raise MXNetError(f"in_types must be one dtype, or one for each of the inputs {', '.join(source.inputs)}; "
                         f"received {len(listed)}")
    return {name: dtypes.to_torch(dtype) for name, dtype in zip(source.inputs, listed, strict=False)}


def _free_axes(source: _source.Source, shapes: dict[str, tuple[int, ...]], dynamic: bool,
               dynamic_shapes: Any) -> dict[str, list[int]]:
    """Return the axes of inputs whose size may change."""
    if not dynamic:
        if dynamic_shapes is not None:
            raise MXNetError("dynamic_input_shapes requires dynamic=True")
        return {}
    if dynamic_shapes is None:
        return {name: list(range(len(shapes[name]))) for name in source.inputs if name in shapes}
    if len(dynamic_shapes) != len(source.inputs):
        raise MXNetError(f"dynamic_input_shapes must have a shape for each of the inputs {', '.join(source.inputs)}, "
                         f"received {len(dynamic_shapes)}")
    free = {}
    for name, given in zip(source.inputs, dynamic_shapes, strict=True):
        if name not in shapes or len(given) != len(shapes[name]):
            raise MXNetError(f"the shape {tuple(given)} of input {name} in dynamic_input_shapes must have the same "
                             f"rank as in in_shapes, {shapes.get(name)}")
        axes = [axis for axis, size in enumerate(given) if not isinstance(size, int)]
        if axes:
            free[name] = axes
    return free


__all__ = ["export_model", "get_operator_support", "make_model"]
