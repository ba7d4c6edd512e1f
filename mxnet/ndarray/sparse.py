"""Sparse arrays and their operators, ``mx.nd.sparse``."""

from .._runtime.device import Context as Context
from .._runtime.device import current_context as current_context
from ..base import NotSupportedForSparseNDArray as NotSupportedForSparseNDArray
from ._array import NDArray as NDArray
from ._sparse_arithmetic import add as add
from ._sparse_arithmetic import divide as divide
from ._sparse_arithmetic import multiply as multiply
from ._sparse_arithmetic import subtract as subtract
from ._sparse_array import BaseSparseNDArray as BaseSparseNDArray
from ._sparse_array import CSRNDArray as CSRNDArray
from ._sparse_array import RowSparseNDArray as RowSparseNDArray
from ._sparse_create import array as array
from ._sparse_create import csr_matrix as csr_matrix
from ._sparse_create import empty as empty
from ._sparse_create import row_sparse_array as row_sparse_array
from ._sparse_create import zeros as zeros
from .register import functions as _functions

globals().update(_functions("sparse"))
gs_retain = _functions("sparse")["retain"]
