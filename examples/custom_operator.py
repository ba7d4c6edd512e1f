"""Write operators in Python, check their gradients, and train with them.

Demonstrates an operator with two inputs as ``mx.operator.CustomOp``, a loss as ``autograd.Function``, and a check of
both gradients against numeric ones. The operator is Swish with a learned slope; the loss is log(cosh(x)), which is less
sensitive to outliers than the squared error.

How to run::

    python examples/custom_operator.py

Prints the differences between computed and numeric gradients, and a table with the error of both losses. It
writes ``custom_operator.png``: points with outliers and the two fitted curves.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
from mxnet.test_utils import check_numeric_gradient

# %% Options


def parse_options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description="Write operators in Python, check and use them.")
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--points", type=int, default=600)
    parser.add_argument("--output", type=Path, default=Path("example-output"), help="folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


# %% An operator
# `CustomOp` computes, `CustomOpProp` describes names and shapes. A registered operator is available as `nd.Custom`,
# `sym.Custom` and, in hybrid blocks, `F.Custom`.


class Swish(mx.operator.CustomOp):
    """Compute x * sigmoid(slope * x)."""

    def forward(self, is_train, req, in_data, out_data, aux):
        """Write the result."""
        x, slope = in_data
        self.assign(out_data[0], req[0], x * nd.sigmoid(slope * x))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        """Write the gradients of both inputs."""
        x, slope = in_data
        gate = nd.sigmoid(slope * x)
        change = gate * (1 - gate)
        self.assign(in_grad[0], req[0], out_grad[0] * (gate + slope * x * change))
        self.assign(in_grad[1], req[1], (out_grad[0] * x * x * change).sum().reshape((1,)))


@mx.operator.register("swish")
class SwishProp(mx.operator.CustomOpProp):
    """Describe the operator."""

    def list_arguments(self):
        """Return the names of the inputs."""
        return ["data", "slope"]

    def infer_shape(self, in_shape):
        """Return the shapes of inputs, outputs and auxiliary states."""
        return [in_shape[0], [1]], [in_shape[0]], []

    def create_operator(self, ctx, shapes, dtypes):
        """Return the operator."""
        return Swish()


# %% A function
# `autograd.Function` is for eager code. It needs no registration, and `backward` may use values that `forward` saved.


class LogCosh(autograd.Function):
    """Compute log(cosh(x)) without overflow. The gradient is tanh(x)."""

    def forward(self, x):
        """Return the result."""
        self.save_for_backward(x)
        size = x.abs()
        return size + nd.log1p(nd.exp(-2 * size)) - np.log(2)

    def backward(self, dy):
        """Return the gradient."""
        (x,) = self.saved_tensors
        return dy * nd.tanh(x)


# %% Check
# A numeric gradient is (f(x + h) - f(x - h)) / 2h. `check_numeric_gradient` does this for symbols and raises if they
# differ.


def check_operator() -> float:
    """Check Swish with `check_numeric_gradient`, and return its largest difference to autograd of the formula."""
    symbol = mx.sym.Custom(data=mx.sym.var("data"), slope=mx.sym.var("slope"), op_type="swish", name="swish")
    values = {"data": np.random.normal(size=(3, 4)), "slope": np.array([1.3])}
    check_numeric_gradient(symbol, values, numeric_eps=1e-3, rtol=1e-2, atol=1e-3)
    data, slope = nd.array(values["data"]), nd.array(values["slope"])
    gradients = []
    for function in (lambda: nd.Custom(data=data, slope=slope, op_type="swish"),
                     lambda: data * nd.sigmoid(slope * data)):
        data.attach_grad()
        slope.attach_grad()
        with autograd.record():
            result = function()
        result.backward()
        gradients.append(np.append(data.grad.asnumpy(), slope.grad.asnumpy()))
    return float(np.abs(gradients[0] - gradients[1]).max())


def check_function(step: float = 1e-2) -> float:
    """Return the largest difference of LogCosh to numeric gradients."""
    x = nd.array(np.linspace(-3, 3, 13))
    x.attach_grad()
    with autograd.record():
        result = LogCosh()(x)
    result.backward()
    numeric = (LogCosh()(x + step) - LogCosh()(x - step)) / (2 * step)
    return float((x.grad - numeric).abs().max().asscalar())


# %% Network


class Activation(gluon.HybridBlock):
    """Swish with a learned slope."""

    def __init__(self) -> None:
        super().__init__()
        self.slope = self.params.get("slope", shape=(1,), init=mx.init.One())

    def hybrid_forward(self, F, x, slope):
        """Apply the operator."""
        return F.Custom(x, slope, op_type="swish")


def squared(difference: nd.NDArray) -> nd.NDArray:
    """Return the squared error."""
    return difference.square() / 2


def log_cosh(difference: nd.NDArray) -> nd.NDArray:
    """Return the new loss, which is linear for differences above about 0.3."""
    return LogCosh()(5 * difference)


def fit(x: nd.NDArray, y: nd.NDArray, loss_function: Callable[[nd.NDArray], nd.NDArray], steps: int
        ) -> nn.HybridSequential:
    """Return a network that was trained to map `x` to `y`."""
    net = nn.HybridSequential()
    net.add(nn.Dense(16), Activation(), nn.Dense(16), Activation(), nn.Dense(1))
    net.initialize(mx.init.Xavier(magnitude=3))
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    for step in range(steps):
        trainer.set_learning_rate(0.01 * (1 - step / steps))
        with autograd.record():
            loss = loss_function(net(x) - y)
        loss.backward()
        trainer.step(len(x))
    return net


# %% Program


def main(arguments: list[str] | None = None) -> dict[str, float]:
    """Check the gradients, fit two curves and draw them. Return the results."""
    options = parse_options(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    mx.random.seed(options.seed)
    np.random.seed(options.seed)

    results = {"swish": check_operator(), "log_cosh": check_function()}
    for name, difference in results.items():
        print(f"largest difference of gradients of {name}: {difference:.1e}")

    x = np.sort(np.random.uniform(-3, 3, options.points))
    truth = np.sin(2 * x) + 0.3 * x
    y = truth + np.random.normal(0, 0.1, options.points)
    outliers = np.random.uniform(size=options.points) < 0.15
    y[outliers] += np.random.uniform(2, 6, outliers.sum())

    columns = nd.array(x).reshape((-1, 1)), nd.array(y).reshape((-1, 1))
    figure = Figure(figsize=(9, 5), layout="constrained")
    axes = figure.subplots()
    axes.scatter(x, y, s=8, color="gray", label="points (15% are outliers)")
    axes.plot(x, truth, color="black", linestyle=":", label="truth")
    print(f"{'loss':10} {'error (RMSE)':>12}  slopes")
    for loss_function in (squared, log_cosh):
        net = fit(*columns, loss_function, options.steps)
        curve = net(columns[0]).asnumpy().ravel()
        error = float(np.sqrt(np.mean((curve - truth) ** 2)))
        slopes = [layer.slope.data().asscalar() for layer in (net[1], net[3])]
        results[f"error_{loss_function.__name__}"] = error
        print(f"{loss_function.__name__:10} {error:12.3f}  {slopes[0]:.2f}, {slopes[1]:.2f}")
        axes.plot(x, curve, linewidth=2, label=f"{loss_function.__name__}: error {error:.3f}")

    axes.set(xlabel="x", ylabel="y", title="Networks with a custom operator, trained with two losses")
    axes.set_ylim(-2, 8)
    axes.legend(loc="upper center", ncols=2)
    axes.grid(alpha=0.3)
    figure.savefig(options.output / "custom_operator.png", dpi=100)
    return results


if __name__ == "__main__":
    main()
