"""RecordIO files: records of bytes one after the other, with or without an index (``.rec``, ``.idx``)."""

from .._ops.opencv import opencv as _opencv  # noqa: F401
from ._files import MXIndexedRecordIO as MXIndexedRecordIO
from ._files import MXRecordIO as MXRecordIO
from ._format import encode_record as encode_record
from ._images import _IR_FORMAT as _IR_FORMAT
from ._images import _IR_SIZE as _IR_SIZE
from ._images import IRHeader as IRHeader
from ._images import decode_image as decode_image
from ._images import pack as pack
from ._images import pack_img as pack_img
from ._images import unpack as unpack
from ._images import unpack_img as unpack_img
from ._torch import RecordDataset as RecordDataset
from ._torch import RecordStream as RecordStream

for _public in (MXIndexedRecordIO, MXRecordIO, RecordDataset, RecordStream, IRHeader, pack, pack_img, unpack,
                unpack_img):
    _public.__module__ = __name__
del _public
