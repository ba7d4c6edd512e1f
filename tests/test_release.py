"""Tests of the files of a release: versions, constraints, license, images and workflows agree with each other."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import mxnet as mx
import mxnet_records

tomllib = pytest.importorskip("tomllib" if sys.version_info >= (3, 11) else "tomli")

ROOT = Path(__file__).resolve().parents[1]
PROJECTS = ("pyproject.toml", "mxnet_records/pyproject.toml")
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def project(name):
    return tomllib.loads(read(name))["project"]


def requirements(name):
    """Yield all requirements of a project, except those for its extras."""
    table = project(name)
    for lines in (table["dependencies"], *table["optional-dependencies"].values()):
        for line in lines:
            requirement = Requirement(line)
            if requirement.name != table["name"]:
                yield requirement


def constraints(python):
    """Return the versions for one version of Python on Linux."""
    versions = {}
    for line in read("constraints.txt").splitlines():
        constraint = Requirement(line) if line and not line.startswith("#") else None
        environment = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux"}
        if constraint is not None and (constraint.marker is None or constraint.marker.evaluate(environment)):
            name = canonicalize_name(constraint.name)
            assert name not in versions, f"two versions of {name} for Python {python}"
            (pin,) = constraint.specifier
            assert pin.operator == "==" and constraint.url is None, line
            versions[name] = pin.version
    return versions


def test_one_version_for_both_distributions():
    for name in PROJECTS:
        table = tomllib.loads(read(name))
        assert table["project"]["dynamic"] == ["version"]
        source = (ROOT / name).parent / table["tool"]["hatch"]["version"]["path"]
        assert source == ROOT / "mxnet_records" / "__init__.py"
    assert mx.__version__ == "1.9.1"  # programs compare it


def test_changelog_and_release_notes_name_the_version():
    version = mxnet_records.__version__
    heading = re.search(r"^## \[(.*?)\] - \d{4}-\d\d-\d\d$", read("CHANGELOG.md"), flags=re.MULTILINE)
    assert heading and heading[1] == version
    for name in (f"docs/en/releases/{version}.md", f"docs/zh/releases/{version}.md"):
        assert read(name).startswith(f"# mxnet-torch {version}\n")


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", PROJECTS)
def test_constraints_satisfy_all_requirements(name, python):
    versions = constraints(python)
    for requirement in requirements(name):
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), str(requirement)


def test_supported_versions_of_python_agree():
    for name in PROJECTS:
        classifiers = project(name)["classifiers"]
        listed = [c.rpartition(" ")[2] for c in classifiers if re.search(r":: 3\.\d+$", c)]
        assert tuple(listed) == PYTHONS and project(name)["requires-python"] == f">={PYTHONS[0]}"
    matrix = yaml.safe_load(read(".github/workflows/tests.yml"))["jobs"]["tests"]["strategy"]["matrix"]
    assert tuple(matrix["python"]) == PYTHONS
    assert {entry["os"] for entry in matrix["include"]} == {"macos-latest", "windows-latest"}


def test_metadata_accept_all_versions_of_torch_2():
    (torch,) = (requirement for requirement in requirements(PROJECTS[0]) if requirement.name == "torch")
    assert all(torch.specifier.contains(version) for version in ("2.11.0", "2.13.0+cpu", "2.15.0", "2.99"))
    assert not torch.specifier.contains("3.0")


def test_records_do_not_need_torch():
    assert [Requirement(line).name for line in project(PROJECTS[1])["dependencies"]] == [
        "numpy", "opencv-python-headless"]


def test_both_distributions_have_the_same_files():
    """The wheel of mxnet-records contains all Python files; the other wheel excludes the files beside them."""
    folder = ROOT / "mxnet_records"
    others = {f"/mxnet_records/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*")
              if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert others == set(tomllib.loads(read(PROJECTS[0]))["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"])
    for name in ("LICENSE", "NOTICE"):
        assert read(name) == read(f"mxnet_records/{name}")
        assert all(name in project(path)["license-files"] for path in PROJECTS)


@pytest.mark.parametrize("name", ["NOTICE", "README.md", "README.zh-CN.md", "mxnet_records/README.md"])
def test_the_trademark_is_named(name):
    text = " ".join(read(name).split())
    affiliation, trademark = (("没有任何隶属关系", "“Apache MXNet”是 ASF 的商标") if "zh-CN" in name else
                              ("not affiliated with", '"Apache MXNet"'))
    assert affiliation in text and trademark in text


def test_commands_install_the_version_of_the_constraints():
    torch = f"torch=={constraints('3.11')['torch']}"
    index = "https://download.pytorch.org/whl/cpu"
    for name in ("README.md", "README.zh-CN.md"):
        assert f"pip install {torch} --index-url {index}" in read(name)
        (command,) = re.findall(r"^readonly test_command='(.*)'$", read(".ci/run"), flags=re.MULTILINE)
        assert f"\n{command}\n" in read(name)
    dockerfile = read("Dockerfile")
    assert f"ARG TORCH_INDEX={index}\n" in dockerfile and 'CMD ["mxnet", "demo"]' in dockerfile
    assert dockerfile.index("USER mxnet") > dockerfile.rindex("RUN")


def test_the_image_receives_the_files_that_it_installs():
    allowed = {line[1:] for line in read(".dockerignore").splitlines() if line.startswith("!")}
    wheel = tomllib.loads(read(PROJECTS[0]))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert allowed >= {*wheel["packages"], *wheel["force-include"], *project(PROJECTS[0])["license-files"],
                       project(PROJECTS[0])["readme"], "pyproject.toml", "constraints.txt"}


def test_releases_use_trusted_publishing():
    jobs = yaml.safe_load(read(".github/workflows/release.yml"))["jobs"]
    publish = jobs["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert any(step.get("uses", "").startswith("pypa/gh-action-pypi-publish@") for step in publish["steps"])
    assert set(publish["strategy"]["matrix"]["project"]) == {project(name)["name"] for name in PROJECTS}
    commands = "\n".join(step.get("run", "") for step in jobs["build"]["steps"])
    assert all(tool in commands for tool in ("twine check --strict", "check-wheel-contents", "cyclonedx-py"))
