"""Download and verification of the files of published datasets."""

from __future__ import annotations

import hashlib
import os
import tarfile
import zlib

import numpy as np

from ...._runtime.error import MXNetError
from ....io._idx import MOST_UNPACKED, decompressed, parse_idx
from ...utils import _get_repo_file_url, download


class FileSet:
    """The files of a dataset in one folder.

    Parameters
    ----------
    title : str
        Name of the dataset in messages.
    root : str
        The folder.
    namespace : str
        Folder of the published files on the server.
    """

    def __init__(self, title: str, root: str, namespace: str) -> None:
        self.title = title
        self.root = root
        self.namespace = namespace

    def idx(self, name: str, sha256: str) -> np.ndarray:
        """Read the array in an idx file, which may be compressed with gzip."""
        wrong: list[str] = []
        for candidate in (f"{name}.gz", name):
            content = self._content(candidate)
            if content is not None and hashlib.sha256(content).hexdigest() == sha256:
                return parse_idx(content, os.path.join(self.root, candidate))
            if content is not None:
                wrong.append(candidate)
        content = _content_of(self._download(f"{name}.gz", name, sha256, wrong))
        if content is None or hashlib.sha256(content).hexdigest() != sha256:
            raise self._missing(f"{name}.gz (or {name})", sha256, "the downloaded file is damaged")
        return parse_idx(content, name)

    def members(self, archive: str, archive_sha1: str, names: dict[str, str]) -> list[bytes]:
        """Read files in the folder, in a subfolder, or in the archive. ``names`` maps names to SHA-1 hashes."""
        contents = [self._loose_file(name, sha1) for name, sha1 in names.items()]
        if any(content is None for content in contents):
            path = os.path.join(self.root, archive)
            if not os.path.exists(path):
                path = self._download(archive, ", ".join(names), archive_sha1, [])
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

    def _download(self, name: str, alternative: str, digest: str, wrong: list[str]) -> str:
        url = _get_repo_file_url(f"gluon/dataset/{self.namespace}", name)
        try:
            return download(url, path=os.path.join(self.root, name), overwrite=True, retries=1)
        except Exception as error:
            reason = f"downloading {url} failed ({type(error).__name__}: {error})"
            if wrong:
                reason = f"the hash of {', '.join(wrong)} does not match the published file, and {reason}"
            names = name if alternative == name else f"{name} (or {alternative})"
            raise self._missing(names, digest, reason) from error

    def _missing(self, names: str, digest: str, reason: str) -> MXNetError:
        hash_name = "sha256 of the decompressed content" if len(digest) == 64 else "sha1"
        return MXNetError(
            f"{self.title} needs {names} in {self.root}: {reason}. "
            f"Without a network, copy the file to this folder manually; {hash_name}: {digest}."
        )


def _content_of(path: str) -> bytes | None:
    """Return the content of a file, decompressed if it is gzip, or None if it is damaged."""
    try:
        return decompressed(path)
    except MXNetError:
        return None


def _sha1(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()
