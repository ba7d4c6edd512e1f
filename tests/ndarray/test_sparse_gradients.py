"""Test gradients with sparse arrays in autograd, Gluon and executors."""

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.ndarray import sparse

DENSE = np.array([[0, 1], [0, 0], [2, 3]], "float32")


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_sparse_leaf(stype: str) -> None:
    leaf = nd.array(DENSE).tostype(stype)
    leaf.attach_grad()
    assert leaf.grad.stype == stype and (leaf.grad.asnumpy() == 0).all()
    with autograd.record():
        tripled = leaf * 3
        result = tripled * tripled
    result.backward()
    assert tripled.stype == result.stype == leaf.grad.stype == stype
    np.testing.assert_allclose(leaf.grad.asnumpy(), 18 * DENSE)


def test_overwritten_leaf_counts_from_the_next_recording_on() -> None:
    leaf = nd.array(DENSE).tostype("row_sparse")
    leaf.attach_grad()
    leaf[:] = nd.array(DENSE * 2)
    with autograd.record():
        result = nd.square(leaf)
    result.backward()
    np.testing.assert_allclose(leaf.grad.asnumpy(), 4 * DENSE)


def test_gradients_add_up() -> None:
    leaf = nd.ones((2, 2)).tostype("row_sparse")
    leaf.attach_grad("add")
    for _ in range(2):
        with autograd.record():
            total = nd.square(leaf).sum()
        total.backward()
    assert leaf.grad.stype == "row_sparse" and (leaf.grad.asnumpy() == 4).all()


def test_chosen_storage_of_a_gradient_and_sparse_head() -> None:
    leaf = nd.ones((3, 2))
    leaf.attach_grad(stype="row_sparse")
    with autograd.record():
        result = leaf * leaf
    result.backward(nd.array(DENSE).tostype("row_sparse"))
    assert leaf.grad.stype == "row_sparse" and leaf.grad.indices.asnumpy().tolist() == [0, 2]
    np.testing.assert_allclose(leaf.grad.asnumpy(), 2 * DENSE)


def test_casts_are_recorded() -> None:
    leaf = nd.array(DENSE)
    leaf.attach_grad()
    with autograd.record():
        total = (nd.cast_storage(leaf, "row_sparse") * 2).tostype("default").sum()
    total.backward()
    assert (leaf.grad.asnumpy() == 2).all()


def test_consumed_sparse_results_become_constants() -> None:
    leaf = nd.array(DENSE).tostype("row_sparse")
    leaf.attach_grad()
    with autograd.record():
        middle = leaf * 2
        first = nd.square(middle)
        first.backward()
        np.testing.assert_allclose(leaf.grad.asnumpy(), 8 * DENSE)
        second = middle * leaf
    second.backward()
    np.testing.assert_allclose(leaf.grad.asnumpy(), 2 * DENSE)


def test_product_with_a_csr_matrix() -> None:
    matrix = sparse.csr_matrix(([1.0, 2.0, 3.0], [1, 3, 3], [0, 2, 3]), shape=(2, 5))
    for stype in ("default", "row_sparse"):
        weight = nd.ones((5, 2))
        weight.attach_grad(stype=stype)
        with autograd.record():
            total = nd.dot(matrix, weight).sum()
        total.backward()
        assert total.asscalar() == 12 and weight.grad.stype == stype
        np.testing.assert_allclose(weight.grad.asnumpy()[:, 0], [0, 1, 0, 5, 0])
    assert weight.grad.indices.asnumpy().tolist() == [1, 3]
    left = nd.ones((2, 3))
    left.attach_grad()
    with autograd.record():
        total = nd.dot(matrix, left, transpose_a=True).tostype("default").sum()
    total.backward()
    np.testing.assert_allclose(left.grad.asnumpy(), [[3] * 3, [3] * 3])


@pytest.mark.parametrize("hybrid", [False, True])
def test_embedding_trains_rows_it_used(hybrid: bool) -> None:
    net = gluon.nn.Embedding(6, 2, sparse_grad=True)
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5, "momentum": 0.9, "wd": 0.1})
    for _ in range(2):
        with autograd.record():
            total = net(nd.array([1, 4, 1])).sum()
        total.backward()
        gradient = net.weight.grad()
        assert gradient.stype == "row_sparse" and gradient.indices.asnumpy().tolist() == [1, 4]
        assert gradient.data.asnumpy().tolist() == [[2, 2], [1, 1]]
        trainer.step(1)
    value = net.weight.data().asnumpy()[:, 0]
    # In MXNet 1.9.1, rows without a gradient do not decay.
    np.testing.assert_allclose(value, [1, -1.9925, 1, 1, -0.5675, 1], rtol=1e-5)
    net.collect_params().zero_grad()
    assert net.weight.grad().indices.shape == (0,)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("index", [6, -1, 5.5])
def test_embedding_has_no_row_sparse_gradient_out_of_bounds(index: float, hybrid: bool) -> None:
    net = gluon.nn.Embedding(6, 2, sparse_grad=True)
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    with autograd.record():
        result = net(nd.array([1, index]))
    assert result.asnumpy().tolist() == [[1, 1], [1, 1]]  # the nearest row
    with pytest.raises(mx.MXNetError, match="row-sparse gradient"):
        result.backward()


@pytest.mark.parametrize("operator", [nd.Embedding, nd.contrib.SparseEmbedding])
@pytest.mark.parametrize("index", [3, -1])
def test_embedding_of_a_sparse_weight_refuses_indices_out_of_bounds(operator: Any, index: int) -> None:
    weight = nd.ones((3, 2)).tostype("row_sparse")
    result = operator(nd.array([0, index]), weight, input_dim=3, output_dim=2)
    with pytest.raises(mx.MXNetError, match="3 rows"):
        result.asnumpy()


@pytest.mark.parametrize(("optimizer", "used_twice", "used_once", "unused"), [
    ("adam", 0.8000114, 0.8000236, 1), ("adagrad", 0.8292893, 0.8292893, 1), ("ftrl", 0.5474259, 0.4080786, 0),
    ("groupadagrad", 0.8292894, 0.8292900, 1), ("rmsprop", 0.4543565, 0.4543566, 1)])
def test_optimizers_follow_mxnet(optimizer: str, used_twice: float, used_once: float, unused: float) -> None:
    net = gluon.nn.Embedding(6, 2, sparse_grad=True)
    net.initialize(mx.init.One())
    options = {"learning_rate": 0.1, **({"wd": 0.1} if optimizer == "adam" else {})}
    trainer = gluon.Trainer(net.collect_params(), optimizer, options)
    for _ in range(2):
        with autograd.record():
            total = net(nd.array([1, 4, 1])).sum()
        total.backward()
        trainer.step(1)
    np.testing.assert_allclose(net.weight.data().asnumpy()[:, 0],
                               [unused, used_twice, unused, unused, used_once, unused], rtol=5e-6)


class _Product(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(4, 2), grad_stype="row_sparse", init="ones")
            self.dense = gluon.nn.Dense(3)

    def hybrid_forward(self, F, x, weight):
        return self.dense(F.dot(x, weight))


@pytest.mark.parametrize("hybrid", [False, True])
def test_blocks_take_sparse_arrays(hybrid: bool) -> None:
    net = _Product()
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    matrix = nd.array([[0, 1, 0, 2], [0, 0, 0, 3.0]]).tostype("csr")
    with autograd.record():
        total = net(matrix).sum()
    total.backward()
    gradient = net.weight.grad()
    assert total.asscalar() == 36 and gradient.indices.asnumpy().tolist() == [1, 3]
    np.testing.assert_allclose(gradient.data.asnumpy(), [[3, 3], [15, 15]])
    np.testing.assert_allclose(net.dense.weight.grad().asnumpy(), np.full((3, 2), 6))


@pytest.mark.parametrize("hybrid", [False, True])
def test_layers_with_shapes_to_infer_take_sparse_arrays(hybrid: bool) -> None:
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(3, activation="relu"), gluon.nn.Dense(2))
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    matrix = nd.array([[0, 1, 0, 2], [0, 0, 0, 3.0]]).tostype("csr")
    np.testing.assert_allclose(net(matrix).asnumpy(), np.full((2, 2), 9))
    with autograd.record():
        total = net(matrix).sum()
    total.backward()
    np.testing.assert_allclose(net[0].weight.grad().asnumpy(), [[0, 2, 0, 10]] * 3)


def test_symbol_block_takes_sparse_arrays() -> None:
    net = gluon.SymbolBlock(mx.sym.sparse.dot(mx.sym.var("data"), mx.sym.var("w", shape=(4, 2))), mx.sym.var("data"))
    net.initialize(mx.init.One())
    matrix = nd.array([[0, 1, 0, 2], [0, 0, 0, 3.0]]).tostype("csr")
    np.testing.assert_allclose(net(matrix).asnumpy(), np.full((2, 2), 3))


def test_gradients_that_are_returned() -> None:
    leaf = nd.array(DENSE).tostype("row_sparse")
    leaf.attach_grad()
    with autograd.record():
        result = nd.square(leaf)
    np.testing.assert_allclose(autograd.grad(result, [leaf])[0].asnumpy(), 2 * DENSE)
    weight = nd.ones((5, 2))
    weight.attach_grad(stype="row_sparse")
    with autograd.record():
        result = nd.Embedding(nd.array([3, 1, 3]), weight, input_dim=5, output_dim=2, sparse_grad=True)
    gradient = autograd.grad(result, [weight])[0]
    assert gradient.stype == "row_sparse" and gradient.indices.asnumpy().tolist() == [1, 3]
    np.testing.assert_allclose(gradient.data.asnumpy(), [[1, 1], [2, 2]])


def test_clipping_the_norm_of_sparse_gradients() -> None:
    gradient = nd.array([[3, 0], [0, 0], [4.0, 0]]).tostype("row_sparse")
    assert gluon.utils.clip_global_norm([gradient], 1.0) == pytest.approx(5)
    np.testing.assert_allclose(gradient.asnumpy(), [[0.6, 0], [0, 0], [0.8, 0]], rtol=1e-5)


def test_row_sparse_parameter() -> None:
    parameter = gluon.Parameter("x", shape=(4, 2), stype="row_sparse", grad_stype="row_sparse")
    parameter.initialize(init="ones")
    with pytest.raises(RuntimeError, match="row_sparse_data"):
        parameter.data()
    with pytest.raises(RuntimeError, match="Trainer"):
        parameter.row_sparse_data(nd.array([0]))
    trainer = gluon.Trainer([parameter], "sgd", {"learning_rate": 1.0})
    rows = nd.array([1, 3])
    with autograd.record():
        value = parameter.row_sparse_data(rows)
        total = nd.Embedding(rows, value, input_dim=4, output_dim=2, sparse_grad=True).sum()
    total.backward()
    assert value.indices.asnumpy().tolist() == [1, 3]
    assert parameter.grad().indices.asnumpy().tolist() == [1, 3]
    trainer.step(1)
    everything = parameter.list_row_sparse_data(nd.arange(0, 4))[0]
    np.testing.assert_allclose(everything.asnumpy()[:, 0], [1, 0, 1, 0])


def test_rows_fetched_twice_in_one_section() -> None:
    parameter = gluon.Parameter("x", shape=(4, 2), stype="row_sparse", grad_stype="row_sparse")
    parameter.initialize(init="ones")
    gluon.Trainer([parameter], "sgd")
    for _ in range(2):
        with autograd.record():
            total = 0
            for rows in ([1, 3], [0, 3]):
                numbers = nd.array(rows)
                value = parameter.row_sparse_data(numbers)
                total = total + nd.Embedding(numbers, value, input_dim=4, output_dim=2, sparse_grad=True).sum()
        total.backward()
        np.testing.assert_allclose(parameter.grad().asnumpy()[:, 0], [1, 1, 0, 2])


def test_executor_over_sparse_arrays() -> None:
    data, weight = mx.sym.Variable("data", stype="csr"), mx.sym.Variable("weight")
    product = mx.sym.sparse.dot(data, weight)
    executor = product.simple_bind(mx.cpu(), data=(2, 4), weight=(4, 2), grad_req={"data": "null", "weight": "write"})
    assert executor.arg_dict["data"].stype == "csr" and executor.grad_dict["weight"].stype == "row_sparse"
    assert executor.outputs[0].shape == (2, 2)
    executor.arg_dict["weight"][:] = 1
    matrix = nd.array([[0, 1, 0, 2], [0, 0, 0, 3.0]]).tostype("csr")
    executor.forward(is_train=True, data=matrix)
    np.testing.assert_allclose(executor.outputs[0].asnumpy(), [[3, 3], [3, 3]])
    executor.backward(nd.ones((2, 2)))
    assert executor.grad_dict["weight"].indices.asnumpy().tolist() == [1, 3]
    np.testing.assert_allclose(executor.grad_dict["weight"].asnumpy()[:, 0], [0, 1, 0, 5])
    with pytest.raises(mx.MXNetError, match="shape"):
        executor.backward(nd.ones((3, 2)))


def test_executor_keeps_storage_types_of_operators() -> None:
    rows = nd.array(DENSE).tostype("row_sparse")
    x = mx.sym.Variable("x", stype="row_sparse")
    gradient = nd.zeros((3, 2), stype="row_sparse")
    executor = mx.sym.Group([mx.sym.square(x), mx.sym.exp(x)]).bind(mx.cpu(), {"x": rows}, {"x": gradient})
    assert [o.stype for o in executor.forward(is_train=True)] == ["row_sparse", "default"]
    executor.backward([nd.array(DENSE).tostype("row_sparse"), nd.zeros((3, 2))])
    np.testing.assert_allclose(gradient.asnumpy(), 2 * DENSE * DENSE)
