"""Tests of foreach, while_loop and cond with arrays, symbols, hybridized blocks and files."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

DATA, STATE = np.arange(6, dtype="float32").reshape(3, 2), np.array([1.0, 2.0], dtype="float32")


def running_sum(F):
    return lambda data, states: F.contrib.foreach(lambda d, s: (d * s[0], [d + s[0]]), data, states)


def test_foreach_on_arrays_and_symbols() -> None:
    expected, state = [], STATE.copy()
    for row in DATA:
        expected.append(row * state)
        state = row + state
    outputs, states = running_sum(mx.nd)(nd.array(DATA), [nd.array(STATE)])
    np.testing.assert_allclose(outputs.asnumpy(), expected)
    traced, traced_states = running_sum(mx.sym)(mx.sym.var("data"), [mx.sym.var("state")])
    net = mx.sym.load_json(mx.sym.Group([traced, *traced_states]).tojson())
    assert net.list_arguments() == ["data", "state"]
    assert net.infer_shape(data=(3, 2), state=(2,))[1] == [(3, 2), (2,)]
    results = net.eval(data=nd.array(DATA), state=nd.array(STATE))
    np.testing.assert_allclose(results[0].asnumpy(), expected)
    np.testing.assert_allclose(results[1].asnumpy(), state)
    np.testing.assert_allclose(states[0].asnumpy(), state)


def test_while_loop_pads_its_outputs() -> None:
    for F, i, total in ((mx.nd, nd.array([1.0]), nd.array([0.0])), (mx.sym, mx.sym.var("i"), mx.sym.var("total"))):
        outputs, variables = F.contrib.while_loop(
            lambda i, total: i <= 3, lambda i, total: (i + total, [i + 1, total + i]), [i, total], max_iterations=5)
        if F is mx.sym:
            outputs, *variables = mx.sym.Group([outputs, *variables]).eval(i=nd.array([1.0]), total=nd.array([0.0]))
        assert outputs.asnumpy().ravel()[:3].tolist() == [1, 3, 6] and outputs.shape == (5, 1)
        assert [v.asscalar() for v in variables] == [4, 6]


def test_cond_takes_one_branch() -> None:
    x = mx.sym.var("x")
    net = mx.sym.contrib.cond(mx.sym.sum(x) > 0, lambda: x * 2, lambda: x - 1)
    assert net.eval(x=nd.array([1.0]))[0].asscalar() == 2
    assert net.eval(x=nd.array([-1.0]))[0].asscalar() == -2
    assert mx.nd.contrib.cond(nd.array([1.0]), lambda: "then", lambda: "else") == "then"


class Recurrent(gluon.HybridBlock):
    def __init__(self, **kwargs) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.cell = nn.Dense(2, flatten=False)

    def hybrid_forward(self, F, data, state):
        outputs, _ = F.contrib.foreach(lambda d, s: (F.tanh(self.cell(d) + s[0]), [s[0] * 0.5 + d]), data, [state])
        return outputs


def test_layers_inside_a_loop_train_and_defer_their_shapes() -> None:
    results = []
    net = Recurrent(prefix="net_")
    net.initialize(mx.init.One())
    for hybrid in (False, True):
        net.hybridize(hybrid)
        with autograd.record():
            loss = net(nd.array(DATA).reshape((3, 1, 2)) * 0.1, nd.array(STATE).reshape((1, 2))).sum()
        loss.backward()
        results.append((loss.asscalar(), net.cell.weight.grad().asnumpy()))
    assert net.cell.weight.shape == (2, 2)
    assert results[0][0] == pytest.approx(results[1][0], rel=1e-5)
    np.testing.assert_allclose(results[0][1], results[1][1], rtol=1e-4)


def test_wrong_use() -> None:
    with pytest.raises(ValueError, match="max_iterations"):
        mx.nd.contrib.while_loop(lambda x: x, lambda x: (x, x), nd.ones((1,)))
    with pytest.raises(AssertionError, match="foreach input"):
        mx.nd.contrib.foreach(lambda d, s: (d, s), 5, [nd.ones((1,))])
    with pytest.raises(ValueError, match="outputs differ"):
        mx.sym.contrib.cond(mx.sym.var("p"), lambda: mx.sym.var("x"), lambda: [mx.sym.var("x")] * 2)


def test_foreach_must_use_its_data_and_states() -> None:
    data, first, second = (mx.sym.var(n) for n in ("data", "first", "second"))
    with pytest.raises(AssertionError, match="does not use the state second"):
        mx.sym.contrib.foreach(lambda x, s: (x, [s[0] + 1, s[0] + 2]), data, [first, second])
    with pytest.raises(AssertionError, match="does not use the data data"):
        mx.sym.contrib.foreach(lambda x, s: (s[0], [s[0] + 1]), data, [first])


def test_foreach_over_numbers_gives_arrays_of_one() -> None:
    def step(data, states):
        return data * states[0], [states[0] * 2]

    data, state = nd.arange(3), nd.array([2.0])
    results, states = mx.nd.contrib.foreach(step, data, [state])
    outputs, last = mx.sym.contrib.foreach(step, mx.sym.var("data"), [mx.sym.var("state")])
    executor = mx.sym.Group([outputs, *last]).bind(mx.cpu(), {"data": data, "state": state})
    for found in ([results, *states], executor.forward()):
        assert [array.shape for array in found] == [(3, 1), (1,)]
        assert [array.asnumpy().ravel().tolist() for array in found] == [[0, 4, 16], [16]]


def test_shapes_of_a_loop_do_not_take_all_its_steps() -> None:
    outputs, states = running_sum(mx.sym)(mx.sym.var("data"), [mx.sym.var("state")])
    net = mx.sym.Group([outputs, *states])
    assert net.infer_shape(data=(10**8, 2), state=(2,)) == ([(10**8, 2), (2,)], [(10**8, 2), (2,)], [])
    assert net.infer_shape_partial(data=(0, 2), state=(2,))[1] == [(0, 2), (2,)]
    assert net.infer_type(data="float64", state="float64")[1] == [np.float64, np.float64]
