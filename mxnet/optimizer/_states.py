"""Optimizer states as bytes, in a form that can run no code.

States are written as a ``.params`` file: its first array, ``states.json``, holds a text that says how values are nested
and which array stands where (``_states_text.py``); the others are the arrays. Pickles, which MXNet writes, are read as
data by ``_runtime/files/pickle_data``. In both, an optimizer or a scheduler is the name of a class that the running
program has already defined, and plain values of its attributes (``_states_objects.py``).
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
    """States as bytes; ``MXNET_STATES_FORMAT=pickle`` asks for those that MXNet 1.9.1 reads.

    Raises
    ------
    MXNetError
        If a state or an attribute of the optimizer is neither an array nor plain data.
    """
    form = environment.STATES_FORMAT.get()
    encoder = Encoder()
    try:
        text = json.dumps({"version": 1, "states": encoder.encoded(states)}).encode()
    except StatesError as error:
        raise MXNetError(f"cannot save optimizer states: {error}") from error
    if form == "pickle":
        return pickle.dumps(states, protocol=4)
    records = [SavedArray.dense(np.frombuffer(text, np.uint8)), *encoder.records]
    return params_file.write(records, [_TEXT_NAME, *map(str, range(len(encoder.records)))])


def loads(content: bytes) -> Any:
    """States from bytes of `dumps` or of MXNet: a dict of states, or a tuple of it and the optimizer.

    Raises
    ------
    MXNetError
        If the bytes are damaged, or hold anything but arrays, plain data, optimizers and schedulers.
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
        raise StatesError("these are arrays, but no states of an optimizer")
    try:
        document = json.loads(records[0].data.tobytes().decode())
    except (ValueError, RecursionError) as error:
        raise StatesError(f"the text that describes them is damaged: {error}") from error
    if not isinstance(document, dict) or document.get("version") != 1:
        raise StatesError("they were written by another version of this package")
    return Decoder(records[1:], Builder(len(content))).decoded(document.get("states"))


def _from_pickle(content: bytes) -> Any:
    builder = Builder(len(content))
    return pickle_data.read(content, lambda found: builder.build(found.of.module, found.of.name, found.state))


def _check(loaded: Any) -> None:
    """States are a dict by weight, alone or beside an optimizer."""
    if isinstance(loaded, tuple) and len(loaded) == 2:
        states, optimizer = loaded
        if not isinstance(optimizer, Optimizer):
            raise StatesError(f"there is a {type(optimizer).__name__} where an optimizer should be")
    else:
        states = loaded
    if not isinstance(states, dict):
        raise StatesError(f"they are a {type(states).__name__}, not a dict by weight")
