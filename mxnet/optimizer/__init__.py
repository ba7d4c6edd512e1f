"""Optimizers, ``mx.optimizer``."""

from . import optimizer as optimizer
from .optimizer import SGD as SGD
from .optimizer import Adam as Adam
from .optimizer import Optimizer as Optimizer
from .optimizer import Updater as Updater
from .optimizer import create as create
from .optimizer import get_updater as get_updater
from .optimizer import register as register
