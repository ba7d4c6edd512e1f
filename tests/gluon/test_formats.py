"""Test the nesting of inputs and outputs of hybrid blocks, which programs save together with `export`."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

import mxnet as mx


class Nested(mx.gluon.HybridBlock):
    def hybrid_forward(self, F: Any, x: Any, pair: Any, last: Any = None) -> Any:
        return x * pair[0], [pair[1] * 2, F.split(x, num_outputs=2, axis=0)]


@pytest.fixture
def arrays() -> tuple[Any, ...]:
    x, y = mx.nd.array([1, 2]), mx.nd.array([3, 4])
    return x, [x, y], None


def _values(result: Any) -> Any:
    return [_values(r) for r in result] if isinstance(result, list) else result.asnumpy().tolist()


def test_formats_are_known_after_the_first_compiled_call(arrays: tuple[Any, ...]) -> None:
    block = Nested()
    block(*arrays)
    assert (block._in_format, block._out_format) == (None, None)
    block.hybridize()
    block(*arrays)
    assert (block._in_format, block._out_format) == ([0, [0, 0], -1], [0, [0, 2]])
    block.hybridize(active=False)
    assert (block._in_format, block._out_format) == ([0, [0, 0], -1], [0, [0, 2]])


def test_an_imported_network_takes_the_formats_of_the_exported_one(arrays: tuple[Any, ...], tmp_path: pathlib.Path
                                                                   ) -> None:
    block = Nested()
    block.hybridize()
    wanted = _values(block(*arrays))
    block.export(str(tmp_path / "net"))
    formats = json.loads(json.dumps([block._in_format, block._out_format]))
    imported = mx.gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data0", "data1", "data2"])
    assert (imported._in_format, imported._out_format) == ([0, 0, 0], 4)
    x, (first, second), _ = arrays
    assert _values(imported(x, first, second)) == [[1, 4], [6, 8], [1], [2]]
    imported._in_format, imported._out_format = formats
    assert _values(imported(*arrays)) == wanted == [[1, 4], [[6, 8], [[1], [2]]]]
    with pytest.raises(ValueError, match=r"nested as \[0, 0, 0\]"):
        imported(x, first, second)
    imported.hybridize()
    assert _values(imported(*arrays)) == wanted


def test_formats_are_replaced_when_the_block_is_traced_anew(arrays: tuple[Any, ...]) -> None:
    block = Nested()
    block._in_format, block._out_format = [0], [0]
    assert (block._in_format, block._out_format) == ([0], [0])
    block.hybridize()
    assert _values(block(*arrays)) == [[1, 4], [[6, 8], [[1], [2]]]]
    assert block._in_format == [0, [0, 0], -1]


def test_a_format_of_one_array_can_become_a_list() -> None:
    dense = mx.gluon.nn.Dense(2)
    dense.initialize(mx.init.One())
    dense.hybridize()
    x = mx.nd.ones((1, 3))
    dense(x)
    assert (dense._in_format, dense._out_format) == ([0], 0)
    dense._out_format = [0]
    assert _values(dense(x)) == [[[3, 3]]]


def test_one_output_in_a_list_is_returned_alone() -> None:
    x, y = mx.sym.var("x"), mx.sym.var("y")
    for outputs, form in (([x * 2], 0), ((x * 2,), 0), ([[x * 2]], [0]), (mx.sym.Group([x * 2, x]), 2),
                          ([mx.sym.Group([x * 2, x]), x], [2, 0])):
        assert mx.gluon.SymbolBlock(outputs, [x])._out_format == form
    assert mx.gluon.SymbolBlock([x * 2], [x])(mx.nd.ones(1)).asscalar() == 2
    with pytest.raises(AssertionError, match="a group of 2"):
        mx.gluon.SymbolBlock(x + y, mx.sym.Group([x, y]))


def test_symbols_must_be_nested_as_the_inputs() -> None:
    x, y = mx.sym.var("x"), mx.sym.var("y")
    block = mx.gluon.SymbolBlock(x + y, [x, y])
    assert block(mx.sym.var("a"), mx.sym.var("b")).list_arguments() == ["a", "b"]
    with pytest.raises(AssertionError, match=r"nested as \[0, \[0\]\]"):
        block(mx.sym.var("a"), [mx.sym.var("b")])
