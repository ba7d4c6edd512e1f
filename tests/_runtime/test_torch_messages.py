"""Test the translation of torch's messages about invalid shapes."""

from collections.abc import Callable
from typing import Any

import pytest
import torch

import mxnet as mx
from mxnet import gluon, nd
from mxnet._runtime.torch_messages import reworded


def ones(*shape: int) -> nd.NDArray:
    return nd.ones(shape)


def np_ones(*shape: int) -> mx.np.ndarray:
    return mx.np.ones(shape)


def dense(hybridize: bool) -> Any:
    net = gluon.nn.Dense(4, in_units=3)
    net.initialize()
    if hybridize:
        net.hybridize()
        net(ones(2, 3))
    return net(ones(2, 5))


CALLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: nd.dot(ones(2, 3), ones(4, 5)),
     "operator dot: a matrix of 2 x 3 cannot be multiplied with one of 4 x 5.*lhs=.2, 3"),
    (lambda: nd.dot(ones(2, 3), ones(4, 5), transpose_a=True), "matrix of 3 x 2"),
    (lambda: nd.batch_dot(ones(2, 3, 4), ones(2, 5, 6)), "second must be 2 of 4 rows, not 2 of 5"),
    (lambda: nd.FullyConnected(ones(2, 3), ones(4, 5), no_bias=True, num_hidden=4),
     "operator FullyConnected: a matrix of 2 x 3 .*weight=.4, 5"),
    (lambda: nd.linalg.gemm2(ones(2, 3), ones(4, 5)), "_linalg_gemm2: a matrix of 2 x 3"),
    (lambda: np_ones(2, 3) @ np_ones(4, 5), "operator _npi_matmul: a matrix of 2 x 3"),
    (lambda: mx.np.dot(np_ones(2, 3), np_ones(4, 5)), "operator _np_dot: a matrix of 2 x 3"),
    (lambda: dense(False), "a matrix of 2 x 5 cannot be multiplied"),
    (lambda: dense(True), r"\(4, 5\) does not agree with the given shape \(4, 3\)"),
    (lambda: mx.sym.dot(mx.sym.var("a"), mx.sym.var("b")).bind(
        mx.cpu(), {"a": ones(2, 3), "b": ones(4, 5)}).forward(), "a matrix of 2 x 3"),
    (lambda: ones(2, 3) + ones(4, 5), "the shapes do not broadcast"),
    (lambda: nd.concat(ones(2, 3), ones(4, 5), dim=0), "only axis 0 may differ"),
]


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_messages(number: int) -> None:
    call, message = CALLS[number]
    with pytest.raises(mx.MXNetError, match=message) as caught:
        call()
    assert not any(word in str(caught.value) for word in ("mat1", "mat2", "batch2", "tensor a", "dim -1"))


def test_other_errors_are_unchanged() -> None:
    assert reworded(RuntimeError("something else\nand more")) == "something else"
    assert reworded(ValueError()) == "ValueError"
    with pytest.raises(RuntimeError) as caught:
        torch.ones(2, 3) @ torch.ones(4, 5)
    assert reworded(caught.value).startswith("a matrix of 2 x 3")


@pytest.mark.parametrize("message", [
    "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)",  # torch 2.13
    "mm: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)",  # torch 2.14
    "addmm(1): Shapes of mat1 and mat2 can not be multiplied: 2x3 and 4x5.",
    "a and b must have same reduction dim, but got [2, 3] X [4, 5].",
])
def test_wording_of_other_releases(message: str) -> None:
    assert reworded(RuntimeError(message)).startswith("a matrix of 2 x 3 cannot be multiplied with one of 4 x 5")


@pytest.mark.parametrize(("message", "sentence"), [
    ("cat: Sizes of tensors must match except in dimension 0. Expected size 3 but got size 5 for tensor number 1.",
     "only axis 0 may differ between the inputs: input 1 has the size 5 where the first has 3"),
    ("sum: dimension out of range (expected to be in range of [-1, 0], but got 5)",
     "axis 5 does not exist; it must be between -1 and 0"),
    ("\"inv_cpu\" not implemented for 'Half'", "it is not defined for the type Half"),
    ("expected scalar type Float but found Double", "inputs have different types, Float and Double"),
    ("[enforce fail at alloc_cpu.cpp:127] can't allocate memory: you tried to allocate 4000 bytes. Error code 12",
     "there is no memory for an array of 4000 bytes"),
    ("data must have the type torch.int64, not torch.bool", "data must have the type int64, not bool"),
    ("mat1 and mat2 have other faults that multiply", "mat1 and mat2 have other faults that multiply"),
])
def test_sentences(message: str, sentence: str) -> None:
    assert reworded(RuntimeError(message)) == sentence
