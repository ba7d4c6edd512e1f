"""What a user defines."""

import mxnet as mx


@mx.optimizer.Optimizer.register
class Tenfold(mx.optimizer.Optimizer):
    """Adds ten times the gradient."""

    def create_state(self, index, weight):
        """No state."""

    def update(self, index, weight, grad, state):
        """One step."""
        weight += 10 * grad
