"""Download and verification of the files of published datasets."""

from __future__ import annotations

import hashlib
import os
import tarfile
import tempfile
import zlib
from collections.abc import Callable, Mapping
from typing import TypeGuard

import numpy as np

from ...._runtime.error import MXNetError
from ....io._idx import MOST_UNPACKED, decompressed, parse_idx
from ..._published import curl, explain, matches
from ...utils import _DEFAULT_REPOSITORY, _get_repo_url, download, replace_file


class FileSet:
    """The files of a dataset in one folder.

    Parameters
    ----------
    title : str
        Name of the dataset in messages.
    root : str
        The folder.
    namespace : str
        Folder of the published files on the servers of MXNet.
    mirror : str
        Address of a folder with the same files.
    checksums : dict of str to str
        Published checksum of each file of the mirror, such as ``"md5:f68b..."``.
    """

    def __init__(self, title: str, root: str, namespace: str, mirror: str, checksums: Mapping[str, str]) -> None:
        self.title = title
        self.root = root
        self.namespace = namespace
        self.mirror = mirror
        self.checksums = checksums

    def idx(self, name: str, sha256: str) -> np.ndarray:
        """Read the array in an idx file, which may be compressed with gzip."""
        wrong: list[str] = []
        for candidate in (f"{name}.gz", name):
            content = self._content(candidate)
            if _has_sha256(content, sha256):
                return parse_idx(content, os.path.join(self.root, candidate))
            if content is not None:
                wrong.append(candidate)
        names = f"{name}.gz (or {name})"
        if wrong:
            names += f", because the hash of {', '.join(wrong)} does not match the published file,"
        path = self._download(f"{name}.gz", names, "", f"sha256 of the decompressed content: {sha256}",
                              lambda path: _has_sha256(_content_of(path), sha256))
        return parse_idx(decompressed(path), name)

    def members(self, archive: str, archive_sha1: str, names: dict[str, str]) -> list[bytes]:
        """Read files in the folder, in a subfolder, or in the archive. ``names`` maps names to SHA-1 hashes."""
        contents = [self._loose_file(name, sha1) for name, sha1 in names.items()]
        if any(content is None for content in contents):
            path = os.path.join(self.root, archive)
            if not os.path.exists(path):
                path = self._download(archive, f"{archive} (or {', '.join(names)})", f"sha1:{archive_sha1}",
                                      f"sha1: {archive_sha1}", tarfile.is_tarfile)
            contents = self._from_archive(path, names)
        return [content for content in contents if content is not None]

    def _content(self, name: str) -> bytes | None:
        path = os.path.join(self.root, name)
        return _content_of(path) if os.path.exists(path) else None

    def _loose_file(self, name: str, sha1: str) -> bytes | None:
        folders = [self.root, *(entry.path for entry in os.scandir(self.root) if entry.is_dir())]
        for folder in folders:
            path = os.path.join(folder, name)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    content = file.read()
                if _sha1(content) == sha1:
                    return content
        return None

    def _from_archive(self, path: str, names: dict[str, str]) -> list[bytes]:
        # Read members without extracting them, because their paths are untrusted.
        contents: dict[str, bytes] = {}
        try:
            with tarfile.open(path) as tar:
                for member in tar:
                    name = os.path.basename(member.name)
                    is_listed = name in names and member.isfile() and member.size <= MOST_UNPACKED
                    file = tar.extractfile(member) if is_listed else None
                    if file is not None:
                        contents[name] = file.read()
        except (tarfile.TarError, EOFError, zlib.error) as error:
            raise MXNetError(f"{self.title}: {path} is not a complete tar archive ({error})") from error
        for name, sha1 in names.items():
            if name not in contents or _sha1(contents[name]) != sha1:
                raise MXNetError(f"{self.title}: {path} does not contain {name} with SHA-1 hash {sha1}")
        return [contents[name] for name in names]

    def _download(self, name: str, names: str, original: str, digest: str, accept: Callable[[str], bool]) -> str:
        """Download a file from the first server that has it, and return its path.

        The servers of MXNet have the file with the checksum `original`.
        """
        servers = [f"{server}gluon/dataset/{self.namespace}/" for server in (_get_repo_url(), _DEFAULT_REPOSITORY)]
        addresses = {**dict.fromkeys(servers, original), self.mirror: self.checksums[name]}
        failures = []
        for address, checksum in addresses.items():
            url = address + name
            try:
                with tempfile.TemporaryDirectory(dir=self.root) as work:
                    new = download(url, path=os.path.join(work, name), overwrite=True)
                    if not matches(new, checksum) or not accept(new):
                        raise ValueError("the downloaded file is damaged")
                    path = os.path.join(self.root, name)
                    replace_file(new, path)
                    return path
            except (OSError, RuntimeError, ValueError) as error:
                failures.append(f"  {url} ({explain(error)})")
        missing = [os.path.join(self.root, one) for one in self.checksums if one == name or self._content(one) is None]
        raise MXNetError("\n".join([
            f"{self.title} needs {names} in {self.root}, and could not download it:", *failures,
            f"Put the file into this folder ({digest}). These commands download the files of the dataset:",
            *(f"  {curl(self.mirror + os.path.basename(path), path)}" for path in missing)]))


def _has_sha256(content: bytes | None, sha256: str) -> TypeGuard[bytes]:
    return content is not None and hashlib.sha256(content).hexdigest() == sha256


def _content_of(path: str) -> bytes | None:
    """Return the content of a file, decompressed if it is gzip, or None if it is damaged."""
    try:
        return decompressed(path)
    except MXNetError:
        return None


def _sha1(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()
