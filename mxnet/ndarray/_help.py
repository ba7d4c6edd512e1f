"""Examples of the functions of ``mx.nd`` that are written by hand; see `_frontend.handwritten` for the form."""

EXAMPLES = """
add({[1, 2]}, 10).asnumpy()
array([11., 12.], dtype=float32)

subtract({[1, 2]}, 10).asnumpy()
array([-9., -8.], dtype=float32)

multiply({[1, 2]}, 10).asnumpy()
array([10., 20.], dtype=float32)

divide({[1, 2]}, 4).asnumpy()
array([0.25, 0.5 ], dtype=float32)

true_divide({[1, 2]}, 4).asnumpy()
array([0.25, 0.5 ], dtype=float32)

modulo({[5, 6]}, 4).asnumpy()
array([1., 2.], dtype=float32)

power({[1, 2]}, 3).asnumpy()
array([1., 8.], dtype=float32)

maximum({[1, 5]}, 3).asnumpy()
array([3., 5.], dtype=float32)

minimum({[1, 5]}, 3).asnumpy()
array([1., 3.], dtype=float32)

hypot({[3, 5]}, {[4, 12]}).asnumpy()
array([ 5., 13.], dtype=float32)

equal({[1, 2]}, 2).asnumpy()
array([0., 1.], dtype=float32)

not_equal({[1, 2]}, 2).asnumpy()
array([1., 0.], dtype=float32)

greater({[1, 2]}, 1).asnumpy()
array([0., 1.], dtype=float32)

greater_equal({[1, 2]}, 2).asnumpy()
array([0., 1.], dtype=float32)

lesser({[1, 2]}, 2).asnumpy()
array([1., 0.], dtype=float32)

lesser_equal({[1, 2]}, 1).asnumpy()
array([1., 0.], dtype=float32)

logical_and({[0, 1]}, {[1, 1]}).asnumpy()
array([0., 1.], dtype=float32)

logical_or({[0, 1]}, {[0, 1]}).asnumpy()
array([0., 1.], dtype=float32)

logical_xor({[0, 1]}, {[1, 1]}).asnumpy()
array([1., 0.], dtype=float32)

all_finite({[1, 2]}).asnumpy()
array([1.], dtype=float32)

multi_all_finite({[1, 2]}, {[3]}, num_arrays=2).asnumpy()
array([1.], dtype=float32)

arange(0, 6, 2).asnumpy()
array([0., 2., 4.], dtype=float32)

array([[1, 2], [3, 4]]).asnumpy()
array([[1., 2.],
       [3., 4.]], dtype=float32)

concatenate([{[1, 2]}, {[3]}]).asnumpy()
array([1., 2., 3.], dtype=float32)

empty((2, 3)).shape
(2, 3)

eye(2).asnumpy()
array([[1., 0.],
       [0., 1.]], dtype=float32)

full((2, 2), 7).asnumpy()
array([[7., 7.],
       [7., 7.]], dtype=float32)

get_indexing_dispatch_code((0, slice(1)))
0

get_oshape_of_gather_nd_op((3, 4), (2, 5))
(5,)

indexing_key_expand_implicit_axes((0,), (2, 3))
((0, slice(None, None, None)), -1)

histogram({[1, 2, 2, 3]}, bins=2, range=(1, 3))[0].asnumpy()
array([1, 3])

linspace(0, 1, 5).asnumpy()
array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)

moveaxis({ones((2, 3, 4))}, 0, -1).shape
(3, 4, 2)

onehot_encode({[0, 2]}, {zeros((2, 3))}).asnumpy()
array([[1., 0., 0.],
       [0., 0., 1.]], dtype=float32)

ones((2, 2)).asnumpy()
array([[1., 1.],
       [1., 1.]], dtype=float32)

split_v2({[1, 2, 3, 4]}, 2)[0].asnumpy()
array([1., 2.], dtype=float32)

waitall()

zeros((2, 2)).asnumpy()
array([[0., 0.],
       [0., 0.]], dtype=float32)

from_dlpack(mx.nd.to_dlpack_for_read({[1, 2]})).asnumpy()
array([1., 2.], dtype=float32)

to_dlpack_for_read({[1, 2]}) is not None
True

to_dlpack_for_write({[1, 2]}) is not None
True

random.exponential(2, shape=(2, 3)).shape
(2, 3)

random.gamma(2, 1, shape=(2, 3)).shape
(2, 3)

random.generalized_negative_binomial(2, 0.3, shape=(2, 3)).shape
(2, 3)

random.multinomial({[0, 1]}, shape=3).asnumpy()
array([1, 1, 1], dtype=int32)

random.negative_binomial(3, 0.4, shape=(2, 3)).shape
(2, 3)

random.normal(0, 1, shape=(2, 3)).shape
(2, 3)

random.poisson(4, shape=(2, 3)).shape
(2, 3)

random.randint(0, 10, shape=(2, 3)).shape
(2, 3)

random.randn(2, 3).shape
(2, 3)

random.shuffle({[1, 1, 1]}).asnumpy()
array([1., 1., 1.], dtype=float32)

random.uniform(0, 1, shape=(2, 3)).shape
(2, 3)

sparse.add({[1, 2]}, {[3, 4]}).asnumpy()
array([4., 6.], dtype=float32)

sparse.subtract({[1, 2]}, {[3, 4]}).asnumpy()
array([-2., -2.], dtype=float32)

sparse.multiply({[1, 2]}, {[3, 4]}).asnumpy()
array([3., 8.], dtype=float32)

sparse.divide({[1, 2]}, {[2, 4]}).asnumpy()
array([0.5, 0.5], dtype=float32)

sparse.array(mx.nd.array([[0, 1]]).tostype('csr')).asnumpy()
array([[0., 1.]], dtype=float32)

sparse.csr_matrix(([5], [1], [0, 1, 1]), shape=(2, 2)).asnumpy()
array([[0., 5.],
       [0., 0.]], dtype=float32)

sparse.empty('csr', (2, 2)).shape
(2, 2)

sparse.row_sparse_array(([[1, 2]], [1]), shape=(2, 2)).asnumpy()
array([[0., 0.],
       [1., 2.]], dtype=float32)

sparse.zeros('row_sparse', (2, 2)).stype
'row_sparse'

contrib.isfinite({[1, float('inf')]}).asnumpy()
array([1., 0.], dtype=float32)

contrib.isinf({[1, float('inf')]}).asnumpy()
array([0., 1.], dtype=float32)

contrib.isnan({[1, float('nan')]}).asnumpy()
array([0., 1.], dtype=float32)

contrib.cond({[1]}, lambda: {[1]}, lambda: {[2]}).asnumpy()
array([1.], dtype=float32)

contrib.foreach(lambda x, s: (x + s, x + s), {[1, 2, 3]}, {[0]})[1].asnumpy()
array([6.], dtype=float32)

contrib.while_loop(lambda i: i < 3, lambda i: (i, i + 1), {[0]}, max_iterations=5)[1].asnumpy()
array([3.], dtype=float32)

contrib.rand_zipfian({[1]}, 4, 10)[0].shape
(4,)

contrib.uniform(0, 1, shape=(2, 3)).shape
(2, 3)

contrib.adamw_update({[1, 2]}, {[1, 1]}, {[0, 0]}, {[0, 0]}, {[1]}, lr=0.1, eta=1).asnumpy().round(4)
array([0.6838, 1.6838], dtype=float32)

save:
>>> import os, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> name = os.path.join(folder.name, 'arrays.params')
>>> mx.nd.save(name, {'x': mx.nd.array([1, 2])})
>>> mx.nd.load(name)['x'].asnumpy()
array([1., 2.], dtype=float32)
>>> folder.cleanup()

load:
>>> import os, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> name = os.path.join(folder.name, 'arrays.params')
>>> mx.nd.save(name, [mx.nd.array([1, 2])])
>>> mx.nd.load(name)[0].asnumpy()
array([1., 2.], dtype=float32)
>>> folder.cleanup()

load_frombuffer:
>>> import os, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> name = os.path.join(folder.name, 'arrays.params')
>>> mx.nd.save(name, [mx.nd.array([1, 2])])
>>> with open(name, 'rb') as file:
...     mx.nd.load_frombuffer(file.read())[0].asnumpy()
array([1., 2.], dtype=float32)
>>> folder.cleanup()

from_numpy:
>>> import numpy
>>> mx.nd.from_numpy(numpy.arange(3, dtype='float32')).asnumpy()
array([0., 1., 2.], dtype=float32)

imdecode:
>>> import cv2, numpy
>>> _, content = cv2.imencode('.png', numpy.zeros((4, 6, 3), 'uint8'))
>>> mx.nd.imdecode(content.tobytes()).shape
(3, 4, 6)

contrib.mp_adamw_update:
>>> weight, grad = mx.nd.array([1, 2], dtype='float16'), mx.nd.ones((2,), dtype='float16')
>>> mean, var, copy = mx.nd.zeros((2,)), mx.nd.zeros((2,)), weight.astype('float32')
>>> mx.nd.contrib.mp_adamw_update(weight, grad, mean, var, copy, mx.nd.array([1]), lr=0.1, eta=1).shape
(2,)

contrib.multi_adamw_update:
>>> weight, grad, mean, var = mx.nd.array([1, 2]), mx.nd.ones((2,)), mx.nd.zeros((2,)), mx.nd.zeros((2,))
>>> mx.nd.contrib.multi_adamw_update([weight], [grad], [mean], [var], mx.nd.array([1]), [0.1], [0], [1],
...                                  out=[weight])[0].shape
(2,)

contrib.multi_lamb_update:
>>> weight, grad, mean, var = mx.nd.array([1, 2]), mx.nd.ones((2,)), mx.nd.zeros((2,)), mx.nd.zeros((2,))
>>> mx.nd.contrib.multi_lamb_update([weight], [grad], [mean], [var], [1], [0.1], [0], out=[weight])[0].shape
(2,)

contrib.multi_mp_adamw_update:
>>> weight, grad = mx.nd.array([1, 2], dtype='float16'), mx.nd.ones((2,), dtype='float16')
>>> mean, var, copy = mx.nd.zeros((2,)), mx.nd.zeros((2,)), weight.astype('float32')
>>> mx.nd.contrib.multi_mp_adamw_update([weight], [grad], [mean], [var], [copy], mx.nd.array([1]),
...                                     [0.1], [0], [1], out=[weight])[0].shape
(2,)

contrib.multi_mp_lamb_update:
>>> weight, grad = mx.nd.array([1, 2], dtype='float16'), mx.nd.ones((2,), dtype='float16')
>>> mean, var, copy = mx.nd.zeros((2,)), mx.nd.zeros((2,)), weight.astype('float32')
>>> mx.nd.contrib.multi_mp_lamb_update([weight], [grad], [mean], [var], [copy], [1], [0.1], [0],
...                                    out=[weight])[0].shape
(2,)
"""
