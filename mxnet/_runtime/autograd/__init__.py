"""Autograd tape: recording, the backward pass, and gradients that torch does not compute."""
