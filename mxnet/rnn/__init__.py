"""Symbolic recurrent cells and related functions, ``mx.rnn``."""

from typing import Any

from . import io as io
from . import rnn as rnn
from . import rnn_cell as rnn_cell
from .io import BucketSentenceIter as BucketSentenceIter
from .io import DataBatch as DataBatch
from .io import DataDesc as DataDesc
from .io import DataIter as DataIter
from .io import encode_sentences as encode_sentences
from .rnn import do_rnn_checkpoint as do_rnn_checkpoint
from .rnn import load_rnn_checkpoint as load_rnn_checkpoint
from .rnn import rnn_unroll as rnn_unroll
from .rnn import save_rnn_checkpoint as save_rnn_checkpoint
from .rnn_cell import BaseConvRNNCell as BaseConvRNNCell
from .rnn_cell import BaseRNNCell as BaseRNNCell
from .rnn_cell import BidirectionalCell as BidirectionalCell
from .rnn_cell import ConvGRUCell as ConvGRUCell
from .rnn_cell import ConvLSTMCell as ConvLSTMCell
from .rnn_cell import ConvRNNCell as ConvRNNCell
from .rnn_cell import DropoutCell as DropoutCell
from .rnn_cell import FusedRNNCell as FusedRNNCell
from .rnn_cell import GRUCell as GRUCell
from .rnn_cell import LSTMCell as LSTMCell
from .rnn_cell import ModifierCell as ModifierCell
from .rnn_cell import ResidualCell as ResidualCell
from .rnn_cell import RNNCell as RNNCell
from .rnn_cell import RNNParams as RNNParams
from .rnn_cell import SequentialRNNCell as SequentialRNNCell
from .rnn_cell import ZoneoutCell as ZoneoutCell


def __getattr__(name: str) -> Any:
    # `rnn` resolves `save_checkpoint` and `load_checkpoint` lazily.
    return getattr(rnn, name)
