"""Operator registry: one declaration per operator, written over torch tensors.

`register` turns a plain function into an `OpDef`. Everything else (``nd.``, ``sym.``, methods, stubs, JSON, inference,
generated code) is derived from it. Importing this package fills the registry.
"""

from . import activation as activation
from . import arithmetic as arithmetic
from . import attention as attention
from . import batch_norm as batch_norm
from . import broadcast as broadcast
from . import convolution as convolution
from . import create as create
from . import ctc as ctc
from . import custom as custom
from . import deconvolution as deconvolution
from . import deformable as deformable
from . import dense as dense
from . import detection as detection
from . import dropout as dropout
from . import elementwise as elementwise
from . import elementwise_params as elementwise_params
from . import fused_attention as fused_attention
from . import graph_nodes as graph_nodes
from . import image as image
from . import image_files as image_files
from . import index as index
from . import linalg as linalg
from . import loss_output as loss_output
from . import matrix as matrix
from . import mixed_precision as mixed_precision
from . import multibox as multibox
from . import normalization as normalization
from . import optimizer_multi as optimizer_multi
from . import optimizer_update as optimizer_update
from . import order as order
from . import point_process as point_process
from . import pooling as pooling
from . import proposal as proposal
from . import quantize as quantize
from . import quantized_elementwise as quantized_elementwise
from . import quantized_layers as quantized_layers
from . import random as random
from . import random_pdf as random_pdf
from . import random_sample as random_sample
from . import recurrent as recurrent
from . import reduce as reduce
from . import region as region
from . import region_samples as region_samples
from . import scatter as scatter
from . import sequence as sequence
from . import slicing as slicing
from . import softmax as softmax
from . import softmax_output as softmax_output
from . import sparse as sparse
from . import spatial as spatial
from . import spectral as spectral
from . import vision as vision

from . import numpy as numpy  # imported last: it declares twins of the others  # isort: skip
