"""Golden digests of random numbers that operators and programs draw on the CPU."""

from __future__ import annotations

import threading
from typing import Any

import stream_operators as operators
import stream_programs as programs

import mxnet as mx

FOLDER, LAYOUT, SEED = "golden", 0, None


def draw_with_operators() -> dict[str, str]:
    return {f"{name}, {dtype}, {size}": " ".join(operators.draw(mx, name, size, dtype, seed)
                                                 for seed in operators.SEEDS)
            for name in operators.OPERATORS for dtype in operators.TYPES for size in operators.SIZES}


def draw_in_a_thread() -> list[str]:
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.extend(programs.defaults(mx)))
    mx.random.seed(99)
    thread.start()
    thread.join()
    return found + programs.defaults(mx)


# The first program draws without a seed.
PROGRAMS: dict[str, Any] = {
    "defaults": lambda: programs.defaults(mx),
    "thread": draw_in_a_thread,
    "seeding": lambda: programs.seeding(mx),
    "dropout_layers": lambda: programs.dropout_layers(mx, False),
    "dropout_layers hybridized": lambda: programs.dropout_layers(mx, True),
    "executor": lambda: programs.executor(mx),
    "contexts": lambda: programs.contexts(mx),
    "images": lambda: programs.images(mx),
    "largest": lambda: programs.largest(mx),
    "training": lambda: programs.training(mx, False),
    "training hybridized": lambda: programs.training(mx, True),
    "interleaved": lambda: {str(number): programs.interleaved(mx, number) for number in range(60)},
}
CASES = {**PROGRAMS, "operators": draw_with_operators}


def observe(case: str) -> Any:
    return CASES[case]()


def combine(results: dict[str, Any]) -> dict[str, Any]:
    return {"operators.json": results.pop("operators"), "programs.json": results}
