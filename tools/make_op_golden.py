"""Writes tests/_ops/golden/<family>.npz: what the real MXNet 1.9.1 returns for every sample.

Run it in an environment with ``mxnet==1.9.1 numpy==1.23.5``, from the root of the project:

    python tools/make_op_golden.py [family ...]

Also writes tests/_ops/golden/signatures.json, the argument order of every operator, and operators.json, the names of
all operators of MXNet but those that gradients consist of.
"""

import argparse
import inspect
import json
import pathlib
import sys

import numpy as np

import mxnet as mx

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "_ops"
sys.path.insert(0, str(FOLDER))

import samples  # noqa: E402
from calling import function, run  # noqa: E402

# Operators whose generated signature shows parameters of another operator, which a call then refuses.
MISDOCUMENTED = {"_linspace", "_npi_norm"}


def check_refused(sample):
    """Raise unless the call fails."""
    try:
        run(mx, sample)
    except mx.MXNetError:
        return
    raise SystemExit(f"{sample.op} {sample.params} is not refused")


def write_family(family):
    """Run all samples of a family and store results and gradients."""
    stored = {}
    for sample in samples.of_family(family):
        if sample.without_golden:
            continue
        if sample.refused:
            check_refused(sample)
            continue
        try:
            results, gradients = run(mx, sample)
        except Exception as error:
            raise SystemExit(f"{family}: {sample.key} {sample.params}: {error}") from error
        for i, result in enumerate(results):
            stored[f"{sample.key}.out{i}"] = result if sample.values else np.empty((0, *result.shape), result.dtype)
        for i, gradient in enumerate(gradients):
            if gradient is not None:
                stored[f"{sample.key}.grad{i}"] = gradient
    if stored:
        np.savez_compressed(FOLDER / "golden" / f"{family}.npz", **stored)
    print(f"{family}: {len(stored)} arrays")


def write_signatures():
    """Store the parameters of every operator function in their order."""
    known = {s.op for _, s in samples.labelled()}
    path = FOLDER / "golden" / "signatures.json"
    table = json.loads(path.read_text()) if path.exists() else {}
    for name in sorted(known - MISDOCUMENTED):
        parameters = inspect.signature(function(mx.nd, name)).parameters.values()
        table[name] = [p.name for p in parameters if p.name not in ("out", "name", "kwargs")]
    path.write_text(json.dumps(table, indent=0, sort_keys=True) + "\n")


def write_names():
    """Store the names of operators and their aliases."""
    names = sorted(n for n in mx.operator.get_all_registered_operators() if "backward" not in n)
    (FOLDER / "golden" / "operators.json").write_text(json.dumps(names, indent=0) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*")
    for chosen in parser.parse_args().families or samples.FAMILIES:
        write_family(chosen)
    write_signatures()
    write_names()
