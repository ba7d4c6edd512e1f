"""Writes tests/_runtime/streams/golden/*.json: what the real MXNet 1.9.1 draws on the CPU, as digests.

Run it in an environment with ``mxnet==1.9.1 numpy==1.23.5``, from the root of the project:

    python tools/make_streams_golden.py
"""

import json
import pathlib
import sys
import threading
import warnings

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "_runtime" / "streams"
sys.path.insert(0, str(FOLDER))

import stream_operators as operators  # noqa: E402 - found through the path above
import stream_programs as programs  # noqa: E402

import mxnet as mx  # noqa: E402


def of_operators() -> dict:
    found = {}
    for name in operators.OPERATORS:
        for dtype in operators.TYPES:
            for size in operators.SIZES:
                found[f"{name}, {dtype}, {size}"] = " ".join(operators.draw(mx, name, size, dtype, seed)
                                                             for seed in operators.SEEDS)
    return found


def in_a_thread() -> list:
    found: list = []
    thread = threading.Thread(target=lambda: found.extend(programs.defaults(mx)))
    mx.random.seed(99)
    thread.start()
    thread.join()
    return found + programs.defaults(mx)


def of_programs() -> dict:
    return {
        "defaults": programs.defaults(mx),
        "thread": in_a_thread(),
        "seeding": programs.seeding(mx),
        "dropout_layers": programs.dropout_layers(mx, False),
        "dropout_layers hybridized": programs.dropout_layers(mx, True),
        "executor": programs.executor(mx),
        "contexts": programs.contexts(mx),
        "images": programs.images(mx),
        "largest": programs.largest(mx),
        "training": programs.training(mx, False),
        "training hybridized": programs.training(mx, True),
        "interleaved": {str(number): programs.interleaved(mx, number) for number in range(60)},
    }


def main() -> None:
    warnings.simplefilter("ignore")
    for name, found in (("programs", of_programs()), ("operators", of_operators())):
        target = FOLDER / "golden" / f"{name}.json"
        target.write_text(json.dumps(found, indent=0) + "\n")
        print(f"{target.name}: {len(found)} records, {target.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
