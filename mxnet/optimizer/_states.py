"""Optimizer states as bytes, in a format that cannot run code.

States are written as a ``.params`` file. Its first array, ``states.json``, contains JSON with the nesting of values
and the positions of arrays (``_states_text.py``). The other arrays follow. MXNet writes pickles, which
``_runtime/files/pickle_data`` reads as plain data. In both formats, an optimizer or a scheduler consists of the name
of a class that the running program has already defined, and of plain attribute values (``_states_objects.py``).
"""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np

from mxnet_records import environment

from .._runtime.error import MXNetError
from .._runtime.files import params_file, pickle_data
from .._runtime.files.params_file import ParamsFileError, SavedArray
from ._base import Optimizer
from ._states_objects import Builder, StatesError
from ._states_text import Decoder, Encoder

_TEXT_NAME = "states.json"
_START = params_file.LIST_MAGIC.to_bytes(8, "little")


def dumps(states: Any) -> bytes:
    """Convert states to bytes. ``MXNET_STATES_FORMAT=pickle`` selects the format of MXNet 1.9.1.

    Raises
    ------
    MXNetError
        If a state or an attribute of the optimizer is neither an array nor plain data.
    """
    form = environment.STATES_FORMAT.get()
    encoder = Encoder()
    try:
        text = json.dumps({"version": 1, "states": encoder.encode(states)}).encode()
    except StatesError as error:
        raise MXNetError(f"cannot save optimizer states: {error}") from error
    if form == "pickle":
        return pickle.dumps(states, protocol=4)
    records = [SavedArray.dense(np.frombuffer(text, np.uint8)), *encoder.records]
    return params_file.write(records, [_TEXT_NAME, *map(str, range(len(encoder.records)))])


def loads(content: bytes) -> Any:
    """Read states from the bytes of `dumps` or MXNet: a dict of states, or a tuple of states and optimizer.

    Raises
    ------
    MXNetError
        If the bytes are damaged, or contain anything but arrays, plain data, optimizers and schedulers.
    """
    content = bytes(content)
    try:
        loaded = _from_params(content) if content.startswith(_START) else _from_pickle(content)
        _check(loaded)
    except (StatesError, ParamsFileError, pickle_data.PickleFileError) as error:
        raise MXNetError(f"cannot read optimizer states: {error}") from error
    return loaded


def _from_params(content: bytes) -> Any:
    records, names = params_file.read(content)
    if not records or not names or names[0] != _TEXT_NAME or records[0].data is None:
        raise StatesError("the file contains arrays, but no optimizer states")
    try:
        document = json.loads(records[0].data.tobytes().decode())
    except (ValueError, RecursionError) as error:
        raise StatesError(f"the JSON description is damaged: {error}") from error
    if not isinstance(document, dict) or document.get("version") != 1:
        raise StatesError("they were written by another version of this package")
    return Decoder(records[1:], Builder(len(content))).decode(document.get("states"))


def _from_pickle(content: bytes) -> Any:
    builder = Builder(len(content))
    return pickle_data.read(content, lambda item: builder.build(item.of.module, item.of.name, item.state))


def _check(loaded: Any) -> None:
    """Check that states are a dict by weight, optionally in a tuple with an optimizer."""
    if isinstance(loaded, tuple) and len(loaded) == 2:
        states, optimizer = loaded
        if not isinstance(optimizer, Optimizer):
            raise StatesError(f"expected an optimizer, received a {type(optimizer).__name__}")
    else:
        states = loaded
    if not isinstance(states, dict):
        raise StatesError(f"expected a dict by weight, received a {type(states).__name__}")
