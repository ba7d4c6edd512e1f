"""``mx.npx.random``: seeding and distributions that NumPy does not have."""

from ..numpy.random import FUNCTIONS as _FUNCTIONS
from ..numpy.random import seed as seed

bernoulli, normal_n, uniform_n = _FUNCTIONS.bernoulli, _FUNCTIONS.normal_n, _FUNCTIONS.uniform_n
