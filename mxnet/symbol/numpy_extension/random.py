"""``mx.sym.npx.random``: distributions that NumPy does not have, as symbols."""

from ...numpy.random import SYMBOLIC as _SYMBOLIC

bernoulli, normal_n, uniform_n = _SYMBOLIC.bernoulli, _SYMBOLIC.normal_n, _SYMBOLIC.uniform_n
