"""Private functions of torch that this package uses, each with a fallback made of public functions.

Torch may change or remove them in any release. Other modules import them from this module. A missing function is
replaced by its fallback, which gives the same results more slowly. ``MXNET_TORCH_PUBLIC_ONLY=1`` selects all fallbacks.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import itertools
import threading
import warnings
import weakref
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from mxnet_records import environment

_MISSING = object()
PUBLIC_ONLY = environment.TORCH_PUBLIC_ONLY.get()
# Paths of the private functions below ``torch``, and whether this process uses them.
USED: dict[str, bool] = {}


def _find(path: str) -> Any:
    """Return a private attribute of torch, or `_MISSING`."""
    found: Any = torch
    if PUBLIC_ONLY:
        found = _MISSING
    for name in path.split("."):
        found = getattr(found, name, _MISSING)
    USED[path] = found is not _MISSING
    return found


def _private(path: str, fallback: Any) -> Any:
    found = _find(path)
    return fallback if found is _MISSING else found


def _find_in(module: str, name: str) -> Any:
    """Return a private attribute of a module of torch, or None."""
    found = None
    if not PUBLIC_ONLY:
        with contextlib.suppress(ImportError):
            found = getattr(importlib.import_module(f"torch.{module}"), name, None)
    USED[f"{module}.{name}"] = found is not None
    return found


# Autograd


class _Pass(threading.local):
    """Number of the backward pass of this thread, counted by `_count_and_run`."""

    number = -1


_pass = _Pass()
_numbers = itertools.count()


def _count_and_run(tensors: Sequence[Tensor], gradients: Sequence[Tensor | None], retain: bool, create: bool) -> None:
    outer, _pass.number = _pass.number, next(_numbers)
    try:
        with _keeping_buffers() if retain else _NO_CONTEXT:
            torch.autograd.backward(tensors, gradients, retain_graph=retain, create_graph=create)
    finally:
        _pass.number = outer


set_grad_enabled: Callable[[bool], Any] = _private("_C._set_grad_enabled", torch.set_grad_enabled)
# Whether the current backward pass keeps the graph. If unknown, torch reports a second pass, not this package.
keeps_graph: Callable[[], bool] = _private("_C._autograd._get_current_graph_task_keep_graph", lambda: True)

_engine = _find("autograd.Variable._execution_engine.run_backward")
_task_id = _find("_C._current_graph_task_id")
if _engine is _MISSING or _task_id is _MISSING:
    run_backward = _count_and_run
    current_pass: Callable[[], int] = lambda: _pass.number  # noqa: E731
else:
    current_pass = _task_id

    def run_backward(tensors: Sequence[Tensor], gradients: Sequence[Tensor | None], retain: bool,
                     create: bool) -> None:
        """Run torch's backward without its argument handling, which doubles the cost for small graphs."""
        with _keeping_buffers() if retain else _NO_CONTEXT:
            _engine(tensors, gradients, retain, create, (), True, True)  # allow unreachable inputs


def keeps_saved(node: Any) -> bool:
    """Return whether a node of batch normalization gives access to its saved input and weight."""
    return not PUBLIC_ONLY and hasattr(type(node), "_saved_input") and hasattr(type(node), "_saved_weight")


def saved_in(node: Any) -> tuple[Tensor, Tensor]:
    """Return the input and the weight that a node of batch normalization has saved."""
    return node._saved_input, node._saved_weight


def _run_in_thread(function: Callable[[], Any]) -> Any:
    """Run `function` in a new thread, which has no modes."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


def without_modes(function: Callable[[], Any]) -> Any:
    """Return the result of `function`, run outside torch's dispatch modes, such as those of ``torch.export``."""
    if _disable_modes is None:
        return _run_in_thread(function)
    with _disable_modes():
        return function()


_disable_modes = _find_in("utils._python_dispatch", "_disable_current_modes")


# Memory


def _address(storage: torch.UntypedStorage) -> int:
    return storage.data_ptr() or id(storage)


def _same_address(a: Tensor, b: Tensor) -> bool:
    return storage_key(a.untyped_storage()) == storage_key(b.untyped_storage())


_has_cdata = not PUBLIC_ONLY and hasattr(torch.UntypedStorage, "_cdata")
USED["UntypedStorage._cdata"] = _has_cdata
# Identify memory. Reading the address of lazily shared memory would copy it.
storage_key: Callable[[torch.UntypedStorage], int] = (lambda storage: storage._cdata) if _has_cdata else _address
_lazy_clone = _private("_lazy_clone", torch.clone)
lazy_clone: Callable[[Tensor], Tensor] = _lazy_clone if _has_cdata else torch.clone
is_lazy: Callable[[Tensor], bool] = _private("_C._is_cow_tensor", lambda tensor: lazy_clone is not torch.clone)
is_alias: Callable[[Tensor, Tensor], bool] = _private("_C._is_alias_of", _same_address)


# Weak reference to memory.
StorageReference: Any = _find_in("multiprocessing.reductions", "StorageWeakRef") or weakref.ref


def rows_of(gradient: Tensor) -> tuple[Tensor, Tensor]:
    """Return indices and values of a row-sparse tensor of torch; the indices may repeat."""
    if _has_parts:
        return gradient._indices()[0], gradient._values()
    gradient = gradient.coalesce()
    return gradient.indices()[0], gradient.values()


_has_parts = _MISSING not in (_find("Tensor._indices"), _find("Tensor._values"))


# Functions over lists


def _each(name: str) -> Callable[..., Any]:
    """Return a function that calls a method of each tensor in a list, with numbers or elements of other lists."""

    def apply(tensors: Sequence[Tensor], *others: Any, **options: Any) -> list[Tensor]:
        rows = [other if isinstance(other, (list, tuple)) else itertools.repeat(other) for other in others]
        return [_one(name, tensor, *values, **options)
                for tensor, values in zip(tensors, zip(*rows) if rows else itertools.repeat(()))]

    return apply


def _one(name: str, tensor: Tensor, *values: Any, **options: Any) -> Tensor:
    if not hasattr(tensor, name):  # maximum_
        return tensor.copy_(getattr(tensor, name.rstrip("_"))(*values, **options))
    result: Tensor = getattr(tensor, name)(*values, **options)
    return result


_FOREACH = ("abs", "add", "add_", "addcdiv_", "addcmul", "addcmul_", "clamp_max_", "clamp_min_", "copy_", "div_",
            "lerp_", "maximum_", "mul", "mul_", "norm", "sign", "sqrt", "sqrt_", "sub", "sub_")
# Torch's functions over lists of tensors: ``foreach.add_(tensors, others, alpha=2)``.
foreach: Any = SimpleNamespace(**{name: _private(f"_foreach_{name}", _each(name)) for name in _FOREACH})
# The kernels of torch.optim. Callers use formulas over lists if they are None.
fused_sgd_: Any = _private("_fused_sgd_", None)
fused_adam_: Any = _private("_fused_adam_", None)


# Kernels


def _addmm_relu(bias: Tensor, data: Tensor, weight: Tensor) -> Tensor:
    return torch.relu_(torch.addmm(bias, data, weight))


def _gamma(alpha: Tensor, generator: torch.Generator | None = None) -> Tensor:
    seed = int(torch.randint(2**62, (), generator=generator, device=None if generator is None else generator.device))
    with torch.random.fork_rng(devices=[alpha.device] if alpha.is_cuda else []):
        torch.manual_seed(seed)
        return torch.distributions.Gamma(alpha, torch.ones_like(alpha), validate_args=False).rsample()


def _scaled_elu(data: Tensor, alpha: float, scale: float) -> Tensor:
    return functional.elu(data, alpha) * scale


def _threshold_backward(head: Tensor, data: Tensor, threshold: float) -> Tensor:
    return torch.where(data <= threshold, 0.0, head)


def _hardtanh_backward(head: Tensor, data: Tensor, low: float, high: float) -> Tensor:
    return torch.where((data <= low) | (data >= high), 0.0, head)


def _max_pool_backward(head: Tensor, data: Tensor, kernel: Any, stride: Any, pad: Any, dilation: Any, ceil: bool,
                       places: Tensor) -> Tensor:
    flat = torch.zeros(*data.shape[:-2], data.shape[-2] * data.shape[-1], dtype=head.dtype, device=head.device)
    return flat.scatter_add(-1, places.flatten(-2), head.flatten(-2)).reshape(data.shape)


def _max_pool_backward_out(*arguments: Any, grad_input: Tensor) -> Tensor:
    return grad_input.copy_(_max_pool_backward(*arguments))


def _max_pool_with_indices(data: Tensor, kernel: Any, stride: Any, pad: Any, dilation: Any,
                           ceil: bool) -> tuple[Tensor, Tensor]:
    return functional.max_pool2d(data, kernel, stride, pad, dilation, ceil, return_indices=True)


def _normalization_gradients(head: Tensor, data: Tensor, gamma: Tensor, mean: Tensor, scale: Tensor,
                             axes: list[int], constant: bool) -> tuple[Tensor, Tensor, Tensor]:
    """Return the gradients of data, and of gamma and beta before their sums.

    `axes` are those of the statistics, which are constants or functions of the data. All arguments broadcast.
    """
    normalized = (data - mean) * scale
    inner = head * gamma
    if not constant:
        inner = inner - inner.mean(axes, True) - normalized * (inner * normalized).mean(axes, True)
    return inner * scale, head * normalized, head


def _batch_norm_backward(head: Tensor, data: Tensor, gamma: Tensor | None, mean: Tensor, variance: Tensor,
                         batch_mean: Tensor, batch_scale: Tensor, training: bool, eps: float,
                         wanted: list[bool]) -> tuple[Tensor | None, ...]:
    view = (-1, *(1,) * (data.ndim - 2))
    axes = [axis for axis in range(data.ndim) if axis != 1]
    mean, scale = (batch_mean, batch_scale) if training else (mean, torch.rsqrt(variance + eps))
    gamma = torch.ones_like(mean) if gamma is None else gamma
    gradients = _normalization_gradients(head, data, gamma.reshape(view), mean.reshape(view), scale.reshape(view), axes,
                                         not training)
    found = gradients[0].to(data.dtype), gradients[1].sum(axes), gradients[2].sum(axes, dtype=gamma.dtype)
    return tuple(one if keep else None for one, keep in zip(found, wanted))


def _layer_norm_backward(head: Tensor, data: Tensor, shape: list[int], mean: Tensor, scale: Tensor, gamma: Tensor,
                         beta: Tensor, wanted: list[bool]) -> tuple[Tensor | None, ...]:
    last = list(range(data.ndim - len(shape), data.ndim))
    first = list(range(data.ndim - len(shape)))
    gradients = _normalization_gradients(head, data, gamma, mean, scale, last, False)
    found = gradients[0], gradients[1].sum(first), gradients[2].sum(first)
    return tuple(one if keep else None for one, keep in zip(found, wanted))


def _recurrent(name: str) -> Callable[..., Any]:
    """Return a recurrent layer with explicit weights, made of torch's module."""
    kind: Any = {"lstm": torch.nn.LSTM, "gru": torch.nn.GRU}.get(name, torch.nn.RNN)
    options = {"nonlinearity": name[4:]} if name.startswith("rnn") else {}

    def run(data: Any, states: Any, weights: Any, *rest: Any) -> tuple[Tensor, ...]:
        if isinstance(rest[0], bool):
            biases, layers, dropout, training, both, batch_first = rest
        else:  # a packed sequence: data, batch sizes, states, weights
            data, states = torch.nn.utils.rnn.PackedSequence(data, states), weights
            weights, biases, layers, dropout, training, both = rest
            batch_first = False
        module = kind(weights[0].shape[1], weights[1].shape[1], layers, bias=biases, batch_first=batch_first,
                      dropout=dropout, bidirectional=both, device="meta", **options).train(training)
        names = [one for one, _ in module.named_parameters()]
        output, final = torch.func.functional_call(module, dict(zip(names, weights)), (data, states))
        output = output.data if isinstance(output, torch.nn.utils.rnn.PackedSequence) else output
        return (output, *final) if isinstance(final, tuple) else (output, final)

    return run


addmm_relu: Callable[[Tensor, Tensor, Tensor], Tensor] = _private("_addmm_activation", _addmm_relu)
standard_gamma: Callable[..., Tensor] = _private("_standard_gamma", _gamma)
scaled_elu: Callable[[Tensor, float, float], Tensor] = _private("ops.aten.elu", _scaled_elu)
threshold_backward: Callable[..., Tensor] = _private("ops.aten.threshold_backward", _threshold_backward)
hardtanh_backward: Callable[..., Tensor] = _private("ops.aten.hardtanh_backward", _hardtanh_backward)
max_pool_with_indices: Callable[..., Any] = _private("ops.aten.max_pool2d_with_indices.default",
                                                     _max_pool_with_indices)
max_pool_backward: Callable[..., Tensor] = _private("ops.aten.max_pool2d_with_indices_backward.default",
                                                    _max_pool_backward)
max_pool_backward_out: Callable[..., Tensor] = _private("ops.aten.max_pool2d_with_indices_backward.grad_input",
                                                        _max_pool_backward_out)
batch_norm_backward: Callable[..., Any] = _private("ops.aten.native_batch_norm_backward", _batch_norm_backward)
layer_norm_backward: Callable[..., Any] = _private("ops.aten.native_layer_norm_backward", _layer_norm_backward)
recurrent: dict[str, Callable[..., Any]] = {
    name: _private(f"_VF.{name}", _recurrent(name)) for name in ("rnn_relu", "rnn_tanh", "lstm", "gru")}
# Layers of oneDNN with prepared weights; no pass uses them if one is None.
onednn: Any = SimpleNamespace(**{
    name: _private(f"ops.mkldnn.{path}", None)
    for name, path in (("reorder_weight", "_reorder_convolution_weight"),
                       ("convolve", "_convolution_pointwise.default"),
                       ("convolve_onto", "_convolution_pointwise_.binary"),
                       ("reorder_dense", "_reorder_linear_weight.default"), ("dense", "_linear_pointwise.default"))})
# The LSTM layer of oneDNN and the packing of its weights; no pass uses them if one is None.
lstm: Any = SimpleNamespace(**{
    name: _private(f"ops.{path}", None)
    for name, path in (("pack", "mkldnn._reorder_mkldnn_rnn_layer_weight.default"),
                       ("layer", "aten.mkldnn_rnn_layer.default"))})

# Layers of 8-bit integers; no pass uses them if one is None.
int8: Any = SimpleNamespace(**{
    name: _private(f"ops.{path}", None)
    for name, path in (("pack_filters", "onednn.qconv_prepack.default"),
                       ("convolve", "onednn.qconv_pointwise.default"),
                       ("convolve_onto", "onednn.qconv2d_pointwise.binary"),
                       ("pack_dense", "onednn.qlinear_prepack.default"),
                       ("dense", "onednn.qlinear_pointwise.default"),
                       ("max_pool", "quantized.max_pool2d.default"))})


def has_vnni() -> bool:
    """Return whether the processor adds products of 8-bit integers in 32 bits, as far as torch knows."""
    return environment.ONEDNN_MAX_CPU_ISA.get().upper() not in _WITHOUT_VNNI and bool(_has_vnni())


_has_vnni: Callable[[], bool] = _private("cpu._is_vnni_supported", lambda: False)
_WITHOUT_VNNI = ("SSE41", "AVX", "AVX2", "AVX512_CORE")


def slow_dtypes() -> frozenset[torch.dtype]:
    """Return the dtypes of 16 bits for which the processor has no instructions, as far as torch knows."""
    known = {torch.float16: _has_float16, torch.bfloat16: _has_bfloat16}
    return frozenset(dtype for dtype, is_supported in known.items() if not is_supported())


_has_float16: Callable[[], bool] = _private("ops.mkldnn._is_mkldnn_fp16_supported.default", lambda: False)
_has_bfloat16: Callable[[], bool] = _private("ops.mkldnn._is_mkldnn_bf16_supported.default", lambda: False)


def _has_lapack() -> bool:
    try:
        torch.linalg.inv(torch.eye(1))
    except RuntimeError:
        return False
    return True


def has_lapack() -> bool:
    """Return whether torch was built with LAPACK."""
    return bool(_lapack) if _lapack is not None else _has_lapack()


_lapack: bool | None = _private("_C.has_lapack", None)


# Compiler


@functools.cache
def find_inductor() -> Any:
    """Return a backend of ``torch.compile`` whose backward passes can run twice, or the name of torch's own."""
    global _compiler_settings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile_graph, patch = _find_in("_inductor.compile_fx", "compile_fx"), _find_in("_functorch.config", "patch")
    if compile_graph is None or patch is None:
        return "inductor"
    _compiler_settings = patch

    def inductor(graph: Any, inputs: Any) -> Any:
        with warnings.catch_warnings(), _keeping_buffers():
            warnings.simplefilter("ignore")
            return compile_graph(graph, inputs)

    return inductor


def freezing() -> Any:
    """Return a context in which ``torch.compile`` makes constants of the buffers of modules, and packs weights."""
    patch = _find_in("_inductor.config", "patch")
    return _NO_CONTEXT if patch is None else patch(freezing=True)


def _keeping_buffers() -> Any:
    """Return a context to compile or run backward passes that do not overwrite saved tensors."""
    return _NO_CONTEXT if _compiler_settings is None else _compiler_settings(donated_buffer=False)


_NO_CONTEXT: Any = contextlib.nullcontext()
# Context manager for settings of torch's compiler. None until a function is compiled.
_compiler_settings: Callable[..., Any] | None = None
