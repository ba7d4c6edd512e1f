"""Processing of one batch by an estimator."""

from __future__ import annotations

from typing import Any

from .... import autograd
from ...utils import split_and_load

__all__ = ["BatchProcessor"]

Shards = list[Any]


class BatchProcessor:
    """Computes predictions, losses and gradients of a batch. Subclasses can change this.

    Examples
    --------
    >>> from mxnet.gluon.contrib import estimator
    >>> samples = mx.gluon.data.ArrayDataset(mx.nd.ones((4, 3)), mx.nd.zeros(4))
    >>> data = mx.gluon.data.DataLoader(samples, batch_size=2)
    >>> net = mx.gluon.nn.Dense(2)
    >>> net.initialize()
    >>> trainer = mx.gluon.Trainer(net.collect_params(), 'sgd')
    >>> loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    >>> training = estimator.Estimator(net, loss, train_metrics=mx.metric.Accuracy(), trainer=trainer,
    ...                                context=mx.cpu())
    >>> training.logger.setLevel('ERROR')
    >>> processor = estimator.BatchProcessor()
    >>> data, label, prediction, loss = processor.fit_batch(training, next(iter(data)))
    >>> prediction[0].shape
    (2, 2)
    """

    def _get_data_and_label(self, batch: Any, ctx: Any, batch_axis: int = 0) -> tuple[Shards, Shards]:
        data, label = (split_and_load(batch[i], ctx_list=ctx, batch_axis=batch_axis) for i in (0, 1))
        return data, label

    def evaluate_batch(self, estimator: Any, val_batch: Any, batch_axis: int = 0
                       ) -> tuple[Shards, Shards, Shards, Shards]:
        """Return data, labels, predictions and losses of a validation batch, as lists with one array per device.

        Parameters
        ----------
        estimator : Estimator
            Estimator with the network and the loss.
        val_batch : sequence
            Data and label.
        batch_axis : int
            The axis to split over devices.

        Returns
        -------
        data, label, predictions, losses : list of NDArray
            One array per device.
        """
        data, label = self._get_data_and_label(val_batch, estimator.context, batch_axis)
        predictions = [estimator.val_net(x) for x in data]
        losses = [estimator.val_loss(p, y) for p, y in zip(predictions, label, strict=True)]
        return data, label, predictions, losses

    def fit_batch(self, estimator: Any, train_batch: Any, batch_axis: int = 0) -> tuple[Shards, Shards, Shards, Shards]:
        """Compute gradients, and return data, labels, predictions and losses of a training batch.

        Parameters
        ----------
        estimator : Estimator
            Estimator with the network and the loss.
        train_batch : sequence
            Data and label.
        batch_axis : int
            The axis to split over devices.

        Returns
        -------
        data, label, predictions, losses : list of NDArray
            One array per device.
        """
        data, label = self._get_data_and_label(train_batch, estimator.context, batch_axis)
        with autograd.record():
            predictions = [estimator.net(x) for x in data]
            losses = [estimator.loss(p, y) for p, y in zip(predictions, label, strict=True)]
        for loss in losses:
            loss.backward()
        return data, label, predictions, losses
