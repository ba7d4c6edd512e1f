"""Folders of checkpoints, local or at a URL."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from typing import Any

from mxnet_records import files

_NAME = re.compile(r"step-(\d{8,})")
_MANIFEST = "manifest.json"
_VERSION = 1


class Damaged(Exception):
    """A checkpoint that is incomplete or damaged."""


class Storage:
    """Checkpoints in a folder: one folder for each step, whose manifest lists the files with sizes and hashes.

    A local checkpoint is written to a temporary folder and renamed. At a URL the manifest is written last.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder.removeprefix("file://").rstrip("/") or "/"

    def path(self, step: int) -> str:
        """Return the folder of a checkpoint."""
        return f"{self.folder}/step-{step:08d}"

    def steps(self, complete: bool = True) -> list[int]:
        """Return the steps in increasing order."""
        matches = [_NAME.fullmatch(name) for name in files.list_folder(self.folder)]
        steps = sorted(int(match[1]) for match in matches if match)
        return [step for step in steps if _MANIFEST in files.list_folder(self.path(step))] if complete else steps

    def begin(self, step: int) -> Writer:
        """Start to write a checkpoint."""
        return Writer(self, step)

    def read(self, step: int, name: str) -> bytes:
        """Read a file of a checkpoint."""
        return files.read(f"{self.path(step)}/{name}")

    def verify(self, step: int) -> dict[str, Any]:
        """Return the manifest after comparing all files with it. Raise Damaged if they differ."""
        path = self.path(step)
        try:
            manifest: dict[str, Any] = json.loads(self.read(step, _MANIFEST))
            if manifest["version"] != _VERSION:
                raise Damaged(f"{path} has the format version {manifest['version']}; this release reads {_VERSION}")
            entries = {str(name): (int(size), str(digest)) for name, (size, digest) in manifest["files"].items()}
            known = manifest["step"] == step and manifest["workers"] > 0 and isinstance(manifest["values"], dict)
        except FileNotFoundError as error:
            raise Damaged(f"{path} is incomplete: it has no {_MANIFEST}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Damaged(f"{path} is damaged: {_MANIFEST}: {error!r}") from error
        if not known or any(os.path.basename(name) != name for name in entries):
            raise Damaged(f"{path} is damaged: {_MANIFEST} has wrong entries")
        for name, expected in entries.items():
            self._verify_file(step, name, expected)
        return manifest

    def _verify_file(self, step: int, name: str, expected: tuple[int, str]) -> None:
        try:
            content = self.read(step, name)
        except OSError as error:
            raise Damaged(f"{self.path(step)} is damaged: cannot read {name}: {error.strerror or error}") from error
        if (len(content), hashlib.sha256(content).hexdigest()) != expected:
            raise Damaged(f"{self.path(step)} is damaged: {name} has {len(content)} bytes that are not the "
                          f"{expected[0]} bytes written")

    def prune(self, keep: int) -> None:
        """Delete all but the newest `keep` checkpoints, and older incomplete ones."""
        kept = self.steps()[-keep:]
        for step in self.steps(complete=False):
            if kept and step < kept[0]:
                remove(self.path(step))


class Writer:
    """A checkpoint that is being written."""

    def __init__(self, storage: Storage, step: int) -> None:
        self._step, self._final = step, storage.path(step)
        self._remote = files.is_remote(storage.folder)
        self._place = self._final if self._remote else f"{storage.folder}/.step-{step:08d}.tmp"
        self._files: dict[str, tuple[int, str]] = {}
        remove(self._place)  # left by a killed process
        if not self._remote:
            os.makedirs(self._place)

    def add(self, name: str, content: bytes) -> None:
        """Write a file."""
        with files.write(f"{self._place}/{name}") as file:
            file.write(content)
        self._files[name] = (len(content), hashlib.sha256(content).hexdigest())

    def commit(self, values: dict[str, Any]) -> None:
        """Write the manifest and make the checkpoint visible."""
        manifest = {"version": _VERSION, "step": self._step, **values, "files": self._files}
        with files.write(f"{self._place}/{_MANIFEST}") as file:
            file.write((json.dumps(manifest, indent=1) + "\n").encode())
        if not self._remote:
            shutil.rmtree(self._final, ignore_errors=True)
            os.replace(self._place, self._final)


def remove(path: str) -> None:
    """Delete a checkpoint. The manifest goes first, so that readers never see the rest as complete."""
    files.remove(f"{path}/{_MANIFEST}")
    files.remove_folder(path)
