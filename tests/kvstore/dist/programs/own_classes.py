"""Custom classes of a user."""

import mxnet as mx


@mx.optimizer.Optimizer.register
class Tenfold(mx.optimizer.Optimizer):
    """Add ten times the gradient."""

    def create_state(self, index, weight):
        """Create no state."""

    def update(self, index, weight, grad, state):
        """Update a weight."""
        weight += 10 * grad
