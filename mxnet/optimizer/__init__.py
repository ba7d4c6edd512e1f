"""Optimizers, ``mx.optimizer``."""

from . import contrib as contrib
from . import optimizer as optimizer
from .optimizer import DCASGD as DCASGD
from .optimizer import FTML as FTML
from .optimizer import LAMB as LAMB
from .optimizer import LARS as LARS
from .optimizer import LBSGD as LBSGD
from .optimizer import NAG as NAG
from .optimizer import SGD as SGD
from .optimizer import SGLD as SGLD
from .optimizer import AdaDelta as AdaDelta
from .optimizer import AdaGrad as AdaGrad
from .optimizer import Adam as Adam
from .optimizer import Adamax as Adamax
from .optimizer import Ftrl as Ftrl
from .optimizer import Nadam as Nadam
from .optimizer import NDabs as NDabs
from .optimizer import Optimizer as Optimizer
from .optimizer import RMSProp as RMSProp
from .optimizer import Signum as Signum
from .optimizer import Test as Test
from .optimizer import Updater as Updater
from .optimizer import ccSGD as ccSGD
from .optimizer import create as create
from .optimizer import get_updater as get_updater
from .optimizer import register as register
