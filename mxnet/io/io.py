"""The iterators under the module name that old code imports."""

from ._base import DataBatch as DataBatch
from ._base import DataDesc as DataDesc
from ._base import DataIter as DataIter
from ._base import MXDataIter as MXDataIter
from ._files import CSVIter as CSVIter
from ._files import LibSVMIter as LibSVMIter
from ._files import MNISTIter as MNISTIter
from ._image_detection import ImageDetRecordIter as ImageDetRecordIter
from ._image_records import ImageRecordInt8Iter as ImageRecordInt8Iter
from ._image_records import ImageRecordIter as ImageRecordIter
from ._image_records import ImageRecordIter_v1 as ImageRecordIter_v1
from ._image_records import ImageRecordUInt8Iter as ImageRecordUInt8Iter
from ._image_records import ImageRecordUInt8Iter_v1 as ImageRecordUInt8Iter_v1
from ._ndarray_iter import NDArrayIter as NDArrayIter
from ._wrappers import PrefetchingIter as PrefetchingIter
from ._wrappers import ResizeIter as ResizeIter
