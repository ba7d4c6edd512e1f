"""Examples of the functions of ``mx.npx`` that are written by hand; see `_frontend.handwritten` for the form."""

EXAMPLES = """
constraint_check({[1, 1], dtype='bool'})
array(True)

nonzero({[[0, 5], [6, 0]]})
array([[0, 1],
       [1, 0]], dtype=int64)

reshape({[[1, 2, 3], [4, 5, 6]]}, (-5,))
array([1., 2., 3., 4., 5., 6.])

random.bernoulli(prob=0.5, size=3).shape
(3,)

random.normal_n({[0, 10]}, {[1, 1]}, batch_shape=(3,)).shape
(3, 2)

random.uniform_n({[0, 10]}, {[1, 11]}, batch_shape=(3,)).shape
(3, 2)

cond:
>>> x = mx.np.array([1])
>>> mx.npx.cond(x, lambda: x + 1, lambda: x - 1)
array([2.])

foreach:
>>> def add(x, total):
...     return x + total, x + total
>>> outputs, total = mx.npx.foreach(add, mx.np.array([1, 2, 3]), mx.np.array([0]))
>>> total
array([6.])

while_loop:
>>> outputs, values = mx.npx.while_loop(
...     lambda i: i < 3, lambda i: (i, [i + 1]), [mx.np.array([0])], max_iterations=5)
>>> values[0]
array([3.])

save:
>>> import os, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> name = os.path.join(folder.name, 'arrays')
>>> mx.npx.save(name, {'x': mx.np.array([1, 2])})
>>> with mx.util.np_shape(True):
...     mx.npx.load(name)['x']
array([1., 2.])
>>> folder.cleanup()

load:
>>> import os, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> name = os.path.join(folder.name, 'arrays')
>>> mx.npx.save(name, [mx.np.array([1, 2])])
>>> with mx.util.np_shape(True):
...     mx.npx.load(name)
[array([1., 2.])]
>>> folder.cleanup()

seed:
>>> mx.npx.seed(42)
>>> first = mx.np.random.uniform(size=3)
>>> mx.npx.seed(42)
>>> bool((first == mx.np.random.uniform(size=3)).all())
True
"""
