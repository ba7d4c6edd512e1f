"""Patching of the ``mx.nd``, ``mx.sym`` and ``mx.np`` functions by ``amp.init``, so that they cast their inputs."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

from ... import ndarray, numpy, numpy_extension, symbol
from ..._frontend.namespaces import place
from ..._ops.families import ARITHMETIC, COMPARISONS, FAMILIES
from ..._ops.opdef import REGISTRY
from ..._runtime import dtype as dtypes
from ...ndarray.ndarray import NDArray
from ...numpy._operators import any_symbol, operator, public_name
from ...symbol import Symbol
from ._lists import listed_name

_CASTABLE = ("float16", "bfloat16", "float32")
_SINGLE = "float32"
_numpy_cast = operator("amp_cast")
Function = Callable[..., Any]
Wrapper = Callable[[Function], Function]
# (parameter, values): the wrapper only casts if the parameter has one of these values.
Condition = tuple[str, Sequence[Any]] | None


def cast(value: Any, dtype: str) -> Any:
    """Cast an array or symbol to another floating point dtype. Other values are returned unchanged."""
    if isinstance(value, Symbol):
        return symbol.amp_cast(value, dtype=dtype)
    if isinstance(value, NDArray):
        own = dtypes.name_of(value.dtype)
        if own == dtype or own not in _CASTABLE:
            return value
        return (_numpy_cast if isinstance(value, numpy.ndarray) else ndarray.amp_cast)(value, dtype=dtype)
    return value


def _applies(condition: Condition, kwargs: dict[str, Any]) -> bool:
    return condition is None or (condition[0] in kwargs and kwargs[condition[0]] in condition[1])


def _on_arrays(dtype: str, kept: Sequence[str] = (), condition: Condition = None) -> Wrapper:
    """Cast the array arguments of a call, except the names in `kept` ('' at a position means that it is cast)."""

    def wrapper(function: Function) -> Function:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            if not _applies(condition, kwargs):
                return function(*args, **kwargs)
            stays = [*map(bool, kept), *[False] * len(args)]
            given = [a if stay else cast(a, dtype) for a, stay in zip(args, stays, strict=False)]
            return function(*given, **{k: v if k in kept else cast(v, dtype) for k, v in kwargs.items()})

        return call

    return wrapper


def _on_symbols(dtype: str, kept: Sequence[str] = (), condition: Condition = None) -> Wrapper:
    """Insert casts between a node and its inputs, except for auxiliary states and the names in `kept`."""

    def wrapper(function: Function) -> Function:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            result = function(*args, **kwargs)
            if not _applies(condition, kwargs):
                return result
            node = (result[0] if isinstance(result, (list, tuple)) else result)._outputs[0][0]
            states = {id(node.inputs[i][0]) for i in node.aux_positions()}
            stays = [*map(bool, kept), *[False] * len(node.inputs)]
            for position, entry in enumerate(node.inputs):
                if id(entry[0]) not in states and not stays[position]:
                    node.inputs[position] = cast(Symbol([entry]), dtype)._outputs[0]
            return result

        return call

    return wrapper


def _on_both(dtype: str, kept: Sequence[str] = (), condition: Condition = None) -> Wrapper:
    """Combine `_on_arrays` and `_on_symbols` for functions that accept both."""

    def wrapper(function: Function) -> Function:
        on_arrays, on_symbols = (casting(dtype, kept, condition)(function) for casting in (_on_arrays, _on_symbols))

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            return (on_symbols if any_symbol((*args, *kwargs.values())) else on_arrays)(*args, **kwargs)

        return call

    return wrapper


def _widest(target: str) -> Wrapper:
    """Cast all arrays or symbols of a call to the widest dtype among them."""

    def wrapper(function: Function) -> Function:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            positions: list[Any] = [i for i, a in enumerate(args) if isinstance(a, (Symbol, NDArray))]
            names = [k for k, v in kwargs.items() if isinstance(v, (Symbol, NDArray))]
            arrays: list[Any] = [*(args[i] for i in positions), *(kwargs[k] for k in names)]
            if any(isinstance(v, Symbol) for v in arrays):
                arrays = list(symbol.amp_multicast(*arrays, num_outputs=len(arrays)))
            elif any(dtypes.name_of(v.dtype) == _SINGLE for v in arrays):
                arrays = [cast(v, _SINGLE) if dtypes.name_of(v.dtype) == target else v for v in arrays]
            given = list(args)
            for position, value in zip(positions, arrays, strict=False):
                given[position] = value
            return function(*given, **{**kwargs, **dict(zip(names, arrays[len(positions):], strict=True))})

        return call

    return wrapper


# Replaced functions: (module, class or dictionary, name, original function)
_replaced: list[tuple[Any, str, Any]] = []


def _replace(owner: Any, name: str, function: Function) -> None:
    if isinstance(owner, dict):
        _replaced.append((owner, name, owner[name]))
        owner[name] = function
    else:
        _replaced.append((owner, name, vars(owner)[name]))
        setattr(owner, name, function)


def restore() -> None:
    """Restore the original functions of ``mx.nd`` and ``mx.sym``."""
    while _replaced:
        owner, name, function = _replaced.pop()
        if isinstance(owner, dict):
            owner[name] = function
        else:
            setattr(owner, name, function)


def _install(module: ModuleType, name: str, wrapper: Wrapper) -> None:
    """Replace the function of operator `name` everywhere in `module`."""
    if name not in REGISTRY:
        return  # the lists include operators of other builds
    submodule, public = place(name)
    owner = getattr(module, submodule) if submodule else module
    plain = vars(owner).get(public)
    if plain is None:
        return
    wrapped = wrapper(plain)
    methods = (NDArray if module is ndarray else Symbol).__mro__[1]
    shown: list[Any] = [owner, module.register.FUNCTIONS.get(submodule, {})]
    if owner is module:
        shown += [module.op, methods]
    elif submodule == "_internal":
        shown.append(module)
    for place_shown in shown:
        have = place_shown if isinstance(place_shown, dict) else vars(place_shown)
        if have.get(public) is plain:
            _replace(place_shown, public, wrapped)


def _wrap_arithmetic(target: str, widest: Iterable[str]) -> None:
    """Make ``a + b`` and ``nd.add(a, b)`` cast like ``nd.broadcast_add``."""
    methods, chosen = NDArray.__mro__[1], frozenset(widest)
    for name, family in {**ARITHMETIC, **COMPARISONS}.items():
        for method in (f"__{name}__", f"__r{name}__"):
            if family.pair in chosen and method in vars(methods):
                _replace(methods, method, _widest(target)(vars(methods)[method]))
    for name, family in FAMILIES.items():
        if family.pair in chosen:
            _replace(ndarray, name, _widest(target)(getattr(ndarray, name)))


def _numpy_functions(names: Collection[str]) -> Iterator[tuple[str, str, list[Any]]]:
    """Yield the ``mx.np`` and ``mx.npx`` functions of listed operators as (listed name, public name, owners)."""
    for name, op in REGISTRY.items():
        listed = listed_name(op)
        if name.startswith("_np") and listed in names:
            extension = name.startswith("_npx")
            yield listed, public_name(name), (
                [numpy_extension, symbol.numpy_extension] if extension else
                [numpy, symbol.numpy, numpy.linalg, symbol.numpy.linalg, numpy.ndarray, symbol.numpy._Symbol])


def _install_in_numpy(wrappers: dict[str, Wrapper]) -> None:
    """Replace the NumPy functions and methods of listed operators."""
    for listed, public, owners in list(_numpy_functions(wrappers)):
        wrapped: dict[Any, Function] = {}
        for owner in owners:
            plain = vars(owner).get(public)
            if callable(plain):
                if plain not in wrapped:
                    wrapped[plain] = wrappers[listed](plain)
                _replace(owner, public, wrapped[plain])


def wrap_operators(target: str, low: Iterable[str], full: Iterable[str],
                   conditional: Iterable[tuple[str, str, Sequence[str]]], widest: Iterable[str],
                   kept: dict[str, list[str]] | None) -> None:
    """Make the functions on arrays and symbols cast their inputs according to the lists."""
    widest, conditional, low, full = list(widest), list(conditional), list(low), list(full)
    for module, casting in ((symbol, _on_symbols), (ndarray, _on_arrays)):
        for name in low:
            _install(module, name, casting(target, (kept or {}).get(name, ())))
        for name in full:
            _install(module, name, casting(_SINGLE))
        for name, parameter, values in conditional:
            _install(module, name, casting(_SINGLE, (), (parameter, values)))
        for name in widest:
            _install(module, name, _widest(target))
    _wrap_arithmetic(target, widest)
    wrappers: dict[str, Wrapper] = {name: _widest(target) for name in widest}
    wrappers |= {name: _on_both(_SINGLE, (), (parameter, values)) for name, parameter, values in conditional}
    wrappers |= {name: _on_both(_SINGLE) for name in full}
    wrappers |= {name: _on_both(target, (kept or {}).get(name, ())) for name in low}
    _install_in_numpy(wrappers)


def wrap_losses(names: Iterable[str], scaler: Any) -> None:
    """Make operators with their own gradient multiply it by the loss scale."""

    def scaled(function: Function) -> Function:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            kwargs["grad_scale"] = kwargs.get("grad_scale", 1.0) * scaler.loss_scale
            return function(*args, **kwargs)

        return call

    def warned(function: Function) -> Function:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            logging.warning("%s has its own gradient scale, which ignores the loss scale inside a graph",
                            function.__name__)
            return function(*args, **kwargs)

        return call

    for name in names:
        _install(ndarray, name, scaled)
        _install(symbol, name, warned)
