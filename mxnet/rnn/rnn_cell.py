"""All symbolic cells, under MXNet's module path."""

from ._base import BaseRNNCell as BaseRNNCell
from ._base import RNNParams as RNNParams
from ._cells import GRUCell as GRUCell
from ._cells import LSTMCell as LSTMCell
from ._cells import RNNCell as RNNCell
from ._containers import BidirectionalCell as BidirectionalCell
from ._containers import SequentialRNNCell as SequentialRNNCell
from ._conv import BaseConvRNNCell as BaseConvRNNCell
from ._conv import ConvGRUCell as ConvGRUCell
from ._conv import ConvLSTMCell as ConvLSTMCell
from ._conv import ConvRNNCell as ConvRNNCell
from ._fused import FusedRNNCell as FusedRNNCell
from ._modifiers import DropoutCell as DropoutCell
from ._modifiers import ModifierCell as ModifierCell
from ._modifiers import ResidualCell as ResidualCell
from ._modifiers import ZoneoutCell as ZoneoutCell

BaseRNNCell.__module__ = RNNParams.__module__ = __name__
