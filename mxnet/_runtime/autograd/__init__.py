"""The autograd tape: what is recorded, the backward pass, and gradients torch does not have."""
