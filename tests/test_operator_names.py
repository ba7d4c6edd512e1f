"""Check that facts about operators are declared with the operators, and not in lists of names elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import mxnet as mx
from mxnet._ops.opdef import REGISTRY

ROOT = Path(mx.__file__).parent
LAYERS = ("_runtime/", "_frontend/", "_graph/")
# Files that handle specific operators.
ALLOWED = {
    "_graph/control_flow.py": "makes the nodes of the three loops",
    "_graph/fused_parts.py": "reads the layers inside fused nodes",
    "_graph/fusion.py": "fuses layers, like one of MXNet's backends",
    "_graph/passes/int8_layers.py": "replaces 8-bit layers",
    "_graph/fused.py": "reads the layers that MXNet's backends fuse",
    "_graph/inductor.py": "updates the moving statistics of normalizations",
    "_graph/nested.py": "makes nodes that stand for a graph",
    "_graph/placement.py": "puts copies between devices",
    "_graph/upgrade.py": "changes nodes of old files",
    "_graph/passes/bias_after_pool.py": "moves the bias of convolutions",
    "_graph/passes/channels_last.py": "changes the memory order of convolutions",
    "_graph/passes/complete_shapes.py": "completes ranges",
    "_graph/passes/fold_batch_norm.py": "folds normalization into layers",
    "_graph/passes/inplace_activation.py": "replaces relu",
    "_graph/passes/packed_convolution.py": "packs convolutions with sums and activations",
    "_graph/passes/packed_dense.py": "packs dense layers",
    "_graph/passes/packed_lstm.py": "packs LSTM layers",
    "_graph/passes/pool_before_relu.py": "exchanges pooling and relu",
    "_graph/passes/remove_identities.py": "removes copies and idle dropout",
    "_graph/passes/single_products.py": "converts the operands of layers",
    "_graph/passes/separate_weights.py": "takes joined weights of recurrent layers apart",
    "cli/_output_layers.py": "finds the output layer of a classifier and the softmax after it",
    "contrib/amp/_precision_pass.py": "puts casts between nodes",
    "contrib/onnx/onnx2mx/": "names operators of ONNX, some of which are names of MXNet too",
    "contrib/amp/lists/": "names of the original's lists that are no operators here",
    "ndarray/_internal.py": "one function is written by hand",
    "numpy/": "the functions of mx.np are written by hand over its operators",
    "symbol/_control_flow.py": "the functions of the three loops",
    "symbol/_internal.py": "one function is written by hand",
    "tools/convert/": "writes operators as layers and expressions of torch",
    "visualization.py": "draws nodes of files as the original does",
}


def skipped(tree: ast.AST) -> set[int]:
    """Return docstrings and the names in ``__all__``."""
    found = {id(node.body[0].value) for node in ast.walk(tree)
             if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body
             and isinstance(node.body[0], ast.Expr)}
    exports = [node.value for node in ast.walk(tree)
               if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"]
    return found | {id(constant) for value in exports for constant in ast.walk(value)}


def asked(tree: ast.AST) -> Iterator[ast.expr]:
    """Return strings in comparisons and lookups that can only be operator names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "name":
            parts = (part for other in node.comparators for part in ast.walk(other))
            yield from (part for part in parts if isinstance(part, ast.Constant))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "is_op":
            yield from node.args


def listed(tree: ast.AST) -> Iterator[ast.expr]:
    """Return strings that are compared, arguments of `is_op`, or members of a set, list, tuple or dictionary."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
            yield from node.elts
        elif isinstance(node, ast.Dict):
            yield from (key for key in node.keys if key is not None)
        elif isinstance(node, ast.Compare):
            yield from (node.left, *node.comparators)
    yield from asked(tree)


def names_in(source: str, in_layer: bool) -> set[str]:
    """Return the operator names in a file.

    Public modules call operators by name, like users. The layers below must not name operators.
    """
    tree = ast.parse(source)
    constants = list(ast.walk(tree)) if in_layer else list(listed(tree))
    left_out, certain = skipped(tree), {id(constant) for constant in asked(tree)}
    return {node.value for node in constants
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out
            and node.value in REGISTRY and (id(node) in certain or not (node.value.isalpha() and node.value.islower()))}


FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py")
               if not path.relative_to(ROOT).as_posix().startswith("_ops/"))


def operators_of(file: str) -> set[str]:
    return names_in((ROOT / file).read_text(), file.startswith(LAYERS))


@pytest.mark.parametrize("file", [file for file in FILES if not file.startswith(tuple(ALLOWED))])
def test_no_operator_is_known_by_name(file: str) -> None:
    assert not operators_of(file), "declare what is known of these operators in mxnet/_ops and ask `op.<fact>`"


@pytest.mark.parametrize("place", ALLOWED)
def test_exceptions_are_needed(place: str) -> None:
    assert any(operators_of(file) for file in FILES if file.startswith(place))


def test_names_are_found() -> None:
    text = '"""Convolution"""\nif node.op.name == "relu" or kind in {"Dropout"} or mode == "max":\n    f("Pooling")\n'
    assert names_in(text, False) == {"relu", "Dropout"}
    assert names_in(text, True) == {"relu", "Dropout", "Pooling"}
    assert names_in('node.is_op("relu", "LRN")', False) == {"relu", "LRN"}
