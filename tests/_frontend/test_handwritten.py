"""Test help texts of functions that are written by hand."""

from __future__ import annotations

import inspect
from typing import Any

import mxnet as mx
from mxnet._frontend.handwritten import complete


def double(x: Any, axis: int | None = None, **kwargs: Any) -> Any:
    """Double the elements."""


def test_complete_adds_parameters_results_and_example() -> None:
    complete({"double": double}, "mx.np", "double({[1, 2]}, axis=0)\narray([2., 4.])", "ndarray")
    assert double.__doc__ == "\n".join([
        "Double the elements.", "", "Parameters", "----------", "x", "    Input array.", "axis : int or None, optional",
        "    Axis that the function applies to. A negative number counts from the last axis.", "**kwargs",
        "    Options of NumPy's function, such as ``where``; only their default values are supported.", "",
        "Returns", "-------", "ndarray", "", "Examples", "--------",
        ">>> mx.np.double(mx.np.array([1, 2]), axis=0)", "array([2., 4.])"])


def test_a_session_is_shown_as_it_is_and_a_second_call_adds_nothing() -> None:
    def noted() -> None:
        """Return None."""

    text = "noted:\n>>> x = 1\n>>> x\n1"
    for _ in range(2):
        complete({"noted": noted}, "mx.nd", text, "None")
    assert (noted.__doc__ or "").endswith("Examples\n--------\n>>> x = 1\n>>> x\n1")
    assert (noted.__doc__ or "").count("Examples") == 1


def test_bound_methods_do_not_show_self() -> None:
    assert "self" not in (inspect.getdoc(mx.np.arange) or "self")
