"""Tests of the READMEs: both languages have the same commands and programs, and the programs run."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import cli
from mxnet.cli import demo
from mxnet.gluon.model_zoo import _layouts, _state_dicts, _weights, vision

ROOT = Path(__file__).resolve().parents[2]
READMES = ("README.md", "README.zh-CN.md")
CHINESE = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs/zh").rglob("*.md"))]
PAGES = [(name.replace("docs/zh/", "docs/en/"), name) for name in CHINESE]
# English pages that include other files are compared by tests/docs/test_pages.py.
PAIRS = (READMES, *(pair for pair in PAGES if "```{include}" not in (ROOT / pair[0]).read_text(encoding="utf-8")))


def blocks(name, language):
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", READMES)
def test_the_demo_comes_first_and_the_tests_further_down(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    commands = re.findall(r"^```bash\n(.*?)\n```$", text, flags=re.MULTILINE | re.DOTALL)
    demo, tests = (f'pip install -c constraints.txt ".[{extra}]" && {command}'
                   for extra, command in (("demo", "mxnet demo"), ("test", "pytest -n 2")))
    first_screen = "\n".join(text.splitlines()[:24])
    assert commands[0] == demo and demo in first_screen and "](docs/images/demo.png)" in first_screen
    assert tests in commands and tests not in first_screen


@pytest.mark.parametrize("pair", PAIRS)
def test_both_languages_show_the_same_code(pair):
    for language in ("python", "bash", "text", r"\{code-cell\}"):
        assert blocks(pair[0], language) == blocks(pair[1], language)


@pytest.mark.parametrize("pair", PAIRS)
def test_both_languages_have_the_same_sections(pair):
    assert outline(pair[0]) == outline(pair[1])


NOTEBOOKS = [name for pair in PAIRS for name in pair if "```{code-cell}" in (ROOT / name).read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_pages_have_a_kernel_and_valid_cells(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text.startswith("---\nfile_format: mystnb\nkernelspec:\n  name: python3\n---\n\n# ")
    for cell in blocks(name, r"\{code-cell\}"):
        compile(cell, name, "exec")


def outline(name):
    """Return the heading levels and the numbers of list items and table rows, in order."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [line.split(" ")[0] for line in lines if line.startswith(("#", "-", "|"))]


def test_links_lead_to_files():
    for name in (*(name for pair in (READMES, *PAGES) for name in pair), "CONTRIBUTING.md"):
        text = re.sub(r"^```.*?^```$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        links = re.findall(r"\]\(([^)#]+)\)", text)  # in code, net[0](x) looks like a link
        missing = [link for link in links if "://" not in link and not ((ROOT / name).parent / link).exists()]
        assert not missing, f"{name} links to {missing}"


def test_programs_run(capsys):
    programs = blocks(READMES[0], "python")
    assert programs
    namespace: dict[str, object] = {"__name__": "readme"}
    for program in programs:
        exec(compile(program, READMES[0], "exec"), namespace)
    printed = capsys.readouterr().out
    assert float(printed.splitlines()[0]) < 0.1  # the first program prints its loss,
    assert "\ndef forward(" in printed  # the second one generated code


def test_programs_of_the_guide_to_threads_run():
    for program in blocks("docs/en/guides/threads.md", "python"):
        exec(compile(program, "docs/en/guides/threads.md", "exec"), {"__name__": "guide"})


def test_programs_of_the_guide_to_precision_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "guide"}
    for program in blocks("docs/en/guides/precision.md", "python"):
        exec(compile(program, "docs/en/guides/precision.md", "exec"), namespace)
    error, shape = capsys.readouterr().out.splitlines()
    assert 0 < float(error) < 0.05 and shape == "(32, 10)"
    assert (tmp_path / "small-symbol.json").exists()


@pytest.mark.skipif(sys.platform == "win32" or shutil.which(os.environ.get("CXX") or "g++") is None,
                    reason="needs a C++ compiler")
@pytest.mark.filterwarnings("ignore:`torch.jit.script_method` is deprecated:DeprecationWarning")
def test_the_program_of_the_guide_to_the_compiler(capsys):
    (program,) = blocks("docs/en/guides/inductor.md", "python")
    exec(compile(program, "docs/en/guides/inductor.md", "exec"), {"__name__": "guide"})
    torch._dynamo.reset()
    assert capsys.readouterr().out == "True\nTrue\n"


def test_programs_of_the_guide_to_tensorboard_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "guide"}
    for program in blocks("docs/en/guides/tensorboard.md", "python"):
        exec(compile(program, "docs/en/guides/tensorboard.md", "exec"), namespace)
    folders = {path.parent.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("events.*")}
    assert folders == {"logs", "logs/rates/first", "logs/rates/last", "logs/train"}


def test_the_program_of_the_guide_to_old_programs(tmp_path):
    (program,) = blocks("docs/en/start/old_programs.md", "python")
    report, diff = blocks("docs/en/start/old_programs.md", "text")
    (tmp_path / "train.py").write_text(program)
    mxnet = [sys.executable, "-m", "mxnet"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([*mxnet, "run", "train.py"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "15.0 True\n", report)
    checked = subprocess.run([*mxnet, "check", "--fix", "train.py"], cwd=tmp_path, env=environment,
                             capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, diff)


def test_the_program_of_the_guide_to_weights(tmp_path, monkeypatch, capsys):
    network, (weights,) = "squeezenet1.1", _weights.WEIGHTS["squeezenet1.1"]
    net = vision.get_model(network)
    net.infer_shape(mx.nd.zeros((1, 3, 224, 224)))
    parameters = net._collect_params_with_prefix()
    keys = _state_dicts._list_keys(parameters, _layouts.find_layout(network, "torchvision"))
    file = tmp_path / "models" / weights.file
    file.parent.mkdir()
    torch.save({key: torch.rand(parameters[name].shape) for name, key in keys.items()}, file)
    checksum = f"sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}"
    monkeypatch.setitem(_weights.WEIGHTS, network, [weights._replace(checksum=checksum)])
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    (program,) = blocks("docs/en/guides/pretrained.md", "python")
    with pytest.warns(UserWarning, match="not the original's"):
        exec(compile(program, "docs/en/guides/pretrained.md", "exec"), {"__name__": "guide"})
    assert capsys.readouterr().out == "(1, 1000)\n"


def test_commands_of_the_guides_to_training_and_prediction(tmp_path, monkeypatch, capsys):
    """The commands run in order with small images and networks, and print the lines of the guide with other numbers."""
    cv2 = pytest.importorskip("cv2")
    monkeypatch.chdir(tmp_path)
    for name, shade in (("dark", 30), ("light", 220)):
        (tmp_path / "photos" / name).mkdir(parents=True)
        for number in range(4):
            cv2.imwrite(f"photos/{name}/{number}.png", np.full((40, 40, 3), shade + number, np.uint8))
    for number in range(3):
        cv2.imwrite(f"{number}.png", demo.load_data(3)["test_images"][number])
    source = vision.get_model("mobilenet0.25")
    source.initialize(mx.init.Xavier())
    source(mx.nd.zeros((1, 3, 32, 32)))
    source.save_parameters("net.params")
    plain = vision.get_model
    monkeypatch.setattr(vision, "get_model", lambda name, pretrained=False, **options: source if pretrained else
                        plain(name, **options))
    lines = [line for name in ("train", "predict") for block in blocks(f"docs/en/guides/{name}.md", "bash")
             for line in block.splitlines()]
    for line in lines:
        words = shlex.split(line.replace("resnet18_v1", "mobilenet0.25"))
        words = words[len(words) - words[::-1].index("mxnet"):]  # without mxnet launch
        if words[0] == "train" and words[1] != "--resume":
            words += ["--devices", "cpu", *(() if "demo" in words else ("--epochs", "1", "--image-size", "32"))]
        assert cli.main(words) == 0, line
    printed = capsys.readouterr().out
    shown = re.sub(r"[\d.]+(e-\d+)?", "#", printed)
    for text in blocks("docs/en/guides/train.md", "text")[0].splitlines():
        assert re.sub(r"[\d.]+(e-\d+)?", "#", text.partition(" (best)")[0]) in shown
    assert {"0.png", "1.png", "2.png"} <= {path.name for path in (tmp_path / "drawn").iterdir()}


def test_programs_of_the_guide_to_checkpoints_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):  # the second time, both are finished
        namespace: dict[str, object] = {"__name__": "guide"}
        for program in blocks("docs/en/guides/checkpoints.md", "python"):
            exec(compile(program, "docs/en/guides/checkpoints.md", "exec"), namespace)
    assert namespace["step"] == 16 and namespace["first"] == 2
    (listing,) = blocks("docs/en/guides/checkpoints.md", "text")
    listed = {line.split()[0].partition("/")[2] for line in listing.splitlines()}
    assert {path.name for path in (tmp_path / "run/checkpoints/step-00000015").iterdir()} == listed


def test_programs_of_the_guide_to_streaming_run(tmp_path, monkeypatch):
    cv2 = pytest.importorskip("cv2")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shards").mkdir()
    writer = mx.recordio.MXIndexedRecordIO("train.idx", "train.rec", "w")
    for number in range(300):
        encoded = cv2.imencode(".jpg", np.full((230, 230, 3), number % 256, np.uint8))[1].tobytes()
        writer.write_idx(number, mx.recordio.pack(mx.recordio.IRHeader(0, number % 3, number, 0), encoded))
    writer.close()
    first, *others = blocks("docs/en/guides/streaming.md", "python")
    (command,) = blocks("docs/en/guides/streaming.md", "bash")
    assert cli.main(shlex.split(command)[1:]) == 0
    namespace: dict[str, object] = {"__name__": "guide"}
    for program in (first.replace("s3://bucket/", ""), *others):
        exec(compile(program, "docs/en/guides/streaming.md", "exec"), namespace)
    assert namespace["batches"].next().data[0].shape == (64, 3, 224, 224)
    assert len(list(namespace["stream"])) == 75 and namespace["label"] in (0, 1, 2)


def test_programs_of_the_data_guide_run(tmp_path, monkeypatch):
    cv2 = pytest.importorskip("cv2")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    for stem in ("data/flowers", "train"):
        writer = mx.recordio.MXIndexedRecordIO(f"{stem}.idx", f"{stem}.rec", "w")
        for number in range(70):
            encoded = cv2.imencode(".jpg", np.full((240, 260, 3), number, np.uint8))[1].tobytes()
            writer.write_idx(number, mx.recordio.pack(mx.recordio.IRHeader(0, number % 3, number, 0), encoded))
        writer.close()
    namespace: dict[str, object] = {"__name__": "guide", "mx": mx, "torch": torch}
    for program in blocks("docs/en/guides/data.md", "python"):
        exec(compile(program.replace("s3://bucket/", ""), "docs/en/guides/data.md", "exec"), namespace)
    assert next(iter(namespace["batches"])).data[0].shape == (64, 3, 224, 224)
    images, labels = next(iter(namespace["loader"]))
    assert tuple(images.shape[1:]) == (3, 240, 260) and set(labels.tolist()) == {0, 1, 2}


def run_guide(name, folder, monkeypatch, capsys):
    """Run the programs and the commands of ``mxnet`` in a guide, and compare what they print with the guide."""
    monkeypatch.chdir(folder)
    namespace: dict[str, object] = {"__name__": "guide"}
    text = (ROOT / name).read_text(encoding="utf-8")
    with mx.name.NameManager():  # names of layers as in a new program
        for language, block in re.findall(r"^```(python|bash)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL):
            if language == "python":
                exec(compile(block, name, "exec"), namespace)
            for command in re.findall(r"^mxnet (.*)$", block if language == "bash" else "", flags=re.MULTILINE):
                assert cli.main(command.split()) in (0, 1)
    assert capsys.readouterr().out == "".join(blocks(name, "text"))


@pytest.mark.parametrize("name", ["docs/en/guides/archives.md", "docs/en/guides/summary.md"])
def test_guides_to_models(name, tmp_path, monkeypatch, capsys):
    run_guide(name, tmp_path, monkeypatch, capsys)
