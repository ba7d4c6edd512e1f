"""Test that zero gradients reach losses, whose gradient does not depend on them.

In MXNet 1.9.1 this holds for every input and output of every operator with a gradient (tested with all samples).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import samples
from calling import arrays_of, function, mode, of_numpy
from sample import Sample, is_float

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._ops.opdef import find


def _cases() -> list[tuple[Sample, int]]:
    """Return one sample for each floating point input of each operator."""
    found: dict[tuple[str, int], tuple[Sample, int]] = {}
    for _, sample in samples.labelled():
        plain = not (sample.refused or sample.without_golden or sample.stypes or sample.aux or sample.out is not None)
        if plain and sample.grad and all(a.size for a in sample.inputs):
            for i, values in enumerate(sample.inputs):
                if is_float(values):
                    found.setdefault((sample.op, i), (sample, i))
    return list(found.values())


def _listed(results: Any) -> list[Any]:
    return list(results) if isinstance(results, (list, tuple)) else [results]


@pytest.mark.parametrize(("sample", "position"), _cases(), ids=lambda v: v.op if isinstance(v, Sample) else str(v))
def test_every_operator_passes_them_on(sample: Sample, position: int) -> None:
    with mode(mx, sample):
        _pass_zeros_on(sample, position)


def _pass_zeros_on(sample: Sample, position: int) -> None:
    arrays = arrays_of(mx, sample)
    source = arrays[position]
    source.attach_grad()
    with autograd.record(train_mode=sample.train):
        loss = nd.make_loss(source.as_nd_ndarray())
        arrays[position] = loss.as_np_ndarray() if of_numpy(sample.op) else loss
        results = _listed(function(nd, sample.op)(*arrays, **sample.params))
    for result in results:
        source.grad[:] = 7
        result.backward(retain_graph=True)
        np.testing.assert_array_equal(source.grad.asnumpy(), np.ones_like(sample.inputs[position]))


@pytest.mark.parametrize(("sample", "position"), _cases(), ids=lambda v: v.op if isinstance(v, Sample) else str(v))
def test_operators_declare_gradients_for_zero_heads(sample: Sample, position: int) -> None:
    with mode(mx, sample):
        _give_zeros(sample, position)


def _give_zeros(sample: Sample, position: int) -> None:
    arrays = arrays_of(mx, sample)
    arrays[position].attach_grad()
    with autograd.record(train_mode=sample.train):
        results = _listed(function(nd, sample.op)(*arrays, **sample.params))
    heads = [r for r in results if is_float(np.empty(0, r.dtype))]
    autograd.backward(heads, [h * 0 for h in heads])
    found = arrays[position].grad.asnumpy()
    assert find(sample.op).effects.ignores_head or not np.any(np.nan_to_num(found))


LOSSES = [
    ("SoftmaxOutput", {"grad_scale": 0.5}), ("LinearRegressionOutput", {}), ("LogisticRegressionOutput", {}),
    ("MAERegressionOutput", {}), ("SVMOutput", {}), ("MakeLoss", {"grad_scale": 3.0}), ("make_loss", {}),
]


def _tail(F: Any, loss: Any) -> Any:
    """Compute the metric of Sockeye from its loss; it is not differentiable."""
    best = F.BlockGrad(F.argmax(loss, axis=1))
    return F.broadcast_add(F.sum(F.BlockGrad(loss) > 0.3), F.sum(best))


def _apply(F: Any, name: str, params: dict[str, Any], data: Any, label: Any) -> Any:
    return getattr(F, name)(data, **params) if name.lower() == "makeloss" or name == "make_loss" else getattr(F, name)(
        data, label, **params)


def _data(name: str) -> tuple[nd.NDArray, nd.NDArray]:
    values = np.random.RandomState(3).uniform(-1, 1, (4, 3)).astype("float32")
    label = np.array([0, 2, 1, 1], "float32") if name in ("SoftmaxOutput", "SVMOutput") else values[::-1].copy()
    return nd.array(values), nd.array(label)


def _plain_gradient(name: str, params: dict[str, Any]) -> np.ndarray:
    data, label = _data(name)
    data.attach_grad()
    with autograd.record():
        loss = _apply(nd, name, params, data * 1, label)
    loss.backward()
    return np.asarray(data.grad.asnumpy())


@pytest.mark.parametrize(("name", "params"), LOSSES)
def test_losses_behind_stopped_gradients_in_all_modes(name: str, params: dict[str, Any]) -> None:
    expected = _plain_gradient(name, params)
    assert np.any(expected)
    data, label = _data(name)
    data.attach_grad()
    with autograd.record():
        result = _tail(nd, _apply(nd, name, params, data * 1, label))
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), expected)

    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, data: Any, label: Any) -> Any:
            return _tail(F, _apply(F, name, params, data * 1, label))

    net = Net()
    net.hybridize()
    for _ in range(2):
        data.grad[:] = 7
        with autograd.record():
            result = net(data, label)
        result.backward()
        np.testing.assert_array_equal(data.grad.asnumpy(), expected)

    symbol = _tail(mx.sym, _apply(mx.sym, name, params, mx.sym.var("data") * 1, mx.sym.var("label")))
    grad = nd.zeros_like(data)
    arguments = {k: v for k, v in {"data": data, "label": label}.items() if k in symbol.list_arguments()}
    executor = symbol.bind(mx.cpu(), arguments, args_grad={"data": grad}, grad_req={"data": "write", "label": "null"})
    executor.forward(is_train=True)
    executor.backward([nd.array([5.0])])
    np.testing.assert_array_equal(grad.asnumpy(), expected)


def test_a_hybridized_loss_and_eager_operators_after_it() -> None:
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, data: Any) -> Any:
            return F.make_loss(data * 2)

    net = Net()
    net.hybridize()
    data = nd.ones((2, 3))
    data.attach_grad()
    with autograd.record():
        result = (net(data) > 0).sum() + 0 * nd.one_hot(net(data).sum(), 3).sum()
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), np.full((2, 3), 4.0))


def test_integers_between() -> None:
    data = nd.array([[3.0, 1.0, 2.0]])
    data.attach_grad()
    with autograd.record():
        order = nd.argsort(nd.make_loss(data), dtype="int32")
        result = nd.take(nd.arange(3), order).sum()
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), np.ones((1, 3)))


def test_detach_and_pause_cut() -> None:
    data = nd.array([[3.0, 1.0, 2.0]])
    data.attach_grad()
    with autograd.record():
        loss = nd.make_loss(data)
        with autograd.pause():
            paused = loss * 2
        result = loss.detach().sum() + paused.sum() + (data * 5).sum()
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), np.full((1, 3), 5.0))


def test_a_loss_of_an_earlier_section() -> None:
    data = nd.ones((2,))
    data.attach_grad()
    with autograd.record():
        loss = nd.make_loss(data)
    with autograd.record():
        result = nd.BlockGrad(loss).sum()
    with autograd.record():
        result = nd.sign(result) * 2
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), [1.0, 1.0])


def test_functions_of_users() -> None:
    class Ignoring(autograd.Function):
        def forward(self, x: nd.NDArray) -> nd.NDArray:
            return x * 1

        def backward(self, dy: nd.NDArray) -> nd.NDArray:
            return nd.full(dy.shape, 4.0)

    data = nd.ones((2,))
    data.attach_grad()
    with autograd.record():
        result = nd.floor(Ignoring()(data) * 1).sum()
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), [4.0, 4.0])


@mx.operator.register("ignoring_head")
class _IgnoringProp(mx.operator.CustomOpProp):
    def __init__(self) -> None:
        super().__init__(need_top_grad=False)

    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> mx.operator.CustomOp:
        class Ignoring(mx.operator.CustomOp):
            def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
                self.assign(out_data[0], req[0], in_data[0])

            def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
                self.assign(in_grad[0], req[0], in_data[0] * 3)

        return Ignoring()


def test_custom_operators() -> None:
    values = np.array([[1.0, 2.0]], "float32")
    data = nd.array(values)
    data.attach_grad()
    with autograd.record():
        result = nd.BlockGrad(nd.Custom(data, op_type="ignoring_head")).sum()
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), 3 * values)
    symbol = mx.sym.BlockGrad(mx.sym.Custom(mx.sym.var("data"), op_type="ignoring_head"))
    grad = nd.zeros_like(data)
    executor = symbol.bind(mx.cpu(), {"data": data}, args_grad={"data": grad})
    executor.forward(is_train=True)
    executor.backward([nd.ones((1, 2))])
    np.testing.assert_array_equal(grad.asnumpy(), 3 * values)


@pytest.mark.parametrize("hybridized", [False, True])
def test_loops_with_losses_in_their_steps(hybridized: bool) -> None:
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, data: Any, state: Any) -> Any:
            def step(row: Any, states: Any) -> Any:
                # The state of the next step is the loss of this step after a comparison.
                loss = F.make_loss(row * 2) + states[0]
                return F.BlockGrad(loss), [loss > 0.5]

            results, states = F.contrib.foreach(step, data, [state])
            return F.sum(results) + F.sum(F.round(states[0]))

    net = Net()
    if hybridized:
        net.hybridize()
    data, state = nd.array(np.ones((3, 2))), nd.zeros((2,))
    data.attach_grad()
    with autograd.record():
        result = net(data, state)
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), np.full((3, 2), 2.0))



def test_sparse_arrays_between() -> None:
    data = nd.array([[0.0, 2.0], [0.0, 0.0]])
    data.attach_grad()
    with autograd.record():
        rows = nd.cast_storage(nd.make_loss(data), stype="row_sparse")
        result = nd.sign(rows).sum() if rows.stype == "default" else nd.sparse.sign(rows).tostype("default").sum()
    result.backward()
    np.testing.assert_array_equal(data.grad.asnumpy(), np.ones((2, 2)))
