"""Test values of transforms that MXNet supports on GPUs only."""

from __future__ import annotations

import numpy as np

import mxnet as mx


def test_fft_alternates_real_and_imaginary_parts() -> None:
    data = np.array([[1.0, 2.0, 0.0, -1.0], [0.5, 0.0, 0.0, 3.0]], "float32")
    result = mx.nd.contrib.fft(mx.nd.array(data)).asnumpy()
    expected = np.fft.fft(data)
    np.testing.assert_allclose(result[:, 0::2], expected.real, atol=1e-5)
    np.testing.assert_allclose(result[:, 1::2], expected.imag, atol=1e-5)


def test_ifft_is_not_divided_by_the_length() -> None:
    data = np.array([[1.0, 2.0, 0.0, -1.0]], "float32")
    back = mx.nd.contrib.ifft(mx.nd.contrib.fft(mx.nd.array(data)))
    np.testing.assert_allclose(back.asnumpy(), 4 * data, atol=1e-5)


def test_fft_gradient_is_the_inverse_transform() -> None:
    data = mx.nd.array([[1.0, 2.0, 0.0, -1.0]])
    data.attach_grad()
    with mx.autograd.record():
        result = mx.nd.contrib.fft(data)
    head = mx.nd.array(np.arange(8.0).reshape(1, 8))
    result.backward(head)
    np.testing.assert_allclose(data.grad.asnumpy(), mx.nd.contrib.ifft(head).asnumpy(), atol=1e-5)


def test_count_sketch_adds_signed_columns() -> None:
    data, places = mx.nd.array([[1, 2, 3, 4], [5, 6, 7, 8]]), mx.nd.array([[0, 2, 2, 1]])
    signs = mx.nd.array([[1, -1, 1, -1]])
    for array in (data, signs):
        array.attach_grad()
    with mx.autograd.record():
        result = mx.nd.contrib.count_sketch(data, places, signs, out_dim=3)
    assert result.asnumpy().tolist() == [[1, -4, 1], [5, -8, 1]]
    result.backward(mx.nd.array([[1, 2, 3], [4, 5, 6]]))
    assert data.grad.asnumpy().tolist() == [[1, -3, 3, -2], [4, -6, 6, -5]]
    assert signs.grad.asnumpy().tolist() == [[0, 0, 0, 0]]
