"""Check the tables of parameter meanings against the declarations of operators."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from typing import Any

import mxnet as mx
from mxnet._frontend.signature import _meaning
from mxnet._ops.help import functions
from mxnet._ops.help.results import RESULTS
from mxnet._ops.help.special import SPECIAL
from mxnet._ops.opdef import REGISTRY, OpDef

OPERATORS = {op.name: op for op in REGISTRY.values()}
# Other names in backticks.
FOREIGN = {"out"}
_NAMES = re.compile(r"(?<!`)`(\w+)`(?!`)")
_IGNORED = re.compile(r"Accepted for compatibility|[Nn]ot supported|; only ")
# Parameters that the lowering does not read, although they have an effect or only one valid value.
USED_ELSEWHERE = {
    ("dot", "forward_stype"), ("cast_storage", "stype"), ("all_finite", "init_output"),
    ("multi_all_finite", "init_output"), ("_contrib_MultiProposal", "output_score"),
    ("_contrib_Proposal", "output_score"), ("SpatialTransformer", "sampler_type"), ("Embedding", "dtype"),
    ("sgd_update", "lazy_update"), ("sgd_mom_update", "lazy_update"),
    ("adam_update", "lazy_update"),
}
# Operators whose lowering stands for rules of sparse arrays or for the graph of the node.
WITHOUT_LOWERING = ("_contrib_dgl_", "_foreach", "_while_loop", "_cond", "_CachedOp", "_Native", "_NDArray", "_sg_")


def names_of(op: OpDef) -> set[str]:
    return {*op.inputs, *op.params}


def test_rows_name_operators_and_some_parameters() -> None:
    wrong = {name for name, _ in SPECIAL} | RESULTS.keys()
    assert not wrong - OPERATORS.keys()
    unknown = {parameter for _, parameter in SPECIAL}
    for op in OPERATORS.values():
        unknown -= names_of(op)
    assert not unknown


def test_rows_of_functions_are_shown() -> None:
    unused = []
    for (name, parameter), meaning in functions.SPECIAL.items():
        shown = False
        for package in ("mx.nd", "mx.sym", "mx.np", "mx.npx"):
            path = name if name.startswith("mx.") else f"{package}.{name}"
            value: Any = mx
            for part in path.split(".")[1:]:
                value = getattr(value, part, None)
            shown |= f"    {meaning}\n" in (inspect.getdoc(value) or "")
        if not shown:
            unused.append((name, parameter))
    assert not unused


def test_meanings_refer_to_parameters_of_the_operator() -> None:
    wrong = []
    for op in OPERATORS.values():
        for parameter in names_of(op):
            meaning = _meaning(op, parameter)
            if set(_NAMES.findall(meaning)) - names_of(op) - FOREIGN:
                wrong.append((op.name, parameter, meaning.strip()))
    assert not wrong


def unread(op: OpDef) -> set[str]:
    """Return the parameters that the lowering does not read."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(op.lower)))
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return op.params.keys() - read - {op.variadic}


def is_checked(op: OpDef) -> bool:
    """Return whether the lowering is written for this operator alone."""
    plain = inspect.isfunction(op.lower) and not op.name.startswith(WITHOUT_LOWERING)
    return plain and "def " in inspect.getsource(op.lower) and not op.name.startswith(("_np", "_zeros", "_ones"))


def test_parameters_without_an_effect_say_so() -> None:
    silent = []
    for op in OPERATORS.values():
        for parameter in unread(op) if is_checked(op) else ():
            if parameter == "ctx" or parameter in op.form.hidden or (op.name, parameter) in USED_ELSEWHERE:
                continue
            if not _IGNORED.search(_meaning(op, parameter)):
                silent.append((op.name, parameter, _meaning(op, parameter).strip()))
    assert not silent
