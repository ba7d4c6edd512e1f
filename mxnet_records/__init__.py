"""Record files of images without torch: formats, pixels and tools.

Importing torch takes longer than creating a small record file. The package ``mxnet`` builds on this one. Only some
commands of the command line import ``mxnet``. The distribution ``mxnet-records`` consists of this folder.

Examples
--------
>>> import mxnet_records
>>> reader = mxnet_records.MXIndexedRecordIO('train.idx', 'train.rec', 'r')
>>> header, image = mxnet_records.unpack_img(reader.read_idx(1))
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .error import MXNetError
    from .lists import read_list
    from .rec2idx import make_index
    from .record_files import MXIndexedRecordIO, MXRecordIO
    from .record_images import IRHeader, pack, pack_img, unpack, unpack_img
    from .sources import to_hf_dataset, to_ray_dataset
    from .webdataset import WebDataset

__all__ = ["IRHeader", "MXIndexedRecordIO", "MXNetError", "MXRecordIO", "WebDataset", "make_index", "pack", "pack_img",
           "read_list", "to_hf_dataset", "to_ray_dataset", "unpack", "unpack_img"]

# The version of both distributions, mxnet-torch and mxnet-records.
__version__ = "1.0.0"

_MODULES = {
    "error": ("MXNetError",),
    "lists": ("read_list",),
    "rec2idx": ("make_index",),
    "record_files": ("MXIndexedRecordIO", "MXRecordIO"),
    "record_images": ("IRHeader", "pack", "pack_img", "unpack", "unpack_img"),
    "sources": ("to_hf_dataset", "to_ray_dataset"),
    "webdataset": ("WebDataset",),
}


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that the command line starts without NumPy."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
