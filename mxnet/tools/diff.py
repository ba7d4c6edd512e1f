"""Differences between two parameter files or two symbols."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..base import MXNetError
from ..ndarray import load as load_arrays
from ..onnx.mx2onnx._source import plain_names
from ..symbol import load as load_symbol

_MOST_LINES = 50


@dataclass
class Change:
    """A name that both files have, with different content.

    Attributes
    ----------
    what
        'shape', 'dtype', 'values', 'operator', 'attributes', 'inputs' or 'outputs'.
    absolute, relative
        Largest differences of values. Infinite where only one value is NaN or infinite.
    """

    name: str
    what: str
    first: Any = None
    second: Any = None
    absolute: float | None = None
    relative: float | None = None


@dataclass
class Comparison:
    """Names that only one file has, and changes of the others."""

    only_first: list[str] = field(default_factory=list)
    only_second: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    compared: int = 0

    @property
    def equal(self) -> bool:
        return not (self.only_first or self.only_second or self.changes)

    def to_json(self) -> dict[str, Any]:
        """Return the content of the JSON report. Infinite differences are texts, as JSON has no such numbers."""
        changes = [{key: str(value) if isinstance(value, float) and not np.isfinite(value) else value
                    for key, value in asdict(change).items() if value is not None} for change in self.changes]
        return {"equal": self.equal, "compared": self.compared, "only_first": self.only_first,
                "only_second": self.only_second, "changes": changes}


def compare(first: str, second: str, atol: float = 0.0, rtol: float = 0.0) -> Comparison:
    """Compare two ``.params`` files or two ``-symbol.json`` files.

    Parameters
    ----------
    first, second : str
        The files.
    atol, rtol : float
        Differences of values up to ``atol + rtol * abs(second)`` do not count.

    Raises
    ------
    MXNetError
        If a file cannot be read, or if only one of them is a symbol.
    """
    for path in (first, second):
        if not Path(path).is_file():
            raise MXNetError(f"the file {path} does not exist")
    symbols = [path.endswith(".json") for path in (first, second)]
    if symbols[0] != symbols[1]:
        raise MXNetError(f"{first} and {second} are different kinds of files; pass two parameter files or two symbols")
    if symbols[0]:
        return _compare_symbols(_read_nodes(first), _read_nodes(second))
    return _compare_arrays(*_match_prefixes(_read_arrays(first), _read_arrays(second)), atol, rtol)


def _read_arrays(path: str) -> dict[str, Any]:
    loaded = load_arrays(path)
    return dict(loaded) if isinstance(loaded, dict) else {str(i): array for i, array in enumerate(loaded)}


def _match_prefixes(first: dict[str, Any], second: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Remove ``arg:`` and ``aux:`` if only one of the files has them."""
    prefixed = [any(name.startswith(("arg:", "aux:")) for name in arrays) for arrays in (first, second)]
    return (plain_names(first), plain_names(second)) if prefixed[0] != prefixed[1] else (first, second)


def _compare_names(first: Mapping[str, Any], second: Mapping[str, Any]) -> tuple[Comparison, list[str]]:
    common = [name for name in first if name in second]
    return Comparison([name for name in first if name not in second], [name for name in second if name not in first],
                      compared=len(common)), common


def _compare_arrays(first: Mapping[str, Any], second: Mapping[str, Any], atol: float, rtol: float) -> Comparison:
    comparison, common = _compare_names(first, second)
    for name in common:
        a, b = first[name], second[name]
        if a.shape != b.shape:
            comparison.changes.append(Change(name, "shape", list(a.shape), list(b.shape)))
            continue
        if a.dtype != b.dtype:
            comparison.changes.append(Change(name, "dtype", _type_name(a), _type_name(b)))
        change = _compare_values(name, _to_numpy(a), _to_numpy(b), atol, rtol)
        if change is not None:
            comparison.changes.append(change)
    return comparison


def _type_name(array: Any) -> str:
    return str(array._data.dtype).removeprefix("torch.") if array.stype == "default" else np.dtype(array.dtype).name


def _to_numpy(array: Any) -> np.ndarray:
    return (array.astype("float32") if _type_name(array) == "bfloat16" else array).asnumpy()


def _compare_values(name: str, a: np.ndarray, b: np.ndarray, atol: float, rtol: float) -> Change | None:
    """Return the largest differences, unless all values are equal or within the tolerance. NaN equals NaN."""
    if a.dtype.kind in "iub" and b.dtype.kind in "iub" and np.array_equal(a, b):
        return None
    x, y = a.astype("float64"), b.astype("float64")
    with np.errstate(all="ignore"):
        same = (x == y) | (np.isnan(x) & np.isnan(y))
        difference = np.where(same, 0.0, np.abs(x - y))
        difference[np.isnan(difference)] = np.inf
        relative = np.where(difference == 0, 0.0, difference / np.abs(y))
        relative[np.isnan(relative)] = np.inf
        within = same | (difference <= atol + rtol * np.abs(y))
    if within.all() and (a.dtype.kind not in "iub" or atol or rtol):
        return None
    return Change(name, "values", absolute=float(difference.max(initial=0.0)),
                  relative=float(relative.max(initial=0.0)))


def _read_nodes(path: str) -> dict[str, Any]:
    """Return the nodes of a symbol by name, after the updates for old files."""
    content = json.loads(load_symbol(path).tojson())
    nodes = content["nodes"]

    def show(entries: list[list[int]]) -> list[str]:
        return [nodes[number]["name"] + (f"[{index}]" if index else "") for number, index, *_ in entries]

    named: dict[str, Any] = {}
    for node in nodes:
        key = node["name"] if node["name"] not in named else f"{node['name']}#{len(named)}"
        named[key] = {"operator": node["op"], "attributes": node.get("attrs", {}), "inputs": show(node["inputs"])}
    return {**named, "": {"outputs": show(content["heads"])}}


def _compare_symbols(first: Mapping[str, Any], second: Mapping[str, Any]) -> Comparison:
    comparison, common = _compare_names(first, second)
    comparison.compared -= 1  # the entry of the outputs is not a node
    for name in common:
        for what, value in first[name].items():
            other = second[name][what]
            if value == other:
                continue
            if what == "attributes":
                keys = [key for key in {**value, **other} if value.get(key) != other.get(key)]
                value, other = ({key: side[key] for key in keys if key in side} for side in (value, other))
            comparison.changes.append(Change(name, what, value, other))
    return comparison


def format_lines(comparison: Comparison, first: str, second: str, limit: int = _MOST_LINES) -> list[str]:
    """Return the differences as lines of text, the largest differences of values first."""
    if comparison.equal:
        return [f"equal: {comparison.compared} names"]
    lines = [f"only in {first}: {name}" for name in comparison.only_first]
    lines += [f"only in {second}: {name}" for name in comparison.only_second]
    values = [change for change in comparison.changes if change.what == "values"]
    lines += [f"{change.name or 'graph'}: {change.what} {_show(change.first)} -> {_show(change.second)}"
              for change in comparison.changes if change.what != "values"]
    lines += [f"{change.name}: values differ by up to {change.absolute:.6g} (relative {change.relative:.6g})"
              for change in sorted(values, key=lambda change: -(change.absolute or 0.0))]
    more = len(lines) - limit
    return [*lines[:limit], *([f"and {more} more differences"] if more > 0 else []),
            f"different: {len(comparison.changes)} changes in {comparison.compared} common names"]


def _show(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:97]}..."
