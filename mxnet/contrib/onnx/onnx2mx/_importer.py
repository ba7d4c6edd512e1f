"""Conversion of an ONNX graph to a symbol. Each node is translated by the rule for its operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .... import ndarray as nd
from .... import symbol
from ...._ops.onnx_rules import Unsupported
from ....base import MXNetError
from ....onnx.mx2onnx._proto import load_onnx
from . import _sizes
from ._constants import Constants
from ._worlds import Sizes, Varying, Worlds, size_of

# The signatures of its functions do not distinguish inputs by position and by keyword.
sym: Any = symbol

Shape = tuple[int | Varying | None, ...]
Rule = Callable[..., Any]
RULES: dict[str, Rule] = {}
_DOMAINS = ("", "ai.onnx")


def rule(*operators: str) -> Callable[[Rule], Rule]:
    """Register a function of importer, attributes and inputs as the rule for these ONNX operators."""

    def declare(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(operators, function))
        return function

    return declare


@dataclass(slots=True, eq=False)
class Imported:
    """A value of the ONNX graph: a constant, a symbol, or missing for the reason in `absent`.

    Attributes
    ----------
    arrays
        Its values in all worlds (see `Worlds`), if it depends only on sizes.
    """

    name: str
    symbol: Any = None
    array: np.ndarray | None = None
    shape: Shape | None = None
    dtype: np.dtype | None = None
    absent: str = ""
    arrays: list[np.ndarray] | None = None

    @property
    def spatial(self) -> tuple[int, ...]:
        """Sizes of the axes after batch and channels. They must be known."""
        sizes = tuple(size for size in self.sizes[2:] if isinstance(size, int))
        if len(sizes) != len(self.sizes) - 2:
            raise Unsupported(f"the sizes {self.sizes[2:]} of {self.name} are not known")
        return sizes

    @property
    def sizes(self) -> Shape:
        if self.shape is None:
            raise Unsupported(f"the shape of {self.name} is not known")
        return self.shape

    @property
    def static(self) -> tuple[int, ...]:
        """The shape. All sizes must be known."""
        sizes = tuple(size for size in self.sizes if isinstance(size, int))
        if len(sizes) != len(self.sizes):
            raise Unsupported(f"the shape {self.sizes} of {self.name} is not known completely")
        return sizes

    @property
    def known_sizes(self) -> Sizes:
        """The shape. Its sizes may depend on the sizes of the inputs."""
        sizes = tuple(size for size in self.sizes if size is not None)
        if len(sizes) != len(self.sizes):
            raise Unsupported(f"the shape {self.sizes} of {self.name} is not known completely")
        return sizes

    @property
    def rank(self) -> int:
        return len(self.sizes)


class Attributes:
    """Attributes of a node."""

    def __init__(self, node: Any, opset: int) -> None:
        onnx = load_onnx()
        self.kind, self.opset, self.outputs = node.op_type, opset, list(node.output)
        self._given = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}

    def __contains__(self, key: str) -> bool:
        return key in self._given

    def get(self, key: str, default: Any = None) -> Any:
        value = self._given.get(key, default)
        return value.decode() if isinstance(value, bytes) else value

    def ints(self, key: str, default: Sequence[int] = ()) -> tuple[int, ...]:
        return tuple(int(v) for v in self._given.get(key, default))


class Importer:
    """Symbols and parameters of an imported model.

    Attributes
    ----------
    params
        Parameter arrays by name. Symbols refer to them as variables.
    """

    def __init__(self, model: Any, multiples: bool = False) -> None:
        self._onnx = load_onnx()
        self.model = model
        self.opset = next((o.version for o in model.opset_import if o.domain in _DOMAINS), 1)
        self.constants = Constants(model)
        self.params: dict[str, np.ndarray] = {}
        self.values: dict[str, Imported] = {}
        self._variables: dict[str, Any] = {}
        self.results: list[Imported] = []
        stored = {tensor.name for tensor in model.graph.initializer}
        self.worlds = Worlds({info.name: shape for info in model.graph.input if info.name not in stored
                              and (shape := self._read_info(info.type)[0]) is not None}, multiples)
        self._infos = {info.name: self._info(info.name, info.type)
                       for info in (*model.graph.input, *model.graph.value_info, *model.graph.output)}

    def _info(self, name: str, type_proto: Any) -> tuple[Shape | None, np.dtype | None]:
        """Return the shape and dtype that ONNX infers. Open sizes of inputs are represented by their names."""
        shape, dtype = self._read_info(type_proto)
        if shape is None:
            return None, dtype
        names = self.worlds.names
        return tuple(size if isinstance(size, int) else names.get(size or f"{name} {axis}")
                     for axis, size in enumerate(shape)), dtype

    def _read_info(self, type_proto: Any) -> tuple[tuple[int | str | None, ...] | None, np.dtype | None]:
        if not type_proto.HasField("tensor_type"):
            return None, None
        tensor = type_proto.tensor_type
        dtype = self._onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type) if tensor.elem_type else None
        if not tensor.HasField("shape"):
            return None, dtype
        sizes = tuple(d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in tensor.shape.dim)
        return sizes, dtype

    # Values

    def constant(self, name: str, array: Any) -> Imported:
        content = np.asarray(array)
        return Imported(name, None, content, content.shape, content.dtype)

    def symbol(self, value: Imported) -> Any:
        """Return a value as a symbol. Constants become variables with a parameter."""
        if value.symbol is None:
            if value.arrays is not None:
                value.symbol = _sizes.as_symbol(self, value)
                return value.symbol
            if value.array is None:
                raise Unsupported(value.absent or f"{value.name} is missing")
            value.symbol = self.variable(value.name, value.array)
        return value.symbol

    def variable(self, name: str, array: np.ndarray) -> Any:
        """Return a variable with the parameter `array`. MXNet has no 0-dimensional arrays."""
        if name in self.params and self.params[name] is not array:
            count = sum(known.startswith(f"{name}_copy") for known in self.params)
            name = f"{name}_copy{count}"
        content = array.reshape(1) if array.ndim == 0 else array
        if content.dtype == np.bool_:
            content = content.astype("float32")
        self.params[name] = array if content is array else content
        if name not in self._variables:
            variable = self._variables[name] = sym.var(name, shape=content.shape, dtype=content.dtype)
            self.worlds.declare(variable, content.shape, content.dtype)
        return self._variables[name]

    def known(self, value: Imported | None, what: str) -> np.ndarray:
        """Return the value of an input that must be constant."""
        if value is None or value.array is None:
            depends = value is not None and value.arrays is not None
            raise Unsupported(f"{what} must be constant" + ("; it depends on the sizes of inputs" if depends else ""))
        return value.array

    def ints(self, value: Imported | None, what: str) -> tuple[int, ...]:
        return tuple(int(v) for v in self.known(value, what).reshape(-1))

    # Translation

    def run(self) -> tuple[Any, dict[str, Any], dict[str, Any]]:
        """Return the symbol, the arguments and the auxiliary states."""
        graph = self.model.graph
        self._check_operators(graph)
        for tensor in graph.initializer:
            self.values[tensor.name] = self.constant(tensor.name, self.constants.stored(tensor))
        for info in graph.input:
            if info.name not in self.values:
                self._add_input(info.name)
        blockers = []
        for node in graph.node:
            try:
                self._translate(node)
            except Unsupported as reason:
                absent = next((v.absent for n in node.input if (v := self.values.get(n)) is not None and v.absent), "")
                if not absent:
                    absent = f"{node.op_type} ({node.name or node.output[0]}): {reason}"
                    blockers.append(absent)
                for name in node.output:
                    self.values[name] = Imported(name, None, None, *self._infos.get(name, (None, None)), absent)
        # Values that depend on sizes only matter if an operator needs them: the results of reshapes are known
        # otherwise.
        blockers += [v.absent for info in graph.output if (v := self.values.get(info.name)) is not None and v.absent
                     and v.absent not in blockers]
        if blockers:
            listed = "\n".join(f"  {b}" for b in blockers)
            hint = "\nonnx.tools.update_model_dims fixes the open sizes of inputs" if self.worlds.names else ""
            raise MXNetError(f"the ONNX model cannot be imported:\n{listed}{hint}")
        outputs = [self._output(info.name) for info in graph.output]
        symbol = outputs[0] if len(outputs) == 1 else sym.Group(outputs)
        return (symbol, *self._split_params(symbol))

    def _check_operators(self, graph: Any) -> None:
        """Raise one error with the names of all unsupported operators."""
        missing = sorted({(f"{node.domain}." if node.domain not in _DOMAINS else "") + node.op_type
                          for node in graph.node if node.op_type not in RULES or node.domain not in _DOMAINS})
        if missing:
            raise MXNetError("the ONNX model cannot be imported: it uses operators that are not supported: "
                             f"{', '.join(missing)}")

    def _add_input(self, name: str) -> None:
        shape, dtype = self._infos.get(name, (None, None))
        declared = None if shape is None else tuple(size if isinstance(size, int) else 0 for size in shape)
        symbol = sym.var(name, shape=declared) if declared and all(declared) else sym.var(name)
        self.values[name] = Imported(name, symbol, None, shape, dtype)
        if shape is not None and None not in shape:
            self.worlds.declare(symbol, self.values[name].known_sizes, dtype)

    def _output(self, name: str) -> Any:
        if name not in self.values:
            raise MXNetError(f"the ONNX model is malformed: no node computes its output {name}")
        value = self.values[name]
        symbol = self.symbol(value)
        if symbol.list_outputs()[0] == f"{name}_output":
            return symbol
        return sym.identity(symbol, name=name)

    def _split_params(self, symbol: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        arrays = {name: nd.array(array, dtype=array.dtype) for name, array in self.params.items()}
        arguments, states = set(symbol.list_arguments()), set(symbol.list_auxiliary_states())
        return ({name: array for name, array in arrays.items() if name in arguments},
                {name: array for name, array in arrays.items() if name in states})

    def _translate(self, node: Any) -> None:
        attributes = Attributes(node, self.opset)
        inputs: list[Imported | None] = []
        for name in node.input:
            if name and name not in self.values:
                raise MXNetError(f"the ONNX model is malformed: {node.op_type} ({node.name}) reads {name}, which "
                                 "is neither a stored weight nor the output of an earlier node")
            inputs.append(self.values[name] if name else None)
        outputs = [name for name in node.output if name]
        self.results = [Imported(name, None, None, *self._infos.get(name, (None, None))) for name in outputs]
        try:
            folded = self._fold(node, inputs)
            results = folded if folded is not None else RULES[node.op_type](self, attributes, *inputs)
        except (MXNetError, Unsupported):
            raise
        except Exception as error:  # untrusted file content
            raise MXNetError(f"the ONNX model is malformed: {node.op_type} ({node.name or node.output[:1]}) cannot be "
                             f"imported ({type(error).__name__}: {error})") from error
        listed = list(results) if isinstance(results, (list, tuple)) else [results]
        for result, value in zip(self.results, listed, strict=False):
            self.values[result.name] = self._set_value(result, value)

    def _set_value(self, result: Imported, value: Any) -> Imported:
        if isinstance(value, np.ndarray):
            return self.constant(result.name, value)
        if isinstance(value, list):
            return self._of_worlds(result.name, value)
        result.symbol = value
        sizes = self.worlds.sizes(value)
        # MXNet has no 0-dimensional arrays, so the rank that ONNX infers takes precedence.
        if sizes is not None and (result.shape is None or len(result.shape) == len(sizes)):
            result.shape = sizes
        return result

    def _of_worlds(self, name: str, arrays: list[np.ndarray]) -> Imported:
        """Return a value that depends only on sizes. It is a constant if it is equal in all worlds."""
        if all(np.array_equal(array, arrays[0]) for array in arrays):
            return self.constant(name, arrays[0])
        shapes = zip(*(array.shape for array in arrays), strict=True)
        return Imported(name, None, None, tuple(size_of(sizes) for sizes in shapes), arrays[0].dtype, arrays=arrays)

    def _fold(self, node: Any, inputs: Sequence[Imported | None]) -> list[Any] | None:
        """Fold a node with constant inputs. Values that depend on sizes are computed once per world."""
        if node.op_type in _NEVER_FOLDED:
            return None
        if all(v is None or v.array is not None for v in inputs):
            return self.constants.computed(node, [None if v is None else v.array for v in inputs])
        given = [None if v is None else [v.array] * self.worlds.count if v.array is not None else v.arrays
                 for v in inputs]
        # Ranges along an axis of varying length, and arrays computed from them, stay in the graph.
        if any(arrays is None for arrays, v in zip(given, inputs, strict=True) if v is not None) or any(
                arrays is not None and (arrays[0].ndim > 1 or len({a.shape for a in arrays}) > 1) for arrays in given):
            return None
        worlds = [self.constants.computed(node, [None if arrays is None else arrays[i] for arrays in given])
                  for i in range(self.worlds.count)]
        if any(arrays is None for arrays in worlds):
            return None
        results = [list(arrays) for arrays in zip(*(arrays or [] for arrays in worlds), strict=True)]
        plain = all(array.ndim <= 1 and (node.op_type == "Range" or array.shape == arrays[0].shape)
                    for arrays in results for array in arrays)
        return results if plain else None


# Random operators, and operators whose reference implementation uses excessive memory or time.
_NEVER_FOLDED = frozenset({"RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike", "Bernoulli",
                           "Multinomial", "Dropout", "AveragePool", "Conv", "ConvTranspose", "Einsum", "GRU",
                           "GridSample", "LSTM", "LpPool", "MaxPool", "MaxRoiPool", "RNN", "RoiAlign"})
