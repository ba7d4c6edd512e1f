"""All optimizers under the module path that pickled states and users' imports name."""

from ._adam import Adam as Adam
from ._base import Optimizer as Optimizer
from ._base import Updater as Updater
from ._base import create as create
from ._base import get_updater as get_updater
from ._base import register as register
from ._sgd import SGD as SGD
