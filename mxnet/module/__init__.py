"""Modules, ``mx.mod``: networks with parameters that can be bound, trained and saved.

`base_module` has the interface and the loops of all modules (``fit``, ``score``, ``predict``). `module` runs a symbol
on one or several devices with `executor_group`. The other modules combine modules or replace them by Python code.
"""

from . import base_module as base_module
from . import bucketing_module as bucketing_module
from . import executor_group as executor_group
from . import module as module
from . import python_module as python_module
from . import sequential_module as sequential_module
from .base_module import BaseModule as BaseModule
from .bucketing_module import BucketingModule as BucketingModule
from .module import Module as Module
from .python_module import PythonLossModule as PythonLossModule
from .python_module import PythonModule as PythonModule
from .sequential_module import SequentialModule as SequentialModule
