"""Examples of the functions of ``mx.sym`` that are written by hand; see `_frontend.handwritten` for the form."""

EXAMPLES = """
Group:
>>> x = mx.sym.Variable('x')
>>> mx.sym.Group([x + 1, x * 2]).list_arguments()
['x']

Variable:
>>> x = mx.sym.Variable('x', shape=(2, 3))
>>> (x + 1).infer_shape()[1]
[(2, 3)]

arange:
>>> mx.sym.arange(0, 6, 2).eval()[0].asnumpy()
array([0., 2., 4.], dtype=float32)

eye:
>>> mx.sym.eye(2).eval()[0].asnumpy()
array([[1., 0.],
       [0., 1.]], dtype=float32)

fromjson:
>>> text = (mx.sym.Variable('x') + 1).tojson()
>>> mx.sym.fromjson(text).list_arguments()
['x']

load_json:
>>> text = (mx.sym.Variable('x') + 1).tojson()
>>> mx.sym.load_json(text).list_arguments()
['x']

load:
>>> import os, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> name = os.path.join(folder.name, 'net-symbol.json')
>>> (mx.sym.Variable('x') + 1).save(name)
>>> mx.sym.load(name).list_arguments()
['x']
>>> folder.cleanup()

full:
>>> mx.sym.full((2,), 7).eval()[0].asnumpy()
array([7., 7.], dtype=float32)

zeros:
>>> mx.sym.zeros((2,)).eval()[0].asnumpy()
array([0., 0.], dtype=float32)

ones:
>>> mx.sym.ones((2,)).eval()[0].asnumpy()
array([1., 1.], dtype=float32)

linspace:
>>> mx.sym.linspace(0, 1, 3).eval()[0].asnumpy()
array([0. , 0.5, 1. ], dtype=float32)

histogram:
>>> x = mx.sym.Variable('x')
>>> counts = mx.sym.histogram(x, bins=2, range=(1, 3))
>>> counts.eval(x=mx.nd.array([1, 2, 2, 3]))[0].asnumpy()
array([1, 3])

power:
>>> x = mx.sym.Variable('x')
>>> mx.sym.power(x, 2).eval(x=mx.nd.array([1, 3]))[0].asnumpy()
array([1., 9.], dtype=float32)

maximum:
>>> x = mx.sym.Variable('x')
>>> mx.sym.maximum(x, 2).eval(x=mx.nd.array([1, 3]))[0].asnumpy()
array([2., 3.], dtype=float32)

minimum:
>>> x = mx.sym.Variable('x')
>>> mx.sym.minimum(x, 2).eval(x=mx.nd.array([1, 3]))[0].asnumpy()
array([1., 2.], dtype=float32)

hypot:
>>> x = mx.sym.Variable('x')
>>> mx.sym.hypot(x, 4).eval(x=mx.nd.array([3]))[0].asnumpy()
array([5.], dtype=float32)

split_v2:
>>> x = mx.sym.Variable('x')
>>> mx.sym.split_v2(x, 2).eval(x=mx.nd.array([1, 2]))[0].asnumpy()
array([1.], dtype=float32)

random.exponential:
>>> mx.sym.random.exponential(2, shape=(2, 3)).eval()[0].shape
(2, 3)

random.gamma:
>>> mx.sym.random.gamma(2, 1, shape=(2, 3)).eval()[0].shape
(2, 3)

random.generalized_negative_binomial:
>>> mx.sym.random.generalized_negative_binomial(2, 0.3, shape=(2, 3)).eval()[0].shape
(2, 3)

random.multinomial:
>>> x = mx.sym.Variable('x')
>>> mx.sym.random.multinomial(x, shape=3, get_prob=False).eval(x=mx.nd.array([0, 1]))[0].asnumpy()
array([1, 1, 1], dtype=int32)

random.negative_binomial:
>>> mx.sym.random.negative_binomial(3, 0.4, shape=(2, 3)).eval()[0].shape
(2, 3)

random.normal:
>>> mx.sym.random.normal(0, 1, shape=(2, 3)).eval()[0].shape
(2, 3)

random.poisson:
>>> mx.sym.random.poisson(4, shape=(2, 3)).eval()[0].shape
(2, 3)

random.randint:
>>> mx.sym.random.randint(0, 10, shape=(2, 3)).eval()[0].shape
(2, 3)

random.randn:
>>> mx.sym.random.randn(2, 3).eval()[0].shape
(2, 3)

random.shuffle:
>>> x = mx.sym.Variable('x')
>>> mx.sym.random.shuffle(x).eval(x=mx.nd.array([1, 1]))[0].asnumpy()
array([1., 1.], dtype=float32)

random.uniform:
>>> mx.sym.random.uniform(0, 1, shape=(2, 3)).eval()[0].shape
(2, 3)

contrib.cond:
>>> x = mx.sym.Variable('x')
>>> mx.sym.contrib.cond(x > 0, lambda: x + 1, lambda: x - 1).eval(x=mx.nd.array([1]))[0].asnumpy()
array([2.], dtype=float32)

contrib.foreach:
>>> x, start = mx.sym.Variable('x'), mx.sym.Variable('start')
>>> outputs, total = mx.sym.contrib.foreach(lambda one, total: (one + total, one + total), x, start)
>>> total.eval(x=mx.nd.array([1, 2, 3]), start=mx.nd.array([0]))[0].asnumpy()
array([6.], dtype=float32)

contrib.while_loop:
>>> i = mx.sym.Variable('i')
>>> outputs, values = mx.sym.contrib.while_loop(
...     lambda i: i < 3, lambda i: (i, [i + 1]), [i], max_iterations=5)
>>> values[0].eval(i=mx.nd.array([0]))[0].asnumpy()
array([3.], dtype=float32)

contrib.adamw_update:
>>> names = ['weight', 'grad', 'mean', 'var', 'rescale_grad']
>>> mx.sym.contrib.adamw_update(*map(mx.sym.Variable, names), lr=0.1, eta=1).list_arguments()
['weight', 'grad', 'mean', 'var', 'rescale_grad']

contrib.mp_adamw_update:
>>> names = ['weight', 'grad', 'mean', 'var', 'weight32', 'rescale_grad']
>>> mx.sym.contrib.mp_adamw_update(*map(mx.sym.Variable, names), lr=0.1, eta=1).list_arguments()
['weight', 'grad', 'mean', 'var', 'weight32', 'rescale_grad']

contrib.rand_zipfian:
>>> samples, true_count, sample_count = mx.sym.contrib.rand_zipfian(mx.sym.Variable('classes'), 4, 10)
>>> samples.eval()[0].shape
(4,)
"""
