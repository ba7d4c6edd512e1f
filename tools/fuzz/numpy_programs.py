"""Compare compiled and eager results of random ``F.np`` and ``F.npx`` programs with each other and with NumPy.

    python tools/fuzz/numpy_programs.py [--count 2000] [--seed 0]

Each program runs with several shapes, including () and sizes of 0 and 1, recorded and not recorded. Results, dtypes,
gradients and errors must be equal. Integer arrays are not combined with fractions or subtracted from numbers, because
MXNet then returns integers in eager mode and floats in graphs.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as onp

import mxnet as mx
from mxnet import autograd, gluon, np, npx

Step = Callable[[Any, Any], Any]
SHAPES = [(), (1,), (3,), (0,), (2, 3), (1, 3), (3, 1), (0, 2), (2, 2, 2), (1, 1, 4), (2, 0, 3)]
TYPES = ["float32", "float32", "float32", "float64", "float16", "int32", "int64", "bool", "uint8"]


def _steps(generator: random.Random, whole: bool) -> list[Step]:
    """Return steps from one array to another; `n` is NumPy or a namespace with the same functions."""
    axis, number = generator.choice([None, 0, -1, 1]), generator.choice([-1, 2, 3] if whole else [0.5, 2, -1.5, 3])
    slope = 2 if whole else 0.5
    keep = generator.random() < 0.5
    unary = generator.choice(["exp", "sin", "abs", "sign", "floor", "square", "negative", "tanh", "cbrt", "arctan"])
    pair = generator.choice(["add", "subtract", "multiply", "maximum", "minimum", "hypot"])
    compare = generator.choice(["greater", "less_equal", "equal", "not_equal"])
    reduction = generator.choice(["sum", "mean", "max", "min", "prod", "std", "var"])
    return [
        lambda n, x: getattr(n, unary)(x),
        lambda n, x: getattr(n, pair)(x, x * number),
        lambda n, x: x + number, lambda n, x: x - number if whole else number - x,
        lambda n, x: x / 2.0, lambda n, x: x * x,
        lambda n, x: getattr(n, compare)(x, number) * x,
        lambda n, x: getattr(n, reduction)(x, axis=axis, keepdims=keep),
        lambda n, x: n.reshape(x, (-1,)), lambda n, x: n.transpose(x), lambda n, x: n.expand_dims(x, 0),
        lambda n, x: n.concatenate([x, x], axis=0), lambda n, x: n.stack([x, x], axis=-1), lambda n, x: n.squeeze(x),
        lambda n, x: n.where(x > 0, x, x * slope), lambda n, x: n.clip(x, -0.5, 0.75), lambda n, x: n.flip(x, 0),
        lambda n, x: n.tile(x, (2, 1)), lambda n, x: n.repeat(x, 2, axis=axis), lambda n, x: n.cumsum(x, axis=axis),
        lambda n, x: n.argmax(x, axis=axis).astype("float32"), lambda n, x: n.sort(x, axis=-1),
        lambda n, x: n.roll(x, 1),
        lambda n, x: n.broadcast_to(x, (2, 3)), lambda n, x: n.diff(x), lambda n, x: x[0], lambda n, x: x[..., None],
        lambda n, x: x[1:], lambda n, x: n.dot(x, x), lambda n, x: n.around(x, 1), lambda n, x: n.ones_like(x) - x,
        lambda n, x: x.astype("float32"), lambda n, x: n.nan_to_num(x), lambda n, x: n.tril(x), lambda n,
        x: n.split(x, 1)[0],
    ]


def program(generator: random.Random, whole: bool) -> list[Step]:
    """Return one to five steps, for integers or floats."""
    return [generator.choice(_steps(generator, whole)) for _ in range(generator.randint(1, 5))]


class Network(gluon.HybridBlock):
    """Block that runs a program."""

    def __init__(self, steps: list[Step]) -> None:
        super().__init__()
        self._steps = steps

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        for step in self._steps:
            x = step(F.np, x)
        return x


def values(generator: onp.random.RandomState, shape: tuple[int, ...], kind: str) -> onp.ndarray:
    drawn = generator.uniform(-2, 2, shape)
    wanted = drawn > 0 if kind == "bool" else onp.abs(drawn) * 3 if kind == "uint8" else drawn * 2
    return onp.asarray(wanted).astype(kind)


def outcome(network: Network, data: onp.ndarray, recorded: bool) -> tuple[Any, ...]:
    """Return the result and the gradient, or a marker for an error."""
    x = np.array(data, dtype=data.dtype)
    try:
        if not recorded:
            return ("ok", network(x).asnumpy())
        x.attach_grad()
        with autograd.record():
            result = network(x)
        result.backward()
        return ("ok", result.asnumpy(), x.grad.asnumpy())
    except (mx.MXNetError, ValueError, TypeError, IndexError, NotImplementedError):
        return ("error",)


def _same(left: Any, right: Any, loose: float) -> bool:
    return left.shape == right.shape and left.dtype == right.dtype and onp.allclose(
        left.astype("float64"), right.astype("float64"), rtol=loose, atol=loose, equal_nan=True)


def check(seed: int) -> str | None:
    """Describe the difference in the program of this seed, or return None."""
    generator = random.Random(seed)
    numbers = onp.random.RandomState(seed)
    kind = generator.choice(TYPES)
    steps = program(generator, not kind.startswith("float"))
    plain, compiled = Network(steps), Network(steps)
    compiled.hybridize()
    loose = 2e-2 if kind == "float16" else 1e-4
    for shape in generator.sample(SHAPES, 4):
        data = values(numbers, shape, kind)
        # Booleans have gradients only where they are moved, which differs in a compiled program.
        recorded = generator.random() < 0.5 and kind != "bool"
        eager, graph = outcome(plain, data, recorded), outcome(compiled, data, recorded)
        if eager[0] != graph[0] or not all(_same(a, b, loose) for a, b in zip(eager[1:], graph[1:], strict=True)):
            return f"seed {seed}: {kind}{shape} recorded={recorded}: eager {eager}, compiled {graph}"
        if graph[0] == "error":
            compiled.hybridize()  # reset after a failed trace
    return None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    npx.set_np()
    start, found = time.time(), []
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        difference = check(seed)
        if difference is not None:
            found.append(difference)
            print(difference[:600])
    npx.reset_np()
    print(f"{chosen.count} programs, {len(found)} differences, {time.time() - start:.0f} s")
    return len(found)


if __name__ == "__main__":
    raise SystemExit(min(1, main()))
