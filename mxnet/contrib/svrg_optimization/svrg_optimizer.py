"""The optimizer of `SVRGModule`. It wraps another optimizer and assigns the mean gradients in the store."""

from __future__ import annotations

from typing import Any

from ...optimizer import Optimizer, create, register

_OF_EVERY_OPTIMIZER = frozenset({"rescale_grad", "param_idx2name", "wd", "clip_gradient", "learning_rate",
                                 "lr_scheduler", "sym", "begin_num_update", "multi_precision", "param_dict"})


@register
class _AssignmentOptimizer(Optimizer):
    """Assign the gradient to the weight. A store uses this to sum gradients over all devices."""

    def create_state(self, index: Any, weight: Any) -> None:
        return None

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        weight[:] = grad


@register
class _SVRGOptimizer(Optimizer):
    """Update parameters with the wrapped optimizer, and keys that end in ``_full`` by assignment.

    Parameters
    ----------
    default_optimizer : str or Optimizer
    kwargs
        Arguments of the wrapped optimizer, if it is given by name.
    """

    def __init__(self, default_optimizer: str | Optimizer, **kwargs: Any) -> None:
        super().__init__(**self._check_params(**kwargs))
        self.default_opt = create(default_optimizer, **kwargs) if isinstance(default_optimizer, str) else (
            default_optimizer)
        self.aux_opt = create(_AssignmentOptimizer.__name__)

    @staticmethod
    def _check_params(**kwargs: Any) -> dict[str, Any]:
        """Return the arguments that all optimizers accept."""
        return {key: value for key, value in kwargs.items() if key in _OF_EVERY_OPTIMIZER}

    def _check_index(self, index: Any) -> str:
        """Return the name of a parameter, given by name or index."""
        return str(index if index in self.idx2name.values() else self.idx2name.get(index, index))

    def _select(self, index: Any) -> Optimizer:
        return self.aux_opt if self._check_index(index).endswith("_full") else self.default_opt

    def create_state(self, index: Any, weight: Any) -> Any:
        """Create the state of the optimizer for this key."""
        return self._select(index).create_state(index, weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update a weight with the optimizer for its key."""
        self._select(index).update(index, weight, grad, state)
