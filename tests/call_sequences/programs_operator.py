"""Programs with user-defined operators, functions, name managers, attribute scopes and symbolic cells."""

from __future__ import annotations

from typing import Any

from recording import Recorder, add_program, program
from small_networks import BATCH

import mxnet as mx
from mxnet import autograd, gluon


def register(recorder: Recorder, name: str) -> None:
    class Doubling(mx.operator.CustomOp):
        def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
            recorder.note("forward", is_train, req, in_data, out_data, aux)
            self.assign(out_data[0], req[0], in_data[0] * 2)

        def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
            recorder.note("backward", req, out_grad, in_data, out_data, in_grad, aux)
            self.assign(in_grad[0], req[0], out_grad[0] * 2)

    class Base(mx.operator.CustomOpProp):  # the numbers of instances and inference calls are not compared
        def __init__(self, scale: str = "2") -> None:
            super().__init__(need_top_grad=True)
            self.scale = scale

        def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> Any:
            recorder.note("create_operator", ctx, shapes, self.scale)
            return Doubling()

    mx.operator.register(name)(Base)


@program
def custom_operator_forward_backward(recorder: Recorder) -> None:
    register(recorder, "recorded_doubling")
    x = mx.nd.ones((2, 3))
    x.attach_grad()
    for _ in range(2):
        with autograd.record():
            y = mx.nd.Custom(x, op_type="recorded_doubling", scale=3)
        y.backward()
        mx.nd.waitall()
    mx.nd.Custom(x, op_type="recorded_doubling")
    mx.nd.waitall()


@program
def custom_operator_in_executor(recorder: Recorder) -> None:
    register(recorder, "recorded_in_executor")
    net = mx.sym.Custom(mx.sym.var("x"), op_type="recorded_in_executor", name="custom") * 1.0
    executor = net.bind(mx.cpu(), {"x": mx.nd.ones((2, 3))}, args_grad={"x": mx.nd.zeros((2, 3))})
    for _ in range(3):
        executor.forward(is_train=True)
        executor.backward(mx.nd.ones((2, 3)))
        mx.nd.waitall()
    executor.forward(is_train=False)
    mx.nd.waitall()


def custom_in_block(recorder: Recorder, name: str, **flags: Any) -> None:
    register(recorder, name)

    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.Custom(x, op_type=name, name="custom") * 1.0

    net = Net(prefix="net_")
    net.hybridize(**flags)
    x = mx.nd.ones((2, 3))
    x.attach_grad()
    for _ in range(3):
        with autograd.record():
            y = net(x)
        y.backward()
        mx.nd.waitall()
    for _ in range(2):
        net(x)
        mx.nd.waitall()


add_program("custom_operator_in_block", lambda recorder: custom_in_block(recorder, "recorded_in_block"))
add_program("custom_operator_in_static_block", lambda recorder: custom_in_block(
    recorder, "recorded_in_static_block", static_alloc=True, static_shape=True))


@program
def function_of_user(recorder: Recorder) -> None:
    class Sigmoid(autograd.Function):
        def forward(self, x: Any) -> Any:
            y = 1 / (1 + mx.nd.exp(-x))
            self.save_for_backward(y)
            return y

        def backward(self, dy: Any) -> Any:
            y, = self.saved_tensors
            return dy * y * (1 - y)

    kind = recorder.subclass(Sigmoid, ("__call__", "forward", "backward", "save_for_backward"))
    x = mx.nd.ones((2,))
    x.attach_grad()
    with autograd.record():
        y = kind()(x)
    y.backward()
    mx.nd.waitall()
    kind()(x)


@program
def name_manager(recorder: Recorder) -> None:
    for kind, arguments in ((mx.name.NameManager, ()), (mx.name.Prefix, ("pre_",))):
        with recorder.subclass(kind, ("get", "__enter__", "__exit__"), f"{kind.__name__}.")(*arguments):
            x = mx.sym.var("data")
            y = mx.sym.FullyConnected(x, num_hidden=2)
            y = mx.sym.relu(y + x * 2, name="own")
            mx.sym.Group([y, mx.sym.zeros((2,))])
            mx.sym.broadcast_add(y, x).sum().reshape((-1,))
            mx.sym.SliceChannel(x, num_outputs=2)


@program
def attribute_scope(recorder: Recorder) -> None:
    with recorder.subclass(mx.AttrScope, ("get", "__enter__", "__exit__"))(ctx_group="dev1"):
        x = mx.sym.var("data", attr={"lr_mult": "2"})
        mx.sym.FullyConnected(x, num_hidden=2, attr={"wd_mult": "3"})
        with mx.AttrScope(other="1"):
            mx.sym.var("inner")


CELL = ("__call__", "begin_state", "state_info", "reset", "unroll", "state_shape",
        "pack_weights", "unpack_weights")


def symbolic_cell(recorder: Recorder, name: str, wrap: str) -> None:
    cell = recorder.subclass(getattr(mx.rnn, name), CELL, "cell.")(3, prefix="cell_")
    if wrap == "stacked":
        stack = recorder.subclass(mx.rnn.SequentialRNNCell, CELL, "stack.")()
        stack.add(cell)
        stack.add(mx.rnn.DropoutCell(0.1, prefix="drop_"))
        cell = stack
    elif wrap == "zoneout":
        cell = recorder.subclass(mx.rnn.ZoneoutCell, CELL, "zone.")(cell, 0.1, 0.1)
    elif wrap == "residual":
        cell = recorder.subclass(mx.rnn.ResidualCell, CELL, "residual.")(cell)
    cell.unroll(2, mx.sym.var("data"), layout="NTC", merge_outputs=True)
    cell.unroll(2, [mx.sym.var("a"), mx.sym.var("b")], begin_state=cell.begin_state())


for _name in ("RNNCell", "LSTMCell", "GRUCell"):
    for _wrap in ("alone", "stacked", "zoneout", "residual"):
        add_program(f"cell_{_name}_{_wrap}", lambda recorder, name=_name, wrap=_wrap: symbolic_cell(
            recorder, name, wrap))


@program
def transforms(recorder: Recorder) -> None:
    vision = gluon.data.vision.transforms
    compose = recorder.subclass(vision.Compose, ("__call__", "forward", "add"), "compose.")(
        [recorder.subclass(vision.RandomFlipLeftRight, ("__call__", "forward", "hybrid_forward"), "flip.")(),
         recorder.subclass(vision.ToTensor, ("__call__", "forward", "hybrid_forward"), "tensor.")(),
         recorder.subclass(vision.Normalize, ("__call__", "forward", "hybrid_forward"), "normalize.")(0.5, 0.5)])
    compose(mx.nd.ones((4, 4, 3), dtype="uint8"))
    data_set = gluon.data.SimpleDataset([mx.nd.ones((4, 4, 3), dtype="uint8")] * 2).transform(compose)
    list(gluon.data.DataLoader(data_set, 2))


@program
def augmenters(recorder: Recorder) -> None:
    kinds = (("ResizeAug", (5,)), ("CenterCropAug", ((4, 4),)), ("CastAug", ()), ("HorizontalFlipAug", (0.5,)))
    made = [recorder.subclass(getattr(mx.image, name), ("__call__", "dumps"), f"{name}.")(*arguments)
            for name, arguments in kinds]
    ordered = recorder.subclass(mx.image.SequentialAug, ("__call__", "dumps"), "sequence.")(made)
    ordered(mx.nd.ones((6, 6, 3), dtype="uint8"))
    assert BATCH
