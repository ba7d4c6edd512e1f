"""Check that each layer of the package only imports lower layers."""

import ast
import pathlib

import mxnet

ROOT = pathlib.Path(mxnet.__file__).parent
FLOORS = {"_runtime": 0, "_ops": 1, "_graph": 3, "_frontend": 2}


def _imported(path: pathlib.Path) -> set[str]:
    """Return the first part, below ``mxnet``, of each import of a module from the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = parts[: len(parts) - node.level]
            target = (*base, *(node.module.split(".") if node.module else ()))
            names = [target] if target else [(alias.name,) for alias in node.names]
            found |= {name[0] for name in names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mxnet."):
            found.add(node.module.split(".")[1])
    return found


def test_floors_import_downwards() -> None:
    for floor, height in FLOORS.items():
        for path in (ROOT / floor).rglob("*.py"):
            for target in _imported(path):
                assert target in FLOORS, f"{path} imports the public module {target}"
                assert FLOORS[target] <= height, f"{path} imports {target}, which is in a higher layer"


def test_source_is_executed_in_one_place_only() -> None:
    users = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py")
             if any(isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("exec", "eval")
                    for node in ast.walk(ast.parse(path.read_text())))]
    assert users == ["_runtime/generated.py"]


def test_the_top_level_shows_public_modules_and_the_floors() -> None:
    private = {path.stem for path in ROOT.iterdir() if path.name.startswith("_") and path.name != "__pycache__"}
    assert private == {"__init__", "__main__", *FLOORS}
