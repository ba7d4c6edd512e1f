"""Records of ``.params`` files: type codes, saved arrays, and the error for damaged files."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

LIST_MAGIC = 0x112
V1_MAGIC = 0xF993FAC8
V2_MAGIC = 0xF993FAC9
V3_MAGIC = 0xF993FACA

DENSE, ROW_SPARSE, CSR = 0, 1, 2
CPU = 1

# MXNet's type codes. bfloat16 (12) has no NumPy dtype; its bits are stored as uint16.
BFLOAT16 = 12
DTYPE_OF_CODE: dict[int, np.dtype] = {
    0: np.dtype("<f4"),
    1: np.dtype("<f8"),
    2: np.dtype("<f2"),
    3: np.dtype("u1"),
    4: np.dtype("<i4"),
    5: np.dtype("i1"),
    6: np.dtype("<i8"),
    7: np.dtype("?"),
    8: np.dtype("<i2"),
    9: np.dtype("<u2"),
    10: np.dtype("<u4"),
    11: np.dtype("<u8"),
    BFLOAT16: np.dtype("<u2"),
}
CODE_OF_DTYPE = {dtype.newbyteorder("="): code for code, dtype in DTYPE_OF_CODE.items() if code != BFLOAT16}


class ParamsFileError(ValueError):
    """The bytes are not a valid ``.params`` file.

    Attributes
    ----------
    reason : str
        The violated rule.
    offset : int
        Position in bytes from the start of the buffer.
    """

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(f"Invalid NDArray file format: {reason} (at byte {offset})")
        self.reason = reason
        self.offset = offset


@dataclass(frozen=True, eq=False)
class SavedArray:
    """Array as stored in a file.

    ``data`` holds the values (for sparse storage: the stored values) and is None for an array without a shape. ``aux``
    is ``(indices,)`` for row_sparse and ``(indptr, indices)`` for csr. ``np_shape`` marks version 3. Arrays returned by
    :func:`.params_file.read` are views of its buffer, possibly unaligned and read-only; copy them to keep them.
    """

    data: np.ndarray | None
    shape: tuple[int, ...]
    type_code: int = 0
    dev_type: int = CPU
    dev_id: int = 0
    stype: int = DENSE
    aux: tuple[np.ndarray, ...] = ()
    np_shape: bool = False

    @classmethod
    def dense(
        cls,
        data: np.ndarray,
        type_code: int | None = None,
        dev_type: int = CPU,
        dev_id: int = 0,
        np_shape: bool = False,
    ) -> SavedArray:
        """Wrap a dense array; the type code follows from its dtype unless given (bfloat16 bits)."""
        code = type_code_of(data.dtype) if type_code is None else type_code
        return cls(data, tuple(data.shape), code, dev_type, dev_id, np_shape=np_shape)


@dataclass(frozen=True, eq=False)
class DenseHeader:
    """Header of a dense array. Arrays with equal headers share one object."""

    shape: tuple[int, ...]
    type_code: int
    dev_type: int
    dev_id: int
    np_shape: bool
    nbytes: int


NO_ARRAY = SavedArray(None, ())


def type_code_of(dtype: np.dtype) -> int:
    """Return MXNet's type code of a NumPy dtype."""
    code = CODE_OF_DTYPE.get(np.dtype(dtype).newbyteorder("="))
    if code is None:
        raise ValueError(f"dtype {dtype} has no MXNet type code")
    return code
