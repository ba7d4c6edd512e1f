"""Compile generated functions with torch's compiler, for ``hybridize(backend="inductor")``.

Torch traces the generated function, and its compiler Inductor writes C++ for the processor. Three things stay outside
of the compiled code: updates of moving statistics, which MXNet makes in the backward pass, the choice of random seeds,
and the computation of derived weights (see `parameters`).
"""

from __future__ import annotations

import contextlib
import functools
import operator
import os
import shutil
import sys
import sysconfig
import threading
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from mxnet_records import environment

from .._ops.stopped import Follower, follow
from .._runtime import profiling, storage, torch_private
from .._runtime.autograd import tape
from .._runtime.error import MXNetError
from .ir import Graph, Variable
from .passes import PassOptions

NAME = "inductor"
# Operators whose moving statistics this module updates.
_NORMALIZATIONS = ("BatchNorm", "BatchNorm_v1", "_contrib_BatchNormWithReLU")
# Number of times that a function is compiled for other weights.
_MOST_FREEZES = 2
_MODULES = ("torch._dynamo", "torch._inductor", "torch._functorch", "torch.fx")


class NotCompiled(Exception):
    """Torch cannot compile a function; run the generated function instead."""


def check_compiler() -> None:
    """Raise MXNetError unless a C++ compiler and the headers of Python are installed."""
    default = {"darwin": "clang++", "win32": "cl"}.get(sys.platform, "g++")
    compiler = environment.CXX.get() or default
    if shutil.which(compiler) is None:
        raise MXNetError(f'backend="{NAME}" needs a C++ compiler, and the command {compiler!r} was not found; install '
                         "one (Debian and Ubuntu: apt install g++; macOS: xcode-select --install), or set CXX to the "
                         "path of one, or call hybridize() without a backend")
    header = os.path.join(sysconfig.get_path("include"), "Python.h")
    if not os.path.exists(header):
        raise MXNetError(f'backend="{NAME}" needs the headers of Python, and {header} was not found; install them '
                         "(Debian and Ubuntu: apt install python3-dev), or call hybridize() without a backend")


def unsupported(graph: Graph, options: PassOptions) -> str | None:
    """Return why a graph cannot be compiled, or None."""
    for node in graph.operations():
        if node.op.dynamic:  # custom operators and int8 layers
            return f"operator {node.op.name} ({node.name}) calls functions that torch cannot trace"
        if node.op.effects.mutates:
            return f"operator {node.op.name} ({node.name}) writes its inputs"
        if options.training and node.op.name not in _NORMALIZATIONS and node.aux_positions():
            return f"operator {node.op.name} ({node.name}) updates states"
    return None


def differs_from_torch(graph: Graph, options: PassOptions) -> bool:
    """Return whether torch's gradients differ from MXNet's: batch normalization recorded outside of training."""
    return options.recording and not options.training and any(node.aux_positions() for node in graph.operations())


def _moving_statistics(graph: Graph, arguments: Sequence[str | Variable]) -> dict[int, float]:
    """Return the positions of arguments that training updates, and the weight of their old value."""
    positions = {argument: i for i, argument in enumerate(arguments) if isinstance(argument, str)}
    weights: dict[int, float] = {}
    for node in graph.operations():
        for place in () if node.params.get("use_global_stats") else node.aux_positions():
            position = positions[node.inputs[place][0].name]
            weights[position] = weights.get(position, 1.0) * node.params["momentum"]
    return weights


def _compile(function: Callable[..., Any]) -> Callable[..., Any]:
    return torch.compile(function, fullgraph=True, backend=torch_private.find_inductor())


_Constants = tuple[tuple[Tensor, ...], Any, set[Any]]
_NOTHING: _Constants = ((), None, set())


class _Frozen:
    """A function for prediction, compiled with its weights as constants.

    The first change of the weights compiles it again. After the second change, the compiled function takes weights as
    arguments, because otherwise validation during training would compile in every epoch.

    Parameters
    ----------
    generated
        The generated function.
    inputs
        Number of arguments that are not weights.
    """

    def __init__(self, generated: Callable[..., Any], inputs: int) -> None:
        self._generated, self._inputs, self._freezes = generated, inputs, 0
        self._by_arguments = _compile(generated)
        # Weights, the function that contains them, and the shapes for which it was compiled. Replaced as a whole,
        # because other threads read it.
        self._current = _NOTHING
        self._lock = threading.Lock()

    def __call__(self, *tensors: Tensor) -> Any:
        inputs, weights = tensors[:self._inputs], tensors[self._inputs:]
        known, function, shapes = self._current
        if not _same(known, weights):
            if self._freezes >= _MOST_FREEZES:
                self._current = _NOTHING
                return self._by_arguments(*tensors)
            _, function, shapes = self._freeze(weights)
        key = tuple([tensor.shape for tensor in inputs])
        if key in shapes:
            return function(*inputs)
        with torch_private.freezing():  # torch may compile
            results = function(*inputs)
        shapes.add(key)
        return results

    def _freeze(self, weights: tuple[Tensor, ...]) -> _Constants:
        with self._lock:
            if not _same(self._current[0], weights):
                self._freezes += 1
                self._current = weights, _compile(_with_constants(self._generated, weights)), set()
            return self._current


def _same(one: Sequence[Tensor], other: Sequence[Tensor]) -> bool:
    return len(one) == len(other) and all(map(operator.is_, one, other))


def _with_constants(generated: Callable[..., Any], weights: Sequence[Tensor]) -> Callable[..., Any]:
    """Return a function of the inputs whose weights are buffers of a module, as torch requires for freezing."""
    module = torch.nn.Module()
    names = [f"weight{i}" for i in range(len(weights))]
    for name, weight in zip(names, weights, strict=True):
        module.register_buffer(name, weight)

    def run(*inputs: Tensor) -> Any:
        return generated(*inputs, *[getattr(module, name) for name in names])

    # Torch limits the number of compilations of a code object.
    return types.FunctionType(run.__code__.replace(), run.__globals__, "run", None, run.__closure__)


def compile_function(generated: Callable[..., Any], graph: Graph, arguments: Sequence[str | Variable], inputs: int,
                     options: PassOptions) -> Callable[..., Any]:
    """Return a function that compiles `generated` on its first call. It raises `NotCompiled` if this fails.

    Parameters
    ----------
    generated
        The generated function of `graph`.
    arguments
        Names or variables of its arguments.
    inputs
        Number of arguments that are not derived from parameters.
    """
    predicts = not (options.recording or options.training) and options.device.type == "cpu"
    compiled = _Frozen(generated, inputs) if predicts and len(arguments) > inputs else _compile(generated)
    weights = _moving_statistics(graph, arguments) if options.training else {}

    @functools.wraps(generated)  # and its source
    def run(*tensors: Tensor, generator: torch.Generator | None = None, **modes: Any) -> Any:
        if torch.compiler.is_compiling() or profiling.state.active:
            return generated(*tensors, generator=generator, **modes)
        values = list(tensors)
        for position in weights:
            values[position] = tensors[position].detach().clone()
        try:
            with _seeded(generator):
                results = compiled(*values, **modes)
        except Exception as error:
            if type(error).__module__.startswith(_MODULES):
                raise NotCompiled(_first_line(error)) from error
            raise
        if weights and torch.is_grad_enabled():
            _update_in_backward(results, tensors, values, weights)
        return results

    return run


def _first_line(error: BaseException) -> str:
    """Return the first line of the message of the error that stopped torch's compiler."""
    while isinstance(inner := getattr(error, "inner_exception", None), BaseException):
        error = inner
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


@contextlib.contextmanager
def _seeded_by(generator: torch.Generator) -> Any:
    seed = int(torch.randint(2**62, (), generator=generator, device=generator.device))
    with torch.random.fork_rng(devices=[generator.device] if generator.device.type == "cuda" else []):
        torch.manual_seed(seed)
        yield


def _seeded(generator: torch.Generator | None) -> Any:
    """Return a context in which torch's random numbers depend on `generator`. Compiled code cannot use generators."""
    return contextlib.nullcontext() if generator is None else _seeded_by(generator)


def _update_in_backward(results: Sequence[Tensor], before: Sequence[Tensor], after: Sequence[Tensor],
                        weights: Mapping[int, float]) -> None:
    """Update moving statistics when the gradient of a result is computed, as MXNet does.

    `after` are the statistics that compiled code computed from `before`. Other calls may change `before` first.
    """
    changes = {i: after[i] - before[i].detach() * weight for i, weight in weights.items()}

    def update() -> None:
        if tape.state.backward is False:
            return
        for i, change in changes.items():
            with storage.writing(before[i].detach()) as memory:
                memory.mul_(weights[i]).add_(change)

    once = Follower(update)
    for result in results:
        if result.requires_grad:
            follow(result, once)
    if tape.state.scope is not None:
        tape.state.scope.moves_statistics = True
