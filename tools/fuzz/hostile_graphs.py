"""Load symbol files with hostile names, attribute keys and values, and check that the generated source has plain calls
only.

    python tools/fuzz/hostile_graphs.py [--count 100000] [--seed 0]

Every graph that loads is converted to source. The syntax tree of the source may contain only assignments of calls,
``del`` and ``return``, with names chosen by the generator, declared operator parameters, and literals. Some graphs are
also bound and run, which must return a result or raise MXNetError. Content of a file must never be executed.
"""

from __future__ import annotations

import argparse
import ast
import faulthandler
import json
import random
import sys
import time
from typing import Any

import mxnet as mx
from mxnet._graph import codegen
from mxnet._graph import json as graph_json
from mxnet._graph.copies import with_own_names
from mxnet._graph.ir import Graph
from mxnet._ops.opdef import REGISTRY

TRAP = "mxnet_fuzz_trap"
PAYLOAD = f"__import__('sys').audit('{TRAP}')"
NAMES = [
    "_", "-", "", " ", "x", "x", "data", "w", "ﬁ", "²", "Ａ", "ｘ", "µ", "é", "变量", "class", "def", "None",
    "True", "lambda", "match", "__debug__", "__builtins__", "__import__", "torch", "training", "device",
    "generator", "inf", "nan", "print", "exec", "forward", "prepare", "v1", "v2", "x_2", "x_packed", "relu",
    "fully_connected", "del", "a b", "a\nb", "a\\", "a'", 'a"', "a=1", "a,b",
    "a):\n    " + PAYLOAD + "\ndef f(", "a;" + PAYLOAD, "\x00", "\ud800", "\u202e", "#", "'''", "{x}", "%s",
    "a" * 300, "1", "1a", "self", "..", "()", "[]", "=", "*", "**", "@",
]
TEXTS = [
    *NAMES, PAYLOAD, "0", "1", "-1", "2", "(2, 2)", "(1,)", "()", "[1]", "None", "True", "False", "true",
    "1e400", "-0.0", "nan", "inf", "float32", "torch.float32", "int8", "99999999999999999999", "1" * 5000,
    "(" * 200, f"({PAYLOAD},)", "0x10", "1_0", "relu", "max", "null", '{"a": 1}', "(1, (2,))", "1L",
    "(1L, 2L)", "b'a'", "...", "lambda: 0",
]
OPERATORS = [
    "Custom", "_Native", "FullyConnected", "Convolution", "Activation", "SliceChannel", "broadcast_add",
    "Reshape", "_mul_scalar", "_plus_scalar", "clip", "Cast", "Pooling", "BatchNorm", "SoftmaxOutput",
    "_zeros", "transpose", "exp", "Concat", "Dropout", "_copy", "dot", "_CachedOp", "_foreach", "null", "RNN",
    "take", "one_hot",
]
ALL = sorted(REGISTRY)
NODES = (ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Assign, ast.Delete, ast.Return, ast.Call, ast.keyword,
         ast.Name, ast.Load, ast.Store, ast.Del, ast.Constant, ast.Tuple, ast.UnaryOp, ast.USub, ast.Attribute)


def check(function: Any) -> None:
    """Raise unless the source of a generated function contains only allowed syntax."""
    source = codegen.source_of(function)
    tree = ast.parse(source)
    assert len(tree.body) == 1 and isinstance(tree.body[0], ast.FunctionDef), source
    body = tree.body[0]
    known = {a.arg for a in (*body.args.args, *body.args.kwonlyargs)} | {
        node.id for node in ast.walk(body) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    functions = {name for name, value in function.__globals__.items() if callable(value) and name != body.name}
    declared = {key for op in REGISTRY.values() for key in (*op.params, *op.environment)} | _internal_parameters()
    for node in ast.walk(body):
        assert isinstance(node, NODES), f"{ast.dump(node)} in {source}"
        if isinstance(node, ast.Assign):
            assert isinstance(node.value, ast.Call), source
        elif isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name) and node.func.id in functions, f"{ast.dump(node)} in {source}"
        elif isinstance(node, ast.keyword):
            assert node.arg in declared, f"{node.arg} in {source}"
        elif isinstance(node, ast.Attribute):
            assert isinstance(node.value, ast.Name) and node.value.id == "torch" and node.attr.isidentifier(), source
        elif isinstance(node, ast.Name):
            assert node.id.isascii() and not (node.id in functions and isinstance(node.ctx, ast.Store)), source
            assert node.id in known | functions | {"torch", "inf", "nan"}, f"{node.id} in {source}"


def _internal_parameters() -> set[str]:
    from mxnet._graph import kernels, packed_kernels
    from mxnet._ops.opdef import OpDef

    return {key for module in (kernels, packed_kernels) for value in vars(module).values() if isinstance(value, OpDef)
            for key in value.params}


def hostile(generator: random.Random) -> str:
    """Return the text of a symbol file."""
    nodes: list[dict[str, Any]] = []
    for index in range(generator.randint(1, 8)):
        choice = generator.random()
        kind = "null" if index == 0 or choice < 0.3 else generator.choice(OPERATORS if choice < 0.9 else ALL)
        attrs = {generator.choice(_keys(kind) if generator.random() < 0.6 else NAMES): generator.choice(TEXTS)
                 for _ in range(generator.randint(0, 4))}
        attrs.update(_needed(kind, generator))
        inputs = [] if kind == "null" else [[generator.randrange(index), generator.choice([0, 0, 0, 0, 1]), 0]
                                            for _ in range(_count(kind, generator))]
        field = generator.choice(["attrs", "attrs", "attr", "param"])
        nodes.append({"op": kind, "name": generator.choice(NAMES), field: attrs, "inputs": inputs})
    heads = [[len(nodes) - 1, 0, 0]] + [[generator.randrange(len(nodes)), 0, 0] for _ in range(generator.randint(0, 2))]
    return json.dumps({"nodes": nodes, "arg_nodes": [i for i, n in enumerate(nodes) if n["op"] == "null"],
                       "heads": heads, "attrs": {"mxnet_version": ["int", 10901]}})


def _keys(kind: str) -> list[str]:
    op = REGISTRY.get(kind)
    return [*op.params] or NAMES if op is not None else NAMES


def _needed(kind: str, generator: random.Random) -> dict[str, str]:
    """Return the required parameters of an operator, most of the time."""
    good = {"FullyConnected": {"num_hidden": "2"}, "Convolution": {"num_filter": "2", "kernel": "(1, 1)"},
            "Activation": {"act_type": "relu"}, "SliceChannel": {"num_outputs": "2"}, "Custom": {"op_type": "fuzz"},
            "Cast": {"dtype": "float32"}, "clip": {"a_min": "0", "a_max": "1"}, "_mul_scalar": {"scalar": "-0.0"},
            "_plus_scalar": {"scalar": "inf"}, "Reshape": {"shape": "(-1,)"}, "Concat": {"num_args": "2"},
            "one_hot": {"depth": "3"}, "Pooling": {"kernel": "(1, 1)"}, "_zeros": {"shape": "(2,)"}}
    return good.get(kind, {}) if generator.random() < 0.9 else {}


def _count(kind: str, generator: random.Random) -> int:
    op = REGISTRY.get(kind)
    wanted = 1 if op is None or op.dynamic else 2 if op.variadic else len(op.inputs)
    return wanted if generator.random() < 0.9 else generator.randint(0, 4)


@mx.operator.register("fuzz")
class _AnyParameters(mx.operator.CustomOpProp):  # type: ignore[misc]
    """Custom operator that accepts all attributes of a file."""

    def __init__(self, **attributes: str) -> None:
        super().__init__()

    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> mx.operator.CustomOp:
        return _Copy()


class _Copy(mx.operator.CustomOp):  # type: ignore[misc]
    def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        self.assign(out_data[0], req[0], in_data[0])


def try_one(text: str, run: bool) -> str:
    """Return the outcome of a symbol file: 'refused', 'generated' or 'ran'."""
    try:
        graph = graph_json.loads(text)
        outputs = with_own_names(graph.outputs)
        graph = Graph(outputs)
        check(codegen.generate(graph, [node.name for node in graph.variables()]))
        if not run:
            return "generated"
        symbol = mx.sym.load_json(text)
        executor = symbol.simple_bind(mx.cpu(), grad_req="null", **dict.fromkeys(symbol.list_arguments(), (2, 2)))
        for array in executor.forward():
            array.asnumpy()
        for function in executor._program.functions:
            check(function.code)
        return "ran"
    except (mx.MXNetError, TypeError) as error:
        # Arguments of the wrong type raise TypeError in MXNet too.
        if isinstance(error, TypeError) and "Argument" not in str(error) and "argument" not in str(error):
            raise
        return "refused"


def main(arguments: list[str] | None = None) -> None:
    """Run the requested number of graphs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    caught: list[str] = []
    watched = {TRAP, "os.system", "subprocess.Popen", "os.exec", "os.posix_spawn"}
    sys.addaudithook(lambda event, details: caught.append(event) if event in watched else None)
    counts: dict[str, int] = {}
    started = time.monotonic()
    for number in range(options.seed, options.seed + options.count):
        faulthandler.dump_traceback_later(60, exit=True, file=sys.__stderr__)  # a graph that takes this long hangs
        text = hostile(random.Random(number))
        try:
            outcome = try_one(text, run=number % 4 == 0)
        except BaseException as error:
            raise SystemExit(f"graph {number}: {type(error).__name__}: {error}\n{text}") from error
        counts[outcome] = counts.get(outcome, 0) + 1
        if caught:
            raise SystemExit(f"graph {number} executed {caught}\n{text}")
    faulthandler.cancel_dump_traceback_later()
    print(f"{options.count} graphs in {time.monotonic() - started:.0f} s: {counts}")


if __name__ == "__main__":
    main()
