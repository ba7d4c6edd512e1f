"""Tests of ``mxnet predict`` from the arguments to the output."""

from __future__ import annotations

import csv
import io
import json
import tarfile
import zipfile

import numpy as np
import pytest

import mxnet as mx
from mxnet import cli, gluon, nd, recordio
from mxnet.gluon.model_zoo import vision

cv2 = pytest.importorskip("cv2")
CLASSES = ("blue", "green", "red")
COLOURS = {"blue": (255, 0, 0), "green": (0, 255, 0), "red": (0, 0, 255)}  # OpenCV's order


def predict(*words):
    return cli.main(["predict", *map(str, words), "--device", "cpu"])


def colour_symbol():
    """Scores are ten times the mean of blue, green and red: the network classifies by colour."""
    pooled = mx.sym.Flatten(mx.sym.Pooling(mx.sym.var("data"), global_pool=True, pool_type="avg", kernel=(1, 1)))
    return mx.sym.FullyConnected(pooled, num_hidden=3, name="fc")


@pytest.fixture
def model(tmp_path):
    """A folder as ``mxnet train`` writes it."""
    folder = tmp_path / "model"
    folder.mkdir()
    mx.sym.softmax(colour_symbol(), name="softmax").save(str(folder / "model-symbol.json"))
    weight = nd.array(np.eye(3)[::-1] * 10)
    nd.save(str(folder / "model-0000.params"), {"arg:fc_weight": weight, "arg:fc_bias": nd.zeros(3)})
    (folder / "synset.txt").write_text("".join(f"{name}\n" for name in CLASSES))
    (folder / "signature.json").write_text(json.dumps({
        "inputs": [{"data_name": "data", "data_shape": [0, 3, 8, 8]}], "input_type": "image/jpeg",
        "preprocess": {"resize": 8, "mean": [0.0], "std": [255.0], "layout": "NCHW", "channels": "RGB"}}))
    return folder


@pytest.fixture
def images(tmp_path):
    """Images in several folders."""
    folder = tmp_path / "images"
    for number, name in enumerate(("red", "blue", "green")):
        path = folder / name / f"{number}.png"
        path.parent.mkdir(parents=True)
        cv2.imwrite(str(path), np.full((20, 30, 3), COLOURS[name], np.uint8))
    return folder


def rows_of(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_order_of_the_inputs_is_kept(model, images, capsys):
    files = [images / "red" / "0.png", images / "blue" / "1.png", images / "red" / "0.png"]
    assert predict(model, *files, images, "--format", "jsonl", "--batch-size", "2", "--top", "1") == 0
    rows = rows_of(capsys)
    assert [row["predictions"][0]["class"] for row in rows] == ["red", "blue", "red", "blue", "green", "red"]
    assert rows[0]["input"] == str(files[0])
    probability = np.exp(10) / (np.exp(10) + 2)
    assert rows[0]["predictions"] == [{"class": "red", "index": 2, "probability": round(probability, 6)}]


def test_table(model, images, monkeypatch, capsys):
    monkeypatch.chdir(images)
    (images / "red" / "0.png").rename(images / "red" / ("long" * 12 + ".png"))
    assert predict(model, "red", "blue/1.png", "--top", "2") == 0
    name = "…" + ("long" * 12 + ".png")[-47:]
    assert capsys.readouterr().out.splitlines() == [
        f"{name}   99.99 %  red", f"{'':48}    0.00 %  blue", f"{'blue/1.png':48}   99.99 %  blue",
        f"{'':48}    0.00 %  green"]


def test_json_and_csv(model, images, tmp_path, capsys):
    assert predict(model, images, "--format", "json", "--output", tmp_path / "out.json") == 0
    assert capsys.readouterr().out == ""
    assert [row["predictions"][0]["class"] for row in json.loads((tmp_path / "out.json").read_text())] == [
        "blue", "green", "red"]
    assert predict(model, images, "--format", "csv", "--top", "1") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["class"], row["rank"], float(row["probability"]) > 0.99) for row in rows] == [
        (name, "1", True) for name in CLASSES]


def test_threshold_hides_classes(model, images, capsys):
    assert predict(model, images, "--format", "jsonl", "--threshold", "0.5") == 0
    assert [len(row["predictions"]) for row in rows_of(capsys)] == [1, 1, 1]


def test_names_of_a_file(model, images, tmp_path, capsys):
    (tmp_path / "names.txt").write_text("蓝\n绿\n红\n", encoding="utf-8")
    assert predict(model, images / "red", "--labels", tmp_path / "names.txt", "--format", "jsonl", "--top", "1") == 0
    assert rows_of(capsys)[0]["predictions"][0]["class"] == "红"


def test_bad_inputs_are_reported_at_the_end(model, images, tmp_path, capsys):
    (images / "red" / "a.jpg").write_bytes(b"no image")
    (tmp_path / "empty").mkdir()
    np.save(tmp_path / "wrong.npy", np.zeros((2, 5)))
    np.save(tmp_path / "object.npy", np.array([{}]), allow_pickle=True)
    (tmp_path / "empty.npy").write_bytes(b"")
    (tmp_path / "zip.npy").write_bytes(b"PK\x03\x04 no archive")
    np.save(tmp_path / "no_rows.npy", np.zeros((0, 3, 8, 8), "float32"))
    (tmp_path / "bad.rec").write_bytes(b"no records at all")
    writer = recordio.MXRecordIO(str(tmp_path / "short.rec"), "w")
    writer.write(b"abc")
    writer.close()
    code = predict(model, tmp_path / "missing.png", images, tmp_path / "empty", tmp_path / "wrong.npy",
                   tmp_path / "object.npy", tmp_path / "empty.npy", tmp_path / "zip.npy", tmp_path / "no_rows.npy",
                   tmp_path / "bad.rec", tmp_path / "short.rec", str(tmp_path / "*.gif"), "--format", "jsonl")
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert code == 1
    assert [row["predictions"][0]["class"] for row in rows if "predictions" in row] == list(CLASSES)
    errors = [(row["input"].rsplit("/", 1)[-1], row["error"].split(";")[0]) for row in rows if "error" in row]
    assert [name for name, _ in errors] == ["missing.png", "a.jpg", "empty", "wrong.npy", "object.npy", "empty.npy",
                                            "zip.npy", "no_rows.npy", "bad.rec", "short.rec[0]", "*.gif"]
    reasons = dict(errors)
    assert reasons["missing.png"] == "no such file" and "no images (.jpg" in reasons["empty"]
    assert "shape (2, 5)" in reasons["wrong.npy"] and reasons["*.gif"] == "no file matches this pattern"
    assert captured.err.count("mxnet predict: ") == 12
    assert "mxnet predict: 11 inputs could not be predicted" in captured.err


def test_patterns(model, images, capsys):
    assert predict(model, str(images / "*" / "*.png"), "--format", "jsonl") == 0
    assert len(rows_of(capsys)) == 3


def test_arrays(model, tmp_path, capsys):
    """Arrays are inputs of the network, without preprocessing."""
    batch = np.zeros((2, 3, 8, 8), "float32")
    batch[0, 0] = batch[1, 2] = 1
    np.save(tmp_path / "batch.npy", batch)
    np.save(tmp_path / "one.npy", batch[1].astype("float64"))
    assert predict(model, tmp_path / "batch.npy", tmp_path / "one.npy", "--format", "jsonl", "--top", "1") == 0
    rows = rows_of(capsys)
    assert [(row["input"].rsplit("/", 1)[-1], row["predictions"][0]["class"]) for row in rows] == [
        ("batch.npy[0]", "red"), ("batch.npy[1]", "blue"), ("one.npy", "blue")]


def test_records(model, tmp_path, capsys):
    writer = recordio.MXRecordIO(str(tmp_path / "a.rec"), "w")
    for name in ("green", "red"):
        encoded = cv2.imencode(".png", np.full((9, 9, 3), COLOURS[name], np.uint8))[1].tobytes()
        writer.write(recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), encoded))
    writer.close()
    assert predict(model, tmp_path / "a.rec", "--format", "jsonl", "--top", "1", "--annotate", tmp_path / "drawn") == 0
    assert [row["predictions"][0]["class"] for row in rows_of(capsys)] == ["green", "red"]
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["a.rec-0.png", "a.rec-1.png"]


# Models


def logits_prefix(model, tmp_path):
    colour_symbol().save(str(tmp_path / "plain-symbol.json"))
    (tmp_path / "plain-0003.params").write_bytes((model / "model-0000.params").read_bytes())
    return [tmp_path / "plain", "--std", "255", "--shape", "3,8,8", "--labels", model / "synset.txt"]


def module_checkpoint(model, tmp_path):
    symbol = mx.sym.SoftmaxOutput(colour_symbol(), name="softmax")
    symbol.save(str(tmp_path / "old-symbol.json"))
    (tmp_path / "old-0001.params").write_bytes((model / "model-0000.params").read_bytes())
    return [tmp_path / "old-symbol.json", "--std", "255,255,255", "--shape", "3,8,8", "--labels", model / "synset.txt"]


def zip_archive(model, tmp_path):
    with zipfile.ZipFile(tmp_path / "model.mar", "w") as archive:
        for path in model.iterdir():
            archive.write(path, path.name)
    return [tmp_path / "model.mar"]


def tar_archive(model, tmp_path):
    with tarfile.open(tmp_path / "model.tar.gz", "w:gz") as archive:
        for path in model.iterdir():
            archive.add(path, path.name)
    return [tmp_path / "model.tar.gz"]


def onnx_file(model, tmp_path):
    pytest.importorskip("onnx")
    (tmp_path / "onnx").mkdir()
    file = tmp_path / "onnx" / "model.onnx"
    mx.onnx.export_model(str(model / "model-symbol.json"), str(model / "model-0000.params"), [(1, 3, 8, 8)], np.float32,
                         str(file))
    (file.parent / "synset.txt").write_bytes((model / "synset.txt").read_bytes())
    return [file, "--std", "255", "--batch-size", "1"]


@pytest.mark.parametrize("make", [logits_prefix, module_checkpoint, zip_archive, tar_archive, onnx_file,
                                  lambda model, _: [model / "model-0000.params"], lambda model, _: [model / "model"]])
def test_models_of_all_kinds(make, model, images, tmp_path, capsys):
    words = make(model, tmp_path)
    capsys.readouterr()
    assert predict(words[0], images, *words[1:], "--format", "jsonl") == 0
    rows = rows_of(capsys)
    assert [row["predictions"][0]["class"] for row in rows] == list(CLASSES)
    probability = np.exp(10) / (np.exp(10) + 2)
    assert rows[0]["predictions"][0]["probability"] == pytest.approx(probability, abs=1e-5)


def test_network_of_the_zoo(images, monkeypatch, capsys):
    network = vision.get_model("mobilenet0.25")
    network.initialize(mx.init.Xavier())
    monkeypatch.setattr(vision, "get_model", lambda name, pretrained: network)
    assert predict("mobilenet0.25", images, "--format", "jsonl", "--top", "3") == 0
    rows = rows_of(capsys)
    assert len(rows) == 3 and all(len(row["predictions"]) == 3 for row in rows)
    assert rows[0]["predictions"][0]["class"] == str(rows[0]["predictions"][0]["index"])


def test_other_outputs_are_shown_as_values(tmp_path, capsys):
    net = gluon.nn.Dense(1, in_units=4)
    net.initialize(mx.init.One())
    net.hybridize()
    net(nd.zeros((1, 4)))
    net.export(str(tmp_path / "line"))
    np.save(tmp_path / "x.npy", np.arange(8, dtype="float32").reshape(2, 4))
    assert predict(tmp_path / "line", tmp_path / "x.npy", "--format", "jsonl") == 0
    assert [row["values"] for row in rows_of(capsys)] == [[[6.0]], [[22.0]]]
    assert predict(tmp_path / "line", tmp_path / "x.npy") == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("[[6.0]]")
    image = tmp_path / "x.png"
    cv2.imwrite(str(image), np.zeros((4, 4, 3), np.uint8))
    assert predict(tmp_path / "line", image) == 1
    assert "images need an input with axes" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "message"), [
    (["nothing"], "nothing does not exist: expected a -symbol.json file"),
    (["resnet18"], "resnet18 does not exist"),
    (["nothing.onnx"], "nothing.onnx does not exist"),
])
def test_missing_models_are_refused(words, message, images, capsys):
    assert predict(words[0], images) == 1
    assert message in capsys.readouterr().err


def test_damaged_signature_is_refused(model, images, capsys):
    (model / "signature.json").write_text('{"inputs": [], "preprocess": {"std": [0]}}')
    assert predict(model, images, "--shape", "3,8,8") == 1
    assert "std must not contain 0" in capsys.readouterr().err
    (model / "signature.json").write_text("{")
    assert predict(model, images) == 1
    assert "is not valid JSON" in capsys.readouterr().err


def test_damaged_archives_are_refused(model, images, tmp_path, capsys):
    path = zip_archive(model, tmp_path)[0]
    content = bytearray(path.read_bytes())
    position = content.index(b"synset.txt") + len("synset.txt")
    content[position] ^= 255  # the first byte of the names
    path.write_bytes(content)
    assert predict(path, images) == 1
    assert "synset.txt in" in capsys.readouterr().err
    path.write_bytes(b"PK")
    assert predict(path, images) == 1
    assert capsys.readouterr().err.startswith("mxnet predict: error: ")


def test_trained_model_predicts_like_its_report(tmp_path, capsys):
    """The whole way: a folder of images, training, prediction of the validation images."""
    generator = np.random.default_rng(0)
    for part, count in (("train", 10), ("val", 3)):
        for name, colour in COLOURS.items():
            folder = tmp_path / "data" / part / name
            folder.mkdir(parents=True)
            for number in range(count):
                pixels = np.clip(np.array(colour) * 0.7 + generator.integers(0, 70, (40, 50, 3)), 0, 255)
                cv2.imwrite(str(folder / f"{number}.png"), pixels.astype(np.uint8))
    words = ["train", tmp_path / "data", "--network", "lenet", "--image-size", "32", "--epochs", "3", "--batch-size",
             "5", "--output", tmp_path / "run", "--devices", "cpu"]
    assert cli.main([str(word) for word in words]) == 0
    capsys.readouterr()
    assert predict(tmp_path / "run", tmp_path / "data" / "val", "--format", "jsonl", "--top", "1") == 0
    rows = rows_of(capsys)
    right = np.mean([f"/{row['predictions'][0]['class']}/" in row["input"] for row in rows])
    assert right == json.loads((tmp_path / "run" / "report.json").read_text())["accuracy"]
    assert len(rows) == 9


# Objects and pictures


def detector(tmp_path, form):
    """A network with fixed objects: two of class 1, one of class 0 with a low score, and an empty row."""
    rows = np.array([[1, 0.9, 0.25, 0.25, 0.75, 0.75], [0, 0.3, 0, 0, 1, 1], [1, 0.6, 0, 0, 0.5, 0.5],
                     [-1, 0.99, 0, 0, 1, 1]], "float32")
    if form == "three outputs in pixels":
        rows[:, 2:] *= 16
    zero = mx.sym.sum(mx.sym.var("data") * 0, axis=(1, 2, 3), keepdims=True).reshape((-1, 1, 1))
    objects = mx.sym.broadcast_add(mx.sym.var("objects", shape=(1, 4, 6)), zero)
    if form == "three outputs in pixels":
        parts = [mx.sym.slice_axis(objects, axis=2, begin=begin, end=end) for begin, end in ((0, 1), (1, 2), (2, 6))]
        objects = mx.sym.Group(parts)
    objects.save(str(tmp_path / "ssd-symbol.json"))
    nd.save(str(tmp_path / "ssd-0000.params"), {"arg:objects": nd.array(rows[None])})
    (tmp_path / "synset.txt").write_text("cat\ndog\n")
    (tmp_path / "signature.json").write_text('{"inputs": [{"data_name": "data", "data_shape": [0, 3, 16, 16]}]}')
    return tmp_path / "ssd"


@pytest.mark.parametrize("form", ["one output", "three outputs in pixels"])
def test_objects(form, tmp_path, capsys):
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), np.full((300, 400, 3), 128, np.uint8))
    model = detector(tmp_path, form)
    assert predict(model, path, "--format", "jsonl") == 0
    (row,) = rows_of(capsys)
    assert row["objects"] == [
        {"class": "dog", "index": 1, "score": 0.9, "box": [100.0, 75.0, 300.0, 225.0]},
        {"class": "dog", "index": 1, "score": 0.6, "box": [0.0, 0.0, 200.0, 150.0]}]
    assert predict(model, path, "--format", "csv", "--threshold", "0.2") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["class"], row["right"]) for row in rows] == [("dog", "300.0"), ("dog", "200.0"), ("cat", "400.0")]
    assert predict(model, path) == 0
    assert "90.00 %  dog  100 75 300 225" in capsys.readouterr().out


def test_boxes_are_drawn(tmp_path):
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), np.full((300, 400, 3), 128, np.uint8))
    assert predict(detector(tmp_path, "one output"), path, path, "--annotate", tmp_path / "drawn") == 0
    assert sorted(file.name for file in (tmp_path / "drawn").iterdir()) == ["photo-2.png", "photo.png"]
    drawn = cv2.imread(str(tmp_path / "drawn" / "photo.png"))
    assert drawn.shape == (300, 400, 3)
    changed = (abs(drawn.astype(int) - 128) > 20).any(axis=2)
    assert changed[75, 150] and changed[150, 100] and changed[225, 200] and not changed[200, 180]


def test_classes_are_written_below_the_image(model, images, tmp_path):
    (tmp_path / "names.txt").write_text("blue\n绿\nred\n", encoding="utf-8")
    assert predict(model, images, "--annotate", tmp_path / "drawn", "--labels", tmp_path / "names.txt") == 0
    drawn = cv2.imread(str(tmp_path / "drawn" / "0.png"))
    assert drawn.shape[1] == 240 and drawn.shape[0] > 160  # enlarged by eight
    assert (drawn[:160] == COLOURS["red"]).all()
    assert (drawn[160:] < 128).any() and (drawn[160:] == 255).any()
