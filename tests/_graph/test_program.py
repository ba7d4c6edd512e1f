"""Programs: which function runs for which signature; graphs are inferred once, whatever asks for shapes."""

from typing import Any

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet._graph.infer import Inference
from mxnet._graph.program import Program, Signature
from mxnet.gluon import nn


@pytest.fixture
def inferences(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many operators each inference from now on has looked at."""
    sizes: list[int] = []
    run = Inference.run

    def counted(self: Inference) -> Inference:
        sizes.append(len(self.graph.operations()))
        return run(self)

    monkeypatch.setattr(Inference, "run", counted)
    return sizes


def network() -> nn.HybridSequential:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.MaxPool2D(), nn.BatchNorm(), nn.Dense(3))
    net.initialize()
    net.hybridize()
    return net


def test_a_block_is_inferred_once_for_training_and_prediction(inferences: list[int]) -> None:
    net, data = network(), nd.ones((2, 1, 8, 8))
    del inferences[:]
    for _ in range(2):
        with autograd.record():
            net(data).backward()
    net(data)
    net(data)
    assert inferences == [5]


def test_other_sizes_are_inferred_anew(inferences: list[int]) -> None:
    net = network()
    del inferences[:]
    for rows in (1, 2, 1):
        assert net(nd.ones((rows, 1, 8, 8))).shape == (rows, 3)
    assert inferences == [5, 5]


def test_a_parameter_of_another_shape_is_inferred_anew() -> None:
    net, data = network(), nd.ones((2, 1, 8, 8))
    net(data)
    net[3].weight._shape = (3, 5)
    net[3].weight.initialize(force_reinit=True)
    net[3]._clear_cached_op()
    with pytest.raises(mx.MXNetError, match="dense"), autograd.record():
        net(data)


def test_a_module_is_inferred_once(inferences: list[int]) -> None:
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind([("data", (2, 5))], [("softmax_label", (2,))])
    module.init_params()
    module.init_optimizer()
    batch = mx.io.DataBatch([nd.ones((2, 5))], [nd.zeros((2,))])
    module.forward_backward(batch)
    module.update()
    module.forward(batch, is_train=False)
    assert module.get_outputs()[0].shape == (2, 3)
    assert inferences == [2]


def test_an_executor_is_inferred_once_per_size(inferences: list[int]) -> None:
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    arrays = {"data": nd.ones((4, 5)), "fc_weight": nd.ones((3, 5)), "fc_bias": nd.zeros((3,))}
    executor = symbol.bind(mx.cpu(), arrays)
    assert executor.outputs[0].shape == (4, 3)
    executor.forward()
    smaller = executor.reshape(data=(2, 5))
    np.testing.assert_array_equal(smaller.forward()[0].asnumpy(), np.full((2, 3), 5))
    assert inferences == [1, 1]


# Functions by signature


def doubled(*shapes: tuple[int, ...]) -> tuple[Program, list[Any]]:
    """A program, and the functions that it runs for inputs of these shapes."""
    program = Program((mx.sym.var("x") * 2)._outputs, ["x"])
    return program, [function_for(program, shape) for shape in shapes]


def function_for(program: Program, shape: tuple[int, ...], recording: bool = False, dtype: str = "float32") -> Any:
    x = nd.ones(shape, dtype=dtype)
    with autograd.record() if recording else autograd.pause():
        result = program([x])[0]
    assert result.shape == shape and float(result.sum().asscalar()) == 2 * x.size
    signature = Signature(recording, recording, (1, 0), ((x._data.shape, x._data.dtype),))
    return program._functions[signature]


def test_one_function_for_each_of_the_first_sizes() -> None:
    program, functions = doubled((8, 4), (9, 4), (10, 4))
    assert len(set(functions)) == 3
    assert function_for(program, (9, 4)) is functions[1]


def test_then_the_nearest_of_them_runs_other_sizes() -> None:
    program, functions = doubled((8, 4), (9, 4), (10, 4))
    assert function_for(program, (15, 4)) is functions[2]
    assert function_for(program, (7, 4)) is functions[0]
    assert not any(function.options.sizes_vary for function in functions)


@pytest.mark.parametrize(("shape", "options"), [((9, 4, 1), {}), ((9, 4), {"recording": True}),
                                                ((9, 4), {"dtype": "float64"}), ((100, 4), {}), ((2, 4), {})])
def test_not_those_of_another_kind_or_far_away(shape: tuple[int, ...], options: Any) -> None:
    program, functions = doubled((8, 4), (9, 4), (10, 4))
    function = function_for(program, shape, **options)
    assert function not in functions
    assert function.options.sizes_vary == (len(shape) == 2 and not options)


def test_graphs_that_need_sizes_get_a_function_for_each() -> None:
    program = Program((mx.sym.var("x") + mx.sym.zeros((0, 3)))._outputs, ["x"])
    for rows in range(2, 7):
        assert program([nd.ones((rows, 3))])[0].shape == (rows, 3)
    assert len(set(program.functions)) == 5


def test_too_many_functions_are_all_dropped() -> None:
    program = Program((mx.sym.var("x") + mx.sym.zeros((0,)))._outputs, ["x"])
    for rows in range(1, 130):
        program([nd.ones((rows,))])
    assert len(program.functions) == 1


def test_the_exact_function_takes_every_place_of_the_other() -> None:
    net = nn.Dense(2, in_units=4, activation="relu")
    net.initialize()
    net.hybridize()
    for rows in (8, 9, 10, 15):
        net(nd.ones((rows, 4)))
    before = net._program.functions
    net(nd.full((15, 4), np.nan))
    after = net._program.functions
    assert [function.options.exact for function in after] == [False, False, True, True]
    assert after[:2] == before[:2] and after[2] is after[3] and before[2] is before[3]


def test_signatures_differ_in_size_only() -> None:
    def signature(*shapes: tuple[int, ...], recording: bool = False) -> Signature:
        return Signature(recording, False, (1, 0), tuple((torch.Size(shape), torch.float32) for shape in shapes))

    assert signature((2, 3)).differs_in_size_only(signature((4, 5))) and signature((2, 3)).size == 6
    assert not signature((2, 3)).differs_in_size_only(signature((2, 3, 1)))
    assert not signature((2, 3)).differs_in_size_only(signature((2, 3), (1,)))
    assert not signature((2, 3)).differs_in_size_only(signature((2, 3), recording=True))
