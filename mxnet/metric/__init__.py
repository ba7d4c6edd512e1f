"""Metrics that accumulate over batches: accuracy, F1, correlation, losses and custom functions."""

from .. import ndarray as ndarray
from .. import registry as registry
from ._accuracy import Accuracy as Accuracy
from ._accuracy import TopKAccuracy as TopKAccuracy
from ._base import EvalMetric as EvalMetric
from ._base import alias as alias
from ._base import check_label_shapes as check_label_shapes
from ._base import register as register
from ._binary import F1 as F1
from ._binary import MCC as MCC
from ._binary import _BinaryClassificationMetrics as _BinaryClassificationMetrics
from ._composite import CompositeEvalMetric as CompositeEvalMetric
from ._composite import CustomMetric as CustomMetric
from ._composite import create as create
from ._composite import np as np
from ._correlation import PCC as PCC
from ._correlation import PearsonCorrelation as PearsonCorrelation
from ._likelihood import CrossEntropy as CrossEntropy
from ._likelihood import NegativeLogLikelihood as NegativeLogLikelihood
from ._likelihood import Perplexity as Perplexity
from ._regression import MAE as MAE
from ._regression import MSE as MSE
from ._regression import RMSE as RMSE
from ._regression import Caffe as Caffe
from ._regression import Loss as Loss
from ._regression import Torch as Torch

# MXNet's module path, which pickled metrics contain.
for _public in list(vars().values()):
    if isinstance(_public, type) and issubclass(_public, EvalMetric | _BinaryClassificationMetrics):
        _public.__module__ = __name__
