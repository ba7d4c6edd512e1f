"""Tests of Block and HybridBlock: names, parameters, files, hybridize, export."""

import pathlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._graph import backends
from mxnet.gluon import nn


def small(cls: type = nn.HybridSequential, **kwargs):
    net = cls(**kwargs)
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu"), nn.Dense(2))
    return net


class Residual(gluon.HybridBlock):
    def __init__(self, units: int, **kwargs) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(units)
            self.scale = self.params.get("scale", shape=(units,), init=mx.init.One())

    def hybrid_forward(self, F, x, scale):
        return F.broadcast_mul(F.relu(self.body(x)) + x, scale.reshape((1, -1)))


def test_prefixes_count_from_zero_in_their_scope() -> None:
    with mx.name.NameManager():
        first, second = small(), small(nn.Sequential)
        assert list(first.collect_params()) == [f"hybridsequential0_dense{i}_{p}" for i in (0, 1)
                                               for p in ("weight", "bias")]
        assert second.prefix == "sequential0_" and second.name == "sequential0"
        assert small(prefix="net_").collect_params().prefix == "net_"
        outside = nn.HybridSequential()
        outside.add(nn.Dense(1))
        assert list(outside.collect_params()) == ["dense0_weight", "dense0_bias"]


def test_repr_is_mxnets() -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(20, 5, activation="relu"), nn.MaxPool2D(2, 2), nn.BatchNorm(), nn.Dropout(0.5), nn.Flatten(),
            nn.Dense(10), nn.Embedding(3, 4))
    assert repr(net) == """HybridSequential(
  (0): Conv2D(None -> 20, kernel_size=(5, 5), stride=(1, 1), Activation(relu))
  (1): MaxPool2D(size=(2, 2), stride=(2, 2), padding=(0, 0), ceil_mode=False, global_pool=False, pool_type=max, \
layout=NCHW)
  (2): BatchNorm(axis=1, eps=1e-05, momentum=0.9, fix_gamma=False, use_global_stats=False, in_channels=None)
  (3): Dropout(p = 0.5, axes=())
  (4): Flatten
  (5): Dense(None -> 10, linear)
  (6): Embedding(3 -> 4, float32)
)"""


def test_collect_params_selects_by_regular_expression() -> None:
    net = small(prefix="net_")
    assert list(net.collect_params(".*bias")) == ["net_dense0_bias", "net_dense1_bias"]
    assert list(net.collect_params("net_dense0_weight|net_dense1_bias")) == ["net_dense0_weight", "net_dense1_bias"]


def test_shared_parameters() -> None:
    shared = nn.Dense(3, in_units=3, prefix="a_")
    other = nn.Dense(3, in_units=3, params=shared.params)
    shared.initialize()
    assert other.weight is shared.weight
    assert (other(nd.ones((1, 3))).asnumpy() == shared(nd.ones((1, 3))).asnumpy()).all()


@pytest.mark.parametrize("hybrid", [False, True])
def test_custom_hybrid_block(hybrid: bool) -> None:
    net = Residual(4)
    net.initialize()
    if hybrid:
        net.hybridize()
    x = nd.arange(8).reshape((2, 4))
    weight, bias = (p.data().asnumpy() if p._data else None for p in (net.body.weight, net.body.bias))
    assert weight is None and bias is not None
    result = net(x).asnumpy()
    weight = net.body.weight.data().asnumpy()
    np.testing.assert_allclose(result, np.maximum(x.asnumpy() @ weight.T, 0) + x.asnumpy(), rtol=1e-5)


@pytest.mark.parametrize("training", [False, True])
def test_hybrid_equals_eager(training: bool) -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.MaxPool2D(), nn.BatchNorm(), nn.AvgPool2D(), nn.Flatten(),
            nn.Dense(5, activation="tanh"), nn.Dense(2))
    net.initialize(mx.init.Xavier())
    x = nd.random.uniform(shape=(3, 2, 12, 12))
    net(x)
    results = []
    for hybrid in (False, True):
        net.hybridize(hybrid)
        net[2].running_mean.set_data(nd.zeros((4,)))
        if not training:
            results.append((net(x).asnumpy(), {}))
            continue
        with autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()
        results.append((loss.asnumpy(), {k: p.grad().asnumpy() for k, p in net.collect_params().items()
                                         if p.grad_req != "null"} | {"mean": net[2].running_mean.data().asnumpy()}))
    np.testing.assert_allclose(results[0][0], results[1][0], rtol=1e-5)
    for name, value in results[0][1].items():
        np.testing.assert_allclose(results[1][1][name], value, rtol=1e-3, atol=1e-5, err_msg=name)


def test_several_inputs_and_outputs() -> None:
    class Pair(gluon.HybridBlock):
        def hybrid_forward(self, F, x, others):
            return x + others[0], [others[1] * 2]

    net = Pair()
    a, b, c = (nd.ones((2,)) * i for i in (1, 2, 3))
    plain = net(a, [b, c])
    net.hybridize()
    for result in (plain, net(a, [b, c])):
        assert result[0].asnumpy().tolist() == [3, 3] and result[1][0].asnumpy().tolist() == [6, 6]


def test_deferred_initialization() -> None:
    net = small(prefix="late_")
    with pytest.raises(RuntimeError, match="'late_dense0_weight' has not been initialized. Call initialize"):
        net[0].weight.data()
    net.initialize()
    with pytest.raises(gluon.DeferredInitializationError, match=r"initialization was deferred, because its shape \(4, "
                                                                r"0\)"):
        net[0].weight.data()
    assert "Parameter late_dense0_weight (shape=(4, 0), dtype=float32)" in repr(net.collect_params())
    net(nd.ones((3, 7)))
    assert net[0].weight.shape == (4, 7)
    with pytest.raises(mx.MXNetError, match="FullyConnected"):
        net(nd.ones((3, 8)))


def test_initialization_by_another_thread_while_data_is_read() -> None:
    """If another thread sets the arrays during a call, the call is repeated."""
    net = nn.Dense(2)
    net.initialize()
    before = net.weight._data
    net(nd.ones((1, 3)))
    assert before is None
    with pytest.raises(gluon.DeferredInitializationError):
        net.weight._check_and_get(before, None)


@pytest.mark.parametrize("save", ["save_parameters", "export", "collect"])
def test_files_load_into_a_fresh_net(save: str, tmp_path: pathlib.Path) -> None:
    net, x = small(prefix="net_"), nd.ones((1, 3))
    net.initialize()
    net.hybridize()
    expected = net(x).asnumpy()
    path = str(tmp_path / "net.params")
    if save == "save_parameters":
        net.save_parameters(path)
        assert sorted(nd.load(path)) == ["0.bias", "0.weight", "1.bias", "1.weight"]
    elif save == "export":
        path = net.export(str(tmp_path / "net"), epoch=7)[1]
        assert path.endswith("net-0007.params") and "arg:net_dense0_weight" in nd.load(path)
    else:
        net.collect_params().save(path)
    fresh = small(prefix="net_")
    if save == "save_parameters":
        fresh.load_parameters(path)
    else:
        fresh.collect_params().load(path)
    assert (fresh(x).asnumpy() == expected).all()


def test_exported_net_comes_back_as_symbol_block(tmp_path: pathlib.Path) -> None:
    net = nn.HybridSequential()
    net.add(nn.Conv2D(3, 3), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    net.hybridize()
    x = nd.random.uniform(shape=(2, 1, 6, 6))
    expected = net(x).asnumpy()
    files = net.export(str(tmp_path / "net"))
    block = gluon.SymbolBlock.imports(files[0], "data", files[1])
    np.testing.assert_allclose(block(x).asnumpy(), expected, rtol=1e-5)
    with autograd.record():
        loss = block(x).sum()
    loss.backward()
    assert abs(block.collect_params()[net[0].weight.name].grad().asnumpy()).sum() > 0


def test_missing_and_extra_parameters_are_named(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "x.params")
    net = small()
    net.initialize()
    net(nd.ones((1, 3)))
    net.save_parameters(path)
    wider = small()
    wider.add(nn.Dense(1))
    with pytest.raises(AssertionError, match=r"'2.weight' is missing in file .*x.params.*allow_missing"):
        wider.load_parameters(path)
    wider.load_parameters(path, allow_missing=True)
    narrow = nn.HybridSequential()
    narrow.add(nn.Dense(4))
    with pytest.raises(AssertionError, match=r"'1.weight' loaded from file .*ignore_extra"):
        narrow.load_parameters(path)
    narrow.load_parameters(path, ignore_extra=True)
    other = nn.HybridSequential()
    other.add(nn.Dense(4, in_units=9), nn.Dense(2))
    with pytest.raises(AssertionError, match=r"shape incompatible, expected \(4, 9\) vs saved \(4, 3\)"):
        other.load_parameters(path)
    with pytest.raises(mx.MXNetError, match="nowhere"):
        net.load_parameters(str(tmp_path / "nowhere"))


def test_plain_children_of_hybrid_blocks_are_refused() -> None:
    with pytest.raises(ValueError, match="must be HybridBlocks as well"):
        nn.HybridSequential().add(nn.Sequential())
    with pytest.raises(ValueError, match="one NDArray or Symbol"):
        nn.Dense(1)(5)


def test_hooks_apply_cast_and_summary(capsys) -> None:
    net, seen = small(), []
    net.initialize()
    before = net.register_forward_pre_hook(lambda block, inputs: seen.append("before"))
    after = net[0].register_forward_hook(lambda block, inputs, output: seen.append(output.shape))
    net(nd.ones((2, 3)))
    before.detach()
    after.detach()
    net(nd.ones((2, 3)))
    assert seen == ["before", (2, 4)]
    visited = []
    net.apply(lambda block: visited.append(type(block).__name__))
    assert visited == ["Activation", "Dense", "Dense", "HybridSequential"]
    net.summary(nd.ones((2, 3)))
    assert "Total params: 26" in capsys.readouterr().out
    net.cast("float64")
    assert net(nd.ones((2, 3), dtype="float64")).dtype is np.float64


def test_summary_names_shapes_of_several_inputs_and_outputs(capsys: pytest.CaptureFixture[str]) -> None:
    class Two(gluon.Block):
        def forward(self, x, pair):
            return x, [pair[0], (x, None)]

    Two().summary(nd.ones((2, 5)), [nd.ones((2, 3))])
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "Input (2, 5), [(2, 3)] 0" in rows
    assert "Two-1 (2, 5), [(2, 3), [(2, 5), None]] 0" in rows


def test_generated_nodes_have_mxnets_names() -> None:
    net = small(prefix="net_")
    traced = net(mx.sym.var("data"))
    assert [n.name for n in traced._graph().nodes] == [
        "data", "net_dense0_weight", "net_dense0_bias", "net_dense0_fwd", "net_dense0_relu_fwd", "net_dense1_weight",
        "net_dense1_bias", "net_dense1_fwd"]


def test_dropout_and_batch_norm_know_the_mode() -> None:
    net = nn.HybridSequential()
    net.add(nn.Dropout(0.5), nn.BatchNorm(in_channels=4, momentum=0.5))
    net.initialize()
    x = nd.ones((200, 4))
    for hybrid in (False, True):
        net.hybridize(hybrid)
        assert (net[0](x).asnumpy() == 1).all()
        with autograd.record():
            dropped = net[0](x).asnumpy()
        assert set(np.unique(dropped)) == {0, 2} and 0.3 < (dropped == 0).mean() < 0.7
    net[1].running_mean.set_data(nd.zeros((4,)))
    with autograd.record():
        normalized = net[1](x * 3)
    normalized.backward()  # MXNet updates moving statistics here
    assert net[1].running_mean.data().asnumpy() == pytest.approx([1.5] * 4)


class _Either(gluon.HybridBlock):
    """Return the sum of the inputs that are not None."""

    def hybrid_forward(self, F, a, b=None):
        return b if a is None else a if b is None else a + b


def test_inputs_may_be_none_but_keep_their_structure() -> None:
    one = nd.ones((2,))
    for inputs, total in [((None, one), 1), ((one, None), 1), ((one, one), 2)]:
        block = _Either()
        block.hybridize()
        for _ in range(2):
            assert block(*inputs).asnumpy().tolist() == [total, total]
    block = _Either()
    block.hybridize()
    assert block(one).asnumpy().tolist() == block(one, None).asnumpy().tolist()
    with pytest.raises(ValueError, match="the block was traced with inputs nested as"):
        block(one, one)
    with pytest.raises(ValueError, match="at least one NDArray"):
        block(None, None)
    with pytest.raises(ValueError, match="mixed NDArrays and Symbols"):
        block(one, mx.sym.var("a"))
    block.hybridize()
    with pytest.raises(ValueError, match="multiple contexts"):
        block(nd.ones((2,), ctx=mx.cpu(1)), nd.ones((2,), ctx=mx.cpu(2)))


def test_blocks_in_containers_are_warned_of() -> None:
    class Hiding(gluon.Block):
        def __init__(self) -> None:
            super().__init__()
            self.layers = {"a": [nn.Dense(1)]}

    with pytest.warns(UserWarning, match='"layers" is a dict with Blocks'):
        Hiding().collect_params()


@pytest.mark.parametrize("hybrid", [True, False])
def test_a_model_is_saved_with_its_graphs(tmp_path, hybrid) -> None:
    def make() -> gluon.Block:
        outer = nn.Sequential()
        outer.add(nn.Dense(3), nn.HybridSequential(), nn.Lambda("relu"))
        outer[1].add(nn.Dense(2), nn.BatchNorm())
        return outer

    first, second = make(), make()
    first.initialize()
    if hybrid:
        first.hybridize()
    expected = first(nd.ones((2, 4)))
    first.save(str(tmp_path / "net"))
    second.load(str(tmp_path / "net"))
    assert second[1]._active is hybrid
    np.testing.assert_allclose(second(nd.ones((2, 4))).asnumpy(), expected.asnumpy(), rtol=1e-5)
    with pytest.raises(ValueError, match="blocks in the same order"):
        nn.Dense(3).load(str(tmp_path / "net"))
    for text in ("", "[1, 2]", '{"sequential0": 3}', "[" * 100_000):
        (tmp_path / "net-model.json").write_text(text)
        with pytest.raises(mx.MXNetError, match=r"net-model\.json' is damaged"):
            make().load(str(tmp_path / "net"))


def test_a_model_without_children_is_saved(tmp_path) -> None:
    first, second = nn.Dense(3), nn.Dense(3)
    first.initialize(mx.init.Normal(1))
    first.hybridize()
    expected = first(nd.ones((2, 4)))
    first.save(str(tmp_path / "net"))
    second.load(str(tmp_path / "net"))
    np.testing.assert_array_equal(second(nd.ones((2, 4))).asnumpy(), expected.asnumpy())


@pytest.mark.parametrize("monitor_all", [True, False])
def test_operators_of_a_hybridized_block_are_told(monitor_all) -> None:
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(2), nn.Activation("relu"))
    net.initialize()
    net.hybridize()
    told = []
    net.register_op_hook(lambda name, operator, array: told.append((name, operator, array.shape)), monitor_all)
    output = net(nd.ones((3, 4)))
    results = [("net_dense0_fwd_output", "FullyConnected", (3, 2)), ("net_relu0_fwd_output", "Activation", (3, 2))]
    if monitor_all:
        results[0:0] = [(f"net_dense0_fwd_{name}", "FullyConnected", shape)
                        for name, shape in (("data", (3, 4)), ("weight", (2, 4)), ("bias", (2,)))]
        results[4:4] = [("net_relu0_fwd_input0", "Activation", (3, 2))]
    assert told == results
    assert output.shape == (3, 2)


def test_optimize_for_traces_without_running(tmp_path, caplog) -> None:
    net = nn.Dense(2)
    net.initialize()
    with pytest.raises(ValueError, match="needs the name of a backend, received backend=None"):
        net.optimize_for(nd.ones((1, 3)))
    net.optimize_for(nd.ones((1, 3)), backend="MKLDNN")
    net.export(str(tmp_path / "net"))
    imported = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_array_equal(imported(nd.ones((1, 3))).asnumpy(), net(nd.ones((1, 3))).asnumpy())
    net.hybridize(backend="nonsense")
    net(nd.ones((1, 3)))
    assert "backend 'nonsense' cannot be found" in caplog.text


@pytest.fixture
def dense_and_relu():
    backends.choose("default", ["FullyConnected", "Activation"])
    yield
    backends.forget("default")


def operators(symbol) -> list[str]:
    return [node.op.name for node in symbol._graph().operations()]


def with_normalization() -> nn.HybridSequential:
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu"), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    return net


PARTS = ["_CachedOp", "BatchNorm", "_CachedOp"]


@pytest.mark.usefixtures("dense_and_relu")
def test_backend_makes_subgraphs(tmp_path) -> None:
    net, x = with_normalization(), nd.random.uniform(shape=(3, 5))
    expected = net(x).asnumpy()
    net.hybridize(backend="default")
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-5)
    assert operators(net._cached_graph[1]) == PARTS
    assert operators(net(mx.sym.var("x"))) == ["FullyConnected", "Activation", "BatchNorm", "FullyConnected"]
    net.export(str(tmp_path / "net"))
    imported = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(imported(x).asnumpy(), expected, rtol=1e-5)
    assert all(child._backend is None for child in net)
    net.hybridize()
    net(x)
    assert "_CachedOp" not in operators(net._cached_graph[1])


@pytest.mark.usefixtures("dense_and_relu")
def test_subgraphs_are_trained() -> None:
    mx.random.seed(5)
    plain, parts = with_normalization(), with_normalization()
    x = nd.random.uniform(shape=(6, 5))
    for net in (plain, parts):
        net(x)
    for one, two in zip(plain.collect_params().values(), parts.collect_params().values(), strict=True):
        two.set_data(one.data())
    parts.optimize_for(x, backend="default")
    assert operators(parts._cached_graph[1]) == PARTS
    for net in (plain, parts):
        trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
        for _ in range(2):
            with autograd.record():
                loss = (net(x) ** 2).sum()
            loss.backward()
            trainer.step(6)
    for one, two in zip(plain.collect_params().values(), parts.collect_params().values(), strict=True):
        np.testing.assert_allclose(two.data().asnumpy(), one.data().asnumpy(), rtol=1e-4, atol=1e-6)


@pytest.mark.usefixtures("dense_and_relu")
def test_options_of_the_backend() -> None:
    data = mx.sym.var("data")
    block = gluon.SymbolBlock(mx.sym.Activation(data, act_type="relu") + mx.sym.Activation(data, act_type="tanh"), data)
    backends.choose("default", ["Activation", "elemwise_add"])
    for options, inputs in (({}, 2), ({"dedup_subgraph": True}, 1)):
        block.hybridize(backend="default", **options)
        np.testing.assert_allclose(block(nd.ones((2,))).asnumpy(), 1 + np.tanh(np.ones(2)), rtol=1e-6)
        (node,) = block._cached_graph[1]._graph().operations()
        assert len(node.inputs) == inputs


def test_other_packages_flatten_and_regroup_as_the_block_does() -> None:
    from mxnet.gluon.block import _flatten, _regroup

    a, b = nd.ones((1,)), nd.zeros((2,))
    flat, form = _flatten([a, [b, None], (a,)], "input")
    assert [id(x) for x in flat] == [id(x) for x in (a, b, None, a)]
    assert form == [0, [0, -1], [0]]
    assert _regroup([*flat, b], form) == [a, [b, None], [a]]
    assert _regroup([a, b, a], [2, 0]) == [[a, b], a]


class _Parts(gluon.HybridBlock):
    def __init__(self, arrange):
        super().__init__()
        self._arrange = arrange

    def hybrid_forward(self, F, x):
        return self._arrange(F.SliceChannel(x, num_outputs=2), x)


@pytest.mark.parametrize("hybrid", [False, True])
def test_operators_with_several_outputs_as_result_of_a_block(hybrid) -> None:
    x = nd.array([[1, 2], [3, 4]])

    def result(arrange):
        block = _Parts(arrange)
        block.hybridize(hybrid)
        return block(x)

    assert [a.asnumpy().tolist() for a in result(lambda parts, x: parts)] == [[[1], [3]], [[2], [4]]]
    parts, whole = result(lambda parts, x: (parts, x * 2))
    assert [a.asnumpy().tolist() for a in parts] == [[[1], [3]], [[2], [4]]]
    assert whole.asnumpy().tolist() == [[2, 4], [6, 8]]


def test_operators_with_several_outputs_among_those_of_a_symbol_block() -> None:
    x = mx.sym.var("x")
    block = gluon.SymbolBlock([mx.sym.SliceChannel(x, num_outputs=2), x * 2], x)
    parts, whole = block(nd.array([[1, 2], [3, 4]]))
    assert [a.asnumpy().tolist() for a in parts] == [[[1], [3]], [[2], [4]]]
    assert whole.asnumpy().tolist() == [[2, 4], [6, 8]]


@pytest.mark.parametrize("container", [nn.Sequential, nn.HybridSequential])
def test_lists_pass_through_containers_as_one_value(container) -> None:
    class Pair(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return [x, x + 1]

    class Total(gluon.HybridBlock):
        def hybrid_forward(self, F, pair):
            return pair[0] + pair[1]

    net = container()
    net.add(Pair())
    assert isinstance(net(nd.ones((2,))), list)
    net.add(Total())
    np.testing.assert_array_equal(net(nd.ones((2,))).asnumpy(), [3, 3])
    with pytest.raises(TypeError):
        net(nd.ones((2,)), nd.ones((2,)))


def test_symbol_block_over_parameters_without_gradient() -> None:
    """Given parameters keep their grad_req, such as gamma without `scale`."""
    net = nn.HybridSequential()
    net.add(nn.BatchNorm(scale=False, in_channels=3), nn.Dense(2, in_units=3))
    net[1].weight.grad_req = "add"
    net.initialize()
    data = mx.sym.Variable("data")
    block = gluon.SymbolBlock(net(data), data, params=net.collect_params())
    assert block.collect_params()[net[0].gamma.name].grad_req == "null"
    assert block.collect_params()[net[1].weight.name].grad_req == "add"
    batch = nd.array(np.arange(6).reshape(2, 3))
    np.testing.assert_array_equal(block(batch).asnumpy(), net(batch).asnumpy())


class HalvedParameter(mx.gluon.Parameter):
    """A wrapper that copies the private attributes of another parameter and returns half of its values."""

    def __init__(self, other: mx.gluon.Parameter) -> None:
        super().__init__(other.name, shape=other._shape, dtype=other.dtype)
        self._var, self._data, self._grad = other._var, other._data, other._grad
        self._ctx_list, self._ctx_map, self._trainer = other._ctx_list, other._ctx_map, other._trainer

    def data(self, ctx=None):
        return self._check_and_get(self._data, ctx) / 2


@pytest.mark.parametrize("hybrid", [False, True])
def test_parameters_that_stand_for_others(hybrid: bool) -> None:
    """Replace a parameter in the way of GluonNLP's weight drop."""
    layer = mx.gluon.nn.Dense(2, in_units=3, use_bias=False)
    layer.initialize(mx.init.One())
    weight = layer.weight
    assert (weight._ctx_list, weight._ctx_map) == ([mx.cpu()], [[], [0]])
    layer.params._params[weight.name] = layer._reg_params["weight"] = HalvedParameter(weight)
    if hybrid:
        layer.hybridize()
    assert layer(mx.nd.ones((1, 3))).asnumpy().tolist() == [[1.5, 1.5]]
