"""Stochastic variance reduced gradients: batches are corrected by what the whole data says about older weights."""

from . import svrg_module as svrg_module
from . import svrg_optimizer as svrg_optimizer
