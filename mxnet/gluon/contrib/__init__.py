"""Parts of Gluon that MXNet called experimental."""

from . import cnn as cnn
from . import data as data
from . import estimator as estimator
from . import nn as nn
from . import rnn as rnn
