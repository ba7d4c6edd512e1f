"""Random arrays. Distribution parameters are numbers or arrays (if the number is None); gradients flow to arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import torch
from torch import Tensor

from ..._runtime.error import ArgumentValueError
from .. import random_numpy as draws
from ..facts import DETACHED, INT64, NO_GRADIENT, Form, Inference, Params, fixed_type
from ..opdef import register
from ..params import Bool, DType, Generator, Int, OptFloat, OptFloats, OptInt, OptShape, OptStr, Param, _numbers
from ..params import Device as Device

Present = Callable[[Params], tuple[str, ...]]


def _arrays_of(*names: str) -> Present:
    """Return a `present` rule with one input for each parameter that is None."""

    def present(params: Params) -> tuple[str, ...]:
        return tuple(f"input{i + 1}" for i in range(sum(params[name] is None for name in names)))

    return present


def _values(tensors: tuple[Tensor | None, ...], device: Any, *numbers: float | None) -> list[Tensor]:
    """Return the parameters in order: arrays, and numbers as 0-d arrays."""
    arrays = iter([tensor for tensor in tensors if tensor is not None])
    return [next(arrays) if number is None else torch.tensor(number, dtype=torch.float32, device=device)
            for number in numbers]


def _shape(size: tuple[int, ...] | None, values: list[Tensor], batch: bool = False) -> tuple[int, ...]:
    """Return the requested shape or the shape of the parameters. A batch has `size` draws per parameter element."""
    if not any(value.ndim for value in values):  # the common case
        return size or ()
    own = np.broadcast_shapes(*[value.shape for value in values])
    if batch:
        return (*(size or ()), *own)
    if size is None:
        return own
    np.broadcast_shapes(size, own)
    return size


def _finish(result: Tensor, shape: tuple[int, ...], dtype: torch.dtype) -> Tensor:
    result = result.to(dtype)
    return result if result.shape == shape else result.expand(shape).contiguous()


def _is_negative(value: Tensor, or_zero: bool = False) -> bool:
    return not value.is_meta and value.numel() > 0 and bool((value <= 0 if or_zero else value < 0).any())


_NEGATIVE = "{} must not be negative"


def _check_width(name: str, value: Tensor) -> None:
    if _is_negative(value):
        raise ArgumentValueError(_NEGATIVE.format(name))


def _uniform(tensors: tuple[Tensor | None, ...], low: float | None, high: float | None, size: Any, dtype: torch.dtype,
             generator: Any, device: Any, batch: bool) -> Tensor:
    if low is not None and high is not None:
        shape = size or ()
        return draws.between(low, high, shape, generator, device).to(dtype)
    first, last = _values(tensors, device, low, high)
    shape = _shape(size, [first, last], batch)
    return _finish(first + (last - first) * draws.unit(shape, generator, device), shape, dtype)


@register("_npi_uniform", present=_arrays_of("low", "high"), form=DETACHED)
def uniform(input1: Tensor | None = None, input2: Tensor | None = None, *, low: OptFloat,
            high: OptFloat, size: OptShape = None, ctx: OptStr = None, dtype: DType = torch.float32,
            generator: Generator = None, device: Device = None) -> Tensor:
    """Draw uniform numbers in ``[low, high)``."""
    return _uniform((input1, input2), low, high, size, dtype, generator, device, False)


@register("_npi_uniform_n", present=_arrays_of("low", "high"), form=DETACHED)
def uniform_n(input1: Tensor | None = None, input2: Tensor | None = None, *, low: OptFloat,
              high: OptFloat, size: OptShape = None, ctx: OptStr = None, dtype: DType = torch.float32,
              generator: Generator = None, device: Device = None) -> Tensor:
    """Draw a batch of uniform numbers in ``[low, high)`` for each element of the parameters."""
    return _uniform((input1, input2), low, high, size, dtype, generator, device, True)


def _gaussian(tensors: tuple[Tensor | None, ...], loc: float | None, scale: float | None, size: Any, dtype: torch.dtype,
              generator: Any, device: Any, batch: bool) -> Tensor:
    if loc is not None and scale is not None:
        if scale < 0:
            raise ArgumentValueError(f"scale must not be negative, received {scale}")
        return draws.scaled_normal(loc, scale, size or (), generator, device).to(dtype)
    middle, width = _values(tensors, device, loc, scale)
    _check_width("scale", width)
    shape = _shape(size, [middle, width], batch)
    return _finish(middle + width * draws.normal(shape, generator, device), shape, dtype)


@register("_npi_normal", present=_arrays_of("loc", "scale"))
def normal(input1: Tensor | None = None, input2: Tensor | None = None, *, loc: OptFloat,
           scale: OptFloat, size: OptShape = None, ctx: OptStr = None, dtype: DType = torch.float32,
           generator: Generator = None, device: Device = None) -> Tensor:
    """Draw normally distributed numbers."""
    return _gaussian((input1, input2), loc, scale, size, dtype, generator, device, False)


@register("_npi_normal_n", present=_arrays_of("loc", "scale"))
def normal_n(input1: Tensor | None = None, input2: Tensor | None = None, *, loc: OptFloat,
             scale: OptFloat, size: OptShape = None, ctx: OptStr = None, dtype: DType = torch.float32,
             generator: Generator = None, device: Device = None) -> Tensor:
    """Draw a batch of normally distributed numbers for each element of the parameters."""
    return _gaussian((input1, input2), loc, scale, size, dtype, generator, device, True)


Draw = Callable[..., Tensor]
_SINGLE = fixed_type(torch.float32)


def _declare_located(name: str, draw: Draw, words: str) -> None:
    """Declare a distribution with a location and a scale; `draw` has location 0 and scale 1."""

    def lower(input1: Tensor | None = None, input2: Tensor | None = None, *, loc: OptFloat,
              scale: OptFloat, size: OptShape = None, ctx: OptStr = None, generator: Generator = None,
              device: Device = None) -> Tensor:
        middle, width = _values((input1, input2), device, loc, scale)
        _check_width("scale", width)
        shape = _shape(size, [middle, width])
        return _finish(middle + width * draw(shape, generator, device), shape, torch.float32)

    lower.__doc__ = f"Draw numbers from the {words} distribution."
    register(f"_npi_{name}", present=_arrays_of("loc", "scale"), inference=Inference(result_types=_SINGLE))(lower)


_declare_located("gumbel", draws.gumbel, "Gumbel")
_declare_located("logistic", draws.logistic, "logistic")


def _declare_scaled(name: str, draw: Draw, words: str) -> None:
    """Declare a distribution with a scale."""

    def lower(input1: Tensor | None = None, *, scale: OptFloat = 1.0, size: OptShape = None, ctx: OptStr = None,
              generator: Generator = None, device: Device = None) -> Tensor:
        if scale is not None:
            if scale < 0:
                raise ArgumentValueError(_NEGATIVE.format("scale"))
            return draw(size or (), generator, device, scale).to(torch.float32)
        (width,) = _values((input1,), device, scale)
        _check_width("scale", width)
        shape = _shape(size, [width])
        return _finish(draw(shape, generator, device, width), shape, torch.float32)

    lower.__doc__ = f"Draw numbers from the {words} distribution."
    register(f"_npi_{name}", present=_arrays_of("scale"), inference=Inference(result_types=_SINGLE))(lower)


_declare_scaled("exponential", draws.exponential, "exponential")
_declare_scaled("rayleigh", lambda shape, generator, device, width: draws.rayleigh(shape, generator, device) * width,
                "Rayleigh")


def _declare_shaped(name: str, draw: Draw, words: str) -> None:
    """Declare a distribution with an exponent."""

    def lower(input1: Tensor | None = None, *, a: OptFloat = None, size: OptShape = None, ctx: OptStr = None,
              generator: Generator = None, device: Device = None) -> Tensor:
        (exponent,) = _values((input1,), device, a)
        if _is_negative(exponent, not exponent.ndim):
            raise ArgumentValueError(f"the parameter of the {words} distribution must be positive")
        shape = _shape(size, [exponent])
        return _finish(draw(shape, generator, device, exponent), shape, torch.float32)

    lower.__doc__ = f"Draw numbers from the {words} distribution."
    # MXNet's operator has no ctx.
    hidden = frozenset(["ctx"] if name == "powerd" else [])
    register(f"_npi_{name}", present=_arrays_of("a"), inference=Inference(result_types=_SINGLE),
             form=Form(hidden=hidden))(lower)


_declare_shaped("weibull", draws.weibull, "Weibull")
_declare_shaped("pareto", draws.pareto, "Pareto")
_declare_shaped("powerd", draws.power, "power")


_NOT_POSITIVE = "shape and scale must be positive"


@register("_npi_gamma", present=_arrays_of("shape", "scale"), effects=NO_GRADIENT)
def gamma(input1: Tensor | None = None, input2: Tensor | None = None, *, shape: OptFloat,
          scale: OptFloat, size: OptShape = None, ctx: OptStr = None, dtype: DType = torch.float32,
          generator: Generator = None, device: Device = None) -> Tensor:
    """Draw numbers from the gamma distribution."""
    if shape is not None and scale is not None:
        if shape <= 0 or scale <= 0:
            raise ArgumentValueError(_NOT_POSITIVE)
        return draws.gamma(size or (), generator, device, shape, scale).to(dtype)
    alpha, width = _values((input1, input2), device, shape, scale)
    if _is_negative(alpha, True) or _is_negative(width, True):
        raise ArgumentValueError(_NOT_POSITIVE)
    sizes = _shape(size, [alpha, width])
    if alpha.is_meta:
        return torch.empty(sizes, dtype=dtype, device=device)
    return _finish(draws.gamma(sizes, generator, device, alpha, width), sizes, dtype)


@register("_npi_bernoulli", present=lambda p: ("input1",) if p["prob"] is None and p["logit"] is None else (),
          effects=NO_GRADIENT)
def bernoulli(input1: Tensor | None = None, *, prob: OptFloat, logit: OptFloat,
              size: OptShape = None, ctx: OptStr = None, dtype: DType = torch.float32, is_logit: Bool,
              generator: Generator = None, device: Device = None) -> Tensor:
    """Draw ones with the given probability, or with the probability of the given log odds, and zeros otherwise."""
    chances = input1 if input1 is not None else torch.tensor(logit if is_logit else prob, device=device)
    if not is_logit and (_is_negative(chances) or _is_negative(1 - chances)):
        raise ArgumentValueError("probabilities must lie between 0 and 1")
    shape = _shape(size, [chances])
    return draws.bernoulli(shape, generator, device, chances, is_logit).to(dtype)


class _CountParam(Param):
    """Number of elements or shape; None for one element."""

    expects = "Shape(tuple)"
    optional = True

    def convert(self, value: Any) -> tuple[int, ...]:
        return tuple(int(one) for one in _numbers(value))


def _choice_inputs(params: Params) -> tuple[str, ...]:
    return tuple(f"input{i + 1}" for i in range((params["a"] is None) + params["weighted"]))


@register("_npi_choice", present=_choice_inputs, inference=INT64, effects=NO_GRADIENT)
def choice(input1: Tensor | None = None, input2: Tensor | None = None, *, a: OptInt,
           size: Annotated[tuple[int, ...] | None, _CountParam()], ctx: OptStr = None,
           replace: Bool = True, weighted: Bool = False, generator: Generator = None,
           device: Device = None) -> Tensor:
    """Draw indices of a vector, or integers below a number, with or without replacement."""
    arrays = [tensor for tensor in (input1, input2) if tensor is not None]
    count = a if a is not None else arrays[0].shape[0]
    weights = arrays[-1] if weighted else None
    shape = size or ()
    total = 1
    for one in shape:
        total *= one
    if not replace and total > count:
        raise ValueError("Cannot take a larger sample than population when 'replace=False'")
    if torch.device(device or "cpu").type == "meta":
        return torch.empty(shape, dtype=torch.int64, device=device)
    if weights is not None and weights.shape != (count,):
        raise ValueError(f"p must have shape ({count},), received {tuple(weights.shape)}")
    return draws.places(generator, device, count, total, replace, weights).reshape(shape)


@register("_npi_multinomial", present=lambda p: ("a",) if p["pvals"] is None else (), inference=INT64,
          effects=NO_GRADIENT)
def multinomial(a: Tensor | None = None, *, n: Int, pvals: OptFloats = None, size: OptShape = None,
                generator: Generator = None, device: Device = None) -> Tensor:
    """Count the outcomes of `n` draws."""
    weights = torch.tensor(pvals, dtype=torch.float64, device=device) if a is None else a
    shape, count = size or (), weights.shape[0]
    if weights.is_meta:
        return torch.empty((*shape, count), dtype=torch.int64, device=device)
    weights = weights.detach()
    if float(weights.sum()) > 1.0 + 1e-6 or bool((weights < 0).any()):
        raise ValueError("sum(pvals[:-1]) > 1.0")
    rows = 1
    for one in shape:
        rows *= one
    if not rows * count * n:
        return torch.zeros(*shape, count, dtype=torch.int64, device=device)
    return draws.outcomes(generator, device, n, rows, weights, a is None).reshape((*shape, count))
