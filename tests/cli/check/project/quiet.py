"""Nothing here may be reported as a problem: it works, cannot be known, or is expected to be missing."""
import mxnet
import mxnet as mx
from mxnet import np, npx

from . import nd

try:
    from mxnet.gluon.no_metric import EvalMetric
except ImportError:
    from mxnet.metric import EvalMetric

try:
    mx.sym.no_symbol
except AttributeError:
    pass

if mx.__version__ > "2":
    mx.no_such_thing()
if hasattr(mx.nd, "tested"):
    pass
mx.nd.tested()
mx.mine = 3
mx.mine
array = np.bool_, np.float32, nd.whatever
operator = getattr(mx.nd, "no_operator")


class Holder:
    mx = object()
    mx.unknown

    def method(self, mx):
        return mx.unknown, [nn.unknown for nn in mx], (lambda npx: npx.unknown)(1)

    def changed(self):
        global mxnet
        mxnet = self
        return mxnet.unknown


def rebound(x):
    mx = x
    gluon = mxnet.gluon if x else x
    first, second = mx.nd, mx.sym
    return mx.unknown, first.unknown, gluon.unknown


mx.sym.Custom(op_type="anything", wrong=1)
mx.sym.Variable("x", wrong=1)


@mx.operator.register("known_operator")
class Known(mx.operator.CustomOpProp):
    pass
