"""Tests of the files in docs/recipes: syntax, the fields that the published schemas require and allow, and variables.

The tables are a small extract by hand, so that the tests need no network. The files were validated once with jsonschema
against the complete schemas, with unknown fields rejected: core/v1 and batch/v1 in `api/openapi-spec/v3` of Kubernetes
(e81f39c), the TrainJob CRD of Kubeflow Trainer (8c0f505, v2.3.0) and `compose-spec.json` (170098b). Repeat this if a file
gets a new field. A value `{}` allows everything below.
"""

from __future__ import annotations

import ast
import pathlib
import subprocess
from typing import Any

import pytest


from mxnet_records.environment import VARIABLES

yaml = pytest.importorskip("yaml")
ROOT = pathlib.Path(__file__).resolve().parents[3]
RECIPES = ROOT / "docs" / "recipes"
_RESOURCES = {"requests": {}, "limits": {}}
_ENV = [{"name!": str, "value": str, "valueFrom": {"secretKeyRef": {"name!": str, "key!": str}}}]
_META = {"name!": str, "labels": {}}
_CONTAINER = {"name!": str, "image!": str, "command": [str], "ports": [{"containerPort!": int}], "env": _ENV,
              "resources": _RESOURCES}
_POD = {"subdomain": str, "restartPolicy!": str, "containers!": [_CONTAINER]}
SCHEMAS: dict[str, Any] = {
    "batch/v1 Job": {"apiVersion!": str, "kind!": str, "metadata!": _META, "spec!": {
        "completionMode": str, "completions": int, "parallelism": int, "backoffLimit": int,
        "template!": {"metadata": _META, "spec!": _POD}}},
    "v1 Service": {"apiVersion!": str, "kind!": str, "metadata!": _META, "spec!": {
        "clusterIP": str, "publishNotReadyAddresses": bool, "selector": {}, "ports": {}}},
    "trainer.kubeflow.org/v1alpha1 TrainJob": {"apiVersion!": str, "kind!": str, "metadata!": _META, "spec!": {
        "runtimeRef!": {"name!": str, "kind": str, "apiGroup": str}, "trainer": {
            "image": str, "command": [str], "args": [str], "env": _ENV, "numNodes": int, "numProcPerNode": int,
            "resourcesPerNode": _RESOURCES}}},
    "compose": {"services!": {"*": {"image!": str, "command": [str], "restart": str, "networks": [str], "environment": {}}},
                "networks": {}, "x-worker": {}}}


def problems(value: Any, schema: Any, where: str = "") -> list[str]:
    """Return the differences between a document and a schema. Names with an exclamation mark are required."""
    if isinstance(schema, list):
        if not isinstance(value, list):
            return [f"{where} is not a list"]
        return [text for i, one in enumerate(value) for text in problems(one, schema[0], f"{where}[{i}]")]
    if not isinstance(schema, dict):
        return [] if isinstance(value, schema) else [f"{where} is {value!r}"]
    if not isinstance(value, dict):
        return [f"{where} is not a mapping"]
    if not schema:
        return []
    fields = {name.rstrip("!"): inner for name, inner in schema.items()}
    found = [f"{where}.{name[:-1]} is missing" for name in schema if name.endswith("!") and name[:-1] not in value]
    for name, inner in value.items():
        if name not in fields and "*" not in fields:
            found.append(f"{where}.{name} is unknown")
        else:
            found += problems(inner, fields.get(name, fields.get("*")), f"{where}.{name}")
    return found


def _documents() -> list[tuple[str, Any]]:
    return [("compose" if path.name == "compose.yaml" else f"{one['apiVersion']} {one['kind']}", one)
            for path in sorted(RECIPES.glob("*.yaml")) for one in yaml.safe_load_all(path.read_text(encoding="utf-8"))]


def test_documents_follow_their_schemas() -> None:
    documents = _documents()
    assert {kind for kind, _ in documents} == set(SCHEMAS)
    assert [text for kind, one in documents for text in problems(one, SCHEMAS[kind], kind)] == []


def test_mistakes_in_documents_are_found() -> None:
    job = dict(_documents())["batch/v1 Job"]
    del job["spec"]["template"]["spec"]["restartPolicy"]
    job["spec"]["completion"] = 4
    job["spec"]["parallelism"] = "4"
    assert sorted(problems(job, SCHEMAS["batch/v1 Job"])) == [
        ".spec.completion is unknown", ".spec.parallelism is '4'", ".spec.template.spec.restartPolicy is missing"]


def test_the_indexed_job_is_consistent() -> None:
    documents = dict(_documents())
    job, service = documents["batch/v1 Job"], documents["v1 Service"]
    spec, pod = job["spec"], job["spec"]["template"]["spec"]
    variables = {one["name"]: one.get("value") for one in pod["containers"][0]["env"]}
    assert spec["completionMode"] == "Indexed" and pod["restartPolicy"] in ("OnFailure", "Never")
    assert spec["completions"] == spec["parallelism"] == int(variables["WORLD_SIZE"])
    assert pod["subdomain"] == service["metadata"]["name"] and service["spec"]["clusterIP"] == "None"
    assert service["spec"]["selector"] == {"job-name": job["metadata"]["name"]}
    assert variables["MASTER_ADDR"] == f"{job['metadata']['name']}-0.{service['metadata']['name']}"


def test_variables_of_documents_are_known() -> None:
    documents = dict(_documents())
    names = {one["name"] for one in documents["batch/v1 Job"]["spec"]["template"]["spec"]["containers"][0]["env"]}
    names |= {one["name"] for one in documents["trainer.kubeflow.org/v1alpha1 TrainJob"]["spec"]["trainer"]["env"]}
    for service in documents["compose"]["services"].values():
        names |= set(service["environment"])
    assert names <= set(VARIABLES) and "RANK" in names


@pytest.mark.parametrize("path", sorted([*RECIPES.glob("*.sh"), *RECIPES.glob("*.py")]), ids=lambda path: path.name)
def test_scripts_can_be_parsed(path: pathlib.Path) -> None:
    if path.suffix == ".py":
        ast.parse(path.read_text(encoding="utf-8"))
    else:
        subprocess.run(["bash", "-n", path], check=True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_docs_link_all_recipes(language: str) -> None:
    text = (ROOT / "docs" / language / "guides/distributed.md").read_text(encoding="utf-8")
    assert [path.name for path in RECIPES.iterdir() if path.is_file() and f"recipes/{path.name})" not in text] == []
