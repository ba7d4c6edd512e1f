"""``mxnet convert``: models of many kinds as ONNX and as modules of torch, compared with the original."""

from __future__ import annotations

import importlib.util
import io
import json
import struct
import tarfile
import zipfile
from pathlib import Path

import convert_models
import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet.cli import main
from mxnet.gluon.model_zoo import vision
from mxnet.tools.convert import Options, convert
from mxnet.tools.convert._compare import original_outputs, random_inputs
from mxnet.tools.convert._sources import read

ROOT = Path(__file__).parents[3]


def small(folder: Path, **extra: mx.nd.NDArray) -> str:
    """A network with a loss, in files."""
    data = mx.sym.var("data")
    layer = mx.sym.Convolution(data, num_filter=4, kernel=(3, 3), num_group=2, name="conv")
    layer = mx.sym.BatchNorm(layer, fix_gamma=True, name="bn")
    layer = mx.sym.LeakyReLU(layer, act_type="prelu", name="act")
    layer = mx.sym.Pooling(layer, kernel=(2, 2), stride=(2, 2), pooling_convention="full", pool_type="avg", name="pool")
    symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(layer, num_hidden=3, name="fc"), name="softmax")
    model = convert_models.initialized(symbol, {"data": (2, 2, 8, 8)})
    model[1].update(extra)
    return convert_models.saved(model, folder, "small")


@pytest.fixture
def without_runtime() -> None:
    pytest.importorskip("onnxruntime")


@pytest.mark.parametrize("name", convert_models.BUILDERS)
def test_models_compute_the_same(name: str, tmp_path: Path, without_runtime: None) -> None:
    model = convert_models.BUILDERS[name]()
    path = convert_models.saved(model, tmp_path, name)
    inputs = {key: array for key, array in convert_models.INPUTS.items() if key in model[2]}
    for kind in ("onnx", "torch"):
        report = convert(Options(path, kind, str(tmp_path / f"out.{kind}.py"), shapes=model[2], inputs=inputs))
        assert report.same, report.lines


@pytest.mark.parametrize("name", ["language_model", "bert", "ssd"])
def test_batches_may_differ(name: str, tmp_path: Path, without_runtime: None) -> None:
    """First states of recurrent layers follow the batch; only modules traced for fixed sizes say that they do not."""
    import onnxruntime

    model = convert_models.BUILDERS[name]()
    path = convert_models.saved(model, tmp_path, name)
    convert(Options(path, "onnx", str(tmp_path / "model.onnx"), shapes=model[2]))
    larger = {key: (5, *shape[1:]) for key, shape in model[2].items()}
    source = read(path).source
    inputs = random_inputs(source, larger, dict.fromkeys(larger, torch.float32))
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    for found, wanted in zip(session.run(None, inputs), original_outputs(source, inputs), strict=True):
        np.testing.assert_allclose(found, wanted, 1e-4, 1e-4)
    if name == "language_model":
        report = convert(Options(path, "torch", str(tmp_path / "lm.py"), shapes=model[2]))
        assert not any("only valid for these sizes" in line for line in report.lines)
        assert convert_models.alone(tmp_path / "lm.py", inputs, path) < 1e-5


@pytest.mark.parametrize("kind", ["onnx", "torch", "exported"])
def test_lengths_of_sequences_may_differ(kind: str, tmp_path: Path, without_runtime: None) -> None:
    """All sizes that the user names are tried with others, and none of them is written as a number."""
    model = convert_models.bert()
    path = convert_models.saved(model, tmp_path, "bert")
    inputs = {key: array for key, array in convert_models.INPUTS.items() if key in model[2]}
    dynamic = {"data0": ("batch", "length"), "data1": ("batch", "length"), "data3": ("batch", "masked")}
    report = convert(Options(path, kind, str(tmp_path / "bert.out.py"), shapes=model[2], inputs=inputs,
                             dynamic=dynamic))
    assert report.same, report.lines
    assert "both with data0 (4, 18), data1 (4, 18), data2 (4,), data3 (4, 6):" in report.lines
    assert "both with data0 (1, 9), data1 (1, 9), data2 (1,), data3 (1, 3):" in report.lines
    assert len(report.differences) == 9


def test_sizes_that_cannot_differ_are_said(tmp_path: Path, without_runtime: None) -> None:
    path = small(tmp_path)
    report = convert(Options(path, "onnx", str(tmp_path / "small.onnx"), shapes={"data": (2, 2, 8, 8)},
                             dynamic={"data": ("batch", 2, "height", "width")}))
    assert "size height of input data is fixed by the model" in report.lines
    with pytest.raises(mx.base.MXNetError, match=r"of input data must have one name or number for each"):
        convert(Options(path, "onnx", shapes={"data": (2, 2, 8, 8)}, dynamic={"data": ("batch", 3, 8, 8)}))


def saved_layer(folder: Path, symbol: mx.sym.Symbol, **shapes: tuple[int, ...]) -> str:
    return convert_models.saved(convert_models.initialized(symbol, shapes), folder, "layer")


X = mx.sym.var("x")
OPEN_LAYERS = {
    "join two": (mx.sym.reshape(X, shape=(-3, -2)), (2, 3, 4, 5)),
    "copy and join": (mx.sym.reshape(X, shape=(0, -3, 0)), (2, 3, 4, 5)),
    "split": (mx.sym.reshape(X, shape=(-4, -1, 2, 0, 0, 0)), (2, 3, 4, 5)),
    "from the right": (mx.sym.reshape(X, shape=(-1, 0, 0), reverse=True), (2, 3, 4, 5)),
    "shared masks": (mx.sym.Dropout(X, p=0.5, axes=(0,)), (3, 4)),
    "tile": (mx.sym.tile(X, reps=(2, 1, 3)), (2, 3, 4)),
    "repeat": (mx.sym.repeat(X, repeats=2, axis=1), (2, 3, 4)),
    "slice_like": (mx.sym.slice_like(X, mx.sym.transpose(X), axes=(1,)), (2, 3, 2)),
    "argsort": (mx.sym.argsort(X, axis=1), (2, 5)),
    "where": (mx.sym.where(X > 0.5, X, mx.sym.zeros_like(X)), (2, 5)),
    "sum of squares of all": (mx.sym.norm(X), (2, 5)),
}
# What every checkpoint of the tests is of.
FOLDERS = ("tests/module/golden", "tests/gluon/golden")


@pytest.mark.parametrize("name", OPEN_LAYERS)
def test_sizes_stay_open_in_source(name: str, tmp_path: Path) -> None:
    symbol, shape = OPEN_LAYERS[name]
    path = saved_layer(tmp_path, symbol, x=shape)
    sizes = tuple(f"size{i}" for i in range(len(shape)))
    report = convert(Options(path, "torch", str(tmp_path / "layer.py"), shapes={"x": shape}, dynamic={"x": sizes}))
    assert report.same and not any("only" in line for line in report.lines), report.lines
    assert f"both with x {tuple(2 * size for size in shape)}:" in report.lines


def test_masks_of_whole_axes_are_kept_for_training(tmp_path: Path) -> None:
    path = saved_layer(tmp_path, mx.sym.Dropout(X, p=0.5, axes=(0,)), x=(3, 400))
    convert(Options(path, "torch", str(tmp_path / "layer.py"), shapes={"x": (3, 400)}))
    spec = importlib.util.spec_from_file_location("_shared_masks", tmp_path / "layer.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rows = module.load().train()(torch.ones(3, 400))
    assert torch.equal(rows[0], rows[1]) and set(rows.unique().tolist()) == {0.0, 2.0}


def test_shapes_that_the_user_gives_need_no_inference(tmp_path: Path) -> None:
    """Nothing is missing, so the error is that of the model, not one that asks for shapes."""
    path = small(tmp_path)
    with pytest.raises(mx.base.MXNetError, match="Convolution"):
        convert(Options(path, "torch", shapes={"data": (2, 3, 8, 8)}))


@pytest.mark.parametrize("name", convert_models.CHECKPOINTS)
def test_checkpoints_compute_the_same(name: str, tmp_path: Path, without_runtime: None) -> None:
    path = str(ROOT / convert_models.CHECKPOINTS[name])
    assert convert(Options(path, "onnx", str(tmp_path / "model.onnx"))).same
    assert convert(Options(path, "torch", str(tmp_path / "model.py"))).same


def test_all_checkpoints_are_converted() -> None:
    stored = {str(file.relative_to(ROOT)) for folder in FOLDERS for file in (ROOT / folder).glob("*-symbol.json")}
    assert stored == set(convert_models.CHECKPOINTS.values())


def test_a_module_needs_torch_only(tmp_path: Path) -> None:
    path = small(tmp_path)
    convert(Options(path, "torch", str(tmp_path / "module.py"), shapes={"data": (2, 2, 8, 8)}))
    inputs = {"data": np.random.default_rng(0).normal(size=(2, 2, 8, 8)).astype("float32")}
    assert convert_models.alone(tmp_path / "module.py", inputs, path) < 1e-5


def test_source_has_layers_under_their_names(tmp_path: Path) -> None:
    convert(Options(small(tmp_path, **{"arg:bn_gamma": mx.nd.full((4,), 7.0)}), "torch", str(tmp_path / "module.py")))
    source = (tmp_path / "module.py").read_text()
    for line in ("self.conv = nn.Conv2d(2, 4, 3, groups=2)", "self.act = nn.PReLU(4)", "self.fc = nn.Linear(36, 3)",
                 "conv = self.conv(data)", "softmax = torch.softmax(fc, -1)"):
        assert line in source
    # What fix_gamma says counts, not what the file holds.
    assert "label" not in source
    stored = read_safetensors(tmp_path / "module.safetensors")
    np.testing.assert_array_equal(stored["bn.weight"], np.ones(4, "float32"))


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8:8 + length])
    types = {"F32": "float32", "I64": "int64"}
    return {name: np.frombuffer(content[8 + length:], types[e["dtype"]], offset=e["data_offsets"][0],
                                count=int(np.prod(e["shape"]))).reshape(e["shape"])
            for name, e in header.items() if name != "__metadata__"}


def test_parameters_alone(tmp_path: Path) -> None:
    path = small(tmp_path)
    report = convert(Options(path, "safetensors", str(tmp_path / "weights.safetensors")))
    assert report.same
    stored, arrays = read_safetensors(tmp_path / "weights.safetensors"), read(path).source.params
    assert set(stored) == set(arrays)
    for name, array in arrays.items():
        np.testing.assert_array_equal(stored[name], array.asnumpy())


@pytest.mark.filterwarnings("ignore:The given buffer is not writable")  # by torch before 2.13
def test_a_program_of_torch_export(tmp_path: Path) -> None:
    report = convert(Options(small(tmp_path), "exported", str(tmp_path / "model.pt2")))
    assert report.same
    program = torch.export.load(tmp_path / "model.pt2")
    assert program.module()(torch.zeros(1, 2, 8, 8)).shape == (1, 3)


def test_shapes_come_from_the_weights(tmp_path: Path) -> None:
    report = convert(Options(small(tmp_path), "torch", str(tmp_path / "module.py")))
    assert "input data: float32 (1, 2, 8, 8)" in report.lines
    assert any("softmax_label" in line for line in report.lines)


def packed(folder: Path, kind: str, extra: dict[str, bytes]) -> str:
    """An archive of a server with a model inside of a folder."""
    small(folder)
    files = {f"inner/{f.name}": f.read_bytes() for f in folder.glob("small*")} | extra
    target = folder / f"model.{kind}"
    if kind == "mar":
        with zipfile.ZipFile(target, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    else:
        with tarfile.open(target, "w:gz") as archive:
            for name, content in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return str(target)


SIGNATURE = json.dumps({"inputs": [{"data_name": "data", "data_shape": [0, 2, 8, 8]}]}).encode()
SHAPES = json.dumps([{"name": "data", "shape": [3, 2, 8, 8]}]).encode()


@pytest.mark.parametrize(("kind", "extra", "batch"), [("mar", {"signature.json": SIGNATURE}, 1),
                                                      ("tar.gz", {"model-shapes.json": SHAPES}, 3)])
def test_archives_of_servers(kind: str, extra: dict[str, bytes], batch: int, tmp_path: Path) -> None:
    report = convert(Options(packed(tmp_path, kind, extra), "torch", str(tmp_path / "module.py")))
    assert report.same
    assert f"input data: float32 ({batch}, 2, 8, 8)" in report.lines


@pytest.mark.parametrize("kind", ["mar", "tar.gz"])
def test_archives_write_nowhere_else(kind: str, tmp_path: Path) -> None:
    """A path that leads out of the folder leads to its last name, and other files are not written."""
    inner = tmp_path / "inner"
    inner.mkdir()
    path = packed(inner, kind, {"../../outside.json": b"{}", "../../run.py": b"raise SystemExit"})
    read(path)
    assert not (tmp_path / "outside.json").exists()
    assert not list(tmp_path.rglob("run.py"))


def test_parameters_of_the_model_zoo(tmp_path: Path) -> None:
    network = vision.get_model("squeezenet1.1", classes=7)
    network.initialize(mx.init.Xavier())
    network(mx.nd.zeros((1, 3, 224, 224)))
    network.save_parameters(str(tmp_path / "weights.params"))
    report = convert(Options(str(tmp_path / "weights.params"), "torch", str(tmp_path / "module.py"),
                             zoo="squeezenet1.1"))
    assert report.same
    assert report.differences[0].shape == (1, 7)


KINDS = ["torch", "safetensors", "onnx", "exported"]


@pytest.mark.parametrize("kinds", [KINDS, KINDS[::-1]])
@pytest.mark.filterwarnings("ignore:The given buffer is not writable")  # by torch before 2.13
def test_default_names_differ(kinds: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnx.helper")
    monkeypatch.chdir(tmp_path)
    path = small(tmp_path)
    for kind in (*kinds, *kinds):  # an earlier result is replaced
        assert convert(Options(path, kind)).same
    inputs = {"data": np.random.default_rng(0).normal(size=(2, 2, 8, 8)).astype("float32")}
    assert convert_models.alone(tmp_path / "small.py", inputs, path) < 1e-5
    assert set(read_safetensors(tmp_path / "small.params.safetensors")) == set(read(path).source.params)


@pytest.mark.parametrize(("first", "second", "shared"), [
    (("torch", "a.py"), ("safetensors", "a.safetensors"), "a.safetensors"),
    (("safetensors", "a.safetensors"), ("torch", "a.py"), "a.safetensors"),
    (("torch", "a.py"), ("onnx", "a.py"), "a.py"),
    (("onnx", "a.py"), ("torch", "a.py"), "a.py"),
    (("exported", "a"), ("safetensors", "a"), "a"),
    (("safetensors", "a"), ("exported", "a"), "a"),
])
@pytest.mark.filterwarnings("ignore:The given buffer is not writable")  # by torch before 2.13
def test_files_of_other_conversions_stay(first: tuple[str, str], second: tuple[str, str], shared: str, tmp_path: Path,
                                         capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("onnx.helper")
    path = small(tmp_path)
    commands = [["convert", path, "--to", kind, "-o", str(tmp_path / name)] for kind, name in (first, second)]
    assert main(commands[0]) == 0
    before = (tmp_path / shared).read_bytes()
    assert main(commands[1]) == 1
    error = capsys.readouterr().err
    assert shared in error and "--force" in error and error.count("\n") == 1
    assert (tmp_path / shared).read_bytes() == before
    assert main([*commands[1], "--force"]) == 0
    assert (tmp_path / shared).read_bytes() != before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("content", [b"mine", b"\x08", b"PK", (20).to_bytes(8, "little") + b"[" * 20, bytes(9),
                                     (2**60).to_bytes(8, "little"), (2).to_bytes(8, "little") + b"{}"])
def test_files_of_the_user_stay(kind: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(content)
    with pytest.raises(mx.MXNetError, match="--force"):
        convert(Options(small(tmp_path), kind, str(tmp_path / "mine.py")))
    assert (tmp_path / "mine.py").read_bytes() == content


# What is wrong


def test_missing_parameters_are_named_at_once(tmp_path: Path) -> None:
    path = small(tmp_path)
    arrays = mx.nd.load(str(tmp_path / "small-0000.params"))
    mx.nd.save(str(tmp_path / "small-0000.params"),
               {k: v for k, v in arrays.items() if k not in ("arg:fc_weight", "aux:bn_moving_var")})
    with pytest.raises(mx.MXNetError, match="bn_moving_var, fc_weight"):
        read(path)


@pytest.mark.parametrize("kind", ["onnx", "torch"])
def test_all_blockers_are_named_at_once(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("onnx.helper")
    data = mx.sym.var("data")
    first = mx.sym.Dropout(data, p=0.5, mode="always", name="drop")
    symbol = mx.sym.Group([first, mx.sym.random.gamma_like(alpha=2.0, beta=1.0, data=data, name="draw")])
    path = convert_models.saved((symbol, {"arg:unused": mx.nd.zeros(1)}, {}), tmp_path, "random")
    with pytest.raises(mx.MXNetError, match=r"(?s)drop.*draw"):
        convert(Options(path, kind, str(tmp_path / "out.py"), shapes={"data": (2, 3)}))


@pytest.mark.parametrize(("words", "message"), [
    (["none-symbol.json", "--to", "torch"], "none-symbol.json does not exist: expected"),
    ([__file__, "--to", "torch"], "test_convert.py is not a model: expected"),
    (["none.onnx", "--to", "torch"], "import_model for ONNX"),
    (["none.mar", "--to", "torch"], "does not exist"),
])
def test_sources_that_are_not_there(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", *words]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("words", "message"), [
    (["--zoo", "resnet19"], "no network 'resnet19'; similar names are "),
    (["--zoo", "ResNet18"], "resnet18_v1"),
    (["--zoo", "?"], "it has alexnet"),
    (["--dtype", "data=float99"], "'float99' not understood"),
    (["-o", "nowhere/out"], "the folder nowhere does not exist"),
])
@pytest.mark.parametrize("kind", KINDS)
def test_wrong_options_are_one_line(words: list[str], message: str, kind: str, tmp_path: Path,
                                    capsys: pytest.CaptureFixture[str]) -> None:
    if kind == "safetensors" and words[0] == "--dtype":
        pytest.skip("has no inputs")
    if kind == "onnx":
        pytest.importorskip("onnx.helper")
    assert main(["convert", small(tmp_path), "--to", kind, *words]) == 1
    error = capsys.readouterr().err
    assert error.startswith("mxnet convert: error: ") and message in error and error.count("\n") == 1


def test_parameters_of_another_model_are_few_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    symbol = mx.sym.var("data")
    for number in range(60):
        symbol = mx.sym.FullyConnected(symbol, num_hidden=2, name=f"layer{number}")
    symbol.save(str(tmp_path / "deep-symbol.json"))
    mx.nd.save(str(tmp_path / "other.params"), {f"arg:other{number}": mx.nd.ones((1,)) for number in range(100)})
    assert main(["convert", str(tmp_path / "deep"), "--to", "torch", "--params", str(tmp_path / "other.params")]) == 1
    error = capsys.readouterr().err
    assert "120 parameters of" in error and "layer0_weight" in error and "and 115 more" in error
    assert "other0, " in error and "and 95 more" in error and error.count("\n") == 1 and len(error) < 500


def test_the_command_shows_errors_and_fails_if_models_differ(tmp_path: Path,
                                                             capsys: pytest.CaptureFixture[str]) -> None:
    path, output = small(tmp_path), str(tmp_path / "module.py")
    assert main(["convert", path, "--to", "torch", "-o", output, "--shape", "data=2,2,8,8"]) == 0
    shown = capsys.readouterr().out
    assert "largest error" in shown and "softmax_output" in shown and output in shown
    # Differences of rounding are above a tolerance below zero.
    assert main(["convert", path, "--to", "torch", "-o", output, "--tolerance", "-1"]) == 1
    assert "DIFFERS" in capsys.readouterr().out


def test_inputs_that_do_not_fit_into_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", small(tmp_path), "--to", "torch", "--shape", "data=1000000,2,1000000,8"]) == 1
    shown = capsys.readouterr().err
    assert "needs more memory than available" in shown and shown.count("\n") == 1


def test_inputs_that_the_model_does_not_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", small(tmp_path), "--to", "torch", "--shape", "image=1,2,8,8"]) == 1
    assert "no input image; its inputs are data" in capsys.readouterr().err
