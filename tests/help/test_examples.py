"""Run the examples in the help text of all public functions and classes."""

from __future__ import annotations

import doctest
import hashlib
import inspect
import os
import re
import struct
import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from public_names import ALL_MODULES, entries

import mxnet as mx
from mxnet.contrib.text import embedding
from mxnet.gluon.data import vision

_NUMBER = re.compile(r"-?\d+\.\d*(?:e[-+]?\d+)?")
_NUMPY_SCALAR = re.compile(r"np\.\w+\(([^()]*)\)")


class Checker(doctest.OutputChecker):
    """Compare text, and floating point numbers up to rounding. Signs of zeros and spaces may differ."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        want, got = (_NUMPY_SCALAR.sub(r"\1", text) for text in (want, got))  # NumPy 1 prints 3.0
        if super().check_output(want, got, optionflags):
            return True
        shape_want, shape_got = (re.sub(r"\s", "", _NUMBER.sub("#", text)) for text in (want, got))
        return shape_want == shape_got and all(
            float(a) == pytest.approx(float(b), rel=1e-3, abs=2e-4)
            for a, b in zip(_NUMBER.findall(want), _NUMBER.findall(got), strict=True))


def run(name: str, text: str) -> str:
    """Run the examples in `text` in a new folder, and return the report of failures."""
    mx.random.seed(0)
    test = doctest.DocTestParser().get_doctest(text, {"mx": mx}, name, None, None)
    report: list[str] = []
    runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    outer = os.getcwd()
    os.chdir(tempfile.mkdtemp(dir=outer))
    try:
        runner.run(test, out=report.append)
    finally:
        os.chdir(outer)
    return "".join(report)


@pytest.fixture(autouse=True)
def published_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide one black image in the place of each published data set, with its checksum, and an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    for dataset in (vision.MNIST, vision.FashionMNIST):
        folder = tmp_path / "datasets" / dataset._namespace
        folder.mkdir(parents=True)
        for end, content in (("images-idx3-ubyte", struct.pack(">4i", 2051, 1, 28, 28) + bytes(28 * 28)),
                             ("labels-idx1-ubyte", struct.pack(">2i", 2049, 1) + bytes(1))):
            for name in (f"train-{end}", f"t10k-{end}"):
                (folder / name).write_bytes(content)
                monkeypatch.setitem(dataset._sha256, name, hashlib.sha256(content).hexdigest())
    for cifar in (vision.CIFAR10, vision.CIFAR100):
        folder = tmp_path / "datasets" / cifar._namespace
        folder.mkdir(parents=True)
        content = bytes(cifar._labels_per_image + 3072)
        (name,) = cifar._test_data
        (folder / name).write_bytes(content)
        monkeypatch.setitem(cifar._test_data, name, hashlib.sha1(content).hexdigest())
    _provide_vectors(tmp_path, monkeypatch)


def _provide_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide word vectors in the place of published files."""
    for vectors, name, length in ((embedding.GloVe, "glove.6B.50d.txt", 50),
                                  (embedding.FastText, "wiki.simple.vec", 300)):
        folder = tmp_path / "embeddings" / vectors.__name__.lower()
        folder.mkdir(parents=True)
        content = "".join(f"{token}{' 1' * length}\n" for token in ("the", "of")).encode()
        (folder / name).write_bytes(content)
        monkeypatch.setitem(vectors.pretrained_file_name_sha1, name, hashlib.sha1(content).hexdigest())


def examples_of(modules: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return the help texts with examples by module and name. Each text occurs once."""
    seen: set[str] = set()
    texts: dict[str, dict[str, str]] = {}
    for module in modules:
        for name, value in entries(module).items():
            text = inspect.getdoc(value) or ""
            if ">>>" in text and text not in seen:
                seen.add(text)
                texts.setdefault(module, {})[name] = text
    return texts


EXAMPLES = examples_of(ALL_MODULES)


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_print_what_they_show(module: str) -> None:
    failures = [run(f"{module}.{name}", text) for name, text in EXAMPLES[module].items()]
    assert not any(failures), "\n".join(filter(None, failures))


def test_the_check_finds_wrong_output() -> None:
    assert run("right", ">>> 1 + 1.0\n2.0\n") == ""
    assert "Expected" in run("wrong", ">>> 1 + 1.0\n3.0\n")
    assert "Expected" in run("wrong", ">>> [1.0]\n[1.0, 2.0]\n")


def test_the_check_finds_wrong_examples_of_members(monkeypatch: pytest.MonkeyPatch) -> None:
    class Base:
        def right(self) -> None:
            """>>> 1 + 1.0
            2.0
            """

    class Wrong(Base):
        @staticmethod
        def method() -> None:
            """>>> 1 + 1.0
            3.0
            """

        @property
        def size(self) -> None:
            """>>> 1 + 1.0
            4.0
            """

        def _hidden(self) -> None:
            """>>> 1 + 1.0
            5.0
            """

    for value in (Wrong, Base.right, Wrong.method, vars(Wrong)["size"].fget):
        value.__module__ = "mxnet.metric"
    monkeypatch.setattr(mx.metric, "Wrong", Wrong, raising=False)
    monkeypatch.setattr(mx.metric, "__all__", ["Wrong"], raising=False)
    texts = examples_of(["metric"])["metric"]
    assert sorted(texts) == ["Wrong.method", "Wrong.right", "Wrong.size"]
    assert run("right", texts["Wrong.right"]) == ""
    assert "Expected" in run("wrong", texts["Wrong.method"])
    assert "Expected" in run("wrong", texts["Wrong.size"])
