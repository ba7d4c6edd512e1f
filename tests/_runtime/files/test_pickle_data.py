"""Test that pickles are read as data only."""

import collections
import os
import pickle
import struct
from typing import Any

import numpy as np
import pytest

from mxnet._runtime.files.pickle_data import Instance, PickleFileError, read


class Evil:
    def __reduce__(self) -> Any:
        return os.system, ("echo executed",)


def refuse(found: Instance) -> Any:
    raise AssertionError(f"built {found.of}")


VALUES = [
    None, True, False, 0, -1, 255, 65535, 2**31, -2**40, 2**100, 1.5, float("inf"), "", "text", "\u00e9\U0001f600\n\\",
    b"", b"\x00\xff", bytearray(b"abc"),
    (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1, [2, (3,)]], {}, {"a": {1: None}},
    {1, 2}, frozenset({"x"}), 1 + 2j, collections.OrderedDict([("b", 1), ("a", [2])]), np.float32(0.1), np.int64(-5),
    np.bool_(True), np.float64, np.dtype("float16"), list(range(3000)), {str(i): i for i in range(2000)}, "x" * 70000,
    b"y" * 300, collections.defaultdict(int, {"a": 1}),
]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_plain_values_are_read(value: Any, protocol: int) -> None:
    found = read(pickle.dumps(value, protocol), refuse)
    assert type(found) is type(value) and found == value


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_numpy_arrays_are_read(protocol: int) -> None:
    for array in (np.arange(6, dtype=">f4").reshape(2, 3), np.asfortranarray(np.ones((2, 3), "i2")), np.zeros((0, 2))):
        found = read(pickle.dumps({"x": array}, protocol), refuse)["x"]
        assert found.dtype == array.dtype.newbyteorder("=") and (found == array).all() and found.shape == array.shape


def test_values_that_are_shared_stay_shared() -> None:
    part = {1: 2}
    found = read(pickle.dumps([part, part, (part,)]), refuse)
    assert found[0] is found[1] is found[2][0]


def test_instances_are_given_to_the_caller() -> None:
    class_name = b"csome.module\nThing\n"
    content = b"\x80\x02" + class_name + b")\x81}U\x01aK\x01sb."
    found = read(content, lambda instance: (str(instance.of), instance.state))
    assert found == ("some.module.Thing", {"a": 1})


DEEP = b"N" + b"\x85" * 100_000 + b"."
DOUBLED = b"\x80\x02)" + b"q\x00h\x00\x86" * 60 + b"."
HOSTILE = {
    "empty": b"",
    "no stop": b"N",
    "empty stack": b".",
    "reduce": pickle.dumps(Evil()),
    "reduce protocol 0": pickle.dumps(Evil(), 0),
    "function": pickle.dumps(os.system),
    "instance of Python 2": b"(S'echo'\nios\nsystem\n.",
    "object of Python 2": b"(cos\nsystem\nS'echo'\no.",
    "extension": b"\x82\x01.",
    "persistent id": b"Pxyz\n.",
    "keywords": b"cos\nsystem\n)}\x92.",
    "buffer": b"\x97.",
    "build on a class": b"cos\nsystem\n}U\x01aK\x01sb.",
    "build twice": b"csome\nThing\n)\x81}b}b.",
    "memo index": b"Nj\xff\xff\xff\x0a.",
    "length": b"\x8e" + struct.pack("<Q", 2**62) + b"x.",
    "long integer": b"\x8b" + struct.pack("<I", 100) + b"x" * 100 + b".",
    "long text of an integer": b"I" + b"9" * 100_000 + b"\n.",
    "deep": DEEP,
    "doubled": DOUBLED,
    "in itself": b"]q\x00h\x00a.",
    "tuple as a key": b"}" + b"N\x85" + b"\x85" * 5 + b"Ns.",
    "list as a key": b"}]Ns.",
    "dtype of objects": b"cnumpy\ndtype\n(U\x02O8K\x00K\x01tR.",
    "array of objects": pickle.dumps(np.array([{}], dtype=object)),
    "array that is too short": b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\nK\x00\x85C\x01btR(K\x01"
                               b"K\x02\x85cnumpy\ndtype\nU\x02f4\x85R\x89C\x01atb.",
    "copies": b"\x80\x04X" + struct.pack("<I", 100_000) + b"x" * 100_000
              + b"\x94" + b"c_codecs\nencode\nh\x00U\x06latin1\x86R" * 100 + b".",
    "bytearray of a number": b"c__builtin__\nbytearray\nJ\xff\xff\xff\x7f\x85R.",
    "many arguments": b"cnumpy\ndtype\n(NNNNNNtR.",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_everything_else_is_refused(content: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PickleFileError):
        read(content, refuse)
    assert capfd.readouterr().out == ""
