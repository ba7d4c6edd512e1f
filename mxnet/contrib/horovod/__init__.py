"""Drop-in replacement of ``horovod.mxnet`` for workers started by ``mxnet launch`` or another launcher.

Replace ``import horovod.mxnet as hvd`` by ``import mxnet.contrib.horovod as hvd``. Alternatively, call `install` or set
``MXNET_HOROVOD=1``: programs that import Horovod then get this module.
"""

import importlib.util
import sys
import types

from ._compression import Compression as Compression
from ._gluon import DistributedTrainer as DistributedTrainer
from ._gluon import broadcast_parameters as broadcast_parameters
from ._operations import Average as Average
from ._operations import Max as Max
from ._operations import Min as Min
from ._operations import Sum as Sum
from ._operations import allgather as allgather
from ._operations import allreduce as allreduce
from ._operations import allreduce_ as allreduce_
from ._operations import alltoall as alltoall
from ._operations import broadcast as broadcast
from ._operations import broadcast_ as broadcast_
from ._operations import broadcast_object as broadcast_object
from ._operations import grouped_allreduce as grouped_allreduce
from ._operations import grouped_allreduce_ as grouped_allreduce_
from ._operations import reducescatter as reducescatter
from ._optimizer import DistributedOptimizer as DistributedOptimizer
from ._processes import ccl_built as ccl_built
from ._processes import cross_rank as cross_rank
from ._processes import cross_size as cross_size
from ._processes import cuda_built as cuda_built
from ._processes import ddl_built as ddl_built
from ._processes import gloo_built as gloo_built
from ._processes import gloo_enabled as gloo_enabled
from ._processes import init as init
from ._processes import is_homogeneous as is_homogeneous
from ._processes import is_initialized as is_initialized
from ._processes import local_rank as local_rank
from ._processes import local_size as local_size
from ._processes import mpi_built as mpi_built
from ._processes import mpi_enabled as mpi_enabled
from ._processes import mpi_threads_supported as mpi_threads_supported
from ._processes import nccl_built as nccl_built
from ._processes import rank as rank
from ._processes import rocm_built as rocm_built
from ._processes import shutdown as shutdown
from ._processes import size as size


def install() -> None:
    """Register this module as ``horovod.mxnet``, unless Horovod is installed.

    Returns
    -------
    None

    Examples
    --------
    >>> import mxnet.contrib.horovod as hvd
    >>> hvd.install()
    >>> import horovod.mxnet
    >>> horovod.mxnet.allreduce is hvd.allreduce
    True
    """
    if "horovod" in sys.modules or importlib.util.find_spec("horovod") is not None:
        return
    package = types.ModuleType("horovod", "Replacement of Horovod; see mxnet.contrib.horovod.")
    package.__path__ = []
    package.mxnet = sys.modules[__name__]  # type: ignore[attr-defined]
    sys.modules["horovod"] = package
    sys.modules["horovod.mxnet"] = sys.modules[__name__]
