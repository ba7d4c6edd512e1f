"""MXNet on PyTorch: ``import mxnet as mx``."""

from . import autograd as autograd
from . import base as base
from . import context as context
from . import initializer as init
from . import initializer as initializer
from . import ndarray as nd
from . import ndarray as ndarray
from . import random as random
from .base import MXNetError as MXNetError
from .context import Context as Context
from .context import cpu as cpu
from .context import cpu_pinned as cpu_pinned
from .context import current_context as current_context
from .context import gpu as gpu
from .context import num_gpus as num_gpus

__version__ = "1.9.1"
