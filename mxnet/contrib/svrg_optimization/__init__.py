"""Stochastic variance reduced gradient (SVRG): correct the gradients of batches with the gradient of all data."""

from . import svrg_module as svrg_module
from . import svrg_optimizer as svrg_optimizer
