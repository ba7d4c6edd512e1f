"""Conversion of blocks to torch modules (``Block.as_torch``) and of torch modules to blocks (``TorchBlock``).

Both sides share the memory of parameters, but not gradients. A backward pass through the module writes
``tensor.grad``, as in torch. A backward pass through the block writes ``parameter.grad()`` according to ``grad_req``.
"""

from ._block import TorchBlock as TorchBlock
from ._module import GluonModule as GluonModule
from ._module import as_torch as as_torch
