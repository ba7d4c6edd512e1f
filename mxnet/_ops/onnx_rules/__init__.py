"""Export rules from operators to ONNX, one per operator, in files by operator family.

A rule is a function of an `Emitter`, the parameters and the inputs of a node. It writes plain records, so this package
does not need `onnx`. ``mxnet.onnx`` imports the rules and writes the records to a file.
"""

from . import arithmetic as arithmetic
from . import create as create
from . import deformable as deformable
from . import detection as detection
from . import elementwise as elementwise
from . import index as index
from . import layers as layers
from . import linalg as linalg
from . import matrix as matrix
from . import multibox as multibox
from . import normalization as normalization
from . import numpy_arrays as numpy_arrays
from . import numpy_elementwise as numpy_elementwise
from . import numpy_products as numpy_products
from . import numpy_shapes as numpy_shapes
from . import pooling as pooling
from . import quantized as quantized
from . import recurrent as recurrent
from . import reduce as reduce
from . import slicing as slicing
from . import softmax as softmax
from . import vision as vision
from . import without as without
from .emit import Body as Body
from .emit import Emitter as Emitter
from .emit import Record as Record
from .emit import Result as Result
from .emit import Sizes as Sizes
from .emit import Unsupported as Unsupported
from .emit import Value as Value
from .rule import LABELS as LABELS
from .rule import REASONS as REASONS
from .rule import RULES as RULES
from .rule import TAKES_FILL as TAKES_FILL
from .rule import unsupported_reason as unsupported_reason
