"""Decoding of request bodies. They are untrusted: each error becomes an answer to its request.

Every decoder returns arrays by input name. `Problem` carries the HTTP status of a request that cannot be answered.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import strict_json
from .interface import TensorSpec

_MOST_PARTS, _LONGEST_HEADER, _MOST_AXES = 100, 8192, 32
_NPY_HEADER = re.compile(rb"\{'descr': '([<>|=]?[biuf][1248]|\|b1)', 'fortran_order': (True|False), "
                         rb"'shape': \(((?:\d{1,18}, ?)*(?:\d{1,18},?)?)\),? ?\}[ \n]*")
_PARAMETER = re.compile(r';\s*([a-z0-9*-]+)="?([^";]*)"?', re.IGNORECASE)
_WRAPPERS = ("instances", "inputs", "data")


class Problem(Exception):
    """A request that gets an error as its answer."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


class Part:
    """One field of a form."""

    def __init__(self, name: str, content_type: str, content: bytes) -> None:
        self.name, self.content_type, self.content = name, content_type, content


def media_type(header: str) -> str:
    """Return the media type of a header without its parameters."""
    return header.partition(";")[0].strip().lower()


def read_json(body: bytes) -> Any:
    """Parse JSON. NaN and Infinity are numbers, as networks accept them."""
    try:
        return strict_json.loads(body, special_numbers=True)
    except strict_json.InvalidJSON as error:
        raise Problem(str(error)[:300]) from None


def to_array(value: Any, name: str) -> np.ndarray:
    """Convert nested lists of numbers to an array."""
    try:
        array = np.array(value)
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise Problem(f"input {name} must be a number or nested lists of equal lengths") from None
    if array.dtype.kind not in "biuf" or array.ndim > _MOST_AXES:
        raise Problem(f"input {name} must consist of numbers in at most {_MOST_AXES} nested lists")
    return array


def decode_json(body: bytes, specs: Sequence[TensorSpec]) -> tuple[dict[str, np.ndarray], str]:
    """Return the arrays and the name of the object that wraps them, which is empty if there is none.

    Accepted forms are nested lists for a single input, an object with one entry per input, a list of such objects, and
    each of them inside of ``{"instances": ...}``, ``{"inputs": ...}`` or ``{"data": ...}``.
    """
    value = read_json(body)
    names = [spec.name for spec in specs]
    wrapper = ""
    if isinstance(value, dict) and set(value) != set(names):
        wrapper = next((key for key in _WRAPPERS if key in value), "")
        if not wrapper:
            raise Problem(f"the object must have the inputs {', '.join(names)}; received {_list(value)}")
        value = value[wrapper]
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        value = _columns(value, names)
    if not isinstance(value, dict):
        if len(names) > 1:
            raise Problem(f"the model has {len(names)} inputs; send an object with {', '.join(names)}")
        value = {names[0]: value}
    if set(value) != set(names):
        raise Problem(f"the object must have the inputs {', '.join(names)}; received {_list(value)}")
    return {name: to_array(value[name], name) for name in names}, wrapper


def _columns(rows: list[dict[str, Any]], names: list[str]) -> dict[str, list[Any]]:
    for row in rows:
        if set(row) != set(names):
            raise Problem(f"each instance must have the inputs {', '.join(names)}; received {_list(row)}")
    return {name: [row[name] for row in rows] for name in names}


def _list(names: Mapping[str, Any]) -> str:
    """Return the first names of an object."""
    return ", ".join(name[:40] for name in list(names)[:5]) or "none"


def decode_npy(body: bytes) -> np.ndarray:
    """Read an array of numbers in the NPY format. Objects and structures are rejected by the header."""
    if body[:6] != b"\x93NUMPY" or len(body) < 12 or body[6] not in (1, 2, 3):
        raise Problem("the body is not an NPY file")
    width = 2 if body[6] == 1 else 4
    start = 8 + width + int.from_bytes(body[8 : 8 + width], "little")
    if start > min(len(body), _LONGEST_HEADER):
        raise Problem(f"the header of the NPY file ends at byte {start}; the limit is {_LONGEST_HEADER}")
    match = _NPY_HEADER.fullmatch(body[8 + width : start])
    if match is None:
        raise Problem("the header of the NPY file is not one of an array of booleans, integers or floats; save it with "
                      "numpy.save(file, array, allow_pickle=False)")
    try:
        dtype = np.dtype(match[1].decode())
    except TypeError:
        raise Problem(f"the NPY file has the unknown type {match[1].decode()}") from None
    shape = tuple(int(size) for size in match[3].replace(b" ", b"").split(b",") if size)
    if len(shape) > _MOST_AXES or math.prod(shape) * dtype.itemsize != len(body) - start:
        raise Problem(f"the NPY file has {len(body) - start} bytes of data, which do not fit shape "
                      f"{shape[:_MOST_AXES]} of {dtype.name}")
    flat = np.frombuffer(body, dtype, offset=start)
    return flat.reshape(shape, order="F" if match[2] == b"True" else "C")


def decode_csv(body: bytes, spec: TensorSpec) -> np.ndarray:
    """Read rows of numbers, one for each sample."""
    try:
        lines = [line for line in body.decode("utf-8-sig").splitlines() if line.strip()]
        rows = np.array([[float(cell) for cell in line.split(",")] for line in lines], "float64")
    except ValueError as error:
        raise Problem(f"the CSV body must have rows of numbers with equal lengths: {str(error)[:100]}") from None
    if rows.ndim != 2:
        raise Problem("the CSV body has no rows of numbers")
    sizes = [-1 if size is None else size for size in spec.shape[1:]]
    try:
        return rows.reshape(len(rows), *sizes)
    except ValueError:
        raise Problem(f"a row of the CSV body has {rows.shape[1]} numbers, but input {spec.name} has the shape "
                      f"{spec.shape}") from None


def split_form(body: bytes, content_type: str) -> list[Part]:
    """Split a body of the type multipart/form-data."""
    parameters = {name.lower(): value for name, value in _PARAMETER.findall(content_type)}
    boundary = parameters.get("boundary", "").encode("utf-8", "replace")
    if not 1 <= len(boundary) <= 200:
        raise Problem("multipart/form-data needs a boundary of 1 to 200 characters in its content type")
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary, _MOST_PARTS + 2)
    if len(pieces) < 3 or not pieces[-1].startswith(b"--"):
        raise Problem(f"the form is incomplete or has more than {_MOST_PARTS} fields")
    return [_split_part(piece) for piece in pieces[1:-1]]


def _split_part(piece: bytes) -> Part:
    end = piece.find(b"\r\n\r\n", 0, _LONGEST_HEADER)
    if end < 0:
        raise Problem(f"a field of the form has no header within {_LONGEST_HEADER} bytes")
    headers = {}
    for line in piece[:end].decode("utf-8", "replace").split("\r\n"):
        key, _, value = line.partition(":")
        headers[key.strip().lower()] = value.strip()
    parameters = {key.lower(): value for key, value in _PARAMETER.findall(headers.get("content-disposition", ""))}
    kind = media_type(headers.get("content-type", "")) or (
        "application/octet-stream" if "filename" in parameters else "text/plain")
    return Part(parameters.get("name", ""), kind, piece[end + 4 :])
