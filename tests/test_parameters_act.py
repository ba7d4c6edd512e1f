"""Check that every parameter is used, or listed here with a reason."""

from __future__ import annotations

import ast
import pathlib
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.base import MXNetError
from mxnet.ndarray.sparse import NotSupportedForSparseNDArray

PACKAGE = pathlib.Path(__file__).resolve().parent.parent / "mxnet"
# Folders of internal helpers. In `_ops`, only registered operators are checked.
PRIVATE = ("_graph", "_runtime", "_frontend")

FORCED = "every method of this name takes it, for those that need it"
HINT = "how the original's devices or its scheduler work; results are the same"
PLACED = "front-ends create the array on this device"
GRAPH = "the graph that stands for the node is run instead; these describe it in files"
AS_ORIGINAL = "the original does not look at it either"
NAMED = "names of eager results mean nothing, as in the original"

# Names of parameters that may be unused anywhere.
ANYWHERE = {
    "workspace": HINT, "cudnn_tune": HINT, "cudnn_off": HINT, "compute_size": HINT, "processing_batch_size": HINT,
    "im2col_step": HINT, "deterministic": HINT, "priority": HINT, "exc_info": FORCED, "ptype": FORCED,
    "value": FORCED, "trace": FORCED, "name": NAMED, "F": FORCED, "memo": FORCED, "error": FORCED,
}
# End of the file path, function, parameters, and reason.
EXCEPTIONS = [
    ("kvstore/kvstore.py", "pushpull_gradients", {"leaves"}, "stores of many processes look at it"),
    ("library.py", "load", {"verbose"}, "no library is loaded"),
    ("rtc.py", "CudaModule.__init__", {"source", "options", "exports"}, "no source is compiled"),
    ("notebook/callback.py", "_cb", {"param"}, FORCED),
    ("estimator/", "", {"args", "kwargs", "estimator"}, FORCED),
    ("optimizer/", ".create_state", {"index", "weight"}, FORCED),
    ("optimizer/_single.py", ".update", {"index", "state"}, FORCED),
    ("_ops/create.py", "", {"ctx"}, PLACED),
    ("_ops/random.py", "", {"ctx"}, PLACED),
    ("_ops/graph_nodes.py", "", None, GRAPH),
    ("_ops/sparse.py", "", None, "rules for sparse arrays compute it (sparse_matrices.py, sparse_graphs.py)"),
    ("_ops/mixed_precision.py", "cast_storage", {"stype"}, "a rule for sparse arrays converts the result"),
    ("_ops/mixed_precision.py", "all_finite", {"init_output"}, "nd.all_finite looks at it: only it has an output"),
    ("_ops/dense.py", "dot", {"forward_stype"}, "a rule for sparse arrays converts the result"),
    ("_ops/optimizer_", "", {"lazy_update"}, "rules for sparse arrays look at it; dense ones have all rows"),
    ("_ops/optimizer_update.py", "signsgd_update", {"rescale_grad", "clip_gradient"}, "neither changes a sign"),
    ("_ops/batch_norm.py", "", {"min_calib_range", "max_calib_range"}, "for quantization (contrib/_quantize_pass.py)"),
    ("_ops/index.py", "embedding", {"dtype"}, "the type of a weight that is to be inferred (input_types)"),
    ("_ops/quantized_layers.py", "quantized_embedding", {"dtype", "sparse_grad"}, AS_ORIGINAL),
    ("_ops/quantized_layers.py", "quantized_batch_norm", None, AS_ORIGINAL),
    ("_ops/quantized_elementwise.py", "quantized_pooling", {"p_value"}, AS_ORIGINAL),
    ("_ops/quantize.py", "dequantize", {"out_type"}, "only float32 is valid, which parsing checks"),
    ("_ops/elementwise_params.py", "gradient_multiplier", {"is_int"}, AS_ORIGINAL),
    ("_ops/multibox.py", "multibox_target", {"minimum_negative_samples"}, AS_ORIGINAL),
    ("_ops/multibox.py", "multibox_detection", {"background_id"}, AS_ORIGINAL),
    ("_ops/proposal.py", "", {"output_score"}, "says how many outputs are visible"),
    ("_ops/vision.py", "spatial_transformer", {"transform_type", "sampler_type"}, "only one value is valid"),
    ("_ops/custom.py", "of_object", {"params"}, "of old nodes only `info` counts"),
    ("_ops/image_files.py", "imdecode_planes", {"index"}, AS_ORIGINAL),
    ("operator/_python_operator.py", "PythonOp", {"out_grad", "in_data", "out_data"}, FORCED),
    ("operator/_python_operator.py", "Prop.create_operator", {"ctx", "in_shapes", "in_dtypes"}, FORCED),
    ("operator/_python_operator.py", "Operator.", {"is_train", "req", "aux"}, FORCED),
    ("operator/__init__.py", "CustomOpProp.create_operator", {"ctx", "in_shapes", "in_dtypes"}, FORCED),
    ("base/_c_library.py", "MXNDArrayFromDLPackEx", {"transient_handle"}, HINT),
    ("base/__init__.py", "classproperty.__get__", {"instance"}, FORCED),
    ("callback.py", "module_checkpoint._callback", {"sym", "arg", "aux"}, FORCED),
    ("gluon/rnn/_modifiers.py", "DropoutCell.state_info", {"batch_size"}, FORCED),
    ("gluon/rnn/_modifiers.py", "DropoutCell.unroll", {"valid_length"}, AS_ORIGINAL),
    ("gluon/data/_pool.py", "worker_fn", {"dataset"}, "of the signature that GluonCV and GluonNLP import"),
    ("contrib/horovod/_compression.py", "NoneCompressor.decompress", {"ctx"}, FORCED),
    ("contrib/horovod/", "", {"num_groups"}, "all gradients travel together; results are the same"),
    ("contrib/horovod/_processes.py", "_built", {"verbose"}, "nothing more could be told"),
    ("kvstore/dist/values.py", "Values.", {"content", "tensors"}, "all commands are called alike"),
    ("kvstore/base.py", "TestStore.", {"key"}, "the store keeps nothing"),
    ("module/base_module.py", "BaseModule.prepare", {"data_batch"}, FORCED),
    ("module/python_module.py", "PythonModule.bind", {"shared_module"}, AS_ORIGINAL),
    ("ndarray/_convert.py", "OneElement.__array_wrap__", {"context", "return_scalar"}, FORCED),
    ("numpy/_search.py", "sort", {"kind"}, "all kinds give the same order"),
    ("numpy/_search.py", "argsort", {"kind"}, "torch's stable sort stands for all kinds"),
    ("numpy/_search.py", "may_share_memory", {"max_work"}, HINT),
    ("symbol/_control_flow.py", "cond.branch.run", {"inner"}, FORCED),
    ("symbol/_updates.py", "", {"out"}, "symbols have no memory to write to; the original takes it and does nothing"),
    ("_ops/numpy/create.py", "", {"ctx"}, PLACED),
    ("_ops/numpy/random.py", "", {"ctx"}, PLACED),
    ("_ops/numpy/elementwise.py", "", {"is_int"}, AS_ORIGINAL),
    ("_ops/numpy/elementwise.py", "nan_to_num", {"copy"}, "np.nan_to_num gives the array itself as out"),
    ("_ops/numpy/join.py", "", {"axis"}, "the name of the operator says which axis"),
    ("_ops/numpy/order.py", "bincount", {"has_weights"}, "says which inputs there are"),
    ("_ops/numpy/products.py", "einsum", {"optimize"}, "products are always formed in the cheapest order"),
    ("_ops/numpy/reduce.py", "average", {"returned", "weighted"}, "say which inputs and outputs there are"),
    ("_ops/numpy/select.py", "insert_at_number", {"start", "stop", "step"}, "one form of three that share parameters"),
    ("_ops/numpy/select.py", "insert_at_slice", {"int_ind"}, "one form of three that share parameters"),
    ("_ops/numpy/select.py", "insert_at_array", {"start", "stop", "step", "int_ind"},
     "one form of three that share parameters"),
    ("contrib/onnx/onnx2mx/", "", {"m", "a"}, "all rules are called alike"),
    ("tools/convert/", "", {"w", "node"}, "all rules are called alike"),
    ("numpy/_fallback_operators.py", "", {"is_train", "aux", "ctx", "in_shapes", "in_dtypes"}, FORCED),
]


def functions(tree: ast.AST, outer: tuple[str, ...] = ()) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, (*outer, node.name))
        elif isinstance(node, ast.FunctionDef):
            yield ".".join((*outer, node.name)), node
            yield from functions(node, (*outer, node.name))
        else:
            yield from functions(node, outer)


def parameters(function: ast.FunctionDef) -> list[str]:
    given = function.args
    names = [a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names += [a.arg for a in (given.vararg, given.kwarg) if a is not None]
    return [name for name in names if name not in ("self", "cls") and not name.startswith("_")]


def is_empty(function: ast.FunctionDef) -> bool:
    """Whether a function only raises an error or has only a docstring, as an interface for subclasses."""
    return all(isinstance(statement, (ast.Raise, ast.Pass))
               or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
               for statement in function.body)


def unread(function: ast.FunctionDef) -> list[str]:
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return [] if "locals" in read else [name for name in parameters(function) if name not in read]


def is_public(path: str, qualified: str, function: ast.FunctionDef) -> bool:
    if path.startswith("_ops"):
        return any("register" in ast.unparse(decorator) for decorator in function.decorator_list)
    return not any(part.startswith("_") and not part.startswith("__") for part in qualified.split("."))


def reason(path: str, qualified: str, name: str) -> str | None:
    for file, function, names, why in EXCEPTIONS:
        if file in path and function in f".{qualified}" and (names is None or name in names):
            return why
    return ANYWHERE.get(name)


def test_every_parameter_is_read_or_has_a_reason() -> None:
    ignored = []
    for file in sorted(PACKAGE.rglob("*.py")):
        path = file.relative_to(PACKAGE).as_posix()
        if path.startswith(PRIVATE):
            continue
        for qualified, function in functions(ast.parse(file.read_text())):
            if is_public(path, qualified, function) and not is_empty(function):
                ignored += [f"{path}: {qualified}({name})" for name in unread(function)
                            if reason(path, qualified, name) is None]
    assert not ignored, "these parameters have no effect; use them, warn or raise an error:\n" + "\n".join(ignored)


def test_reasons_are_needed() -> None:
    """Reasons for parameters that are used now must be removed."""
    used = set()
    for file in sorted(PACKAGE.rglob("*.py")):
        path = file.relative_to(PACKAGE).as_posix()
        for qualified, function in functions(ast.parse(file.read_text())):
            for name in unread(function):
                for index, (where, which, names, _) in enumerate(EXCEPTIONS):
                    if where in path and which in f".{qualified}" and (names is None or name in names):
                        used.add((index, name) if names is not None else (index, None))
    stated = {(i, name) for i, (_, _, names, _) in enumerate(EXCEPTIONS) for name in (names or {None})}
    assert not stated - used, [(EXCEPTIONS[i][:2], name) for i, name in sorted(stated - used, key=str)]


# Effects of parameters that were once ignored, with values of MXNet 1.9.1.

NORMALIZED_BY_MOVING = [[0.0, 0.9995], [1.999, 2.9985], [3.998, 4.9975], [5.997, 6.9965]]


def normalized(training: bool = True) -> tuple[nd.NDArray, nd.NDArray, nd.NDArray]:
    x, moving = nd.arange(8).reshape((4, 2)), nd.zeros(2)
    x.attach_grad()
    with autograd.record(train_mode=training):
        y = nd.BatchNorm(x, nd.ones(2), nd.zeros(2), moving, nd.ones(2), fix_gamma=False)
        return x, y * nd.arange(8).reshape((4, 2)), moving


def test_backward_outside_of_training_uses_moving_statistics() -> None:
    x, y, moving = normalized()
    y.backward(train_mode=False)
    assert np.allclose(x.grad.asnumpy(), NORMALIZED_BY_MOVING, atol=1e-4)
    assert moving.asnumpy().tolist() == [0, 0]
    x, y, moving = normalized()
    found, = autograd.grad(y, [x], train_mode=False)
    assert np.allclose(found.asnumpy(), NORMALIZED_BY_MOVING, atol=1e-4)
    assert moving.asnumpy().tolist() == [0, 0]


def test_one_backward_outside_of_training_does_not_change_the_next() -> None:
    x, y, moving = normalized()
    y.backward(train_mode=False, retain_graph=True)
    y.backward()
    assert np.abs(x.grad.asnumpy()).max() < 1e-2
    assert np.allclose(moving.asnumpy(), [0.3, 0.4])


def test_executor_backward_outside_of_training() -> None:
    names = ("x", "gamma", "beta")
    net = mx.sym.BatchNorm(*map(mx.sym.var, names), fix_gamma=False, name="bn")
    arguments = {"x": nd.arange(8).reshape((4, 2)), "gamma": nd.ones(2), "beta": nd.zeros(2)}
    gradients = {name: nd.zeros(array.shape) for name, array in arguments.items()}
    states = {"bn_moving_mean": nd.zeros(2), "bn_moving_var": nd.ones(2)}
    executor = net.bind(mx.cpu(), arguments, gradients, aux_states=states)
    executor.forward(is_train=True)
    executor.backward(nd.arange(8).reshape((4, 2)), is_train=False)
    assert np.allclose(gradients["x"].asnumpy(), NORMALIZED_BY_MOVING, atol=1e-4)


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize(("initial", "first", "number", "expected"), [
    (True, 0.0, 1.0, 1.0), (True, 1.0, np.inf, 0.0), (False, 0.0, 1.0, 0.0), (False, 1.0, 1.0, 1.0),
    (False, 1.0, np.inf, 0.0)])
def test_finite_goes_on_from_what_was_found(several: bool, initial: bool, first: float, number: float,
                                            expected: float) -> None:
    out = nd.array([first])
    if several:
        nd.multi_all_finite(nd.array([number]), nd.ones(1), num_arrays=2, init_output=initial, out=out)
    else:
        nd.all_finite(nd.array([number]), init_output=initial, out=out)
    assert out.asscalar() == expected


def test_arange_takes_its_size_from_the_graph() -> None:
    net = mx.sym.arange(1, step=2, repeat=2, infer_range=True) + mx.sym.var("x")
    assert net.bind(mx.cpu(), {"x": nd.zeros(4)}).forward()[0].asnumpy().tolist() == [1, 1, 3, 3]
    with pytest.raises(MXNetError, match="repeat=2"):
        net.bind(mx.cpu(), {"x": nd.zeros(5)}).forward()


def test_eye_writes_to_out() -> None:
    out = nd.zeros((2, 2))
    assert nd.eye(2, out=out) is out
    assert out.asnumpy().tolist() == [[1, 0], [0, 1]]
    with pytest.raises(MXNetError):
        nd.eye(2, strange=1)


def test_shared_arguments_are_not_taken_from_the_buffer() -> None:
    net, buffer = mx.sym.var("a") + 1, {"a": nd.ones(2)}
    assert net.simple_bind(mx.cpu(), a=(2,), shared_buffer=buffer).arg_dict["a"].asnumpy().tolist() == [1, 1]
    bound = net.simple_bind(mx.cpu(), a=(2,), shared_buffer=buffer, shared_arg_names=["a"])
    assert bound.arg_dict["a"].asnumpy().tolist() == [0, 0]


def test_deprecated_range_warns() -> None:
    with pytest.warns(DeprecationWarning, match="infer_range"):
        nd.arange(3, infer_range=True)


def sparse_array() -> nd.NDArray:
    return nd.ones((2, 2)).tostype("row_sparse")


REFUSED: list[tuple[Callable[[], object], type[Exception]]] = [
    (lambda: (mx.sym.var("a") + 1).bind(mx.cpu(), {"a": nd.ones(2)}, shared_exec=3), AttributeError),
    (lambda: mx.sym.var("a").optimize_for("MKLDNN", ctx=3), AssertionError),
    (lambda: mx.sym.var("a").optimize_for("MKLDNN", stype_dict={"a": "strange"}), ValueError),
    (lambda: mx.sym.var("a", profiler_scope="scope:"), ValueError),
    (lambda: mx.sym.var("a").as_np_ndarray().astype("int32", strange=1), TypeError),
    (lambda: mx.sym.var("a").as_np_ndarray().astype("int32", casting="safe"), ValueError),
    (lambda: mx.np.full_like(mx.np.ones(2), 1, order="F"), NotImplementedError),
    (lambda: mx.np.ones_like(mx.np.ones(2), order="F"), NotImplementedError),
    (lambda: mx.np.quantile(mx.np.ones(2), 0.5, overwrite_input=True), NotImplementedError),
    (lambda: mx.np.percentile(mx.np.ones(2), 5, overwrite_input=True), NotImplementedError),
    (lambda: mx.np.einsum("i,i", mx.np.ones(2), mx.np.ones(2), optimize="greedy"), ValueError),
    (lambda: mx.np.sort(mx.np.ones(2), order="field"), NotImplementedError),
    (lambda: mx.np.argsort(mx.np.ones(2), order="field"), NotImplementedError),
    (lambda: mx.rnn.rnn.rnn_unroll(mx.rnn.RNNCell(2), 2, mx.sym.var("x"), input_prefix="t_"), TypeError),
    (lambda: sparse_array().squeeze(inplace=True), NotSupportedForSparseNDArray),
    (lambda: sparse_array().expand_dims(0, inplace=True), NotSupportedForSparseNDArray),
    (lambda: sparse_array().flatten(inplace=True), NotSupportedForSparseNDArray),
    (lambda: nd.log_softmax(nd.ones((2, 3)), use_length=True), MXNetError),
    (lambda: nd.softmin(nd.ones((2, 3)), use_length=True), MXNetError),
    (lambda: nd.contrib.DeformableConvolution(nd.ones((1, 2, 4, 4)), nd.zeros((1, 18, 2, 2)), nd.ones((3, 2, 3, 3)),
                                              nd.zeros(3), kernel=(3, 3), num_filter=5), MXNetError),
    (lambda: nd.ones(2).__array__(copy=False), ValueError),
]


@pytest.mark.parametrize(("call", "error"), REFUSED)
def test_what_is_not_possible_raises(call: Callable[[], object], error: type[Exception]) -> None:
    with pytest.raises(error):
        call()
