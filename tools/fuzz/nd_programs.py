"""Compare random ``mx.nd`` programs with views, writes and gradients: eager, compiled, and in the original MXNet.

    python tools/fuzz/nd_programs.py [--count 30000] [--seed 0]
    python tools/fuzz/nd_programs.py --dump here.npz              # also with the real MXNet
    python tools/fuzz/nd_programs.py --compare here.npz there.npz

A program calls a network of random operators, recorded or not. It writes inputs and results before and after the
backward pass, and reads every array after every step. The script also runs with the original MXNet.
"""

from __future__ import annotations

import argparse
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

Shape = tuple  # of integers
SHAPES = [(2, 3), (3, 2), (4,), (2, 2, 2), (1, 3), (2, 1), (3, 3), (2, 3, 2)]
UNARY = ["exp", "sin", "cos", "tanh", "sigmoid", "relu", "abs", "sign", "floor", "ceil", "round", "square", "negative",
         "softsign", "arctan", "erf", "expm1", "BlockGrad", "identity", "zeros_like", "ones_like", "cbrt", "rint",
         "sinh", "arcsinh", "degrees", "logical_not", "trunc", "fix"]
BINARY = ["broadcast_add", "broadcast_sub", "broadcast_mul", "broadcast_maximum", "broadcast_minimum",
          "broadcast_hypot", "broadcast_greater", "broadcast_lesser_equal", "broadcast_equal", "elemwise_add",
          "elemwise_sub", "elemwise_mul", "broadcast_not_equal", "broadcast_logical_and"]
REDUCTIONS = ["sum", "mean", "max", "min", "prod", "nansum", "norm", "argmax", "argmin"]


class Value:
    """Result of the program with its position and shape."""

    def __init__(self, place: int, shape: Shape) -> None:
        self.place, self.shape = place, shape


Step = tuple  # (function of F and the values so far, description, shape)


def _reduced(shape: Shape, axis: int, keep: bool) -> Shape:
    kept = tuple(1 if i == axis else s for i, s in enumerate(shape))
    return kept if keep else tuple(s for i, s in enumerate(shape) if i != axis) or (1,)


def _shape_steps(g: random.Random, x: Value) -> list[Step]:
    p, shape, rank = x.place, x.shape, len(x.shape)
    axis = g.randrange(rank)
    size = int(np.prod(shape))
    steps: list[Step] = [
        (lambda F, v: F.reshape(v[p], shape=(-1,)), "reshape", (size,)),
        (lambda F, v: F.transpose(v[p]), "transpose", shape[::-1]),
        (lambda F, v: F.expand_dims(v[p], axis=axis), "expand_dims", (*shape[:axis], 1, *shape[axis:])),
        (lambda F, v: F.reverse(v[p], axis=axis), "reverse", shape),
        (lambda F, v: F.slice_axis(v[p], axis=axis, begin=0, end=1), "slice_axis", _reduced(shape, axis, True)),
        (lambda F, v: F.concat(v[p], v[p], dim=axis), "concat",
         tuple(2 * s if i == axis else s for i, s in enumerate(shape))),
        (lambda F, v: F.stack(v[p], v[p], axis=0), "stack", (2, *shape)),
        (lambda F, v: F.repeat(v[p], repeats=2, axis=axis), "repeat",
         tuple(2 * s if i == axis else s for i, s in enumerate(shape))),
        (lambda F, v: F.sort(v[p], axis=axis), "sort", shape),
        (lambda F, v: F.topk(v[p], axis=axis, k=1, ret_typ="value"), "topk", _reduced(shape, axis, True)),
        (lambda F, v: F.clip(v[p], a_min=-0.5, a_max=0.75), "clip", shape),
        (lambda F, v: F.softmax(v[p], axis=axis), "softmax", shape),
        (lambda F, v: F.log_softmax(v[p], axis=axis), "log_softmax", shape),
        (lambda F, v: F.Dropout(v[p], p=0.0), "Dropout", shape),
        (lambda F, v: F.Activation(v[p], act_type="softrelu"), "Activation", shape),
        (lambda F, v: F.LeakyReLU(v[p], slope=0.3), "LeakyReLU", shape),
        (lambda F, v: F.smooth_l1(v[p], scalar=1.0), "smooth_l1", shape),
        (lambda F, v: F.cast(v[p], dtype="float32"), "cast", shape),
        (lambda F, v: F.cast(F.cast(v[p], dtype="float64"), dtype="float32"), "cast twice", shape),
        (lambda F, v: F.where(v[p] > 0, v[p], v[p] * 0.5), "where", shape),
        (lambda F, v: F.tile(v[p], reps=(2,)), "tile", (*shape[:-1], 2 * shape[-1])),
        (lambda F, v: F.broadcast_like(F.sum(v[p], axis=axis, keepdims=True), v[p]), "broadcast_like", shape),
        (lambda F, v: F.slice_like(v[p], v[p]), "slice_like", shape),
        (lambda F, v: F.reshape_like(v[p], v[p]), "reshape_like", shape),
    ]
    if rank > 1:
        other = (axis + 1) % rank
        swapped = list(shape)
        swapped[axis], swapped[other] = swapped[other], swapped[axis]
        steps += [
            (lambda F, v: F.flatten(v[p]), "flatten", (shape[0], size // shape[0])),
            (lambda F, v: F.swapaxes(v[p], dim1=axis, dim2=other), "swapaxes", tuple(swapped)),
            (lambda F, v: F.squeeze(F.expand_dims(v[p], axis=0), axis=0), "squeeze", shape),
            (lambda F, v: F.L2Normalization(v[p]), "L2Normalization", shape),
        ]
    if shape[axis] % 2 == 0:
        halved = tuple(s // 2 if i == axis else s for i, s in enumerate(shape))
        steps.append((lambda F, v: F.split(v[p], num_outputs=2, axis=axis)[1], "split", halved))
    if rank == 2:
        steps.append((lambda F, v: F.dot(v[p], v[p], transpose_b=True), "dot", (shape[0], shape[0])))
    if rank == 3:
        steps.append((lambda F, v: F.batch_dot(v[p], v[p], transpose_a=True), "batch_dot",
                      (shape[0], shape[2], shape[2])))
    return steps


def _step(g: random.Random, values: list[Value]) -> Step:
    """Return a random operator on previous values."""
    x = g.choice(values)
    p, shape = x.place, x.shape
    kind = g.random()
    if kind < 0.2:
        name = g.choice(UNARY)
        return (lambda F, v: getattr(F, name)(v[p])), name, shape
    if kind < 0.35:
        name = g.choice(BINARY)
        q = g.choice([v for v in values if v.shape == shape]).place
        return (lambda F, v: getattr(F, name)(v[p], v[q])), name, shape
    if kind < 0.45:
        number = g.choice([0.5, 2.0, -1.5])
        symbol = g.choice("+-*/")
        return {"+": lambda F, v: v[p] + number, "-": lambda F, v: number - v[p], "*": lambda F, v: v[p] * number,
                "/": lambda F, v: v[p] / number}[symbol], f"{symbol} {number}", shape
    if kind < 0.55:
        name, axis, keep = g.choice(REDUCTIONS), g.randrange(len(shape)), g.random() < 0.5
        return (lambda F, v: getattr(F, name)(v[p], axis=axis, keepdims=keep)), name, _reduced(shape, axis, keep)
    return g.choice(_shape_steps(g, x))


class Network(gluon.HybridBlock):
    """Random operators; the outputs are the last values and a few others."""

    def __init__(self, g: random.Random, shapes: list[Shape]) -> None:
        super().__init__()
        values = [Value(i, shape) for i, shape in enumerate(shapes)]
        self.steps: list[Callable[..., Any]] = []
        self.names: list[str] = []
        for _ in range(g.randint(1, 6)):
            step, name, shape = _step(g, values)
            if len(shape) > 4 or int(np.prod(shape)) > 64:
                continue
            values.append(Value(len(values), shape))
            self.steps.append(step)
            self.names.append(name)
        # An eager network that returns a value twice returns one array, a compiled one returns two. MXNet fails in the
        # backward pass of a compiled network that returns an input.
        computed = [value.place for value in values[len(shapes):]]
        self.results = list(dict.fromkeys(
            [computed[-1], *(g.choice(computed) for _ in range(g.choice([0, 0, 1, 2])))])) if computed else [0]

    def hybrid_forward(self, F: Any, *inputs: Any) -> Any:
        values = list(inputs)
        for step in self.steps:
            values.append(step(F, values))
        results = [values[place] for place in self.results]
        return results if len(results) > 1 else results[0]


def _write(g: random.Random, array: Any) -> None:
    """Overwrite an array, or a part of it, directly or through a view."""
    kind = g.randrange(6)
    number = g.choice([-1.0, 0.0, 2.0])
    if kind == 0:
        array[:] = number
    elif kind == 1:
        array[0] = number
    elif kind == 2:
        array *= number
    elif kind == 3:
        array[0:1] = number
    elif kind == 4:
        array.reshape((-1,))[:] = number
    else:
        array += number


class Program:
    """Network with its inputs and all observed values."""

    def __init__(self, seed: int, hybridized: bool, adds: bool = True) -> None:
        self.random = random.Random(seed)
        numbers = np.random.RandomState(seed)
        shape, count = self.random.choice(SHAPES), self.random.choice([1, 1, 2])
        self.network = Network(self.random, [shape] * count)
        static = self.random.random() < 0.3
        if hybridized:
            self.network.hybridize(static_alloc=static)
        self.inputs = [nd.array(numbers.uniform(-2, 2, shape).astype("float32")) for _ in range(count)]
        requirement = self.random.choice(["write", "write", "add"])
        for x in self.inputs:
            x.attach_grad(requirement if adds else "write")
        self.seen: list[np.ndarray] = []
        self.events: list[str] = []

    def see(self, event: str, *arrays: Any) -> None:
        for array in arrays:
            self.seen.append(array.asnumpy())
            self.events.append(event)

    def run(self) -> None:
        for _ in range(self.random.choice([1, 2, 3])):
            self.round()

    def round(self) -> None:
        g = self.random
        recorded, scaled = g.random() < 0.7, g.random() < 0.5
        with autograd.record() if recorded else autograd.pause():
            called = self.network(*self.inputs)
            results = list(called) if isinstance(called, (list, tuple)) else [called]
            heads = [r * 1.5 for r in results] if scaled else results
        self.see("result", *results)
        if g.random() < 0.3:
            _write(g, self.inputs[0])
            self.see("result after a write to an input", *results)
        if recorded:
            try:
                autograd.backward(heads)
            except mx.MXNetError:
                self.seen.append(np.array([12345.0]))
                self.events.append("error")
            self.see("gradient", *(x.grad for x in self.inputs))
        for target in (*results, self.inputs[-1]):
            if g.random() < 0.4:
                _write(g, target)
                self.see("array after a write", *results, *self.inputs)


def observe(seed: int, hybridized: bool, adds: bool = True) -> Program:
    """Run a program. Without `adds`, ``grad_req='add'`` is not used, because MXNet is wrong there for some operators.
    """
    program = Program(seed, hybridized, adds)
    program.run()
    return program


def difference(left: list[np.ndarray], right: list[np.ndarray], loose: float = 1e-4) -> int | None:
    """Return the first position at which two lists differ."""
    for place, (a, b) in enumerate(zip(left, right)):
        if a.shape != b.shape or a.dtype != b.dtype or not np.allclose(a, b, loose, loose / 10, equal_nan=True):
            return place
    return None if len(left) == len(right) else min(len(left), len(right))


def check(seed: int) -> str | None:
    """Describe the difference between the eager and the compiled program of this seed, or return None."""
    eager, compiled = observe(seed, False), observe(seed, True)
    place = difference(eager.seen, compiled.seen)
    if place is None:
        return None
    return (f"seed {seed}: {eager.network.names} -> {eager.network.results}: {eager.events[place]} (number {place}) is "
            f"{eager.seen[place].tolist()} eager, {compiled.seen[place].tolist()} compiled")


def dump(path: str, first: int, count: int) -> None:
    """Write the values observed by eager and compiled programs to a file."""
    arrays = {}
    for seed in range(first, first + count):
        for hybridized in (False, True):
            for place, array in enumerate(observe(seed, hybridized, adds=False).seen):
                arrays[f"{seed}/{int(hybridized)}/{place}"] = array
    np.savez(path, **arrays)


def compare(here: str, there: str) -> int:
    """Print the differences between two files of `dump`. Return the number of programs that differ."""
    files = [np.load(path) for path in (here, there)]
    programs: dict[str, list[list[np.ndarray]]] = {}
    for position, file in enumerate(files):
        for name in file.files:
            programs.setdefault(name.rpartition("/")[0], [[], []])[position].append(file[name])
    found = 0
    for name, (left, right) in programs.items():
        place = difference(left, right, 1e-3)
        if place is not None:
            found += 1
            seed, hybridized = map(int, name.split("/"))
            program = observe(seed, bool(hybridized), adds=False)
            print(f"seed {seed}, hybridized {hybridized}: {program.network.names} -> {program.network.results}: "
                  f"{program.events[place] if place < len(program.events) else 'end'} (number {place}) is "
                  f"{left[place].tolist() if place < len(left) else None} in the first file, "
                  f"{right[place].tolist() if place < len(right) else None} in the second")
    print(f"{len(programs)} programs, {found} differences")
    return found


def main() -> int:
    """Run the requested programs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--dump", metavar="FILE")
    parser.add_argument("--compare", nargs=2, metavar="FILE")
    arguments = parser.parse_args()
    if arguments.compare:
        return compare(*arguments.compare)
    warnings.simplefilter("ignore")
    if arguments.dump:
        dump(arguments.dump, arguments.seed, arguments.count)
        return 0
    start, found = time.time(), 0
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        text = check(seed)
        if text is not None:
            found += 1
            print(text)
    print(f"{arguments.count} programs, {found} differences, {time.time() - start:.0f} s")
    return found


if __name__ == "__main__":
    raise SystemExit(min(1, main()))
