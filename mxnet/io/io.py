"""The iterators under the module name that older code imports."""

from ._base import DataBatch as DataBatch
from ._base import DataDesc as DataDesc
from ._base import DataIter as DataIter
from ._base import MXDataIter as MXDataIter
from ._files import CSVIter as CSVIter
from ._files import LibSVMIter as LibSVMIter
from ._files import MNISTIter as MNISTIter
from ._ndarray_iter import NDArrayIter as NDArrayIter
from ._wrappers import PrefetchingIter as PrefetchingIter
from ._wrappers import ResizeIter as ResizeIter
