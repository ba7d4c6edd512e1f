"""Test the base classes of exceptions."""

import pickle

import pytest

import mxnet as mx
from mxnet._runtime import error


@pytest.mark.parametrize(("kind", "also"), [
    (error.MXNetError, (RuntimeError,)),
    (error.ShapeError, (mx.MXNetError, ValueError)),
    (error.ArgumentValueError, (mx.MXNetError, ValueError)),
    (error.ArgumentTypeError, (mx.MXNetError, AssertionError, TypeError)),
    (error.IndexKindError, (IndexError, ValueError)),
    (error.OutOfBoundsError, (mx.MXNetError, IndexError)),
])
def test_errors_have_base_classes_of_mxnet_and_numpy(kind: type, also: tuple[type, ...]) -> None:
    assert all(issubclass(kind, one) for one in also)
    assert str(pickle.loads(pickle.dumps(kind("text")))) == "text"  # worker processes pickle them


def test_the_public_name() -> None:
    assert mx.MXNetError is mx.base.MXNetError is error.MXNetError
    assert error.MXNetError.__module__ == "mxnet.base"
