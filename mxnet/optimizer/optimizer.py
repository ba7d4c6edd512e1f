"""All optimizers under the module path of pickled states and of user imports."""

from ..ndarray import abs as NDabs
from ._adam import Adam as Adam
from ._adam import Adamax as Adamax
from ._adam import Nadam as Nadam
from ._adaptive import AdaDelta as AdaDelta
from ._adaptive import AdaGrad as AdaGrad
from ._adaptive import RMSProp as RMSProp
from ._base import Optimizer as Optimizer
from ._base import Updater as Updater
from ._base import create as create
from ._base import get_updater as get_updater
from ._base import register as register
from ._large_batch import LAMB as LAMB
from ._large_batch import LARS as LARS
from ._large_batch import LBSGD as LBSGD
from ._sgd import NAG as NAG
from ._sgd import SGD as SGD
from ._sgd import Signum as Signum
from ._sgd import ccSGD as ccSGD
from ._single import DCASGD as DCASGD
from ._single import FTML as FTML
from ._single import SGLD as SGLD
from ._single import Ftrl as Ftrl
from ._single import Test as Test

__all__ = [
    "DCASGD", "FTML", "LAMB", "LARS", "LBSGD", "NAG", "SGD", "SGLD", "AdaDelta", "AdaGrad", "Adam", "Adamax", "Ftrl",
    "NDabs", "Nadam", "Optimizer", "RMSProp", "Signum", "Test", "Updater", "ccSGD", "create", "get_updater", "register",
]
