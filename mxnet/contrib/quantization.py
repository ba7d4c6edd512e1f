"""Conversion of float32 models to 8-bit models."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .. import ndarray
from .._graph.ir import Graph
from .._runtime.tracebacks import concise_module, user_level
from ..context import Context, cpu
from ..gluon._symbol_block import SymbolBlock
from ..io import DataBatch, DataDesc, DataIter
from ..module import Module
from ..symbol import Symbol, var
from . import _quantize_pass

Arrays = dict[str, Any]
Ranges = dict[str, tuple[float, float]]
# The backend that fuses layers, before and after quantization.
_FUSING = "MKLDNN_QUANTIZE"


def combine_histogram(old_hist: Any, arr: np.ndarray, new_min: float, new_max: float, new_th: float) -> Any:
    """Add the values of `arr` to a histogram, and widen its range if necessary.

    Parameters
    ----------
    old_hist : tuple
        Counts, edges, minimum, maximum and threshold. The edges range from minus the threshold to the threshold.
    arr : numpy.ndarray
        The values to add.
    new_min, new_max : float
        Minimum and maximum of `arr`.
    new_th : float
        Largest absolute value of `arr`.

    Returns
    -------
    tuple
        The new histogram, with the entries of `old_hist`.

    Examples
    --------
    >>> import numpy as np
    >>> old = (np.array([1, 0, 2]), np.array([-3., -1., 1., 3.]), -3, 3, 3)
    >>> counts, edges, *_ = mx.contrib.quantization.combine_histogram(old, np.array([4.]), 4, 4, 4)
    >>> counts.tolist(), edges.tolist()
    ([0, 1, 0, 2, 1], [-5.0, -3.0, -1.0, 1.0, 3.0, 5.0])
    """
    counts, edges, least, most, threshold = old_hist
    least, most = min(least, new_min), max(most, new_max)
    if new_th <= threshold:
        more, _ = np.histogram(arr, bins=len(counts), range=(-threshold, threshold))
        return counts + more, edges, least, most, threshold
    step = 2 * threshold / len(counts)
    extra = int((new_th - threshold) // step + 1)
    threshold += extra * step
    wider, edges = np.histogram(arr, bins=len(counts) + 2 * extra, range=(-threshold, threshold))
    wider[extra:len(wider) - extra] += counts
    return wider, edges, least, most, threshold


class _LayerHistogramCollector:
    """Collect histograms of layer outputs, for entropy calibration."""

    def __init__(self, num_bins: int = 8001, include_layer: Any = None, logger: Any = None) -> None:
        self.hist_dict: dict[str, Any] = {}
        self.num_bins, self.include_layer, self.logger = num_bins, include_layer, logger

    def collect(self, name: str, arr: Any) -> None:
        """Add the values of one layer."""
        if name not in self.include_layer:
            return
        values = arr.asnumpy()
        least, most = values.min(), values.max()
        threshold = max(abs(least), abs(most))
        before = self.hist_dict.get(name)
        if before is not None:
            self.hist_dict[name] = combine_histogram(before, values, least, most, threshold)
        else:
            counts, edges = np.histogram(values, bins=self.num_bins, range=(-threshold, threshold))
            self.hist_dict[name] = (counts, edges, least, most, threshold)


class _LayerOutputMinMaxCollector:
    """Collect minimum and maximum of layer outputs, for naive calibration."""

    def __init__(self, quantized_dtype: str, include_layer: Any = None, logger: Any = None) -> None:
        self.min_max_dict: Ranges = {}
        self.quantized_dtype, self.include_layer, self.logger = quantized_dtype, include_layer, logger

    def collect(self, name: str, arr: Any) -> None:
        """Add the values of one layer."""
        if name not in self.include_layer:
            return
        least, most = arr.min().asscalar(), arr.max().asscalar()
        low, high = self.min_max_dict.get(name, (least, most))
        self.min_max_dict[name] = (min(low, least), max(high, most))


def _smooth_distribution(p: np.ndarray, eps: float = 0.0001) -> np.ndarray:
    """Move a small part of the nonzero counts to the empty bins."""
    empty = p == 0
    others = p.size - empty.sum()
    if not others:
        raise ValueError("a distribution whose entries are all 0 is malformed and cannot be smoothed")
    taken = eps * empty.sum() / others
    if taken >= 1:
        raise AssertionError(f"{empty.sum()} empty entries of {p.size} would need {taken} from each other one")
    return (p + np.where(empty, eps, -taken)).astype(np.float32)


def _get_optimal_threshold(hist_data: Any, quantized_dtype: str, num_quantized_bins: int = 255) -> Any:
    counts, edges, least, most, _ = hist_data
    if least >= 0 and quantized_dtype in ("auto", "uint8"):
        num_quantized_bins = 2 * num_quantized_bins + 1
    threshold, divergence = ndarray.contrib.calibrate_entropy(
        ndarray.array(counts), ndarray.array(edges), num_quantized_bins=num_quantized_bins)
    return least, most, threshold.asscalar(), divergence.asscalar()


def _get_optimal_thresholds(hist_dict: dict[str, Any], quantized_dtype: str, num_quantized_bins: int = 255,
                            logger: Any = None) -> Ranges:
    ranges: Ranges = {}
    for name in list(hist_dict):
        least, _, threshold, divergence = _get_optimal_threshold(hist_dict.pop(name), quantized_dtype,
                                                                 num_quantized_bins)
        positive = least >= 0 and quantized_dtype in ("auto", "uint8")
        ranges[name] = (0.0 if positive else -threshold, threshold)
        if logger:
            logger.debug("layer=%s, th=%f, divergence=%f", name, threshold, divergence)
    return ranges


def _quantize_params(qsym: Symbol, params: Arrays, th_dict: Ranges) -> Arrays:
    """Convert the parameters of the float32 network to those of the quantized network."""
    stored: Arrays = {}
    for name in qsym.list_arguments():
        if name.endswith(("weight_quantize", "bias_quantize")):
            original = params[name.removesuffix("_quantize")]
            values = ndarray.contrib.quantize(original, original.min(), original.max(), out_type="int8")
            stored.update(zip((name, f"{name}_min", f"{name}_max"), values, strict=True))
        elif name in params:
            stored[name] = params[name]
        elif name.endswith(("_min", "_max")) and name[:-4] in th_dict:
            stored[name] = ndarray.array([th_dict[name[:-4]][name.endswith("_max")]])
    return stored


def _quantize_symbol(sym: Symbol, ctx: Any = None, excluded_symbols: list[str] | None = None,
                     excluded_operators: Any = None, offline_params: Iterable[str] | None = None,
                     quantized_dtype: str = "int8", quantize_mode: str = "smart",
                     quantize_granularity: str = "tensor-wise") -> tuple[Symbol, list[str]]:
    for name, given in (("excluded_sym_names", excluded_symbols), ("excluded_op_names", excluded_operators)):
        if given is not None and not isinstance(given, list):
            raise ValueError(f"{name} must be a list of names to leave unchanged, received {type(given)}")
    # Only parameters whose names end in weight or bias are stored in 8 bits.
    offline = {n for n in offline_params or () if n.endswith(("weight", "bias"))}
    plan = _quantize_pass.Plan(quantized_dtype, quantize_mode == "smart", frozenset(excluded_symbols or ()),
                               frozenset(excluded_operators or ()), offline,
                               quantize_granularity == "channel-wise")
    outputs, layers = _quantize_pass.quantize(sym._outputs, plan)
    return Symbol(outputs), layers


def _calibrate_quantized_sym(qsym: Symbol, th_dict: Ranges) -> Symbol:
    return Symbol(_quantize_pass.set_ranges(qsym._outputs, th_dict)) if th_dict else qsym


def _collect_layer_statistics(mod: Module, data: DataIter, collector: Any, max_num_examples: int | None = None,
                              logger: Any = None) -> int:
    if not isinstance(data, DataIter):
        raise ValueError(f"calibration data must be a DataIter, received {type(data)}")
    mod._exec_group.execs[0].set_monitor_callback(collector.collect, monitor_all=True)
    examples = 0
    for batch in data:
        mod.forward(batch, is_train=False)
        examples += data.batch_size
        if max_num_examples is not None and examples >= max_num_examples:
            break
    if logger:
        logger.info("Collected statistics from %d examples", examples)
    return examples


def _check_single(ctx: Any) -> None:
    if not isinstance(ctx, Context):
        raise ValueError(f"quantization runs on one device: ctx must be a single ctx, received {ctx}")


def quantize_graph(sym: Symbol, arg_params: Arrays, aux_params: Arrays, ctx: Any = cpu(),  # noqa: B008
                   excluded_sym_names: list[str] | None = None, excluded_op_names: list[str] | None = None,
                   calib_mode: str | None = "entropy", quantized_dtype: str = "int8", quantize_mode: str = "full",
                   quantize_granularity: str = "tensor-wise", LayerOutputCollector: Any = None,
                   logger: Any = None) -> tuple[Symbol, Arrays, Arrays, Any]:
    """Quantize a network, and return it with a collector for calibration data.

    Parameters
    ----------
    sym : Symbol
        The float32 network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states by name.
    ctx : Context
        A single device. It does not affect the result.
    excluded_sym_names, excluded_op_names : list of str, optional
        Names of nodes, and names of operators, that stay in float32.
    calib_mode : {'entropy', 'naive', 'customize', 'none'}
        Calibration method: minimal information loss, the extremes of the data, a `LayerOutputCollector`, or none.
        Without calibration, the network computes the range of its data on each run.
    quantized_dtype : {'int8', 'uint8', 'auto'}
        Dtype of quantized data. ``'auto'`` selects uint8 for data without negative values.
    quantize_mode : {'full', 'smart'}
        ``'smart'`` keeps operators without weights in float32 unless they are between operators with weights.
    quantize_granularity : {'tensor-wise', 'channel-wise'}
        ``'channel-wise'`` gives each output of a dense layer its own scale.
    LayerOutputCollector : object, optional
        Collector for ``'customize'``, with a method ``collect(name, array)`` and a dictionary ``min_max_dict`` of
        (minimum, maximum) by name.
    logger : logging.Logger, optional
        Logger for details of the calibration.

    Returns
    -------
    sym : Symbol
        The quantized network, without calibrated ranges.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states of the quantized network.
    collector : object or None
        Its method ``collect(name, array)`` takes the values of layers. None without calibration.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
    >>> args = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.array([3])}
    >>> quantized, params, states, collector = mx.contrib.quantization.quantize_graph(net, args, {}, calib_mode='none')
    >>> params['fc_weight_quantize'].asnumpy()
    array([[ 64, 127]], dtype=int8)
    """
    _quantize_pass.check_kind(quantized_dtype, quantize_granularity, quantize_mode)
    _check_single(ctx)
    qsym, layers = _quantize_symbol(sym, ctx, excluded_sym_names, excluded_op_names, arg_params, quantized_dtype,
                                    quantize_mode, quantize_granularity)
    collector: Any = None
    if calib_mode == "entropy":
        collector = _LayerHistogramCollector(include_layer=layers, logger=logger)
    elif calib_mode == "naive":
        collector = _LayerOutputMinMaxCollector(quantized_dtype, layers, logger)
    elif calib_mode == "customize" and LayerOutputCollector is not None:
        collector = LayerOutputCollector
    elif calib_mode not in (None, "none"):
        raise ValueError(f"calib_mode must be 'none', 'naive', 'entropy' or 'customize', received {calib_mode!r}")
    return qsym, _quantize_params(qsym, arg_params, {}), aux_params, collector


def calib_graph(qsym: Symbol, arg_params: Arrays, aux_params: Arrays, collector: Any,
                calib_mode: str | None = "entropy", quantized_dtype: str = "int8",
                logger: Any = logging) -> tuple[Symbol, Arrays, Arrays]:
    """Set the collected ranges in the network of `quantize_graph`.

    Parameters
    ----------
    qsym : Symbol
        The quantized network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states of the float32 network.
    collector : object
        The collector of `quantize_graph`, after it has received all calibration data.
    calib_mode : {'entropy', 'naive', 'customize'}
        The mode that was passed to `quantize_graph`.
    quantized_dtype : {'int8', 'uint8', 'auto'}
        The dtype that was passed to `quantize_graph`.
    logger : logging.Logger, optional
        Logger for details of the calibration.

    Returns
    -------
    sym : Symbol
        The quantized network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states of the quantized network.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
    >>> args = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.array([3])}
    >>> quantization = mx.contrib.quantization
    >>> quantized, _, _, collector = quantization.quantize_graph(net, args, {}, calib_mode='naive')
    >>> collector.collect('data', mx.nd.array([0, 5]))
    >>> quantized, params, states = quantization.calib_graph(quantized, args, {}, collector, calib_mode='naive')
    >>> quantized.attr_dict()['data_quantize']['max_calib_range']
    '5.000000'
    """
    if calib_mode == "entropy":
        ranges = _get_optimal_thresholds(collector.hist_dict, quantized_dtype, logger=logger)
    elif calib_mode in ("naive", "customize"):
        ranges = collector.min_max_dict
    elif calib_mode in (None, "none"):
        raise ValueError(f"calib_mode must be 'naive' or 'entropy' here, received {calib_mode!r}")
    else:
        raise ValueError(f"calib_mode must be 'none', 'naive', 'entropy' or 'customize', received {calib_mode!r}")
    qsym = _calibrate_quantized_sym(qsym, ranges)
    return qsym, _quantize_params(qsym, arg_params, ranges), aux_params


def quantize_model(sym: Symbol, arg_params: Arrays, aux_params: Arrays, data_names: Sequence[str] = ("data",),
                   label_names: Sequence[str] | None = ("softmax_label",), ctx: Any = cpu(),  # noqa: B008
                   excluded_sym_names: list[str] | None = None, excluded_op_names: list[str] | None = None,
                   calib_mode: str | None = "entropy", calib_data: Any = None,
                   num_calib_examples: int | None = None, quantized_dtype: str = "int8",
                   quantize_mode: str = "smart", quantize_granularity: str = "tensor-wise",
                   logger: Any = None) -> tuple[Symbol, Arrays, Arrays]:
    """Quantize a model and calibrate it with `calib_data`.

    Parameters
    ----------
    sym : Symbol
        The float32 network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states by name.
    data_names : list of str
        Names of the inputs.
    label_names : list of str, optional
        Names of the labels.
    ctx : Context
        Device of the calibration.
    excluded_sym_names, excluded_op_names : list of str, optional
        Names of nodes, and names of operators, that stay in float32.
    calib_mode : {'entropy', 'naive', 'none'}
        Calibration method: minimal information loss, the extremes of the data, or none. Without calibration, the
        network computes the range of its data on each run.
    calib_data : DataIter, optional
        Calibration data. Required unless `calib_mode` is ``'none'``.
    num_calib_examples : int, optional
        Number of examples after which the calibration stops. The default is all.
    quantized_dtype : {'int8', 'uint8', 'auto'}
        Dtype of quantized data. ``'auto'`` selects uint8 for data without negative values.
    quantize_mode : {'full', 'smart'}
        ``'smart'`` keeps operators without weights in float32 unless they are between operators with weights.
    quantize_granularity : {'tensor-wise', 'channel-wise'}
        ``'channel-wise'`` gives each output of a dense layer its own scale.
    logger : logging.Logger, optional
        Logger for details of the calibration.

    Returns
    -------
    sym : Symbol
        The quantized network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states of the quantized network.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
    >>> args = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.array([3])}
    >>> batches = mx.io.NDArrayIter(mx.nd.array([[1, 2], [3, 4]]), batch_size=2)
    >>> quantized, params, states = mx.contrib.quantization.quantize_model(
    ...     net, args, {}, label_names=None, calib_mode='naive', calib_data=batches)
    >>> params['fc_weight_quantize'].dtype
    <class 'numpy.int8'>
    """
    if calib_mode == "customize":
        raise ValueError("calib_mode='customize' needs a collector. Use quantize_graph for it, or 'none', 'naive' or "
                         "'entropy' here")
    qsym, params, aux_params, collector = quantize_graph(
        sym, arg_params, aux_params, ctx, excluded_sym_names, excluded_op_names, calib_mode, quantized_dtype,
        quantize_mode, quantize_granularity, None, logger)
    if collector is None:
        return qsym, params, aux_params
    if calib_data is None:
        raise ValueError(f"calib_mode={calib_mode!r} needs calib_data")
    given: Any = calib_data  # only subclasses of DataIter declare provide_data
    if not isinstance(given, DataIter):
        raise ValueError(f"calib_mode={calib_mode!r} needs a DataIter as calib_data, received {type(calib_data)}")
    module = Module(sym, data_names=data_names, label_names=label_names, context=ctx)
    module.bind(calib_data.provide_data, calib_data.provide_label or None, for_training=False)
    module.set_params(arg_params, aux_params)
    _collect_layer_statistics(module, calib_data, collector, num_calib_examples, logger)
    return calib_graph(qsym, arg_params, aux_params, collector, calib_mode, quantized_dtype, logger)


def quantize_model_mkldnn(sym: Symbol, arg_params: Arrays, aux_params: Arrays, data_names: Sequence[str] = ("data",),
                          label_names: Sequence[str] | None = ("softmax_label",), ctx: Any = cpu(),  # noqa: B008
                          excluded_sym_names: list[str] | None = None, excluded_op_names: list[str] | None = None,
                          calib_mode: str | None = "entropy", calib_data: Any = None,
                          num_calib_examples: int | None = None, quantized_dtype: str = "int8",
                          quantize_mode: str = "smart", quantize_granularity: str = "tensor-wise",
                          logger: Any = None) -> tuple[Symbol, Arrays, Arrays]:
    """Quantize a model on the CPU, with fused layers. The fusion is the only difference to `quantize_model`.

    Parameters
    ----------
    sym : Symbol
        The float32 network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states by name.
    data_names : list of str
        Names of the inputs.
    label_names : list of str, optional
        Names of the labels.
    ctx : Context
        Device of the calibration, which must be a CPU.
    excluded_sym_names, excluded_op_names : list of str, optional
        Names of nodes, and names of operators, that stay in float32.
    calib_mode : {'entropy', 'naive', 'none'}
        Calibration method: minimal information loss, the extremes of the data, or none. Without calibration, the
        network computes the range of its data on each run.
    calib_data : DataIter, optional
        Calibration data. Required unless `calib_mode` is ``'none'``.
    num_calib_examples : int, optional
        Number of examples after which the calibration stops. The default is all.
    quantized_dtype : {'int8', 'uint8', 'auto'}
        Dtype of quantized data. ``'auto'`` selects uint8 for data without negative values.
    quantize_mode : {'full', 'smart'}
        ``'smart'`` keeps operators without weights in float32 unless they are between operators with weights.
    quantize_granularity : {'tensor-wise', 'channel-wise'}
        ``'channel-wise'`` gives each output of a dense layer its own scale.
    logger : logging.Logger, optional
        Logger for details of the calibration.

    Returns
    -------
    sym : Symbol
        The quantized network.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states of the quantized network.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=1, name='fc')
    >>> args = {'fc_weight': mx.nd.array([[1, 2]]), 'fc_bias': mx.nd.array([3])}
    >>> batches = mx.io.NDArrayIter(mx.nd.array([[1, 2], [3, 4]]), batch_size=2)
    >>> quantized, params, states = mx.contrib.quantization.quantize_model_mkldnn(
    ...     net, args, {}, label_names=None, calib_mode='naive', calib_data=batches)
    >>> params['fc_weight_quantize'].dtype
    <class 'numpy.int8'>
    """
    _check_single(ctx)
    if ctx.device_type != "cpu":
        raise ValueError(f"quantize_model_mkldnn is for the CPU, received ctx={ctx}")
    qsym, *params = quantize_model(
        sym.get_backend_symbol(_FUSING), arg_params, aux_params, data_names, label_names, ctx, excluded_sym_names,
        excluded_op_names, calib_mode, calib_data, num_calib_examples, quantized_dtype, quantize_mode,
        quantize_granularity, logger)
    return qsym.get_backend_symbol(_FUSING), params[0], params[1]


class _Batches(DataIter):
    """Wrap a Gluon DataLoader or any iterable of batches as a DataIter. The last of several arrays is the label."""

    def __init__(self, batches: Iterable[Any]) -> None:
        self._batches = batches
        example = self._arrays(next(iter(batches)))
        super().__init__(example[0].shape[0])
        names = ["data", *(f"data{i}" for i in range(len(example) - 1))] if len(example) < 3 else [
            f"data{i}" for i in range(len(example))]
        self.provide_data = [DataDesc(name, array.shape) for name, array in zip(names, example, strict=True)]
        self.provide_label: list[DataDesc] = []
        self.reset()

    @staticmethod
    def _arrays(batch: Any) -> list[Any]:
        return list(batch) if isinstance(batch, (list, tuple)) else [batch]

    def reset(self) -> None:
        """Restart the iteration."""
        self._rest = iter(self._batches)

    def next(self) -> DataBatch:
        """Return the next batch."""
        return DataBatch(self._arrays(next(self._rest))[:len(self.provide_data)])


def quantize_net_v2(network: Any, quantized_dtype: str = "auto", quantize_mode: str = "full",
                    quantize_granularity: str = "tensor-wise", exclude_layers: list[str] | None = None,
                    exclude_layers_match: list[str] | None = None, exclude_operators: list[str] | None = None,
                    calib_data: Any = None, data_shapes: Any = None, calib_mode: str | None = "none",
                    num_calib_examples: int | None = None, ctx: Any = cpu(),  # noqa: B008
                    LayerOutputCollector: Any = None, logger: Any = None) -> SymbolBlock:
    """Quantize a Gluon network.

    Parameters
    ----------
    network : HybridBlock
        The float32 network, with initialized parameters. It is hybridized.
    quantized_dtype : {'int8', 'uint8', 'auto'}
        Dtype of quantized data. ``'auto'`` selects uint8 for data without negative values.
    quantize_mode : {'full', 'smart'}
        ``'smart'`` keeps operators without weights in float32 unless they are between operators with weights.
    quantize_granularity : {'tensor-wise', 'channel-wise'}
        ``'channel-wise'`` gives each output of a dense layer its own scale.
    exclude_layers : list of str, optional
        Names of nodes that stay in float32.
    exclude_layers_match : list of str, optional
        Layers whose names contain one of these strings stay in float32.
    exclude_operators : list of str, optional
        Names of operators that stay in float32.
    calib_data : DataIter, DataLoader or iterable of batches
        Calibration data. Required unless `calib_mode` is ``'none'``.
    data_shapes : list of DataDesc, optional
        Shapes of the inputs. Required without calibration data.
    calib_mode : {'entropy', 'naive', 'customize', 'none'}
        Calibration method: minimal information loss, the extremes of the data, a `LayerOutputCollector`,
        or none. Without
        calibration, the network computes the range of its data on each run.
    num_calib_examples : int, optional
        Number of examples after which the calibration stops. The default is all.
    ctx : Context
        Device of the calibration and of the new parameters.
    LayerOutputCollector : object, optional
        Collector for ``'customize'``. See `quantize_graph`.
    logger : logging.Logger, optional
        Logger for details of the calibration.

    Returns
    -------
    SymbolBlock
        The quantized network.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize(mx.init.One())
    >>> batches = [mx.nd.array([[1, 2], [3, 4]])]
    >>> quantized = mx.contrib.quantization.quantize_net_v2(net, calib_data=batches, calib_mode='naive')
    >>> quantized(mx.nd.array([[1, 2]])).asnumpy().round(1).tolist()
    [[3.0]]
    """
    network.hybridize()
    if calib_data is not None:
        batches: Any = calib_data if isinstance(calib_data, DataIter) else _Batches(calib_data)
        calib_data, data_shapes = batches, data_shapes or batches.provide_data
    if not data_shapes:
        raise ValueError("data_shapes required: pass the shapes of the inputs, or calib_data")
    data_shapes = _match_shapes(network, list(data_shapes))
    if isinstance(calib_data, _Batches):
        calib_data.provide_data = data_shapes
    names = [shape[0] for shape in data_shapes]
    symbol = network(*[var(name) for name in names])
    if ctx.device_type == "cpu":
        symbol = symbol.get_backend_symbol(_FUSING)
    states = set(symbol.list_auxiliary_states())
    values = {name: p._reduce() for name, p in network.collect_params().items()}
    arguments = {name: value for name, value in values.items() if name not in states}
    auxiliary = {name: value for name, value in values.items() if name in states}
    excluded = [*(exclude_layers or ()), *(name for name in _layer_names(symbol)
                                           for word in exclude_layers_match or () if word in name)]
    qsym, params, auxiliary, collector = quantize_graph(
        symbol, arguments, auxiliary, ctx, excluded, exclude_operators, calib_mode, quantized_dtype, quantize_mode,
        quantize_granularity, LayerOutputCollector, logger)
    if collector is not None:
        if calib_data is None:
            raise ValueError(f"calib_mode={calib_mode!r} needs calib_data")
        module = Module(symbol, data_names=names, label_names=None, context=ctx)
        module.bind(data_shapes, for_training=False)
        module.set_params(arguments, auxiliary)
        _collect_layer_statistics(module, calib_data, collector, num_calib_examples, logger)
        qsym, params, auxiliary = calib_graph(qsym, arguments, auxiliary, collector, calib_mode, quantized_dtype,
                                              logger)
    if ctx.device_type == "cpu":
        qsym = qsym.get_backend_symbol(_FUSING)
    return _block(qsym, names, {**params, **auxiliary}, ctx)


def _layer_names(symbol: Symbol) -> list[str]:
    """Return the names of all nodes, including those inside fused layers."""
    nodes = symbol._graph().nodes
    inner = [node.name for outer in symbol._graph().operations()
             for node in getattr(outer.op, "subgraph", Graph([])).nodes]
    return [*(node.name for node in nodes), *inner]


def _match_shapes(network: Any, shapes: list[Any]) -> list[Any]:
    """Return as many of the shapes as the network has inputs. The remaining ones are labels."""
    while True:
        try:
            network(*[ndarray.zeros(shape[1]) for shape in shapes])
            return shapes
        except TypeError:
            if len(shapes) < 2:
                raise
            shapes = shapes[:-1]


def _block(symbol: Symbol, inputs: Sequence[str], values: Arrays, ctx: Any) -> SymbolBlock:
    block = SymbolBlock(symbol, [var(name) for name in inputs])
    params = block.collect_params()
    for name, parameter in params.items():
        parameter.cast(values[name].dtype)
        parameter.grad_req = "null"
    params.load_dict({f"arg:{name}": value for name, value in values.items()}, ctx=ctx)
    return block


def quantize_net(network: Any, quantized_dtype: str = "auto", quantize_mode: str = "full",
                 exclude_layers: list[str] | None = None, exclude_layers_match: list[str] | None = None,
                 exclude_operators: list[str] | None = None, calib_data: Any = None, data_shapes: Any = None,
                 calib_mode: str | None = "none", num_calib_examples: int | None = None,
                 ctx: Any = cpu(), logger: Any = None) -> SymbolBlock:  # noqa: B008
    """Quantize a Gluon network. This is the deprecated form of `quantize_net_v2`.

    Parameters
    ----------
    network : HybridBlock
        The float32 network, with initialized parameters. It is hybridized.
    quantized_dtype : {'int8', 'uint8', 'auto'}
        Dtype of quantized data. ``'auto'`` selects uint8 for data without negative values.
    quantize_mode : {'full', 'smart'}
        ``'smart'`` keeps operators without weights in float32 unless they are between operators with weights.
    exclude_layers : list of str, optional
        Names of nodes that stay in float32.
    exclude_layers_match : list of str, optional
        Layers whose names contain one of these strings stay in float32.
    exclude_operators : list of str, optional
        Names of operators that stay in float32.
    calib_data : DataIter, DataLoader or iterable of batches
        Calibration data. Required unless `calib_mode` is ``'none'``.
    data_shapes : list of DataDesc, optional
        Shapes of the inputs. Required without calibration data.
    calib_mode : {'entropy', 'naive', 'none'}
        Calibration method: minimal information loss, the extremes of the data, or none. Without
        calibration, the network computes the range of its data on each run.
    num_calib_examples : int, optional
        Number of examples after which the calibration stops. The default is all.
    ctx : Context
        Device of the calibration and of the new parameters.
    logger : logging.Logger, optional
        Logger for details of the calibration.

    Returns
    -------
    SymbolBlock
        The quantized network.

    Examples
    --------
    >>> import warnings
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize(mx.init.One())
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter('ignore')
    ...     quantized = mx.contrib.quantization.quantize_net(net, data_shapes=[mx.io.DataDesc('data', (1, 2))])
    >>> quantized(mx.nd.array([[1, 2]])).asnumpy().round(1).tolist()
    [[3.0]]
    """
    warnings.warn("quantize_net is deprecated. Use quantize_net_v2 instead", stacklevel=user_level())
    return quantize_net_v2(network, quantized_dtype, quantize_mode, "tensor-wise", exclude_layers,
                           exclude_layers_match, exclude_operators, calib_data, data_shapes, calib_mode,
                           num_calib_examples, ctx, None, logger)


concise_module(__name__)
