"""The optimizer of `SVRGModule`: another optimizer for parameters, and assignment for sums of gradients in a store."""

from __future__ import annotations

from typing import Any

from ...optimizer import Optimizer, create, register

_OF_EVERY_OPTIMIZER = frozenset({"rescale_grad", "param_idx2name", "wd", "clip_gradient", "learning_rate",
                                 "lr_scheduler", "sym", "begin_num_update", "multi_precision", "param_dict"})


@register
class _AssignmentOptimizer(Optimizer):
    """Stores the gradient itself: that is how a store adds up gradients of all devices."""

    def create_state(self, index: Any, weight: Any) -> None:
        return None

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        weight[:] = grad


@register
class _SVRGOptimizer(Optimizer):
    """Updates parameters by the optimizer that was asked for, and keys that end in ``_full`` by assignment.

    Parameters
    ----------
    default_optimizer : str or Optimizer
    kwargs
        Arguments of the optimizer that is asked for by name.
    """

    def __init__(self, default_optimizer: str | Optimizer, **kwargs: Any) -> None:
        super().__init__(**self._check_params(**kwargs))
        self.default_opt = create(default_optimizer, **kwargs) if isinstance(default_optimizer, str) else (
            default_optimizer)
        self.aux_opt = create(_AssignmentOptimizer.__name__)

    @staticmethod
    def _check_params(**kwargs: Any) -> dict[str, Any]:
        """The arguments that every optimizer has."""
        return {key: value for key, value in kwargs.items() if key in _OF_EVERY_OPTIMIZER}

    def _check_index(self, index: Any) -> str:
        """The name of a parameter, given as that or by number."""
        return str(index if index in self.idx2name.values() else self.idx2name.get(index, index))

    def _chosen(self, index: Any) -> Optimizer:
        return self.aux_opt if self._check_index(index).endswith("_full") else self.default_opt

    def create_state(self, index: Any, weight: Any) -> Any:
        """The state of the optimizer that will update this key."""
        return self._chosen(index).create_state(index, weight)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update by the optimizer of this key."""
        self._chosen(index).update(index, weight, grad, state)
