"""Nodes of JSON files that older versions of MXNet wrote, brought to the present form."""

from __future__ import annotations

from typing import Any

from .ir import Operation, Variable

# Attributes that old files store without the underscores.
HIDDEN_KEYS = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage", "profiler_scope")
# Files that do not say which version wrote them are older than 0.9.
_OLDEST = 800


def version_of(content: dict[str, Any]) -> int:
    """Return the version that wrote a file, such as 10901 for 1.9.1."""
    found = (content.get("attrs") or {}).get("mxnet_version", ["int", _OLDEST])
    return int(found[1] if isinstance(found, list) else found)


def upgrade(node: Operation, version: int) -> None:
    """Upgrade a node from `version` to the current format."""
    _pass_multipliers_on(node)
    _add_missing_inputs(node, version)
    if version < 904:
        set_initializers(node)
    if version < 905 and node.op.name in ("argmin", "argmax") and node.params["axis"] == -1:
        # It used to mean all axes, which is now said by leaving it out.
        node.set_text("axis", None)


def _pass_multipliers_on(node: Operation) -> None:
    """``weight_lr_mult`` of a layer is now ``__lr_mult__`` of its weight."""
    if node.op.variadic is not None:
        return
    endings = tuple(f"_{key}" for key in HIDDEN_KEYS)
    for key in [k for k in node.attrs if k.endswith(endings) and k not in node.op.params]:
        ending = next(e for e in endings if key.endswith(e))
        names = list(node.op.input_names(node.params))
        owner = key.removesuffix(ending)
        if owner in names[:len(node.inputs)]:
            source = node.inputs[names.index(owner)][0]
            if isinstance(source, Variable):
                source.attributes[f"__{ending[1:]}__"] = node.attrs[key]
                node.set_text(key, None)


def _add_missing_inputs(node: Operation, version: int) -> None:
    """Add variables for auxiliary states, which files before 0.9 do not list."""
    op = node.op
    if op.variadic is not None:
        return
    for name in list(op.input_names(node.params))[len(node.inputs):]:
        if name in op.aux or (version < 900 and name not in op.optional):
            attributes = node.attrs if version < 900 else {}
            node.inputs.append((Variable(f"{node.name}_{name}", attributes), 0))


def set_initializers(node: Operation) -> None:
    """Set the default initializers of the variables that a node reads."""
    if node.op.form.initial:
        for name, (source, _) in zip(node.op.input_names(node.params), node.inputs, strict=False):
            if isinstance(source, Variable) and name in node.op.form.initial:
                source.attributes.setdefault("__init__", node.op.form.initial[name])
