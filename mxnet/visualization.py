"""Text and graphical representations of networks, ``mx.viz``."""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Sequence
from typing import Any

from ._runtime.tracebacks import concise_module, user_level
from .symbol import Symbol

_WEIGHT_ENDINGS = ("_weight", "_bias", "_beta", "_gamma", "_moving_var", "_moving_mean", "_running_var",
                   "_running_mean")
_VARIABLE, _LAYER, _ACTIVATION, _NORM, _POOL, _SHAPE, _SOFTMAX, _OTHER = (
    "#8dd3c7", "#fb8072", "#ffffb3", "#bebada", "#80b1d3", "#fdb462", "#b3de69", "#fccde5")
_COLOURS = {"null": _VARIABLE, "Convolution": _LAYER, "FullyConnected": _LAYER, "Activation": _ACTIVATION,
            "LeakyReLU": _ACTIVATION, "BatchNorm": _NORM, "Pooling": _POOL, "Concat": _SHAPE, "Flatten": _SHAPE,
            "Reshape": _SHAPE, "Softmax": _SOFTMAX}
_NODE_LOOKS = {"shape": "box", "fixedsize": "true", "width": "1.3", "height": "0.8034", "style": "filled"}

Node = dict[str, Any]


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _require_symbol(symbol: Any) -> None:
    if not isinstance(symbol, Symbol):
        raise TypeError(f"symbol must be a Symbol, received {type(symbol)}")


def _shapes(symbol: Symbol, shape: dict[str, Any]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of all internal outputs of a network by name."""
    internals = symbol.get_internals()
    _, shapes, _ = internals.infer_shape(**shape)
    if shapes is None:
        raise ValueError(f"Input shape is incomplete: {shape}")
    return dict(zip(internals.list_outputs(), shapes, strict=True))


def _types(symbol: Symbol, dtype: dict[str, Any]) -> dict[str, Any]:
    """Return the dtypes of all internal outputs of a network by name."""
    internals = symbol.get_internals()
    _, types, _ = internals.infer_type(**dtype)
    if types is None:
        raise ValueError(f"Input type is incomplete: {dtype}")
    return dict(zip(internals.list_outputs(), types, strict=True))


def _output_name(node: Node) -> str:
    return node["name"] if node["op"] == "null" else f"{node['name']}_output"


class _Summary:
    """Information about a network for `print_summary`."""

    def __init__(self, symbol: Symbol, shape: dict[str, Any] | None) -> None:
        graph = json.loads(symbol.tojson())
        self.nodes: list[Node] = graph["nodes"]
        # The first node is the input of the network. It is listed, and is the only variable that counts as a layer.
        self.listed = {0, graph["heads"][0][0]}
        self.shapes = {} if shape is None else _shapes(symbol, shape)

    def previous(self, node: Node) -> list[Node]:
        """Return the layers that provide the inputs of a node."""
        inputs = [(item[0], self.nodes[item[0]]) for item in node["inputs"]]
        return [source for number, source in inputs if source["op"] != "null" or number in self.listed]

    def shape_of(self, node: Node) -> tuple[int, ...]:
        """Return the output shape of a layer without the batch axis."""
        return self.shapes.get(_output_name(node), ())[1:]

    def parameters(self, node: Node) -> int:
        """Return the number of parameters of a layer, as far as shapes are known."""
        attrs = node.get("attrs", {})
        channels = sum(shape[0] for shape in map(self.shape_of, self.previous(node)) if shape)
        bias = attrs.get("no_bias") != "True"
        if node["op"] == "Convolution":
            filters = int(attrs["num_filter"])
            kernel = math.prod(int(k) for k in _numbers(attrs["kernel"]))
            return channels * filters // int(attrs.get("num_group", "1")) * kernel + bias * filters
        if node["op"] == "FullyConnected":
            return (channels + bias) * int(attrs["num_hidden"])
        if node["op"] == "BatchNorm":
            return 2 * self.shape_of(node)[0] if self.shapes else 0
        if node["op"] == "Embedding":
            return int(attrs["input_dim"]) * int(attrs["output_dim"])
        return 0


def _print_row(fields: Sequence[Any], positions: Sequence[int]) -> None:
    line = ""
    for field, end in zip(fields, positions, strict=True):
        line = f"{line}{field}"[:end].ljust(end)
    print(line)


def print_summary(symbol: Symbol, shape: dict[str, Any] | None = None, line_length: int = 120,
                  positions: Sequence[float] = (.44, .64, .74, 1.)) -> None:
    """Print a table of a network's layers, with shapes and numbers of parameters.

    Parameters
    ----------
    symbol : Symbol
        The network.
    shape : dict of str to tuple, optional
        Shapes of inputs. Without them, the table has no shapes and the parameter counts are too small.
    line_length : int
        Width of the table.
    positions : list of float
        Ends of the columns, as fractions of the width or as numbers of characters.

    Returns
    -------
    None

    Examples
    --------
    >>> network = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
    >>> mx.viz.print_summary(network, shape={'data': (1, 3)}, line_length=72)  # doctest: +ELLIPSIS
    ____...
    Layer (type) ...
    """
    _require_symbol(symbol)
    summary = _Summary(symbol, shape)
    ends = [int(line_length * p) for p in positions] if positions[-1] <= 1 else [int(p) for p in positions]
    print("_" * line_length)
    _print_row(["Layer (type)", "Output Shape", "Param #", "Previous Layer"], ends)
    print("=" * line_length)
    total = 0
    for number, node in enumerate(summary.nodes):
        if node["op"] == "null" and number > 0:
            continue
        parameters = summary.parameters(node)
        first, *others = [source["name"] for source in summary.previous(node)] or [""]
        size = "x".join(map(str, summary.shape_of(node)))
        _print_row([f"{node['name']}({node['op']})", size, parameters, first], ends)
        for name in others:
            _print_row(["", "", "", name], ends)
        print(("=" if number == len(summary.nodes) - 1 else "_") * line_length)
        total += parameters
    print(f"Total params: {total}")
    print("_" * line_length)


def plot_network(symbol: Symbol, title: str = "plot", save_format: str = "pdf", shape: dict[str, Any] | None = None,
                 dtype: dict[str, Any] | None = None, node_attrs: dict[str, str] | None = None,
                 hide_weights: bool = True) -> Any:
    """Draw a network.

    Parameters
    ----------
    symbol : Symbol
        The network.
    title : str
        Name of the graph and of the file that ``render()`` writes.
    save_format : str
        Format of the file.
    shape : dict of str to tuple, optional
        Shapes of inputs. If given, edges are labeled with shapes.
    dtype : dict of str to type, optional
        Dtypes of inputs. If given, edges are labeled with dtypes.
    node_attrs : dict of str to str, optional
        Attributes of all nodes in the Graphviz language.
    hide_weights : bool
        Hide variables with names of weights.

    Returns
    -------
    graphviz.Digraph

    Raises
    ------
    ImportError
        If the Python package ``graphviz`` is missing.

    Examples
    --------
    >>> dot = mx.viz.plot_network(mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc'))
    >>> 'fc' in dot.source
    True
    """
    try:
        from graphviz import Digraph
    except ImportError as error:
        raise ImportError("Draw network requires graphviz library: pip install graphviz, and the program dot of "
                          "Graphviz to render pictures") from error
    _require_symbol(symbol)
    nodes: list[Node] = json.loads(symbol.tojson())["nodes"]
    _warn_about_repeated_names(nodes)
    labels = _EdgeLabels(_shapes(symbol, shape) if shape is not None else {},
                         _types(symbol, dtype) if dtype is not None else {})
    picture = Digraph(name=title, format=save_format)
    hidden = set()
    for node in nodes:
        if node["op"] == "null" and node["name"].endswith(_WEIGHT_ENDINGS):
            if hide_weights:
                hidden.add(node["name"])
            continue
        looks = {**_NODE_LOOKS, **(node_attrs or {}), "fillcolor": _COLOURS.get(node["op"], _OTHER)}
        if node["op"] == "null":
            looks["shape"] = "oval"
        picture.node(name=node["name"], label=_node_label(node), **looks)
    for node in nodes:
        for source in _inputs_to_draw(node, nodes):
            if source["name"] not in hidden:
                picture.edge(tail_name=node["name"], head_name=source["name"], dir="back", arrowtail="open",
                             label=labels.of(source))
    return picture


def _inputs_to_draw(node: Node, nodes: list[Node]) -> list[Node]:
    inputs = [nodes[item[0]] for item in node["inputs"]]
    # The second input is only used for its shape.
    return inputs[:1] if node["op"] == "_contrib_BilinearResize2D" else inputs


def _warn_about_repeated_names(nodes: list[Node]) -> None:
    names = [node["name"] for node in nodes]
    repeated = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if repeated:
        # Programs search for the first sentence.
        warnings.warn("There are multiple variables with the same name in your graph. They are drawn as one node: "
                      f"{', '.join(repeated)}", RuntimeWarning, stacklevel=user_level())


def _node_label(node: Node) -> str:
    op, attrs = node["op"], node.get("attrs", {})
    kernel = "x".join(_numbers(attrs["kernel"])) if "kernel" in attrs else "[]"
    stride = "x".join(_numbers(attrs["stride"])) if "stride" in attrs else "1"
    if op == "Convolution":
        return f"Convolution\n{kernel}/{stride}, {attrs['num_filter']}"
    if op == "FullyConnected":
        return f"FullyConnected\n{attrs['num_hidden']}"
    if op == "Activation":
        return f"Activation\n{attrs['act_type']}"
    if op == "LeakyReLU":
        return f"LeakyReLU\n{attrs.get('act_type', 'Leaky')}"
    if op == "Pooling":
        return f"Pooling\n{attrs.get('pool_type', 'max')}, {kernel}/{stride}"
    return attrs["op_type"] if op == "Custom" else node["name"]


class _EdgeLabels:
    """Labels of edges: the shape without the batch axis, and the dtype."""

    def __init__(self, shapes: dict[str, tuple[int, ...]], types: dict[str, Any]) -> None:
        self.shapes, self.types = shapes, types

    def of(self, source: Node) -> str:
        """Return the label of an edge to `source`."""
        key = _output_name(source)
        outputs = source.get("attrs", {}).get("num_outputs") if source["op"] != "null" else None
        if outputs is not None:
            key += str(int(outputs) - 1)
        label = "x".join(map(str, self.shapes[key][1:])) if self.shapes else ""
        return f"{label}({self.types[key].__name__})" if self.types else label


concise_module(__name__)
