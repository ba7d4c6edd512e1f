"""Test functions compiled from generated source."""

from __future__ import annotations

import gc
import linecache
import traceback

import pytest

from mxnet._runtime.generated import define


def test_the_source_is_shown_in_tracebacks_while_the_function_exists() -> None:
    filename = "<mxnet test of generated source>"
    function = define("def divide(a):\n    return a / zero\n", filename, "divide", {"zero": 0})
    with pytest.raises(ZeroDivisionError) as caught:
        function(1)
    assert traceback.extract_tb(caught.tb)[-1].line == "return a / zero"
    del function, caught
    gc.collect()
    assert filename not in linecache.cache
