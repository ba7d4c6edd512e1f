"""Convolutions that are not part of ``gluon.nn``."""

from .conv_layers import DeformableConvolution as DeformableConvolution
from .conv_layers import ModulatedDeformableConvolution as ModulatedDeformableConvolution
