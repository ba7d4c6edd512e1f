"""Convolutions that ``gluon.nn`` does not have."""

from .conv_layers import DeformableConvolution as DeformableConvolution
from .conv_layers import ModulatedDeformableConvolution as ModulatedDeformableConvolution
