"""Test tracebacks: visible frames, chains of errors, similar names, and warnings that point to user code."""

from __future__ import annotations

import pathlib
import re
import subprocess
import sys
import traceback
import types
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet._runtime import tracebacks
from mxnet.gluon import nn


@pytest.fixture(autouse=True)
def _default_tracebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MXNET_FULL_TRACEBACK", raising=False)


def caught(call: Callable[[], Any]) -> Exception:
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def functions(error: BaseException) -> list[str]:
    """Return the names of the functions in a traceback, without `caught` itself."""
    return [frame.name for frame in traceback.extract_tb(error.__traceback__)][1:]


def add_other_shapes() -> Any:
    return nd.ones((2, 3)) + nd.ones((4, 3))


def wrong_keyword() -> Any:
    return nd.sum(nd.ones((2, 3)), axes=1)


def wrong_width() -> Any:
    net = nn.Dense(3, in_units=4)
    net.initialize()
    return net(nd.ones((2, 5)))


def missing_file() -> Any:
    return nd.load("missing.params")


def past_the_end() -> Any:
    return mx.np.ones((2,))[5]


CALLS = [add_other_shapes, wrong_keyword, wrong_width, missing_file, past_the_end]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 keeps frames of the package")
def test_only_frames_of_the_user(call: Callable[[], Any]) -> None:
    error = caught(call)
    assert functions(error) == [call.__name__]
    assert error.__cause__ is None and error.__context__ is None


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 keeps frames of the package")
def test_switch_keeps_all_frames(call: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_FULL_TRACEBACK", "1")
    assert len(functions(caught(call))) > 1
    monkeypatch.setenv("MXNET_FULL_TRACEBACK", "0")
    assert len(functions(caught(call))) == 1


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 keeps frames of the package")
def test_functions_of_the_user_that_the_package_calls_stay() -> None:
    class Net(nn.HybridBlock):
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return self.fail(x)

        def fail(self, x: Any) -> Any:
            return {}["missing"]

    def run() -> None:
        net = nn.HybridSequential()
        net.add(Net())
        net(nd.ones((2,)))

    error = caught(run)
    assert isinstance(error, KeyError) and error.args == ("missing",)
    assert functions(error) == ["run", "hybrid_forward", "fail"]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 keeps frames of the package")
def test_libraries_that_a_function_of_the_user_calls_stay() -> None:
    class Net(nn.Block):
        def forward(self, x: Any) -> Any:
            import json

            return json.loads("{")

    assert functions(caught(lambda: Net()(nd.ones((2,)))))[:3] == ["<lambda>", "forward", "loads"]


def test_error_handled_by_the_user_stays() -> None:
    def run() -> None:
        try:
            raise KeyError("of the user")
        except KeyError:
            add_other_shapes()

    error = caught(run)
    assert isinstance(error.__context__, KeyError) and error.__context__.args == ("of the user",)
    assert not error.__suppress_context__ and error.__context__.__traceback__ is not None


def test_wrapped_user_error_stays_the_cause() -> None:
    def fail() -> None:
        raise ValueError("of the user")

    @tracebacks.concise
    def entry() -> None:
        inside(fail)

    error = caught(entry)
    assert isinstance(error.__cause__, ValueError)
    assert [frame.name for frame in traceback.extract_tb(error.__cause__.__traceback__)] == ["fail"]


def _wrapping(function: Callable[[], None]) -> None:
    try:
        function()
    except ValueError as error:
        raise mx.MXNetError("wrapped") from error


# Function whose code counts as part of the package.
inside = types.FunctionType(_wrapping.__code__.replace(co_filename=tracebacks.__file__), globals())


def test_who_raised() -> None:
    assert tracebacks.raised_inside(caught(lambda: inside(lambda: (_ for _ in ()).throw(ValueError()))))
    assert not tracebacks.raised_inside(caught(lambda: {}["missing"]))


def test_similar_names() -> None:
    assert tracebacks.near("stride", ["strides", "padding"]) == " Did you mean 'strides'?"
    assert tracebacks.near("zzz", ["strides"]) == ""


@pytest.mark.parametrize(("call", "message"), [
    (lambda: nn.Conv2D(8, 3, stride=2), r"Conv2D\(\) got an unexpected .* 'stride'. Did you mean 'strides'"),
    (lambda: nn.Dense(8, in_unit=2), "'in_unit'. Did you mean 'in_units'"),
    (lambda: nn.BatchNorm(epsilom=2), "'epsilom'. Did you mean 'epsilon'"),
    (lambda: gluon.rnn.LSTM(8, num_layer=2), "Did you mean 'num_layers'"),
    (lambda: gluon.loss.SoftmaxCELoss(sparse_labels=False), "Did you mean 'sparse_label'"),
    (lambda: gluon.Trainer([], "sgd", {"learnig_rate": 1}), "Did you mean 'learning_rate'"),
    (lambda: mx.init.Xavier(magnitud=3), "Did you mean 'magnitude'"),
    (lambda: mx.metric.Accuracy(axes=1), "Did you mean 'axis'"),
    (lambda: mx.lr_scheduler.FactorScheduler(step=2, base=1), "Did you mean 'base_lr'"),
    (lambda: mx.np.sum(mx.np.ones((2,)), axes=1), "Did you mean 'axis'"),
    (lambda: gluon.data.DataLoader([1], batchsize=1), "Did you mean 'batch_size'"),
])
def test_wrong_keywords_suggest_similar_ones(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


def test_wrong_keywords_of_operators_suggest_similar_ones() -> None:
    with pytest.raises(mx.MXNetError, match="Cannot find argument 'axes', Did you mean 'axis'"):
        wrong_keyword()
    with pytest.raises(mx.MXNetError, match="Did you mean 'num_hidden'"):
        mx.sym.FullyConnected(mx.sym.var("data"), num_hiden=3)


def test_a_keyword_without_similar_ones_lists_all() -> None:
    with pytest.raises(TypeError, match="'zzz'. It takes units, activation, use_bias"):
        nn.Dense(3, zzz=1)


def test_a_wrong_keyword_inside_a_function_of_the_user_keeps_its_message() -> None:
    class Net(nn.Block):
        def forward(self, x: Any) -> Any:
            return sorted(x, kye=len)  # type: ignore[call-overload]

    with pytest.raises(TypeError, match="'kye'|sort"):
        Net()([1])


def test_warnings_point_to_the_program() -> None:
    net = nn.Dense(3, in_units=2)
    net.initialize()
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        net.initialize()
    assert found and found[0].filename == __file__


def test_signatures_and_names_stay() -> None:
    import inspect

    assert "in_units" in inspect.signature(nn.Dense).parameters
    assert nd.load.__name__ == "load" and nd.load.__doc__ and list(inspect.signature(nd.load).parameters) == ["fname"]


def bind_with_another_label() -> None:
    network = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    mx.mod.Module(network).bind([("data", (1, 2))], [("other_label", (1,))])


def initialize_again() -> None:
    layer = nn.Dense(1, in_units=1)
    layer.initialize()
    layer.initialize()


@pytest.mark.parametrize("action", [
    bind_with_another_label,
    initialize_again,
    lambda: mx.optimizer.create("sgd", learning_rate=0.1, lr_scheduler=mx.lr_scheduler.FactorScheduler(1, base_lr=0.2)),
    lambda: mx.image.CreateDetAugmenter((3, 8, 8), rand_crop=1, area_range=(0, 0)),
    lambda: mx.optimizer.SGD().create_state_multi_precision(0, nd.ones((1,), dtype="float16")),
])
def test_all_warnings_of_a_call_point_to_the_program(action: Callable[[], Any]) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        action()
    assert found and {warning.filename for warning in found} == {__file__}


def test_the_warning_of_a_one_line_program_names_it(tmp_path: pathlib.Path) -> None:
    """There is no frame above the call, for which Python would print ``sys:1``."""
    (tmp_path / "images" / "class").mkdir(parents=True)
    (tmp_path / "images" / "class" / "notes.txt").write_text("no image")
    program = tmp_path / "program.py"
    program.write_text("import mxnet as mx\nmx.gluon.data.vision.ImageFolderDataset('images')\n")
    ended = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "program.py:2: UserWarning: ImageFolderDataset skips" in ended.stderr


def test_no_fixed_stacklevels() -> None:
    """A fixed stacklevel is wrong as soon as the function is called from elsewhere."""
    package = pathlib.Path(mx.__file__).parent
    sources = {path.relative_to(package).as_posix(): path.read_text("utf-8") for path in package.rglob("*.py")}
    counting = {name for name, source in sources.items() if re.search(r"stacklevel=\d", source)}
    assert counting == {"_runtime/deferred_error.py"}
