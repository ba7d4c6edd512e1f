"""Networks in two worlds: blocks as modules of torch (``Block.as_torch``), and its modules as blocks (``TorchBlock``).

Both sides have their parameters in the same memory and their gradients apart: what goes through the module writes
``tensor.grad`` as torch does, what goes through the block writes ``parameter.grad()`` as ``grad_req`` says.
"""

from ._block import TorchBlock as TorchBlock
from ._module import GluonModule as GluonModule
from ._module import as_torch as as_torch
