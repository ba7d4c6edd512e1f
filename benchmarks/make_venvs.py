"""Create a virtual environment for each compared implementation.

    python benchmarks/make_venvs.py [--only jax] [--root FOLDER] [--mxnet-python python3.11]

Each environment is downloaded. Existing ones are kept unless ``--upgrade`` is given.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from peers import REQUIREMENTS, interpreter, venvs_root


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", help="folder for the environments (default: benchmarks/.venvs)")
    parser.add_argument(
        "--only",
        action="append",
        choices=sorted(REQUIREMENTS),
        metavar="NAME",
        help="create only this environment (repeatable): " + ", ".join(sorted(REQUIREMENTS)),
    )
    parser.add_argument(
        "--mxnet-python",
        default=sys.executable,
        metavar="PYTHON",
        help="interpreter for MXNet 1.9.1, which needs Python 3.11 or older",
    )
    parser.add_argument("--upgrade", action="store_true", help="reinstall into existing environments")
    return parser.parse_args(arguments)


def create(root: Path, name: str, base_python: str) -> Path:
    python = interpreter(root, name)
    if not python.exists():
        subprocess.run([base_python, "-m", "venv", str(root / name)], check=True)
    return python


def install(python: Path, requirements: tuple[str, ...]) -> None:
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *requirements], check=True)


def main() -> int:
    options = parse_arguments()
    root = venvs_root(options.root)
    failed = []
    for name in options.only or REQUIREMENTS:
        if interpreter(root, name).exists() and not options.upgrade:
            print(f"{name}: exists")
            continue
        print(f"{name}: installing {', '.join(REQUIREMENTS[name])}", flush=True)
        existed = interpreter(root, name).exists()
        try:
            python = create(root, name, options.mxnet_python if name == "mxnet" else sys.executable)
            install(python, REQUIREMENTS[name])
        except (subprocess.CalledProcessError, OSError) as error:
            print(f"{name}: failed ({error}); the runner will show '-' for it", file=sys.stderr)
            failed.append(name)
            if not existed:  # a partial environment would look complete next time
                shutil.rmtree(root / name, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
