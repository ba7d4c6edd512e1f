"""RecordIO files: sequences of byte records, optionally with an index (``.rec``, ``.idx``)."""

from mxnet_records.pixels import opencv as _opencv  # noqa: F401
from mxnet_records.record_files import MXIndexedRecordIO as MXIndexedRecordIO
from mxnet_records.record_files import MXRecordIO as MXRecordIO
from mxnet_records.record_format import encode_record as encode_record
from mxnet_records.record_images import _IR_FORMAT as _IR_FORMAT
from mxnet_records.record_images import _IR_SIZE as _IR_SIZE
from mxnet_records.record_images import IRHeader as IRHeader
from mxnet_records.record_images import decode_image as decode_image
from mxnet_records.record_images import pack as pack
from mxnet_records.record_images import pack_img as pack_img
from mxnet_records.record_images import unpack as unpack
from mxnet_records.record_images import unpack_img as unpack_img

from .._runtime.tracebacks import concise_methods as _concise_methods
from ._torch import RecordDataset as RecordDataset
from ._torch import RecordStream as RecordStream
from ._torch import WebDataset as WebDataset

for _public in (MXIndexedRecordIO, MXRecordIO, RecordDataset, RecordStream, WebDataset, IRHeader, pack, pack_img,
                unpack, unpack_img):
    _public.__module__ = __name__
    if isinstance(_public, type) and "__init__" in vars(_public):
        _concise_methods(_public, ["__init__"])
del _public
