"""Functions to split batches over devices, clip gradients, download files and attach hooks."""

from __future__ import annotations

import collections
import contextlib
import hashlib
import importlib.util
import os
import uuid
import warnings
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import numpy as np
import torch

from mxnet_records import environment

from .. import ndarray, numpy
from .._frontend.results import wrap
from .._runtime.torch_private import foreach
from .._runtime.tracebacks import concise_module, user_level
from ..ndarray import NDArray
from ..numpy._mode import to_mode
from ._published import causes

if TYPE_CHECKING:
    from ..context import Context

try:
    import fcntl
except ImportError:  # Windows: partial downloads are not shared and therefore not resumed.
    fcntl = None  # type: ignore[assignment]

_DEFAULT_REPOSITORY = "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/"
_CHUNK = 1 << 16
# A stalled transfer is resumed, so this need not allow for slow servers.
_TIMEOUT = 20
# Exceptions of urllib, requests and urllib3 for hosts that cannot be reached.
_UNREACHABLE = {"ConnectTimeoutError", "NameResolutionError", "NewConnectionError", "SSLError", "URLError"}
_TEMPORARY_STATUS = {408, 425, 429}


def split_data(data: Any, num_slice: int, batch_axis: int = 0, even_split: bool = True) -> list[Any]:
    """Split an array into ``num_slice`` parts along ``batch_axis``.

    Parameters
    ----------
    data : NDArray
        A batch.
    num_slice : int
        Number of parts.
    batch_axis : int
        Axis to split.
    even_split : bool
        Raise if the batch cannot be split evenly. Otherwise the first parts get one sample more.

    Returns
    -------
    list of NDArray

    Examples
    --------
    >>> [part.asnumpy().tolist() for part in mx.gluon.utils.split_data(mx.nd.arange(4), 2)]
    [[0.0, 1.0], [2.0, 3.0]]
    """
    size = data.shape[batch_axis]
    if even_split and size % num_slice != 0:
        raise ValueError(
            f"data with shape {data.shape} cannot be evenly split into {num_slice} slices along axis {batch_axis}; "
            "change the batch size, or pass even_split=False"
        )
    each, extra = divmod(size, num_slice)
    stops = np.cumsum([each + 1] * extra + [each] * (num_slice - extra)).tolist()
    ranges = zip([0, *stops[:-1]], stops, strict=True)
    if batch_axis == 0:
        return [data[start:stop] for start, stop in ranges]
    if isinstance(data, numpy.ndarray):
        leading = (slice(None),) * (batch_axis % data.ndim)
        return [data[(*leading, slice(start, stop))] for start, stop in ranges]
    return [ndarray.slice_axis(data, axis=batch_axis, begin=start, end=stop) for start, stop in ranges]


def split_and_load(data: Any, ctx_list: list[Context], batch_axis: int = 0, even_split: bool = True) -> list[NDArray]:
    """Split an array into one part per device and copy the parts to the devices.

    Parameters
    ----------
    data : NDArray or numpy.ndarray
        A batch.
    ctx_list : list of Context
        The devices.
    batch_axis, even_split
        See :func:`split_data`.

    Returns
    -------
    list of NDArray

    Examples
    --------
    >>> first, second = mx.gluon.utils.split_and_load(mx.nd.arange(4), [mx.cpu(0), mx.cpu(1)])
    >>> second.context, second.asnumpy()
    (cpu(1), array([2., 3.], dtype=float32))
    """
    if not isinstance(data, NDArray):
        data = to_mode(ndarray.array(data, ctx=ctx_list[0]))
    count = len(ctx_list)
    parts = [data] if count == 1 else split_data(data, count, batch_axis, even_split)
    return [part.as_in_context(ctx) for part, ctx in zip(parts, ctx_list, strict=True)]


def clip_global_norm(arrays: list[NDArray], max_norm: float, check_isfinite: bool = True) -> Any:
    """Scale arrays in place so that their global 2-norm is at most ``max_norm``.

    Parameters
    ----------
    arrays : list of NDArray
        Usually gradients.
    max_norm : float
        Maximum norm.
    check_isfinite : bool
        Warn if the norm is not finite. This waits for the result.

    Returns
    -------
    float, or NDArray of shape (1,) without `check_isfinite`
        The norm before clipping.

    Examples
    --------
    >>> gradients = [mx.nd.array([3]), mx.nd.array([4])]
    >>> float(mx.gluon.utils.clip_global_norm(gradients, max_norm=1))
    5.0
    >>> [gradient.asscalar().round(3).item() for gradient in gradients]
    [0.6, 0.8]
    """
    if not arrays:
        raise AssertionError("clip_global_norm needs at least one array, received none")
    total = _global_norm(arrays)
    if not check_isfinite:
        scale = ndarray.minimum(max_norm / (total + 1e-8), 1.0)
        for array in arrays:
            array *= scale.as_in_context(array.context)
        return total
    norm = total.asnumpy().item()
    if not np.isfinite(norm):
        warnings.warn(UserWarning(f"the norm is {norm} (nan or inf), so the clipped arrays are invalid"),
                      stacklevel=user_level())
    factor = max_norm / (norm + 1e-8)
    if not factor >= 1.0:
        for array in arrays:
            array *= factor
    return norm


def _global_norm(arrays: list[NDArray]) -> NDArray:
    with torch.no_grad():
        parts = [_values(array) for array in arrays]
        home = parts[0].device
        if any(part.device != home for part in parts):
            norms = [torch.linalg.vector_norm(part).to(home) for part in parts]
        else:
            norms = list(foreach.norm(parts))
        total = torch.linalg.vector_norm(torch.stack([norm.float() for norm in norms])).reshape(1)
    return wrap(arrays[0]._plain, total, arrays[0].context)


def _values(array: NDArray) -> torch.Tensor:
    """Return the values of a dense array, or the stored values of a sparse array. Both have the same norm."""
    return array._data if array.stype == "default" else array.data._data  # type: ignore[attr-defined]


def _indent(s_: str, numSpaces: int) -> str:
    """Indent all lines except the first."""
    return s_.replace("\n", "\n" + " " * numSpaces)


def check_sha1(filename: str, sha1_hash: str) -> bool:
    """Whether a file has the expected SHA-1 hash.

    Parameters
    ----------
    filename : str
        Path of the file.
    sha1_hash : str
        Expected hash as a hexadecimal string.

    Returns
    -------
    bool
        Whether the hashes are equal.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'empty')
    >>> open(path, 'w').close()
    >>> mx.gluon.utils.check_sha1(path, 'da39a3ee5e6b4b0d3255bfef95601890afd80709')
    True
    >>> folder.cleanup()
    """
    digest = hashlib.sha1(usedforsecurity=False)
    with open(filename, "rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest() == sha1_hash


def replace_file(src: str, dst: str) -> None:
    """Move ``src`` to ``dst`` atomically. On failure, remove ``src``."""
    try:
        os.replace(src, dst)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.remove(src)
        raise OSError(f"the downloaded file {src} could not be moved to {dst} ({error.strerror}); try again") from error


def download(url: str, path: str | None = None, overwrite: bool = False, sha1_hash: str | None = None, retries: int = 5,
             verify_ssl: bool = True) -> str:
    """Download a file if it does not exist.

    The file appears under its final name only after its hash has been verified. An interrupted download
    is resumed if the server supports it.

    Parameters
    ----------
    url : str
        Address of the file.
    path : str, optional
        Target folder or file name. The default is the last part of the URL, in the current folder.
    overwrite : bool
        Download even if the file exists.
    sha1_hash : str, optional
        Expected hash. An existing file with a different hash is downloaded again.
    retries : int
        Number of attempts. If the host cannot be reached or refuses the request, there is only one.
    verify_ssl : bool
        Whether to verify certificates.

    Returns
    -------
    str
        Path of the file.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'data.txt')
    >>> open(path, 'w').close()
    >>> mx.gluon.utils.download('https://example.org/data.txt', path=path) == path  # the file exists
    True
    >>> folder.cleanup()
    """
    target = _target_of(url, path)
    if retries < 0:
        raise AssertionError(f"retries must not be negative, received {retries}")
    if not verify_ssl:
        warnings.warn(
            f"Unverified HTTPS request: the certificate of {url} is not verified with verify_ssl=False",
            stacklevel=user_level(),
        )
    if not overwrite and os.path.exists(target) and (not sha1_hash or check_sha1(target, sha1_hash)):
        return target
    os.makedirs(os.path.dirname(os.path.abspath(target)), exist_ok=True)
    while True:
        try:
            print(f"Downloading {target} from {url}...")
            _download_once(url, target, sha1_hash, verify_ssl)
            return target
        except Exception as error:
            retries -= 1
            if retries <= 0 or _is_permanent(error):
                raise error from None  # without the nested errors of HTTP libraries
            plural = "s" if retries > 1 else ""
            print(f"download failed due to {error!r}, retrying, {retries} attempt{plural} left")


class _RefusedError(RuntimeError):
    """The server answered with a status that does not change, such as 404."""


def _is_permanent(error: BaseException) -> bool:
    return any(isinstance(one, _RefusedError) or type(one).__name__ in _UNREACHABLE for one in causes(error))


def _target_of(url: str, path: str | None) -> str:
    name = url.split("/")[-1]
    if path is not None:
        path = os.path.expanduser(path)
        return os.path.join(path, name) if os.path.isdir(path) else path
    if not name:
        raise AssertionError(f"no file-name can be derived from {url!r}; pass a path")
    return name


def _download_once(url: str, target: str, sha1_hash: str | None, verify_ssl: bool) -> None:
    with _partial_file(target) as (partial, file):
        offset = file.tell()
        with _open_url(url, offset, verify_ssl) as response:
            if response.status != 206:
                file.seek(0)
                file.truncate()
            begin = file.tell()
            file.writelines(response.chunks)
            received = file.tell() - begin
        if response.length is not None and received != response.length:
            raise OSError(f"the download of {url} stopped after {received} of {response.length} bytes")
        file.flush()
        os.fsync(file.fileno())
        if sha1_hash and not check_sha1(partial, sha1_hash):
            os.remove(partial)
            raise UserWarning(
                f"the hash does not match: {url} was downloaded for {target}, but its SHA-1 hash is not {sha1_hash}. "
                "The download may be incomplete, or the server (MXNET_GLUON_REPO?) may have a different version."
            )
        replace_file(partial, target)


@contextlib.contextmanager
def _partial_file(target: str) -> Iterator[tuple[str, BinaryIO]]:
    """Yield an open file for the incoming bytes, positioned at its end.

    The shared partial file remains after a failure, so the next attempt can resume it. If another process is writing
    to it, use a private file.
    """
    path = f"{target}.part"
    with open(path, "ab") as file:
        if _lock(file, path):
            try:
                yield path, file
            finally:
                with contextlib.suppress(FileNotFoundError):
                    if not os.path.getsize(path):
                        os.remove(path)
            return
    path = f"{target}.{uuid.uuid4()}"
    try:
        with open(path, "wb") as file:
            yield path, file
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)


def _lock(file: BinaryIO, path: str) -> bool:
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The process that held the lock before may have renamed the file after we opened it.
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))
    except OSError:
        return False


class _Response(NamedTuple):
    status: int
    length: int | None
    chunks: Iterator[bytes]


@contextlib.contextmanager
def _open_url(url: str, offset: int, verify_ssl: bool) -> Iterator[_Response]:
    """Request the bytes from ``offset``. Status 206 means that the server sends this range, 200 the complete file."""
    # Compressed transfer would change the announced length.
    headers = {"Accept-Encoding": "identity"}
    if offset:
        headers["Range"] = f"bytes={offset}-"
    fetch = _open_with_requests if importlib.util.find_spec("requests") else _open_with_urllib
    with contextlib.ExitStack() as stack:
        response = fetch(url, headers, verify_ssl, stack)
        if response.status == 416:
            # The partial file belongs to a different version of the file.
            del headers["Range"]
            response = fetch(url, headers, verify_ssl, stack)
        if response.status not in (200, 206):
            permanent = 400 <= response.status < 500 and response.status not in _TEMPORARY_STATUS
            raise (_RefusedError if permanent else RuntimeError)(
                f"Failed downloading url {url} (HTTP status {response.status})")
        yield response


def _open_with_requests(url: str, headers: dict[str, str], verify_ssl: bool, stack: contextlib.ExitStack) -> _Response:
    import requests

    response = requests.get(url, stream=True, verify=verify_ssl, headers=headers, timeout=_TIMEOUT)
    stack.callback(response.close)
    length = response.headers.get("Content-Length")
    return _Response(
        response.status_code,
        None if length is None else int(length),
        response.iter_content(chunk_size=_CHUNK),
    )


def _open_with_urllib(url: str, headers: dict[str, str], verify_ssl: bool, stack: contextlib.ExitStack) -> _Response:
    import ssl
    import urllib.error
    import urllib.request

    context = None if verify_ssl else ssl._create_unverified_context()
    request = urllib.request.Request(url, headers=headers)
    try:
        response = stack.enter_context(urllib.request.urlopen(request, timeout=_TIMEOUT, context=context))
    except urllib.error.HTTPError as error:
        error.close()
        return _Response(error.code, None, iter(()))
    length = response.headers.get("Content-Length")
    chunks = iter(lambda: response.read(_CHUNK), b"")
    return _Response(response.status, None if length is None else int(length), chunks)


def _get_repo_url() -> str:
    """Return the base URL of published datasets and models. ``MXNET_GLUON_REPO`` overrides it."""
    address = environment.GLUON_REPO.get() or _DEFAULT_REPOSITORY
    return address if address.endswith("/") else address + "/"


def _get_repo_file_url(namespace: str, filename: str) -> str:
    """Return the URL of a published file."""
    return f"{_get_repo_url()}{namespace}/{filename}"


def _brief_print_list(lst: list[Any], limit: int = 7) -> str:
    """Return the items in quotes, without the middle of a long list."""
    lst = list(lst)
    if len(lst) > limit:
        head = _brief_print_list(lst[: limit // 2], limit)
        return head + ", ..., " + _brief_print_list(lst[-limit // 2 :], limit)
    return ", ".join(f"'{item}'" for item in lst)


class HookHandle:
    """Handle to remove a hook. As a context manager, it removes the hook on exit.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(2)
    >>> net.initialize()
    >>> handle = net.register_forward_hook(lambda block, inputs, output: print(output.shape))
    >>> _ = net(mx.nd.ones((1, 3)))
    (1, 2)
    >>> handle.detach()
    >>> _ = net(mx.nd.ones((1, 3)))
    """

    def __init__(self) -> None:
        self._hooks_dict_ref: Any = None
        self._id: int | None = None

    def attach(self, hooks_dict: dict[int, Any], hook: Callable[..., Any]) -> None:
        """Add a hook to a dictionary, and remember its position.

        Parameters
        ----------
        hooks_dict : dict
            Hooks of a block.
        hook : callable
            The hook.
        """
        if self._hooks_dict_ref:
            raise AssertionError("a HookHandle can be attached only once, not twice")
        self._hooks_dict_ref, self._id = weakref.ref(hooks_dict), id(hook)
        hooks_dict[id(hook)] = hook

    def detach(self) -> None:
        """Remove the hook if it is still attached."""
        hooks_dict = self._hooks_dict_ref()
        if hooks_dict is not None:
            hooks_dict.pop(self._id, None)

    def __getstate__(self) -> Any:
        return (self._hooks_dict_ref(), self._id)

    def __setstate__(self, state: tuple[Any, int | None]) -> None:
        hooks_dict = collections.OrderedDict() if state[0] is None else state[0]
        self._hooks_dict_ref = weakref.ref(hooks_dict)
        self._id = state[1]

    def __enter__(self) -> Any:
        return self

    def __exit__(self, ptype: Any, value: Any, trace: Any) -> None:
        self.detach()


def shape_is_known(shape: Any) -> bool:
    """Whether all sizes of a shape are known. Unknown sizes are 0 or -1.

    Parameters
    ----------
    shape : tuple of int or None
        The shape.

    Returns
    -------
    bool
        Whether no size is unknown.

    Examples
    --------
    >>> mx.gluon.utils.shape_is_known((2, 3)), mx.gluon.utils.shape_is_known((2, 0))
    (True, False)
    """
    if not shape:
        return False
    if min(shape) < -1:
        raise AssertionError(f"sizes of a shape must be at least -1 (unknown), received {shape}")
    return min(shape) > 0


concise_module(__name__)
