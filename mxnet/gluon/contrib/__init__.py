"""Parts of Gluon that MXNet called experimental."""

from . import nn as nn
