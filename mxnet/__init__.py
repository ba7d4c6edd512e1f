"""MXNet on PyTorch: ``import mxnet as mx``."""

import importlib

from mxnet_records import environment as _variables

# Before torch, because ``python -m mxnet.tools.im2rec`` runs here and does not need this package.
from ._runtime.files import data_tools as _data_tools  # isort: skip
# Before modules that fail with files of another MXNet.
from ._runtime import mixture as _mixture  # isort: skip
# It sets environment variables that torch reads when it is loaded.
from ._runtime import environment as _environment  # isort: skip
from ._runtime.host import import_torch as _import_torch  # isort: skip
from ._runtime.host import forking as _forking  # isort: skip

from . import attribute as attribute
from . import autograd as autograd
from . import base as base
from . import callback as callback
from . import context as context
from . import contrib as contrib
from . import engine as engine
from . import error as error
from . import executor as executor
from . import image as image
from . import image as img
from . import initializer as init
from . import initializer as initializer
from . import io as io
from . import libinfo as libinfo
from . import library as library
from . import log as log
from . import lr_scheduler as lr_scheduler
from . import metric as metric
from . import monitor as mon
from . import monitor as monitor
from . import name as name
from . import ndarray as nd
from . import ndarray as ndarray
from . import ndarray_doc as ndarray_doc
from . import notebook as notebook
from . import numpy as np
from . import numpy as numpy
from . import numpy_extension as npx
from . import numpy_extension as numpy_extension
from . import numpy_op_signature as numpy_op_signature
from . import operator as operator
from . import optimizer as opt
from . import optimizer as optimizer
from . import random as random
from . import random as rnd
from . import recordio as recordio
from . import registry as registry
from . import rtc as rtc
from . import runtime as runtime
from . import symbol as sym
from . import symbol as symbol
from . import symbol_doc as symbol_doc
from . import util as util
from . import visualization as visualization
from . import visualization as viz
from .attribute import AttrScope as AttrScope
from .base import MXNetError as MXNetError
from .context import Context as Context
from .context import cpu as cpu
from .context import cpu_pinned as cpu_pinned
from .context import current_context as current_context
from .context import gpu as gpu
from .context import num_gpus as num_gpus
from .monitor import Monitor as Monitor
from .util import is_np_array as is_np_array
from .util import is_np_shape as is_np_shape
from .util import np_array as np_array
from .util import np_shape as np_shape
from .util import set_np_shape as set_np_shape
from .util import use_np as use_np
from .util import use_np_array as use_np_array
from .util import use_np_shape as use_np_shape

from . import kvstore as kv  # isort: skip
from . import kvstore as kvstore  # isort: skip
from . import kvstore_server as kvstore_server  # isort: skip
from . import executor_manager as executor_manager  # isort: skip
from . import model as model  # isort: skip
from . import module as mod  # isort: skip
from . import module as module  # isort: skip
from . import gluon as gluon  # isort: skip
from . import profiler as profiler  # isort: skip
from . import rnn as rnn  # isort: skip
from .numpy import _documented as _numpy_op_doc  # isort: skip
from .symbol import numpy as _symbol_numpy  # isort: skip
from .symbol import numpy_extension as _symbol_npx  # isort: skip
from . import test_utils as test_utils  # isort: skip

# Blocks call the functions of mx.np through F, which is mx.nd.
ndarray.np = numpy  # type: ignore[attr-defined]
ndarray.npx = numpy_extension  # type: ignore[attr-defined]
ndarray.numpy, ndarray.numpy_extension = numpy, numpy_extension  # type: ignore[attr-defined]
symbol.np, symbol.npx = symbol.numpy, symbol.numpy_extension

__version__ = "1.9.1"


def __getattr__(name: str) -> object:
    """Import ``mx.onnx``, which has a rule for each operator, and ``mx.serving`` on first use."""
    if name in ("onnx", "serving"):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_import_torch.hide_what_was_imported()

if _variables.PROFILER_AUTOSTART.get():
    profiler.set_state("run")
# A process that a launcher started as a server or a scheduler runs here until it ends.
kvstore_server._init_kvstore_server_module()
if _variables.HOROVOD.get():
    contrib.horovod.install()
