"""Writes tests/call_sequences/golden/<programs>.json: which methods MXNet 1.9.1 calls of classes that users extend.

Run it in an environment with ``mxnet==1.9.1 numpy==1.23.5``, from the root of the project:

    python tools/make_call_sequences_golden.py [name of a file of programs]
"""

import importlib
import logging
import pathlib
import sys
import warnings

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "call_sequences"
sys.path.insert(0, str(FOLDER))

import recording  # noqa: E402 - found through the path above


def main(chosen: str) -> None:
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    for file in sorted(FOLDER.glob(f"programs_{chosen}.py")):
        recording.PROGRAMS.clear()
        importlib.import_module(file.stem)
        found = {name: recording.calls_of(run).calls for name, run in recording.PROGRAMS.items()}
        target = FOLDER / "golden" / f"{file.stem.removeprefix('programs_')}.json"
        recording.write_golden(target, found)
        print(f"{target.name}: {len(found)} programs, {sum(map(len, found.values()))} calls")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "*")
