"""Conversion of float32 models to mixed precision for inference."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ..._runtime import dtype as dtypes
from ...context import cpu
from ...gluon._symbol_block import SymbolBlock
from ...gluon.block import HybridBlock
from ...module import BucketingModule
from ...symbol import Symbol
from . import _lists
from ._lists import PrecisionError
from ._precision_pass import Policy, reduce_precision

Conditions = Sequence[tuple[str, str, Sequence[str]]]


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise PrecisionError(message)


def _check_lists(target: str, low: Any, full: Any, conditional: Any) -> tuple[list[str], list[str], Conditions]:
    """Return the given lists or the default ones, after checking that they are consistent."""
    for name, value in (("target_dtype_ops", low), ("fp32_ops", full), ("conditional_fp32_ops", conditional)):
        _check(value is None or isinstance(value, list), f"{name} should be a list, received {value!r}")
    low = _lists.list_lp16_ops(target) if low is None else low
    full = _lists.list_fp32_ops(target) if full is None else full
    usual = _lists.list_conditional_fp32_ops(target)
    conditional = usual if conditional is None else conditional
    for entry in conditional:
        _check(len(entry) == 3 and isinstance(entry[0], str) and isinstance(entry[1], str)
               and isinstance(entry[2], list),
               "an entry of conditional_fp32_ops must be (operator, parameter, list of values), "
               f"received {entry!r}")
    sets = {"target_dtype_ops": set(low), "fp32_ops": set(full), "conditional_fp32_ops": {c[0] for c in conditional}}
    for one, other in (("target_dtype_ops", "fp32_ops"), ("target_dtype_ops", "conditional_fp32_ops"),
                       ("fp32_ops", "conditional_fp32_ops")):
        _check(not sets[one] & sets[other], f"an operator can be in one list only, but {one} and {other} share "
                                            f"{sorted(sets[one] & sets[other])}")
    known = {*_lists.list_lp16_ops(target), *_lists.list_fp32_ops(target), *_lists.list_lp16_fp32_ops(target),
             *(c[0] for c in usual)}
    illegal = set().union(*sets.values()) - known
    _check(not illegal, "Can only choose ops from amp.list_lp16_ops, list_fp32_ops, list_lp16_fp32_ops and "
                        f"list_conditional_fp32_ops of this target_dtype, received {sorted(illegal)}")
    return low, full, conditional


def convert_symbol(sym: Symbol, target_dtype: Any = "float16", target_dtype_ops: list[str] | None = None,
                   fp32_ops: list[str] | None = None, conditional_fp32_ops: Any = None,
                   excluded_sym_names: list[str] | None = None, data_names: Collection[str] | None = None,
                   cast_optional_params: bool = False) -> Symbol:
    """Insert casts into a float32 network, so that it uses a low precision dtype where this is safe.

    Parameters
    ----------
    sym : Symbol
        The network. It is not changed.
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.
    target_dtype_ops, fp32_ops : list of str, optional
        Operators that run in the low precision dtype and in float32. The default lists are used if not given.
    conditional_fp32_ops : list of tuple, optional
        Tuples of an operator, a parameter, and the parameter values for which it runs in float32.
    excluded_sym_names : list of str, optional
        Names of nodes that stay in float32.
    data_names : list of str, optional
        Inputs that are not parameters. By default these are the inputs without a declared dtype.
    cast_optional_params : bool
        Whether to store parameters in the low precision dtype if they are only used in it.

    Returns
    -------
    Symbol
        Network with casts. Its outputs are float32.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
    >>> converted = mx.contrib.amp.convert_symbol(net)
    >>> [name for name in converted.get_internals().list_outputs() if name.startswith('fc_output')]
    ['fc_output', 'fc_output_amp_cast_float32_output']
    """
    _check(isinstance(sym, Symbol), f"convert_symbol: sym must be a Symbol, received {type(sym)}")
    target = _lists.low_type(target_dtype)
    low, full, conditional = _check_lists(target, target_dtype_ops, fp32_ops, conditional_fp32_ops)
    _check(excluded_sym_names is None or isinstance(excluded_sym_names, list),
           f"excluded_sym_names must be a list of names, received {excluded_sym_names!r}")
    inputs = sym.list_inputs()
    if data_names is None:
        attributes = sym.attr_dict()
        data_names = [name for name in inputs if "__dtype__" not in attributes.get(name, {})]
    policy = Policy(dtypes.to_torch(target), frozenset(low), frozenset(full),
                    frozenset(_lists.list_widest_type_cast(target)), conditional, frozenset(excluded_sym_names or ()),
                    frozenset(data_names), bool(cast_optional_params))
    return Symbol(reduce_precision(sym._outputs, policy, frozenset(inputs) - frozenset(data_names)))


def _cast_declared(sym: Symbol, names: Collection[str], params: dict[str, Any]) -> None:
    """Cast the arrays of variables with a declared dtype."""
    attributes = sym.attr_dict()
    for name in names:
        code = attributes.get(name, {}).get("__dtype__", "-1")
        if code != "-1" and name in params:
            params[name] = params[name].astype(dtypes.NUMPY_OF_TORCH[dtypes.TORCH_OF_CODE[int(code)]])


def convert_model(sym: Symbol, arg_params: dict[str, Any], aux_params: dict[str, Any], target_dtype: Any = "float16",
                  target_dtype_ops: list[str] | None = None, fp32_ops: list[str] | None = None,
                  conditional_fp32_ops: Any = None, excluded_sym_names: list[str] | None = None,
                  cast_optional_params: bool = False) -> tuple[Symbol, dict[str, Any], dict[str, Any]]:
    """Convert a float32 model to mixed precision for inference.

    Parameters
    ----------
    sym : Symbol
        The network. It is not changed.
    arg_params, aux_params : dict of str to NDArray
        Parameters and auxiliary states by name.
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.
    target_dtype_ops, fp32_ops : list of str, optional
        Operators that run in the low precision dtype and in float32. The default lists are used if not given.
    conditional_fp32_ops : list of tuple, optional
        Tuples of an operator, a parameter, and the parameter values for which it runs in float32.
    excluded_sym_names : list of str, optional
        Names of nodes that stay in float32.
    cast_optional_params : bool
        Whether to store parameters in the low precision dtype if they are only used in it.

    Returns
    -------
    sym : Symbol
        Network with casts. Its outputs are float32.
    arg_params, aux_params : dict of str to NDArray
        The passed dictionaries. Parameters that are stored in the low precision dtype are replaced in them.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=2, name='fc')
    >>> args = {'fc_weight': mx.nd.ones((2, 3)), 'fc_bias': mx.nd.zeros(2)}
    >>> net, args, states = mx.contrib.amp.convert_model(net, args, {}, cast_optional_params=True)
    >>> args['fc_weight'].dtype
    <class 'numpy.float16'>
    """
    _lists.low_type(target_dtype)
    _check(isinstance(sym, Symbol), f"convert_model: sym must be a Symbol, received {type(sym)}")
    for name, arrays in (("arg_params", arg_params), ("aux_params", aux_params)):
        _check(isinstance(arrays, dict), f"convert_model: {name} must be a dict of arrays, received {type(arrays)}")
    data = [name for name in sym.list_inputs() if name not in arg_params and name not in aux_params]
    converted = convert_symbol(sym, target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops,
                               excluded_sym_names, data, cast_optional_params)
    _cast_declared(converted, converted.list_arguments(), arg_params)
    _cast_declared(converted, converted.list_auxiliary_states(), aux_params)
    return converted, arg_params, aux_params


def convert_hybrid_block(block: HybridBlock, target_dtype: Any = "float16",
                         target_dtype_ops: list[str] | None = None, fp32_ops: list[str] | None = None,
                         conditional_fp32_ops: Any = None, excluded_sym_names: list[str] | None = None,
                         ctx: Any = None, cast_optional_params: bool = False) -> SymbolBlock:
    """Convert a float32 block to mixed precision for inference.

    Parameters
    ----------
    block : HybridBlock
        A hybridized block that has run at least once.
    target_dtype : {'float16', 'bfloat16'}
        The low precision dtype.
    target_dtype_ops, fp32_ops : list of str, optional
        Operators that run in the low precision dtype and in float32. The default lists are used if not given.
    conditional_fp32_ops : list of tuple, optional
        Tuples of an operator, a parameter, and the parameter values for which it runs in float32.
    excluded_sym_names : list of str, optional
        Names of nodes that stay in float32.
    ctx : Context or list of Context, optional
        Devices of the new parameters. By default these are the devices of the parameters of `block`.
    cast_optional_params : bool
        Whether to store parameters in the low precision dtype if they are only used in it.

    Returns
    -------
    SymbolBlock
        New block with copies of the parameters. Its outputs are float32.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(2, in_units=3, prefix='dense0_')
    >>> net.initialize()
    >>> net.hybridize()
    >>> out = net(mx.nd.ones((1, 3)))
    >>> converted = mx.contrib.amp.convert_hybrid_block(net, cast_optional_params=True)
    >>> converted.collect_params()['dense0_weight'].dtype
    <class 'numpy.float16'>
    """
    _check(isinstance(block, HybridBlock), f"convert_hybrid_block: block must be a HybridBlock, received {type(block)}")
    if not block._cached_graph:
        raise RuntimeError(f"{block.name} has no graph to convert; hybridize it and call it once with data")
    inputs, sym = block._cached_graph
    converted = convert_symbol(sym, target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops,
                               excluded_sym_names, [str(i.name) for i in inputs], cast_optional_params)
    wanted = set(converted.list_inputs())
    params = {name: p for name, p in block.collect_params().items() if name in wanted}
    contexts = ctx or next((p.list_ctx() for p in params.values()), [cpu()])
    arrays = {name: p._reduce() for name, p in params.items()}
    _cast_declared(converted, list(arrays), arrays)
    result = SymbolBlock(converted, inputs)
    for name, parameter in result.collect_params().items():
        if name in arrays:
            parameter.cast(arrays[name].dtype)
    states = set(converted.list_auxiliary_states())
    result.collect_params().load_dict(
        {f"{'aux' if name in states else 'arg'}:{name}": array for name, array in arrays.items()}, ctx=contexts)
    return result


def convert_bucketing_module(bucketing_mod: BucketingModule, target_dtype: Any = "float16",
                             target_dtype_ops: list[str] | None = None, fp32_ops: list[str] | None = None,
                             conditional_fp32_ops: Any = None, excluded_sym_names: list[str] | None = None,
                             cast_optional_params: bool = False) -> BucketingModule:
    """Convert the current buckets of a module to mixed precision. The options are those of `convert_symbol`."""
    _check(isinstance(bucketing_mod, BucketingModule), "bucketing_mod must be a BucketingModule, received "
                                                       f"{type(bucketing_mod)}")
    _check(len(bucketing_mod._buckets) > 0, "bucketing_mod has no bucket yet; call bind first")
    _check(bucketing_mod.params_initialized, "bucketing_mod has no parameters to convert; call init_params first")
    current = bucketing_mod._curr_module
    arguments, states, symbols = current._arg_params, current._aux_params, {}
    for key, module in bucketing_mod._buckets.items():
        symbols[key], arguments, states = convert_model(module._symbol, arguments, states, target_dtype,
                                                        target_dtype_ops, fp32_ops, conditional_fp32_ops,
                                                        excluded_sym_names, cast_optional_params)
    kept = ("_context", "_work_load_list", "_fixed_param_names", "_state_names", "_group2ctxs", "_compression_params")
    return BucketingModule.load_dict(
        symbols, sym_gen=bucketing_mod._sym_gen, default_bucket_key=bucketing_mod._default_bucket_key,
        arg_params=arguments, aux_params=states, logger=bucketing_mod.logger,
        **{name[1:]: getattr(bucketing_mod, name) for name in kept})
