"""Check of symbol files: unknown operators, and custom operators that a program must register."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..._graph.control_flow import is_control_flow
from ..._graph.nested import NAMES as _NESTED
from ..._ops.custom import CUSTOM
from ..._ops.opdef import REGISTRY
from ...base import MXNetError
from ...symbol import load_json
from ._findings import Place, Report


def check_symbol(path: Path, file: str, registered: dict[str, Place], report: Report) -> None:
    """Look up each operator of a symbol file, and load the file if all of them exist."""
    try:
        text = path.read_text(encoding="utf-8")
        nodes = list(_nodes(json.loads(text)))
        custom = dict.fromkeys(_custom_name(node) for node in nodes if REGISTRY.get(str(node["op"])) is CUSTOM)
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        report.add(Place(file, 1), "unreadable", file, f"this is not a symbol file: {type(error).__name__}: {error}")
        return
    complete = not custom
    for kind in dict.fromkeys(str(node["op"]) for node in nodes):
        count = sum(node["op"] == kind for node in nodes)
        place = _place(text, file, "op", kind)
        if kind != "null":
            works = kind in REGISTRY or kind in _NESTED or is_control_flow(kind)
            report.use(f"operator {kind}", place, works, count)
            if not works:
                complete = False
                report.add(place, "operator", kind, f"operator {kind} does not exist here (nodes: {count})")
    for name in custom:
        where = registered.get(name)
        by = f"{where} does" if where else "no file that was checked does"
        report.add(_place(text, file, "op_type", name), "custom", name,
                   f"custom operator {name!r} must be registered before this file is loaded; {by}")
    if complete:
        _load(text, file, report)


def _load(text: str, file: str, report: Report) -> None:
    try:
        load_json(text)
    except MXNetError as error:
        report.add(Place(file, 1), "operator", file, f"cannot be loaded: {str(error).splitlines()[0]}")


def _nodes(graph: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for node in graph["nodes"]:
        node["op"]  # raises for invalid nodes
        yield node
        for inner in node.get("subgraphs") or ():
            yield from _nodes(inner)


def _custom_name(node: dict[str, Any]) -> str:
    """Return the name of a custom operator. The attribute differs between file versions."""
    attributes = {key: value for field in ("param", "attr", "attrs") for key, value in (node.get(field) or {}).items()}
    return str(attributes.get("op_type", ""))


def _place(text: str, file: str, key: str, value: str) -> Place:
    """Return the position of the first line with this key and value."""
    match = re.search(rf'"{key}"\s*:\s*{re.escape(json.dumps(value))}', text)
    return Place(file, text.count("\n", 0, match.start()) + 1 if match else 1)
