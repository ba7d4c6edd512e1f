"""Feed damaged and hostile optimizer states to ``Updater.set_states``.

    python tools/fuzz/states.py --count 200000 --seed 0

The inputs are mutated pickles of MXNet 1.9.1 and this package, mutated files of our format, and random opcodes with
names that an attacker could call. Every input must load or raise MXNetError. An input must not execute, write or import
code. It must not crash the process or use more memory than its size allows.
"""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import random
import struct
import sys
from typing import Any

import _common as common
import numpy as np

import mxnet as mx
from mxnet._runtime.files import params_file

_GOLDEN = pathlib.Path(__file__).parents[2] / "tests" / "optimizer" / "golden" / "states.npz"
_COMMAND = "touch /tmp/mxnet-fuzz-executed"
_NAMES = [
    ("os", "system"), ("posix", "system"), ("subprocess", "Popen"), ("builtins", "eval"), ("builtins", "exec"),
    ("builtins", "getattr"), ("builtins", "__import__"), ("builtins", "open"), ("builtins", "object"),
    ("nt", "system"), ("builtins", "bytearray"), ("builtins", "set"), ("builtins", "complex"), ("_codecs", "encode"),
    ("copyreg", "__newobj__"), ("copyreg", "_reconstructor"), ("copy_reg", "_reconstructor"),
    ("functools", "partial"), ("operator", "attrgetter"), ("collections", "OrderedDict"),
    ("collections", "defaultdict"), ("numpy", "ndarray"), ("numpy", "dtype"),
    ("numpy.core.multiarray", "_reconstruct"), ("numpy.core.multiarray", "scalar"),
    ("numpy.core.numeric", "_frombuffer"), ("numpy.testing._private.utils", "runstring"),
    ("mxnet.ndarray.ndarray", "NDArray"), ("mxnet.symbol", "Symbol"), ("mxnet.ndarray.sparse", "CSRNDArray"),
    ("mxnet.numpy.multiarray", "ndarray"), ("mxnet.optimizer.optimizer", "SGD"),
    ("mxnet.optimizer.optimizer", "Adam"), ("mxnet.optimizer.optimizer", "Updater"), ("mxnet.optimizer", "_states"),
    ("mxnet.lr_scheduler", "FactorScheduler"), ("mxnet.ndarray.register", "functions"), ("torch", "load"),
    ("torch.storage", "_load_from_bytes"), ("mxnet.gluon.block", "HybridBlock"), ("mxnet.operator", "CustomOp"),
]
_WORDS = ["handle", "lr", "wd", "momentum", "lr_scheduler", "num_update", "update", "__class__", "__init__",
          "__setstate__", "__reduce__", "__dict__", "param_dict", "_index_update_count", "idx2name", "step", "count",
          "latin-1", "f4", "O8", "<", "param", _COMMAND, "os.system", ""]


class _Evil:
    def __init__(self, called: Any, *args: Any) -> None:
        self.called, self.args = called, args

    def __reduce__(self) -> Any:
        return self.called, self.args


def _seeds() -> list[bytes]:
    with np.load(_GOLDEN) as archive:
        theirs = [archive[name].tobytes() for name in archive.files]
    ours = []
    for content in theirs:
        updater = mx.optimizer.get_updater(mx.optimizer.Test())
        updater.set_states(content)
        ours.append(updater.get_states(dump_optimizer=True))
        ours.append(pickle.dumps((updater.states, updater.optimizer)))
    return theirs + ours


_SEEDS = _seeds()
_TEXTS = [content for content in _SEEDS if content.startswith(b"\x12\x01")]


def _argument(choose: random.Random) -> bytes:
    """Return an opcode that pushes a value."""
    kind = choose.randrange(12)
    if kind == 0:
        module, name = choose.choice(_NAMES)
        return f"c{module}\n{name}\n".encode()
    if kind == 1:
        module, name = choose.choice(_NAMES)
        return b"".join(b"\x8c" + bytes([len(part)]) + part.encode() for part in (module, name)) + b"\x93"
    if kind in (2, 3):
        word = choose.choice(_WORDS).encode()
        return choose.choice((b"\x8c", b"U", b"C")) + bytes([len(word)]) + word
    if kind == 4:
        return choose.choice((b"N", b"\x88", b"\x89", b")", b"]", b"}", b"\x8f"))
    if kind == 5:
        return b"K" + choose.randbytes(1)
    if kind == 6:
        return choose.choice((b"J", b"j", b"r", b"X", b"B", b"\x8b", b"T")) + struct.pack("<I", choose.choice(
            common.NUMBERS) % 2**32)
    if kind == 7:
        return choose.choice((b"\x8d", b"\x8e", b"\x96", b"\x95")) + struct.pack("<Q", choose.choice(common.NUMBERS))
    if kind == 8:
        return b"G" + choose.randbytes(8)
    if kind == 9:
        return choose.choice((b"h", b"q")) + bytes([choose.randrange(6)])
    if kind == 10:
        return choose.choice((b"I%d\n", b"L%dL\n", b"p%d\n", b"g%d\n")) % choose.choice(common.NUMBERS)
    return choose.choice((b"F1e400\n", b"S'x\\xff'\n", b"Vtext\\u0041\n", b"I" + b"9" * 5000 + b"\n"))


def _program(choose: random.Random) -> bytes:
    """Return a pickle of random opcodes, mostly in a valid order."""
    parts = [b"\x80" + bytes([choose.randrange(6)])] if choose.random() < 0.7 else []
    for _ in range(choose.choice((2, 5, 10, 30, 100))):
        kind = choose.random()
        if kind < 0.55:
            parts.append(_argument(choose))
        elif kind < 0.7:
            parts.append(choose.choice((b"(", b"\x85", b"\x86", b"\x87", b"t", b"l", b"d", b"e", b"u", b"s", b"a",
                                        b"\x90")))
        elif kind < 0.9:
            parts.append(choose.choice((b"R", b"\x81", b"b", b"\x92", b"o", b"R", b"\x81", b"b")))
        else:
            parts.append(choose.choice((b"ios\nsystem\n", b"\x82\x01", b"\x83\x01\x00", b"P1\n", b"Q", b"\x97", b"\x98",
                                        b"0", b"1", b"2", b"\x94", b"\x91")))
    return b"".join(parts) + b"."


def _call(choose: random.Random) -> bytes:
    """Return states in which a name is called with arguments and gets a state."""
    module, name = choose.choice(_NAMES)
    command = _COMMAND.encode()
    text = choose.choice((b"N", b"X" + struct.pack("<I", len(command)) + command, b"}", b")", b"C\x04\x01\x00\x00\x00"))
    state = choose.choice((b"", b"}b", b"}U\x06handle" + text + b"sb", b"}U\x06update" + text + b"sb",
                           b"}U\x02lr" + text + b"sb", text + b"b", b"N}U\x08__dict__" + text + b"s\x86b"))
    made = b"c" + f"{module}\n{name}\n".encode() + text * choose.choice((0, 1, 1, 2, 3))
    called = text in made[len(module) + len(name):]
    made = made.replace(b"\n" + text, b"\n(" + text, 1) + b"t" if called else made + b")"
    value = made + choose.choice((b"R", b"\x81")) + state
    return choose.choice((b"}K\x00" + value + b"s.", b"}" + value + b"\x86.",
                          b"\x80\x02}K\x00" + value + b"s" + value + b"\x86."))


def _large(choose: random.Random) -> bytes:
    """Return a few bytes that would expand to many, or a deeply nested value."""
    size = choose.choice((100, 1000, 20000))
    kind = choose.randrange(9)
    if kind == 0:
        return b"N" + b"\x85" * size + b"."
    if kind == 1:
        return b")" + b"q\x00h\x00\x86" * choose.randrange(2, 200) + b"."
    if kind == 2:
        return b"]" * size + b"a" * (size - 1) + b"."
    if kind == 3:
        return b"]q\x00" + b"h\x00a" * choose.randrange(1, 5) + b"."
    if kind == 4:
        numbers = [choose.choice(common.NUMBERS) % 2**32 for _ in range(50)]
        return b"}" + b"".join(b"r" + struct.pack("<I", number) for number in numbers) + b"."
    if kind == 5:
        text = b"X" + struct.pack("<I", size) + b"x" * size + b"q\x00"
        return text + b"c_codecs\nencode\nh\x00U\x06latin1\x86R" * 300 + b"."
    if kind == 6:
        record = params_file.write_one(params_file.SavedArray.dense(np.zeros(size, np.float32)))
        array = b"cmxnet.ndarray.ndarray\nNDArray\nN\x85R}U\x06handleh\x00sb"
        items = b"".join(b"M" + struct.pack("<H", number) + array for number in range(300))
        return b"}(B" + struct.pack("<I", len(record)) + record + b"q\x00" + items + b"u."
    if kind == 7:
        keys = [((2**61 - 1) * number).to_bytes(10, "little") for number in range(size)]  # all keys have the same hash
        return b"}(" + b"".join(b"\x8a\x0a" + key + b"N" for key in keys) + b"u."
    return b"(" * size + b"t" * size + b"."


def _text(choose: random.Random) -> bytes:
    """Return a file of our format with modified text."""
    records, names = params_file.read(choose.choice(_TEXTS))
    assert records[0].data is not None
    document = json.loads(records[0].data.tobytes())
    for _ in range(choose.choice((1, 1, 2, 4))):
        _change(document, choose)
    text = json.dumps(document).encode()
    if choose.random() < 0.3:
        text = common.mutated(text, choose, [b'{"array":', b'"object"', b"[[[["])
    data = np.frombuffer(text, np.uint8)
    return params_file.write([params_file.SavedArray.dense(data), *records[1:]], names)


def _change(document: Any, choose: random.Random) -> None:
    """Replace one value somewhere in a JSON document."""
    document, place = common.place_in(document, choose, 0.85)
    if place is None:
        return
    kind = choose.randrange(4)
    if kind == 0:
        document[place] = choose.choice((None, True, -1, 0, 2**70, 1.5, float("nan"), "", "x", [], {}, [[]],
                                         {"array": 0}))
    elif kind == 1:
        document[place] = {choose.choice(("array", "np_array", "numpy", "tuple", "dict", "set", "number", "dtype",
                                          "bytes", "object", "defaultdict", "complex", "eval")): document[place]}
    elif kind == 2:
        module, name = choose.choice(_NAMES)
        document[place] = {"object": [module, name, {choose.choice(_WORDS): document[place]}]}
    elif isinstance(document, dict):
        document[choose.choice(_WORDS)] = document.pop(place)
    else:
        document.append(document[place])


def make(choose: random.Random) -> bytes:
    """Create one input."""
    kind = choose.random()
    if kind < 0.5:
        return common.mutated(choose.choice(_SEEDS), choose, _SEEDS)
    if kind < 0.65:
        return _program(choose)
    if kind < 0.8:
        return _call(choose)
    if kind < 0.82:
        return _large(choose)
    if kind < 0.97:
        return _text(choose)
    called: Any = choose.choice((os.system, eval, exec, getattr, pickle.loads))
    evil = _Evil(called, _COMMAND)
    return pickle.dumps(choose.choice(({0: evil}, ({}, evil))), choose.randrange(6))


def use(content: bytes) -> None:
    """Load states, traverse them as an update would, and save them again."""
    updater = mx.optimizer.get_updater(mx.optimizer.Test())
    updater.set_states(content)
    for state in updater.states.values():
        updater.sync_state_context(state, mx.cpu())
    again = mx.optimizer.get_updater(mx.optimizer.Test())
    again.set_states(updater.get_states(dump_optimizer=True))


def prepare() -> None:
    """Load all modules and codecs that the reader needs, so that no import happens later."""
    for content in _SEEDS:
        use(content)


def main() -> int:
    """Run the script."""
    options = common.arguments(__doc__ or "", 200_000)
    if options.only is not None:
        content = make(random.Random(f"{options.seed}:{options.only}"))
        print(content[:2000])
        use(content)
        return 0
    prepare()
    report = common.run(make, use, (mx.MXNetError,), options.seed, options.count)
    report.print()
    return bool(report.failures)


if __name__ == "__main__":
    sys.exit(main())
