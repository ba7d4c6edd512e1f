"""Compare the cost of MXNet's and torch's random numbers for each operator and 100, 10,000 and a million numbers.

    OMP_NUM_THREADS=1 python benchmarks/random_streams.py [name of an operator ...]

Both are measured in turn in one process. The results are the minimum CPU time per call in microseconds over several
rounds, and the ratio of both.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import torch

import mxnet as mx
from mxnet._runtime.streams import state

SIZES = (100, 10_000, 1_000_000)
Call = Callable[[], object]


def calls(n: int) -> dict[str, Call]:
    """Return a call of each operator that draws `n` numbers."""
    nd, draw, npr = mx.nd, mx.nd.random, mx.np.random
    ones, wide, rows = nd.ones((n,)), nd.ones((n,), dtype="float64"), nd.ones((n, 2))
    low, high, chances = nd.zeros((2,)), nd.ones((2,)), nd.array([[0.1, 0.2, 0.3, 0.4]])
    shape = (n,)
    return {
        "uniform": lambda: draw.uniform(-1, 2, shape=shape),
        "uniform, float64": lambda: draw.uniform(-1, 2, shape=shape, dtype="float64"),
        "sample_uniform": lambda: nd.sample_uniform(low, high, shape=(n // 2,)),
        "Dropout": lambda: nd.Dropout(ones, p=0.3, mode="always"),
        "Dropout, float64": lambda: nd.Dropout(wide, p=0.3, mode="always"),
        "sample_multinomial": lambda: nd.sample_multinomial(chances, shape=shape),
        "normal": lambda: draw.normal(0, 2, shape=shape),
        "normal, float64": lambda: draw.normal(0, 2, shape=shape, dtype="float64"),
        "exponential": lambda: draw.exponential(2, shape=shape),
        "randint": lambda: draw.randint(0, 100, shape=shape),
        "shuffle": lambda: nd.shuffle(ones),
        "shuffle rows": lambda: nd.shuffle(rows),
        "gamma": lambda: draw.gamma(2, 2, shape=shape),
        "poisson": lambda: draw.poisson(2, shape=shape),
        "poisson from 12 on": lambda: draw.poisson(30, shape=shape),
        "negative_binomial": lambda: draw.negative_binomial(3, 0.4, shape=shape),
        "np.uniform": lambda: npr.uniform(-1, 2, size=shape),
        "np.gumbel": lambda: npr.gumbel(size=shape),
        "np.exponential": lambda: npr.exponential(size=shape),
        "np.rayleigh": lambda: npr.rayleigh(size=shape),
        "np.choice": lambda: npr.choice(100, size=shape),
        "npx.bernoulli": lambda: mx.npx.random.bernoulli(0.3, size=shape),
        "np.normal": lambda: npr.normal(0, 2, size=shape),
        "np.logistic": lambda: npr.logistic(size=shape),
        "np.weibull": lambda: npr.weibull(2.0, size=shape),
        "np.pareto": lambda: npr.pareto(2.0, size=shape),
        "np.power": lambda: npr.power(2.0, size=shape),
        "np.gamma": lambda: npr.gamma(2.0, size=shape),
    }


def microseconds(call: Call, count: int) -> float:
    start = time.thread_time()
    for _ in range(count):
        call()
    return (time.thread_time() - start) / count * 1e6


def compared(call: Call) -> tuple[float, float]:
    """Return the cost of a call with torch's numbers and with MXNet's numbers."""
    best = {"torch": float("inf"), "mxnet": float("inf")}
    for state.policy.chosen in best:
        once = min(microseconds(call, 1) for _ in range(3))
    count = max(8 if once < 5e4 else 1, min(400, int(2e4 / once)))  # words are drawn in advance for several calls
    for _ in range(15 if once < 1e5 else 2):
        for mode in best:
            state.policy.chosen = mode
            best[mode] = min(best[mode], microseconds(call, count))
    return best["torch"], best["mxnet"]


def main(chosen: list[str]) -> None:
    torch.set_num_threads(1)
    mx.random.seed(1)
    print("| Operator |", " | ".join(f"{size:,}" for size in SIZES), "|")
    print("|---|" + "---|" * len(SIZES))
    for name in chosen or calls(2):
        row = [compared(calls(size)[name]) for size in SIZES]
        print(f"| {name} |", " | ".join(f"{a:.0f} / {b:.0f} = {b / a:.2f}" for a, b in row), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
