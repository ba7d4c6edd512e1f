"""Test the error messages of symbols, which contain the argument, the rule and the value."""

import json
import pathlib

import numpy as np
import pytest

import mxnet as mx


def net() -> mx.sym.Symbol:
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc"), name="softmax")


def arrays(**changed: tuple[int, ...]) -> dict[str, mx.nd.NDArray]:
    shapes = {"data": (2, 5), "fc_weight": (3, 5), "fc_bias": (3,), "softmax_label": (2,), **changed}
    return {name: mx.nd.ones(shape) for name, shape in shapes.items()}


@pytest.mark.parametrize(("method", "value"), [("infer_shape", (2, 5)), ("infer_shape_partial", (2, 5)),
                                               ("infer_type", "float32"), ("infer_type_partial", np.float32)])
def test_misspelt_argument(method, value) -> None:
    with pytest.raises(mx.MXNetError, match=r"(?s)argument name dta not found.*\[0\]data\n\t\[1\]fc_weight"):
        getattr(net(), method)(dta=value)


def test_more_values_than_arguments() -> None:
    with pytest.raises(mx.MXNetError, match="received 5 positional values for the 4 arguments"):
        net().infer_shape((2, 5), (3, 5), (3,), (2,), (1,))
    with pytest.raises(ValueError, match="by position or by name, not both"):
        net().infer_shape((2, 5), fc_bias=(3,))


def test_auxiliary_states_may_be_given() -> None:
    normal = mx.sym.BatchNorm(mx.sym.var("data"), name="bn")
    assert normal.infer_shape(data=(2, 3), bn_moving_mean=(3,))[2] == [(3,), (3,)]


def test_shapes_that_disagree() -> None:
    with pytest.raises(mx.MXNetError, match=r"fc: input fc_weight: inferred shape \(3, 5\) .* given shape \(3, 4\)"):
        net().infer_shape(data=(2, 5), fc_weight=(3, 4))
    with pytest.raises(TypeError, match="shapes as tuples, received data=5"):
        net().infer_shape(data=5)


def test_types_that_disagree() -> None:
    with pytest.raises(mx.MXNetError, match=r"fc at 1-th input \(fc_weight\): expected float32 "
                                             "as that of data, got float64"):
        net().infer_type(data="float32", fc_weight="float64")
    with pytest.raises(TypeError, match="'float31' not understood"):
        net().infer_type(data="float31")


def test_bind_checks_shapes() -> None:
    with pytest.raises(mx.MXNetError, match=r"fc: input fc_weight: inferred shape \(3, 5\) .* given shape \(3, 4\)"):
        net().bind(mx.cpu(), arrays(fc_weight=(3, 4)))
    with pytest.raises(mx.MXNetError, match=r"args_grad of fc_bias has shape \(4,\), the argument \(3,\)"):
        net().bind(mx.cpu(), arrays(), args_grad={"fc_bias": mx.nd.zeros(4)})
    with pytest.raises(ValueError, match="key `fc_bias` is missing in `args`"):
        net().bind(mx.cpu(), {k: v for k, v in arrays().items() if k != "fc_bias"})
    with pytest.raises(ValueError, match="grad_req of data must be 'write', 'add' or 'null', received 'wirte'"):
        net().bind(mx.cpu(), arrays(), grad_req="wirte")


def test_simple_bind_lists_what_is_unknown() -> None:
    with pytest.raises(RuntimeError, match="data: None, fc_weight: None, fc_bias: None, softmax_label: None"):
        net().simple_bind(mx.cpu())


def test_operators_without_gradient() -> None:
    chosen = mx.sym.batch_take(mx.sym.var("x"), mx.sym.var("index"), name="chosen")
    shapes = {"x": (4, 4), "index": (4,), "type_dict": {"index": "int32"}}
    with pytest.raises(mx.MXNetError, match="batch_take is non-differentiable .* node chosen"):
        chosen.simple_bind(mx.cpu(), **shapes)
    with pytest.raises(mx.MXNetError, match="batch_take is non-differentiable"):
        chosen.bind(mx.cpu(), [mx.nd.ones((4, 4)), mx.nd.zeros(4, dtype="int32")], args_grad={"x": mx.nd.ones((4, 4))})
    assert chosen.simple_bind(mx.cpu(), grad_req="null", **shapes).forward()[0].shape == (4,)
    blocked = mx.sym.BlockGrad(chosen).simple_bind(mx.cpu(), **shapes)
    blocked.forward(is_train=True)
    blocked.backward()
    assert not blocked.grad_dict["x"].asnumpy().any()


def broken(**changes: object) -> str:
    content = json.loads(net().tojson())
    content.update(changes)
    return json.dumps(content)


@pytest.mark.parametrize(("text", "message"), [
    ('{"nodes": [', "invalid JSON graph"),
    ("[]", 'Missing field "nodes"'),
    (broken(heads=None), 'Missing field "heads"'),
    (broken(heads=[[77, 0, 0]]), r"\[77, 0, 0\] refers to node 77"),
    (broken(nodes=[{"op": "Nope", "name": "first", "inputs": []}]), "Op first of type Nope: Operator Nope is not"),
    (broken(nodes=[{"op": "exp", "name": "first", "inputs": [[0, 0, 0]]}]), r"\[0, 0, 0\] refers to node 0"),
    (broken(nodes=[{"op": "FullyConnected", "name": "fc", "inputs": []}]), "parameter num_hidden"),
])
def test_broken_json_says_what_is_wrong(text, message, tmp_path: pathlib.Path) -> None:
    with pytest.raises(mx.MXNetError, match=message):
        mx.sym.load_json(text)
    path = tmp_path / "net-symbol.json"
    path.write_text(text)
    with pytest.raises(mx.MXNetError, match=f"net-symbol.json.*{message}"):
        mx.sym.load(str(path))


def test_inputs_of_a_composition_have_one_output() -> None:
    halves = mx.sym.split(mx.sym.var("z"), num_outputs=2)
    with pytest.raises(mx.MXNetError, match="compose: x must be a symbol with one output, received 2"):
        mx.sym.exp(mx.sym.var("x"))(x=halves)


@pytest.mark.parametrize("method", ["infer_shape", "infer_shape_partial", "infer_type", "infer_type_partial"])
def test_inference_takes_values_by_position_or_by_name(method: str) -> None:
    given = (2,) if "shape" in method else "float32"
    with pytest.raises(ValueError, match="by position or by name, not both"):
        getattr(mx.sym.exp(mx.sym.var("x")), method)(given, x=given)
