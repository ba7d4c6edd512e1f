"""Tensors of the Open Inference Protocol v2 in JSON and binary form. Workers decode and encode them."""

from __future__ import annotations

import json
import math
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import strict_json
from .interface import Answer, Description, Request

DATATYPES = {
    "BOOL": "bool", "UINT8": "uint8", "UINT16": "uint16", "UINT32": "uint32", "UINT64": "uint64", "INT8": "int8",
    "INT16": "int16", "INT32": "int32", "INT64": "int64", "FP16": "float16", "FP32": "float32", "FP64": "float64",
}
_NAMES = {dtype: name for name, dtype in DATATYPES.items()}
_MAX_DIMENSIONS = 32  # NumPy 1 supports no more
_KINDS = {"b": "biu", "u": "iu", "i": "iu", "f": "iuf"}  # kinds of JSON values that each kind of dtype accepts


class InvalidTensors(ValueError):
    """The request does not follow the protocol."""


@dataclass(frozen=True)
class Reply:
    """How the client wants its outputs: names with a flag for binary form, and labels for `classification`."""

    id: str | None
    outputs: dict[str, bool]
    binary: bool  # form of outputs if `outputs` is empty
    classes: dict[str, int]


def datatype(dtype: str) -> str:
    """Return the name of a NumPy dtype in the protocol."""
    return _NAMES.get(dtype, "BYTES")


def _member(members: dict[str, Any], name: str, types: type | tuple[type, ...], where: str) -> Any:
    value = members.get(name)
    if not isinstance(value, types):
        fault = f"has no {name!r}" if name not in members else f"has a {name!r} of the wrong type"
        raise InvalidTensors(f"{where} {fault}")
    return value


def _parameters(members: dict[str, Any], where: str) -> dict[str, Any]:
    values = members.get("parameters", {})
    if not isinstance(values, dict) or not all(isinstance(value, (str, int, float)) for value in values.values()):
        raise InvalidTensors(f"the 'parameters' of {where} must be an object of strings, numbers and booleans")
    return values


def _flag(parameters: dict[str, Any], name: str, default: bool) -> bool:
    value = parameters.get(name, default)
    if not isinstance(value, bool):
        raise InvalidTensors(f"the parameter {name!r} must be true or false")
    return value


def decode(body: bytes, header_length: int | None, description: Description) -> tuple[Request, Reply]:
    """Read an inference request.

    Parameters
    ----------
    body
    header_length
        Size of the JSON part, from the header ``Inference-Header-Content-Length``. None if everything is JSON.
    description
        Inputs and outputs of the model.

    Raises
    ------
    InvalidTensors
    """
    if header_length == 0:
        return _decode_raw(body, description)
    if header_length is not None and header_length > len(body):
        raise InvalidTensors(f"Inference-Header-Content-Length is {header_length}, but the body has {len(body)} bytes")
    try:
        members = strict_json.loads(body if header_length is None else body[:header_length])
    except strict_json.InvalidJSON as error:
        raise InvalidTensors(str(error)) from None
    if not isinstance(members, dict):
        raise InvalidTensors("the request must be a JSON object")
    rest = memoryview(b"" if header_length is None else body)[header_length or 0:]
    arrays: dict[str, np.ndarray] = {}
    for item in _member(members, "inputs", list, "the request"):
        name, array, used = _input(item, rest)
        if name in arrays:
            raise InvalidTensors(f"the request has the input {name!r} twice")
        arrays[name], rest = array, rest[used:]
    if len(rest):
        raise InvalidTensors(f"{len(rest)} bytes follow the last binary tensor")
    _check_names(arrays, description)
    return Request(arrays=arrays), _reply(members, description)


def _check_names(arrays: dict[str, np.ndarray], description: Description) -> None:
    wanted = {spec.name for spec in description.inputs}
    if wanted and wanted != set(arrays):
        raise InvalidTensors(f"the model has the inputs {', '.join(sorted(wanted))}, the request has "
                             f"{', '.join(sorted(name[:64] for name in arrays)) or 'none'}")


def _decode_raw(body: bytes, description: Description) -> tuple[Request, Reply]:
    """Read a body that consists of the bytes of the only input."""
    if len(description.inputs) != 1:
        raise InvalidTensors("a body without JSON needs a model with one input")
    spec = description.inputs[0]
    item = np.dtype(spec.dtype)
    known = math.prod(size for size in spec.shape if size is not None)
    if spec.shape.count(None) > 1 or known == 0 or len(body) % (known * item.itemsize):
        raise InvalidTensors(f"{len(body)} bytes do not fill the input {spec.name!r} with shape {list(spec.shape)}")
    free = len(body) // (known * item.itemsize)
    if None not in spec.shape and free != 1:
        raise InvalidTensors(f"{len(body)} bytes do not fill the input {spec.name!r} with shape {list(spec.shape)}")
    array = np.frombuffer(body, item).reshape([free if size is None else size for size in spec.shape])
    return Request(arrays={spec.name: array}), Reply(None, {}, True, {})


def _input(item: Any, rest: memoryview) -> tuple[str, np.ndarray, int]:
    """Return the name of an input, its array, and how many bytes of `rest` it uses."""
    if not isinstance(item, dict):
        raise InvalidTensors("each input must be a JSON object")
    name = _member(item, "name", str, "an input")
    where = f"the input {name[:64]!r}"
    kind = _member(item, "datatype", str, where)
    if kind not in DATATYPES and kind not in ("BYTES", "BF16"):
        raise InvalidTensors(f"{where} has the unknown datatype {kind[:64]!r}; use {', '.join(DATATYPES)} or BYTES")
    shape = _member(item, "shape", list, where)
    if len(shape) > _MAX_DIMENSIONS or not all(type(size) is int and 0 <= size < 1 << 40 for size in shape):
        raise InvalidTensors(f"the shape of {where} must be a list of at most {_MAX_DIMENSIONS} sizes")
    count, size = math.prod(shape), _parameters(item, where).get("binary_data_size")
    if size is None:
        return name, _from_json(_member(item, "data", list, where), kind, shape, count, where), 0
    if type(size) is not int or not 0 <= size <= len(rest):
        raise InvalidTensors(f"the binary_data_size of {where} is not a size within the {len(rest)} bytes that follow")
    if "data" in item:
        raise InvalidTensors(f"{where} has both 'data' and 'binary_data_size'")
    return name, _from_bytes(rest[:size], kind, shape, count, where), size


def _reshape(array: np.ndarray, shape: list[int], count: int, where: str) -> np.ndarray:
    if array.size != count or (array.ndim != 1 and list(array.shape) != shape):
        raise InvalidTensors(f"the data of {where} has {array.size} elements, its shape is {shape}")
    try:
        return array.reshape(shape)
    except ValueError:  # a size of zero hides huge other sizes
        raise InvalidTensors(f"the shape {shape} of {where} is too large") from None


def _from_bytes(data: memoryview, kind: str, shape: list[int], count: int, where: str) -> np.ndarray:
    if kind == "BYTES":
        return _reshape(_strings(data, where), shape, count, where)
    item = np.dtype("uint16" if kind == "BF16" else DATATYPES[kind]).newbyteorder("<")
    if count * item.itemsize != len(data):
        raise InvalidTensors(f"{where} has {len(data)} bytes of data, its shape {shape} needs {count * item.itemsize}")
    if kind == "BOOL":
        flags = np.frombuffer(data, np.uint8)
        if flags.size and flags.max() > 1:
            raise InvalidTensors(f"{where} has a boolean that is neither 0 nor 1")
        return _reshape(flags.astype(bool), shape, count, where)
    array = np.frombuffer(data, item)
    if kind == "BF16":
        array = (array.astype(np.uint32) << 16).view(np.float32)
    return _reshape(array, shape, count, where)


def _strings(data: memoryview, where: str) -> np.ndarray:
    """Read strings that are prefixed with their length in four bytes."""
    texts, position = [], 0
    while position < len(data):
        if position + 4 > len(data):
            raise InvalidTensors(f"the strings of {where} end within a length")
        (size,) = struct.unpack_from("<I", data, position)
        position += 4 + size
        if position > len(data):
            raise InvalidTensors(f"a string of {where} is longer than the data")
        texts.append(bytes(data[position - size:position]))
    return _objects(texts)


def _objects(values: list[Any]) -> np.ndarray:
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _from_json(data: list[Any], kind: str, shape: list[int], count: int, where: str) -> np.ndarray:
    if kind == "BYTES":
        flat = _flatten(data, len(shape) + 1)
        if not all(isinstance(value, str) for value in flat):
            raise InvalidTensors(f"the data of {where} must be strings")
        try:
            return _reshape(_objects([value.encode("utf-8") for value in flat]), shape, count, where)
        except UnicodeEncodeError:
            raise InvalidTensors(f"a string of {where} has half of a surrogate pair") from None
    wanted = np.dtype(DATATYPES.get(kind, "float32"))
    # Check the types first: NumPy would make an array of strings as wide as the longest one.
    if not set(map(type, _flatten(data, _MAX_DIMENSIONS))) <= {int, float, bool}:
        raise InvalidTensors(f"the data of {where} must be numbers in a regular array")
    try:
        values = np.array(data)
    except (ValueError, OverflowError):  # ragged, or more dimensions than NumPy has
        raise InvalidTensors(f"the data of {where} is not a regular array") from None
    if values.size == 0:
        return _reshape(np.zeros(values.shape if values.ndim > 1 else 0, wanted), shape, count, where)
    if values.dtype.kind not in _KINDS[wanted.kind]:
        raise InvalidTensors(f"the data of {where} must be numbers of the datatype {kind}")
    return _reshape(_cast(values, wanted, kind, where), shape, count, where)


def _cast(values: np.ndarray, wanted: np.dtype, kind: str, where: str) -> np.ndarray:
    if wanted.kind == "f":
        with np.errstate(over="ignore"):
            array = values.astype(wanted)
        fits = bool(np.isfinite(array).all())
    else:
        array = values.astype(wanted)
        fits = bool((array == values).all()) and bool(((array < 0) == (values < 0)).all())
    if not fits:
        raise InvalidTensors(f"the data of {where} has a value out of the range of {kind}")
    return array


def _flatten(data: list[Any], depth: int) -> list[Any]:
    while depth and data and all(isinstance(value, list) for value in data):
        data, depth = [element for value in data for element in value], depth - 1
    return data


def _reply(members: dict[str, Any], description: Description) -> Reply:
    """Read which outputs the client wants in which form."""
    identifier = members.get("id")
    if identifier is not None and not isinstance(identifier, str):
        raise InvalidTensors("the 'id' must be a string")
    binary = _flag(_parameters(members, "the request"), "binary_data_output", False)
    outputs: dict[str, bool] = {}
    classes: dict[str, int] = {}
    for item in _member(members, "outputs", list, "the request") if "outputs" in members else ():
        if not isinstance(item, dict):
            raise InvalidTensors("each requested output must be a JSON object")
        name = _member(item, "name", str, "a requested output")
        if name in outputs or (description.outputs and name not in {spec.name for spec in description.outputs}):
            raise InvalidTensors(f"the output {name[:64]!r} is requested twice or does not exist")
        parameters = _parameters(item, f"the output {name[:64]!r}")
        outputs[name] = _flag(parameters, "binary_data", binary)
        if "classification" in parameters:
            count = parameters["classification"]
            if type(count) is not int or count < 1:
                raise InvalidTensors("the parameter 'classification' must be an integer of at least 1")
            classes[name] = count
    return Reply(identifier, outputs, binary, classes)


def encode(answer: Answer, reply: Reply, description: Description) -> tuple[bytes, int | None]:
    """Return the body of a response, and the size of its JSON part if binary tensors follow."""
    arrays = dict(answer.arrays or {})
    names = list(reply.outputs) or list(arrays)
    outputs, tails = [], []
    for name in names:
        if name not in arrays:
            raise InvalidTensors(f"the model has no output {name[:64]!r}")
        array = arrays[name]
        if name in reply.classes:
            array = _classify(array, reply.classes[name], description.labels)
        binary = reply.outputs.get(name, reply.binary)
        item: dict[str, Any] = {"name": name, "datatype": datatype(array.dtype.name), "shape": list(array.shape)}
        if binary:
            tails.append(_to_bytes(array))
            item["parameters"] = {"binary_data_size": len(tails[-1])}
        else:
            item["data"] = _to_json(array, name)
        outputs.append(item)
    members = {"model_name": description.name, "model_version": description.version, "outputs": outputs}
    if reply.id is not None:
        members["id"] = reply.id
    header = json.dumps(members, allow_nan=False, separators=(",", ":")).encode()
    return (b"".join([header, *tails]), len(header)) if tails else (header, None)


def _classify(array: np.ndarray, count: int, labels: tuple[str, ...]) -> np.ndarray:
    """Return the largest values of each row as ``value:index`` or ``value:index:label``."""
    rows = array.reshape(-1, array.shape[-1]) if array.ndim > 1 else array.reshape(1, -1)
    best = np.argsort(-rows, axis=1, kind="stable")[:, :count]
    texts = [f"{row[index]:f}:{index}" + (f":{labels[index]}" if index < len(labels) else "")
             for row, order in zip(rows, best) for index in order]
    return _objects([text.encode() for text in texts]).reshape((*array.shape[:-1], best.shape[1]))


def _to_bytes(array: np.ndarray) -> bytes:
    if array.dtype.name in _NAMES:
        return np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
    texts = [value if isinstance(value, bytes) else str(value).encode() for value in array.ravel().tolist()]
    return b"".join(struct.pack("<I", len(text)) + text for text in texts)


def _to_json(array: np.ndarray, name: str) -> list[Any]:
    values: list[Any] = array.ravel().tolist()
    if array.dtype.name not in _NAMES:
        return [value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value) for value in values]
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise InvalidTensors(f"the output {name!r} has NaN or infinity, which JSON cannot represent; request it with "
                             "binary_data")
    return values
