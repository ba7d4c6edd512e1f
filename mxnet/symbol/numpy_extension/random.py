"""``mx.sym.npx.random``: draws NumPy lacks, as symbols."""

from ...numpy.random import SYMBOLIC as _SYMBOLIC

bernoulli, normal_n, uniform_n = _SYMBOLIC.bernoulli, _SYMBOLIC.normal_n, _SYMBOLIC.uniform_n
