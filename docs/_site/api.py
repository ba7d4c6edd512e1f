"""Write the reference pages of the public modules from the package.

Each module gets a page with a table of its functions and classes, followed by their help texts. Large modules have the
table on one page and the help texts on further pages by initial letters. Functions of ``mx.sym`` that exist in
``mx.nd`` are links in the table. Help texts are English in both languages.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import re
import types
from collections.abc import Iterable
from typing import Any, NamedTuple

from sphinx.ext.napoleon import Config, NumpyDocstring

from .names import ADDITIONS, ALL_MODULES, GROUPS, is_addition, public, short_name

_LARGEST = 60  # entries on a page
_CONFIG = Config(napoleon_use_param=False, napoleon_use_rtype=False, napoleon_use_ivar=False,
                 napoleon_preprocess_types=False)
_STAR = re.compile(r"(?<=[ (])\*(?=[a-z_]+\))")  # (batch, channels, *spatial) is not emphasis
_DIGITS = re.compile(r"0x[0-9a-f]+")

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "follows": "This module follows MXNet 1.9.1: names, argument order, defaults and dtypes.",
        "added_module": "This module is not in MXNet 1.9.1.",
        "added": ":bdg-secondary-line:`Not in MXNet 1.9.1`",
        "added_methods": "These methods also call the function of the same name, and are not in MXNet 1.9.1:",
        "index": "Modules",
        "intro": "The public modules of the package, written from its docstrings. They follow MXNet 1.9.1; entries "
                 "that it does not have are marked. The examples are executed by the test suite, where ``mx`` is "
                 "``import mxnet as mx``.",
        "name": "Name", "summary": "Summary", "methods": "Methods", "functions": "Functions and classes",
        "same": "Functions of ``mx.nd``", "letters": "{title}: {first} to {last}",
        "same_text": "These functions have the same parameters as the functions of ``mx.nd`` that they link to. Those "
                     "of ``mx.sym`` take and return symbols.",
        "same_methods": "These methods call the function of the same name, with the array as its first argument:",
        "arrays": "Arrays", "gluon": "Gluon", "training": "Training", "graphs": "Symbols, modules and executors",
        "data": "Data", "contrib": "Contrib", "tools": "Tools",
    },
    "zh": {
        "follows": "本模块与 MXNet 1.9.1 一致：名称、参数顺序、默认值和数据类型都相同。",
        "added_module": "MXNet 1.9.1 没有这个模块。",
        "added": ":bdg-secondary-line:`MXNet 1.9.1 没有此项`",
        "added_methods": "以下方法也调用同名函数，但 MXNet 1.9.1 没有它们：",
        "index": "模块",
        "intro": "本包的公开模块，由文档字符串生成，与 MXNet 1.9.1 一致；MXNet 没有的条目带有标注。说明文字为英文。"
                 "示例由测试套件执行，其中 ``mx`` 指 ``import mxnet as mx``。",
        "name": "名称", "summary": "说明", "methods": "方法", "functions": "函数和类",
        "same": "与 ``mx.nd`` 相同的函数", "letters": "{title}：{first} 至 {last}",
        "same_text": "这些函数的参数与所链接的 ``mx.nd`` 函数相同。"
                     "``mx.sym`` 中的函数接受并返回符号。",
        "same_methods": "这些方法调用同名函数，以数组本身作为第一个参数：",
        "arrays": "数组", "gluon": "Gluon", "training": "训练", "graphs": "符号、模块与执行器", "data": "数据",
        "contrib": "扩展模块", "tools": "工具",
    },
}


class Entry(NamedTuple):
    """A function or class on a page."""

    name: str  # with its module
    value: Any
    module: str


def _heading(text: str, line: str) -> str:
    width = sum(2 if ord(character) > 0x2000 else 1 for character in text)
    return f"{text}\n{line * max(width, 4)}\n\n"


def _indent(text: str, by: int = 3) -> str:
    return "".join(" " * by + line if line.strip() else line for line in text.splitlines(keepends=True))


def summary(value: Any) -> str:
    """Return the first paragraph of a help text in one line."""
    return " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())


def signature(value: Any) -> str:
    """Return the parameters of a function or class, without annotations."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "(...)"
    parameters = []
    for parameter in found.parameters.values():
        default = parameter.default
        if default is not inspect.Parameter.empty and not isinstance(default, (str, int, float, tuple, list, dict,
                                                                                type(None))):
            name = getattr(default, "__name__", None) or str(default)
            default = _Shown(name if re.fullmatch(r"[\w.()]+", name) else "...")
        parameters.append(parameter.replace(annotation=inspect.Parameter.empty, default=default))
    if parameters and parameters[0].name == "self":
        del parameters[0]
    return _DIGITS.sub("...", str(inspect.Signature(parameters)))


class _Shown:
    """A default value that prints as a name."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def help_text(value: Any, what: str) -> str:
    """Return a help text as reStructuredText."""
    text = str(NumpyDocstring(inspect.getdoc(value) or "", _CONFIG, what=what)).rstrip() + "\n"
    return _STAR.sub(r"\\*", text)


def _is_shown(name: str, value: Any) -> bool:
    """Return whether a method has a text for the page of its class. Layers inherit the text of `forward`."""
    text = inspect.getdoc(value)
    if not text or text.startswith("Raise AttributeError"):
        return False
    return bool(value.__doc__) or name not in ("forward", "hybrid_forward")


def _methods(cls: type) -> dict[str, Any]:
    """Return the documented public methods of a class and of its private bases."""
    found: dict[str, Any] = {}
    hidden: set[str] = set()
    for base in cls.__mro__:
        private = base.__name__.startswith("_") or base.__module__.rpartition(".")[2].startswith("_")
        if not base.__module__.startswith("mxnet") or not (base is cls or private):
            continue
        for name, value in vars(base).items():
            if isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            plain = callable(value) and not inspect.isclass(value)
            if name.startswith("_") or name in hidden or not (plain or isinstance(value, property)):
                continue
            if _is_shown(name, value):
                found.setdefault(name, value)
            else:
                hidden.add(name)  # the method that it overrides does not describe it
    return dict(sorted(found.items()))


def _mark(module: str, name: str, texts: dict[str, str]) -> str:
    return f"{texts['added']}\n\n" if is_addition(module, name) else ""


def _describe(entry: Entry, functions: dict[str, str], texts: dict[str, str]) -> str:
    """Return the directive of a function or class."""
    name, value = _last(entry), entry.value
    kind = "class" if inspect.isclass(value) else "function"
    body = _mark(entry.module, name, texts) + help_text(value, kind)
    parts = [f".. py:{kind}:: {name}{signature(value)}\n\n{_indent(body)}\n"]
    if kind == "function":
        return parts[0]
    repeated: dict[str, list[str]] = {"same_methods": [], "added_methods": []}
    for method, function in _methods(value).items():
        if functions.get(method) and summary(function) == functions[method]:
            added = is_addition(entry.module, f"{name}.{method}")
            repeated["added_methods" if added else "same_methods"].append(method)
            continue
        kind = "property" if isinstance(function, property) else "method"
        parameters = "" if kind == "property" else signature(function)
        text = _mark(entry.module, f"{name}.{method}", texts)
        text += help_text(function.fget if kind == "property" else function, "method")
        parts.append(f"   .. py:{kind}:: {method}{parameters}\n\n{_indent(text, 6)}\n")
    package = entry.name.split(".")[1].replace("sym", "nd")
    for sentence, names in repeated.items():
        links = ", ".join(f":py:func:`{method} <mxnet.{package}.{method}>`" for method in names)
        if links:
            parts.append(f"   {texts[sentence]} {links}\n\n")
    return "".join(parts)


def _table(rows: Iterable[tuple[str, str]], texts: dict[str, str]) -> str:
    lines = [".. list-table::\n   :header-rows: 1\n   :widths: 40 60\n\n",
             f"   * - {texts['name']}\n     - {texts['summary']}\n"]
    lines += [f"   * - {name}\n     - {text or '—'}\n" for name, text in rows]
    return "".join(lines) + "\n"


@functools.cache
def _nd_names() -> dict[str, str]:
    """Return the first lines of the functions of ``mx.nd`` and its submodules, by full name."""
    return {f"{short_name(module)}.{name}": summary(value) for module in GROUPS["arrays"]
            if module.startswith("ndarray") for name, value in public(module).items()}


@functools.cache
def _class_names() -> dict[int, str]:
    """Return the full name under which each class is described, by identity. Other modules link to it."""
    found: dict[int, str] = {}
    for modules in GROUPS.values():
        for module in modules:
            members = public(module)
            classes = [(name, value) for name, value in members.items() if inspect.isclass(value)]
            for name, value in sorted(classes, key=lambda item: item[0] != item[1].__name__):  # aliases last
                found.setdefault(id(value), f"{short_name(module)}.{name}")
    return found


def _twin(module: str, name: str, value: Any) -> str | None:
    """Return the function of ``mx.nd`` that a function of ``mx.sym``, ``mx.nd.sparse`` or ``mx.random`` repeats."""
    if inspect.isclass(value):
        return None
    if module == "random" and _nd_names().get(f"mxnet.nd.random.{name}") == summary(value):
        return f"mxnet.nd.random.{name}"
    twin = f"{short_name(module).replace('mxnet.sym', 'mxnet.nd', 1)}.{name}"
    dense = f"mxnet.nd.{name}"
    if twin.startswith("mxnet.nd.sparse.") and _nd_names().get(dense) == _nd_names().get(twin, summary(value)):
        return dense
    return twin if module.startswith("symbol") and twin in _nd_names() else None


def _functions(module: str) -> dict[str, str]:
    """Return the first lines of the functions that methods of a module's classes repeat."""
    package = module.split(".")[0]
    home = {"symbol": "ndarray"}.get(package, package)
    if home not in ("ndarray", "numpy"):
        return {}
    return {name: summary(value) for name, value in public(home).items() if not inspect.isclass(value)}


def _split(entries: list[Entry]) -> list[list[Entry]]:
    """Split entries into parts that begin with a new initial letter."""
    parts: list[list[Entry]] = [[]]
    initial = ""
    for entry in sorted(entries, key=lambda entry: _plain(entry).lower()):
        letter = _plain(entry)[:1].lower()
        if len(parts[-1]) >= _LARGEST and letter != initial:
            parts.append([])
        parts[-1].append(entry)
        initial = letter
    return parts


def _last(entry: Entry) -> str:
    return entry.name.rpartition(".")[2]


def _plain(entry: Entry) -> str:
    return _last(entry).lstrip("_")


def _row(entry: Entry, texts: dict[str, str]) -> str:
    """Return the cell of a table with the first sentences of a help text."""
    return f"{summary(entry.value)} {_mark(entry.module, _last(entry), texts)}".strip()


_HEAD = ".. default-role:: literal\n\n"


def _module(module: str, texts: dict[str, str]) -> dict[str, str]:
    """Return the pages of a module, by file name."""
    short = short_name(module)
    title = short.replace("mxnet.", "mx.", 1)
    members = public(module)
    kept, repeated = [], []
    for name, value in members.items():
        twin = _twin(module, name, value)
        repeats = twin is not None
        (repeated if repeats else kept).append(Entry(twin or f"{short}.{name}", value, module))
    functions = _functions(module)
    current = f".. py:currentmodule:: {short}\n\n"
    head = _HEAD + current + _heading(title, "=")
    follows = f"{texts['added_module' if ADDITIONS.get(module, []) is None else 'follows']}\n\n"
    about = follows
    doc = summary(importlib.import_module(f"mxnet.{module}"))
    about = f"{doc}\n\n{about}" if doc else about
    twins = ""
    if repeated:
        rows = [(f":py:func:`{_last(entry)} <{entry.name}>`", _row(entry, texts)) for entry in repeated]
        twins = _heading(texts["same"], "-") + f"{texts['same_text']}\n\n" + _table(rows, texts)
    rows = [(f":py:obj:`{_last(entry)} <{_class_names().get(id(entry.value), entry.name)}>`", _row(entry, texts))
            for entry in kept]
    kept = [entry for entry in kept if _class_names().get(id(entry.value), entry.name) == entry.name]
    parts = _split(kept)
    table = _table(rows, texts) if rows else ""
    if len(parts) == 1:
        entries = "".join(_describe(entry, functions, texts) for entry in kept)
        return {module: head + about + table + (_heading(texts["functions"], "-") + entries if entries else "") + twins}
    pages, names = {}, []
    for part in parts:
        first, last = _plain(part[0])[0].lower(), _plain(part[-1])[0].lower()
        names.append(f"{module}-{first}-{last}")
        heading = texts["letters"].format(title=title, first=first.upper(), last=last.upper())
        entries = "".join(_describe(entry, functions, texts) for entry in part)
        pages[names[-1]] = _HEAD + current + _heading(heading, "=") + follows + entries
    tree = ".. toctree::\n   :hidden:\n\n" + "".join(f"   {name}\n" for name in names) + "\n"
    return {module: head + about + tree + table + twins, **pages}


def generate(language: str) -> dict[str, str]:
    """Return the reference pages of all modules, by file name."""
    texts = TEXTS[language]
    pages = {}
    index = _HEAD + _heading(texts["index"], "=") + f"{texts['intro']}\n\n"
    for group, modules in GROUPS.items():
        tree = "".join(f"   {module}\n" for module in modules)
        rows = [(f":doc:`{short_name(module).replace('mxnet.', 'mx.', 1)} <{module}>`",
                 summary(importlib.import_module(f"mxnet.{module}"))) for module in modules]
        index += _heading(texts[group], "-") + f".. toctree::\n   :hidden:\n\n{tree}\n" + _table(rows, texts)
        for module in modules:
            pages.update(_module(module, texts))
    pages["index"] = index
    return {f"reference/api/{name}.rst": text for name, text in pages.items()}


def compared() -> dict[str, list[str]]:
    """Return the functions, classes and methods of the reference, such as ``Block.forward``, by module.

    The methods of a class, with or without help text, are listed for one module only.
    """
    found: dict[str, list[str]] = {}
    for module in ALL_MODULES:
        found[module] = []
        for name, value in public(module).items():
            found[module].append(name)
            if inspect.isclass(value) and _class_names()[id(value)] == f"{short_name(module)}.{name}":
                found[module] += [f"{name}.{member}" for member in _members(value)]
    return found


def _members(cls: type) -> list[str]:
    """Return the names of all public methods and properties of a class and of its private bases."""
    bases = [base for base in cls.__mro__ if base.__module__.startswith("mxnet") and
             (base is cls or base.__name__.startswith("_") or base.__module__.rpartition(".")[2].startswith("_"))]
    kinds = (types.FunctionType, staticmethod, classmethod, property)
    return sorted({name for base in bases for name, value in vars(base).items()
                   if not name.startswith("_") and isinstance(value, kinds)})
