"""Tests of custom operators and autograd functions in Python."""

import json

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd


@mx.operator.register("scaled_softmax")
class SoftmaxProp(mx.operator.CustomOpProp):
    def __init__(self, scale: str = "1") -> None:
        super().__init__(need_top_grad=False)
        self.scale = float(scale)

    def list_arguments(self):
        return ["data", "label"]

    def infer_shape(self, in_shape):
        return [in_shape[0], (in_shape[0][0],)], [in_shape[0]], []

    def create_operator(self, ctx, shapes, dtypes):
        return Softmax(self.scale)


class Softmax(mx.operator.CustomOp):
    def __init__(self, scale: float) -> None:
        self.scale = scale

    def forward(self, is_train, req, in_data, out_data, aux):
        x = in_data[0].asnumpy()
        y = np.exp(x - x.max(axis=1, keepdims=True))
        self.assign(out_data[0], req[0], mx.nd.array(y / y.sum(axis=1, keepdims=True)))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        y = out_data[0].asnumpy().copy()
        y[np.arange(len(y)), in_data[1].asnumpy().astype(int)] -= 1.0
        self.assign(in_grad[0], req[0], mx.nd.array(y * self.scale))


DATA, LABEL = np.arange(6, dtype="float32").reshape(2, 3), np.array([0.0, 2.0], dtype="float32")


def expected_gradient(scale: float) -> np.ndarray:
    y = np.exp(DATA) / np.exp(DATA).sum(axis=1, keepdims=True)
    y[[0, 1], [0, 2]] -= 1
    return y * scale


def test_custom_operator_on_arrays() -> None:
    x, label = nd.array(DATA), nd.array(LABEL)
    x.attach_grad()
    with autograd.record():
        y = nd.Custom(x, label, op_type="scaled_softmax", scale=3)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), expected_gradient(3), rtol=1e-4)


def test_custom_operator_in_a_symbol() -> None:
    net = mx.sym.Custom(data=mx.sym.var("data"), name="softmax", op_type="scaled_softmax", scale=2)
    assert net.list_arguments() == ["data", "softmax_label"]
    assert net.infer_shape(data=(2, 3)) == ([(2, 3), (2,)], [(2, 3)], [])
    executor = mx.sym.load_json(net.tojson()).simple_bind(mx.cpu(), data=(2, 3))
    executor.forward(is_train=True, data=nd.array(DATA), softmax_label=nd.array(LABEL))
    executor.backward()
    np.testing.assert_allclose(executor.grad_dict["data"].asnumpy(), expected_gradient(2), rtol=1e-4)


def test_custom_operator_in_a_hybridized_block() -> None:
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x, label):
            return F.Custom(x * 2, label, op_type="scaled_softmax")

    net = Net()
    plain = net(nd.array(DATA), nd.array(LABEL)).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(nd.array(DATA), nd.array(LABEL)).asnumpy(), plain, rtol=1e-6)


def test_unknown_custom_operator_is_named() -> None:
    with pytest.raises(mx.MXNetError, match="'nonsense' is not registered"):
        nd.Custom(nd.ones((1,)), op_type="nonsense")


class Sigmoid(autograd.Function):
    def forward(self, x):
        y = 1 / (1 + nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy):
        (y,) = self.saved_tensors
        return dy * y * (1 - y)


def test_function_has_its_own_gradient() -> None:
    x = nd.array([0.0, 1.0])
    x.attach_grad()
    with autograd.record():
        y = Sigmoid()(x * 1)
    y.backward()
    s = 1 / (1 + np.exp(-x.asnumpy()))
    np.testing.assert_allclose(x.grad.asnumpy(), s * (1 - s), rtol=1e-5)
    assert Sigmoid()(x).asnumpy() == pytest.approx(s)


def test_function_with_several_inputs_and_outputs() -> None:
    class Both(autograd.Function):
        def forward(self, a, b):
            return a + b, a * b

        def backward(self, da, db):
            return da * 10 + db, da * 100

    a, b = nd.array([1.0]), nd.array([2.0])
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        first, second = Both()(a, b)
        total = first + second * 2
    total.backward()
    assert a.grad.asscalar() == 12 and b.grad.asscalar() == 100


class _Square(mx.operator.NumpyOp):
    def forward(self, in_data, out_data):
        out_data[0][:] = in_data[0] ** 2

    def backward(self, out_grad, in_data, out_data, in_grad):
        in_grad[0][:] = 2 * in_data[0] * out_grad[0]


class _Double(mx.operator.NDArrayOp):
    def forward(self, in_data, out_data):
        out_data[0][:] = in_data[0] * 2

    def backward(self, out_grad, in_data, out_data, in_grad):
        in_grad[0][:] = out_grad[0] * 2


@pytest.mark.parametrize(("operator", "value", "gradient"), [(_Square(), 9.0, 6.0), (_Double(), 6.0, 2.0)])
def test_oldest_python_operators(operator, value, gradient) -> None:
    net = operator(mx.sym.var("data"), name="old")
    assert net.list_outputs() == ["old_output"]
    executor = net.simple_bind(mx.cpu(), data=(2,))
    executor.arg_dict["data"][:] = 3
    assert executor.forward(is_train=True)[0].asnumpy().tolist() == [value, value]
    executor.backward(nd.ones((2,)))
    assert executor.grad_dict["data"].asnumpy().tolist() == [gradient, gradient]


@mx.operator.register("always_fails")
class _FailingProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Failing()


class _Failing(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        raise KeyError("no such key")


@pytest.mark.parametrize(("operator", "kind", "attributes"), [
    (_Square, "_Native", ["info", "need_top_grad"]), (_Double, "_NDArray", ["info"])])
def test_oldest_python_operators_are_nodes_of_their_own(operator, kind, attributes) -> None:
    """Files and calls find the object as long as this process is running."""
    symbol = operator()(mx.sym.var("x"), name="node")
    assert sorted(symbol.attr_dict()["node"]) == attributes
    assert symbol.list_outputs() == ["node_output"]
    assert operator()().list_arguments()[0].startswith(f"{kind.lower()}")
    node = json.loads(symbol.tojson())["nodes"][1]
    assert node["op"] == kind
    wanted = symbol.eval(x=nd.array([3]))[0].asnumpy()
    np.testing.assert_array_equal(mx.sym.load_json(symbol.tojson()).eval(x=nd.array([3]))[0].asnumpy(), wanted)
    by_name = getattr(nd._internal, kind)(nd.array([3]), info=node["attrs"]["info"])
    np.testing.assert_array_equal(by_name.asnumpy(), wanted)
    unknown = symbol.tojson().replace(node["attrs"]["info"], "7f36821b7a50")
    with pytest.raises(mx.MXNetError, match="no Python operator with info='7f36821b7a50'"):
        mx.sym.load_json(unknown)


@mx.operator.register("two_results")
class TwoResultsProp(mx.operator.CustomOpProp):
    def list_outputs(self):
        return ["first", "second"]


class _TwoResults(mx.operator.NumpyOp):
    def list_outputs(self):
        return ["first", "second"]


def test_results_have_the_names_that_the_operator_says() -> None:
    assert mx.sym.Custom(mx.sym.var("x"), op_type="two_results", name="n").list_outputs() == ["n_first", "n_second"]
    assert _TwoResults()(mx.sym.var("x"), name="n").list_outputs() == ["n_first", "n_second"]


def test_error_in_a_custom_operator_names_it() -> None:
    with pytest.raises(mx.MXNetError, match="_Failing.forward failed with KeyError: 'no such key'"):
        nd.Custom(nd.ones((1,)), op_type="always_fails")


def test_operator_arguments_are_described() -> None:
    arguments = mx.operator.get_operator_arguments("clip")
    assert arguments.names == ["data", "a_min", "a_max"]
    assert arguments.types == ["NDArray-or-Symbol", "float, required", "float, required"]
    assert mx.operator.get_operator_arguments("sum").types[2] == "boolean, optional, default=0"


class _CountingProp(mx.operator.CustomOpProp):
    def __init__(self):
        super().__init__(need_top_grad=True)

    def list_outputs(self):
        return ["twice", "same"]

    def list_auxiliary_states(self):
        return ["calls"]

    def infer_shape(self, in_shape):
        return in_shape, [in_shape[0]] * 2, [(1,)]

    def create_operator(self, ctx, shapes, dtypes):
        return _Counting()


class _Counting(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        aux[0][:] += 1
        self.assign(out_data[0], req[0], in_data[0] * 2)
        self.assign(out_data[1], req[1], in_data[0])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2 + out_grad[1])


mx.operator.register("counting")(_CountingProp)


class _CountingBlock(mx.gluon.HybridBlock):
    def __init__(self, grad_req):
        super().__init__()
        with self.name_scope():
            self.calls = self.params.get("calls", shape=(1,), init="zeros", grad_req=grad_req)

    def hybrid_forward(self, F, x, calls):
        return F.Custom(x, calls, op_type="counting")


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("grad_req", ["write", "add"])
def test_states_of_an_operator_have_gradients_of_zero(hybrid, grad_req):
    block = _CountingBlock(grad_req)
    block.initialize()
    block.hybridize(hybrid)
    x = nd.array([1, 2])
    x.attach_grad()
    for calls in (1, 2):
        with mx.autograd.record():
            twice, same = block(x)
        twice.backward()
        assert twice.asnumpy().tolist() == [2, 4] and same.asnumpy().tolist() == [1, 2]
        assert x.grad.asnumpy().tolist() == [2, 2]
        assert block.calls.grad().asnumpy().tolist() == [0]
        assert block.calls.data().asnumpy().tolist() == [calls]


class _Runs(mx.operator.CustomOp):
    """Adds its number of runs, and calls another custom operator."""

    def __init__(self) -> None:
        self.runs = 0

    def forward(self, is_train, req, in_data, out_data, aux):
        self.runs += 1
        inner = mx.nd.Custom(in_data[0], op_type="test_runs_inside")
        self.assign(out_data[0], req[0], in_data[0] * 0 + inner * 10 + self.runs)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0])


class _Inside(mx.operator.CustomOp):
    def __init__(self) -> None:
        self.runs = 0

    def forward(self, is_train, req, in_data, out_data, aux):
        self.runs += 1
        self.assign(out_data[0], req[0], in_data[0] * 0 + self.runs)


@mx.operator.register("test_runs")
class _RunsProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Runs()


@mx.operator.register("test_runs_inside")
class _InsideProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Inside()


def test_operators_of_an_executor_keep_what_they_hold() -> None:
    net = mx.sym.Custom(mx.sym.Custom(mx.sym.var("x"), op_type="test_runs"), op_type="test_runs", name="second")
    executor = net.bind(mx.cpu(), {"x": nd.zeros(1)}, args_grad={"x": nd.zeros(1)})
    found = []
    for is_train in (True, True, False):
        found.append(executor.forward(is_train=is_train)[0].asscalar())
        if is_train:
            executor.backward(nd.ones(1))
    # Operators call other operators eagerly. Each call creates a new operator, which runs for the first time.
    assert found == [11, 12, 13]
    assert net.bind(mx.cpu(), {"x": nd.zeros(1)}).forward()[0].asscalar() == 11


@pytest.mark.parametrize(("flags", "expected"), [({}, [11, 11]), ({"static_alloc": True}, [11, 12])])
def test_operators_of_compiled_blocks(flags: dict[str, bool], expected: list[int]) -> None:
    class Net(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.Custom(x, op_type="test_runs")

    net = Net()
    net.hybridize(**flags)
    assert [net(nd.zeros(1)).asscalar() for _ in range(2)] == expected
