"""Golden data: results and gradients of all samples, argument order of operators, and names of all operators."""

import inspect

import numpy as np
import samples
from calling import function, run

import mxnet as mx

FOLDER, LAYOUT = "golden", 0
CASES = [*samples.FAMILIES, "signatures", "operators"]
# Operators whose generated signature shows parameters of another operator, which calls reject.
MISDOCUMENTED = {"_linspace", "_npi_norm"}


def check_refused(sample):
    """Raise unless the call fails."""
    try:
        run(mx, sample)
    except mx.MXNetError:
        return
    raise SystemExit(f"{sample.op} {sample.params} is not refused")


def results(family):
    """Return the results and gradients of all samples of a family."""
    found = {}
    for sample in samples.of_family(family):
        if sample.without_golden:
            continue
        if sample.refused:
            check_refused(sample)
            continue
        try:
            outputs, gradients = run(mx, sample)
        except Exception as error:
            raise SystemExit(f"{family}: {sample.key} {sample.params}: {error}") from error
        for i, output in enumerate(outputs):
            found[f"{sample.key}.out{i}"] = output if sample.values else np.empty((0, *output.shape), output.dtype)
        for i, gradient in enumerate(gradients):
            if gradient is not None:
                found[f"{sample.key}.grad{i}"] = gradient
    return found


def signature(name):
    """Return the parameters of an operator's function in order."""
    parameters = inspect.signature(function(mx.nd, name)).parameters
    return [parameter for parameter in parameters if parameter not in ("out", "name", "kwargs")]


def observe(case):
    if case == "signatures":
        known = {sample.op for _, sample in samples.labelled()}
        return {"signatures.json": {name: signature(name) for name in sorted(known - MISDOCUMENTED)}}
    if case == "operators":
        names = mx.operator.get_all_registered_operators()
        # Exclude the operators of gradients.
        return {"operators.json": sorted(name for name in names if "backward" not in name)}
    found = results(case)
    return {f"{case}.npz": found} if found else {}
