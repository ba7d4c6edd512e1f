"""Download and extraction of published embedding files."""

from __future__ import annotations

import os
import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from typing import IO, Any

from mxnet_records import files

from ...base import MXNetError


def pretrained_file(title: str, folder: str, name: str, sha1: str, url: str, url_sha1: str, names: Any) -> str:
    """Return the path of file `name` in `folder`. Download it from `url` and extract it if it is missing.

    `names` are the files that may be extracted from an archive.
    """
    from ...gluon._published import curl, explain
    from ...gluon.utils import check_sha1, download

    path = os.path.join(folder, name)
    damaged = os.path.exists(path)
    if damaged and check_sha1(path, sha1):
        return path
    archive = os.path.join(folder, os.path.basename(url))
    try:
        download(url, archive, sha1_hash=url_sha1)
    except Exception as error:
        reason = f"downloading {url} failed ({explain(error)})"
        if damaged:
            reason = f"the file there has a different SHA-1, and {reason}"
        either = name if archive == path else f"{name} (or {os.path.basename(archive)})"
        raise MXNetError(f"{title} needs {either} in {folder}: {reason}. Put the file there; the sha1 of {name} must "
                         f"be {sha1}:\n  {curl(url, archive)}") from None
    if archive != path:
        _unpack(archive, folder, set(names))
        if not os.path.exists(path) or not check_sha1(path, sha1):
            raise MXNetError(f"{title}: {archive} does not contain {name} with sha1 {sha1}")
    return path


def _unpack(archive: str, folder: str, names: set[str]) -> None:
    """Extract the named files of an archive directly into a folder, regardless of their location in the archive."""
    for name, file in _members(archive):
        base = os.path.basename(name)
        if base in names:
            with files.write(os.path.join(folder, base)) as target:
                shutil.copyfileobj(file, target)


def _members(archive: str) -> Iterator[tuple[str, IO[bytes]]]:
    try:
        if archive.endswith(".zip"):
            with zipfile.ZipFile(archive) as packed:
                for name in packed.namelist():
                    with packed.open(name) as file:
                        yield name, file
        else:
            with tarfile.open(archive) as tar:
                for member in tar:
                    content = tar.extractfile(member) if member.isfile() else None
                    if content is not None:
                        yield member.name, content
    except (zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
        raise MXNetError(f"{archive} is not a complete archive ({error})") from error
