"""Unusual calls of functions of ``mx.np``, for comparison with MXNet.

Each call has revealed a difference from MXNet.
"""

from typing import Any

import mxnet as mx
from mxnet import np

FILE, LAYOUT = "golden/calls.json", "lines"
CASES = (
    # Empty arrays: means and products are 0.
    *[f"np.{name}(np.zeros((2, 0), dtype='{kind}'), axis={axis}, keepdims={keep})"
      for name, kind, axis, keep in (("mean", "float32", 1, False), ("mean", "float64", None, True),
                                     ("mean", "int32", 1, False),
                                     ("prod", "float32", 1, True), ("prod", "int64", None, False))],
    "mx.npx.leaky_relu(np.zeros((3, 0), dtype='int32'), act_type='gelu')",
    "np.linalg.pinv(np.zeros((2, 0, 0)))",
    "np.unravel_index(np.zeros((0,), dtype='int32'), (2, 3))",
    "np.argmax(np.zeros((0, 2), dtype='bool'), axis=1)",
    # Spread of integers: each step has the integer dtype.
    *[f"np.{name}(np.array([[2, 1, 7], [9, -11, 3]], dtype='{kind}'), axis={axis}, ddof={ddof})"
      for name in ("var", "std") for kind in ("int8", "int32", "int64") for axis, ddof in ((0, 0), (1, 1), (None, 2))],
    "np.var(np.array([[2, 200, 7], [9, 100, 3]], dtype='uint8'), axis=0)",
    *[f"np.std(np.array([[2, 1, 7], [9, -11, 3]], dtype='{kind}'), axis=1, dtype='{result}')"
      for kind, result in (("int32", "float32"), ("int8", "float64"), ("float32", "int32"), ("float32", "float64"))],
    "np.var(np.array(2.5), axis=0)",
    "np.std(np.array(-2, dtype='int32'), axis=-1)",
    "np.std(np.array(2.5), axis=-1, ddof=1)",
    # Booleans combined with numbers are truth values.
    *[f"np.{name}(np.array([True, False], dtype='bool'), {number})"
      for name in ("greater", "greater_equal", "less", "less_equal", "equal", "not_equal")
      for number in (-3, 0, 1, 2, 0.5)],
    "-np.array([True, False], dtype='bool')",
    # Windows of integers, uneven splits, and scalars.
    *[f"np.{name}({size}, dtype='int64')" for name in ("hanning", "hamming", "blackman") for size in (1, 5)],
    "np.hsplit(np.array([[1, 2, 3], [4, 5, 6]]), 2)",
    "np.hsplit(np.array([[0.25], [2.75]]), 2)",
    "np.floor(2.5)",
    "np.fabs(-2)",
    "np.exp(1.0)",
    "np.add(2, 1.5)",
    "np.less(2.5, 1)",
    # Scalars as arrays have no axis to delete from or insert into, and they multiply.
    "np.delete(np.array(3.0), 0, axis=0)",
    "np.delete(np.array(3.0), slice(0, 1), axis=0)",
    "np.insert(np.array(3.0), 0, 1, axis=0)",
    "np.insert(np.array(3.0), slice(0, 1), 1, axis=0)",
    "np.insert(np.array(3.0), np.array([0, 0], dtype='int64'), 1, axis=0)",
    "np.tensordot(np.array(3.0), np.array([1.0, 2.0]), 1)",
    "np.tensordot(np.array([1.0, 2.0]), np.array(3.0), 2)",
    "np.unique(np.array(3.0), axis=0)",
    "np.unique(np.zeros((0, 2)), axis=1, return_inverse=True)",
    "np.unique(np.zeros((3, 0)), axis=1, return_counts=True)",
    "mx.npx.activation(np.zeros((3, 0), dtype='int64'), act_type='relu')",
    # Dtypes of results.
    "np.sum(np.array([[2, -2], [1, 255]], dtype='int32'), axis=1, dtype='bool')",
    "np.mean(np.array([[2, -2], [1, 255]], dtype='int32'), axis=1, dtype='bool')",
    "np.prod(np.array([[2.25, 1.75], [3.5, -3.0]]), axis=1, dtype='int64')",
    "np.average(np.array([[2.25, 1.75, 1.0], [3.5, -3.0, 2.0]]), axis=1, returned=True)",
    "np.average(np.array([[2.0, 1.0], [3.5, -3.0]]), axis=1, returned=True, weights=np.array([1.0, 2.0]))",
    "np.average(np.array([[1, 2, 4]], dtype='int32'), axis=0, returned=True)",
    # Printed form of empty arrays.
    *[f"repr(np.zeros({shape}, dtype='{kind}'))"
      for shape in ("(0,)", "(3, 0)") for kind in ("bool", "int8", "float32")],
    # Integers in an index with arrays act as arrays.
    *[f"np.arange(24).reshape(2, 3, 4)[{key}]"
      for key in ("1, :, [0, 2]", "1, None, [0, 2]", "[0, 1], :, 1", "1, ..., [0, 2]",
                  "np.array([[0], [1]], dtype='int32'), :, 1",
                  "1, [0, 2]", ":, 1, [0, 2]", "np.array(1, dtype='int32'), :, [0, 2]", "0, ::-1, [0, 2]")],
    "written(np.arange(24).reshape(2, 3, 4), (1, slice(None), [0, 2]), np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))",
    # Sums of products of integers.
    "np.einsum('dab,ab,bac->ac', np.ones((4, 2, 3), dtype='int32'), np.ones((2, 3), dtype='int32'), "
    "np.ones((3, 2, 2), dtype='int32'))",
    "np.einsum('ii,j->j', np.ones((3, 3), dtype='int8'), np.ones((2,), dtype='int8'))",
    # Integers and booleans in graphs, which distinguish integers from other numbers.
    *[f"compiled(lambda F, x: {form}, np.array([0, 1, 2, 3], dtype='{kind}'))" for kind in ("int32", "bool")
      for form in ("x + 2.5", "x - 2", "2 - x", "x * 1.5", "x / 2", "x < 2.5", "x == 2", "F.np.maximum(x, 1.5)", "-x")],
    # Gradients.
    "gradient(lambda x: np.copysign(x, np.array([1.0, -1.0, 0.0, 2.0, -2.0, -0.0])), [0.0, 0.0, 0.0, -3.0, 3.0, -1.0])",
    "gradient(lambda x: np.copysign(np.array([[1.0], [-1.0]]), x), [0.0, 2.0, -3.0])",
    "gradient(lambda x: np.copysign(x, np.array([[1.0], [-1.0]])), [0.0, 2.0, -3.0])",
    "gradient(lambda x: np.bincount(np.array([1, 3], dtype='int32'), weights=x), [2.0, 3.0])",
    "gradient(lambda x: np.std(x), [2.0, 2.0, 2.0])",
    "gradient(lambda x: np.std(x, axis=0), [[2.0, 1.0]])",
    "gradient(lambda x: np.prod(x, dtype='int32') * 1.0, [2.0, 3.0])",
    "gradient(lambda x: np.unique(x, axis=0), [[2.0, 1.0], [3.0, 0.0]])",
    "gradient(lambda x: np.unique(x), [2.0, 1.0])",
    "gradient(lambda x: np.linalg.eigvals(x), [[2.0, 1.0], [0.0, 3.0]])",
)


def written(array: Any, key: Any, value: Any) -> Any:
    """Return the array after an assignment."""
    array[key] = value
    return array


class _Block(mx.gluon.HybridBlock):
    def __init__(self, function: Any) -> None:
        super().__init__()
        self._function = function

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self._function(F, x)


def compiled(function: Any, array: Any) -> Any:
    """Return the result of a function in a compiled block."""
    block = _Block(function)
    block.hybridize()
    block(array)
    return block(array)


def gradient(function: Any, values: Any) -> Any:
    """Return the gradient of the sum of a function's results."""
    x = np.array(values)
    x.attach_grad()
    with mx.autograd.record():
        y = function(x)
    y.backward()
    return x.grad


def plain(result: Any) -> Any:
    """Convert a result for files: dtype, shape and values, or the class of an error."""
    if isinstance(result, (list, tuple)):
        return [plain(one) for one in result]
    if isinstance(result, np.ndarray):
        values = result.asnumpy()
        return {"array": str(values.dtype), "shape": list(values.shape), "values": values.reshape(-1).tolist()}
    if isinstance(result, str):
        return {"text": result}
    return {"number": str(result.dtype), "value": result.item()}


def outcome(call: str) -> Any:
    """Return the result of a call."""
    result = plain(eval(call, {"mx": mx, "np": np, "written": written, "compiled": compiled,
                                "gradient": gradient}))
    mx.nd.waitall()  # errors may be raised later
    return result


def observe(case: str) -> dict[str, Any]:
    mx.npx.set_np()
    return {case: outcome(case)}
