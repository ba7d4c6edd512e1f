"""Access to the tensors behind the raw pointers in DLPack capsules."""

from __future__ import annotations

import ctypes

import torch
from torch.utils import dlpack

from .._runtime import storage
from .._runtime.error import MXNetError

_FREE, _USED = b"dltensor", b"used_dltensor"
_python = ctypes.pythonapi


class _Tensor(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                ("dtype", ctypes.c_uint8 * 4), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("byte_offset", ctypes.c_uint64))


class _Managed(ctypes.Structure):
    """A tensor and its deleter, which the last owner calls."""

    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p),
                ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)))


# Programs that unpack capsules themselves rely on these declarations of MXNet.
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
# Separate prototypes, because other libraries declare the shared ones differently.
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", _python))
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))
_rename = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", _python))


def take(address: int) -> torch.Tensor:
    """Return the tensor at an address, and take ownership of it."""
    if not address:
        raise MXNetError("DLPack: the handle is a null pointer. A capsule can be consumed only once")
    return storage.share_outside(dlpack.from_dlpack(_new(address, _FREE, None)))


def give(tensor: torch.Tensor) -> int:
    """Export `tensor` and return the address of its description. The consumer, or `delete`, must free it."""
    capsule = dlpack.to_dlpack(storage.share_outside(tensor.detach()))
    address = int(_pointer(capsule, _FREE))
    _rename(capsule, _USED)  # keeps the capsule from freeing it
    return address


def delete(address: int) -> None:
    """Free a description that was not consumed."""
    managed = _Managed.from_address(address)
    if managed.deleter:
        managed.deleter(address)
