"""``mx.sym.np.linalg``: the functions of ``mx.np.linalg`` that are operators."""

from ...numpy.linalg import cholesky as cholesky
from ...numpy.linalg import det as det
from ...numpy.linalg import eig as eig
from ...numpy.linalg import eigh as eigh
from ...numpy.linalg import eigvals as eigvals
from ...numpy.linalg import eigvalsh as eigvalsh
from ...numpy.linalg import inv as inv
from ...numpy.linalg import norm as norm
from ...numpy.linalg import pinv as pinv
from ...numpy.linalg import slogdet as slogdet
from ...numpy.linalg import solve as solve
from ...numpy.linalg import svd as svd
from ...numpy.linalg import tensorinv as tensorinv
from ...numpy.linalg import tensorsolve as tensorsolve
