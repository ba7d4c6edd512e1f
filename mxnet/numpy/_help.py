"""Examples of the functions of ``mx.np`` that are written by hand; see `_frontend.handwritten` for the form."""

EXAMPLES = r"""
negative({[-1, 0, 2]})
array([ 1., -0., -2.])

abs({[-1, 0, 2]})
array([1., 0., 2.])

absolute({[-1, 0, 2]})
array([1., 0., 2.])

fabs({[-1, 0, 2]})
array([1., 0., 2.])

exp({[0, 1, 2]}).round(4)
array([1.    , 2.7183, 7.3891])

expm1({[0, 1, 2]}).round(4)
array([0.    , 1.7183, 6.3891])

log({[1, 2, 4]}).round(4)
array([0.    , 0.6931, 1.3863])

log2({[1, 2, 8]})
array([0., 1., 3.])

log10({[1, 10, 100]})
array([0., 1., 2.])

log1p({[0, 1, 3]}).round(4)
array([0.    , 0.6931, 1.3863])

sqrt({[1, 4, 9]})
array([1., 2., 3.])

square({[-1, 2, 3]})
array([1., 4., 9.])

cbrt({[1, 8, 27]})
array([1., 2., 3.])

reciprocal({[1, 2, -4]})
array([ 1.  ,  0.5 , -0.25])

sin({[0, 1, 2]}).round(4)
array([0.    , 0.8415, 0.9093])

cos({[0, 1, 2]}).round(4)
array([ 1.    ,  0.5403, -0.4161])

tan({[0, 1, 2]}).round(4)
array([ 0.    ,  1.5574, -2.185 ])

arcsin({[-1, 0, 0.5]}).round(4)
array([-1.5708,  0.    ,  0.5236])

arccos({[-1, 0, 0.5]}).round(4)
array([3.1416, 1.5708, 1.0472])

arctan({[-1, 0, 1]}).round(4)
array([-0.7854,  0.    ,  0.7854])

sinh({[-1, 0, 1]}).round(4)
array([-1.1752,  0.    ,  1.1752])

cosh({[-1, 0, 1]}).round(4)
array([1.5431, 1.    , 1.5431])

tanh({[-1, 0, 1]}).round(4)
array([-0.7616,  0.    ,  0.7616])

arcsinh({[-1, 0, 1]}).round(4)
array([-0.8814,  0.    ,  0.8814])

arccosh({[1, 2, 3]}).round(4)
array([0.    , 1.317 , 1.7627])

arctanh({[-0.5, 0, 0.5]}).round(4)
array([-0.5493,  0.    ,  0.5493])

degrees({[0, 1, 2]}).round(4)
array([  0.    ,  57.2958, 114.5916])

rad2deg({[0, 1, 2]}).round(4)
array([  0.    ,  57.2958, 114.5916])

radians({[0, 90, 180]}).round(4)
array([0.    , 1.5708, 3.1416])

deg2rad({[0, 90, 180]}).round(4)
array([0.    , 1.5708, 3.1416])

floor({[-1.5, 0.4, 1.7]})
array([-2.,  0.,  1.])

ceil({[-1.5, 0.4, 1.7]})
array([-1.,  1.,  2.])

trunc({[-1.5, 0.4, 1.7]})
array([-1.,  0.,  1.])

fix({[-1.5, 0.4, 1.7]})
array([-1.,  0.,  1.])

rint({[-1.5, 0.4, 2.5]})
array([-2.,  0.,  2.])

sign({[-1.5, 0, 2]})
array([-1.,  0.,  1.])

isnan({[0, float('nan')]})
array([False,  True])

isinf({[0, float('inf')]})
array([False,  True])

isfinite({[0, float('inf')]})
array([ True, False])

isposinf({[-float('inf'), float('inf')]})
array([False,  True])

isneginf({[-float('inf'), float('inf')]})
array([ True, False])

logical_not({[0, 1, 2]})
array([ True, False, False])

bitwise_not({[0, 1], dtype='int32'})
array([-1, -2], dtype=int32)

invert({[0, 1], dtype='int32'})
array([-1, -2], dtype=int32)

around({[1.26, 2.5]}, decimals=1)
array([1.3, 2.5])

round({[1.26, 2.5]}, decimals=1)
array([1.3, 2.5])

round_({[1.26, 2.5]}, decimals=1)
array([1.3, 2.5])

clip({[-3, 0.5, 7]}, 0, 1)
array([0. , 0.5, 1. ])

add({[[1, 2], [3, 4]]}, {[10, 20]})
array([[11., 22.],
       [13., 24.]])

subtract({[[1, 2], [3, 4]]}, {[10, 20]})
array([[ -9., -18.],
       [ -7., -16.]])

multiply({[[1, 2], [3, 4]]}, 10)
array([[10., 20.],
       [30., 40.]])

divide({[[1, 2], [3, 4]]}, {[2, 4]})
array([[0.5, 0.5],
       [1.5, 1. ]])

true_divide({[[1, 2], [3, 4]]}, {[2, 4]})
array([[0.5, 0.5],
       [1.5, 1. ]])

mod({[5, -5]}, 3)
array([2., 1.])

remainder({[5, -5]}, 3)
array([2., 1.])

power({[1, 2, 3]}, 2)
array([1., 4., 9.])

maximum({[1, 5]}, {[3, 4]})
array([3., 5.])

minimum({[1, 5]}, {[3, 4]})
array([1., 4.])

hypot({[3, 5]}, {[4, 12]})
array([ 5., 13.])

arctan2({[0, 1]}, {[1, 0]}).round(4)
array([0.    , 1.5708])

copysign({[1, 2]}, {[-1, 1]})
array([-1.,  2.])

ldexp({[1, 2]}, {[3, 1]})
array([8., 4.])

lcm({[4, 6], dtype='int32'}, {[6, 9], dtype='int32'})
array([12, 18], dtype=int32)

equal({[1, 2]}, {[1, 3]})
array([ True, False])

not_equal({[1, 2]}, {[1, 3]})
array([False,  True])

greater({[1, 2]}, {[1, 1]})
array([False,  True])

greater_equal({[1, 2]}, {[1, 3]})
array([ True, False])

less({[1, 2]}, {[1, 3]})
array([False,  True])

less_equal({[1, 2]}, {[1, 1]})
array([ True, False])

bitwise_and({[5, 6], dtype='int32'}, {[3, 3], dtype='int32'})
array([1, 2], dtype=int32)

bitwise_or({[5, 6], dtype='int32'}, {[3, 3], dtype='int32'})
array([7, 7], dtype=int32)

bitwise_xor({[5, 6], dtype='int32'}, {[3, 3], dtype='int32'})
array([6, 5], dtype=int32)

all({[[1, 0], [1, 1]]}, axis=1)
array([False,  True])

any({[[0, 0], [0, 1]]}, axis=1)
array([False,  True])

sometrue({[[0, 0], [0, 1]]}, axis=1)
array([False,  True])

amax({[[1, 2], [3, 4]]}, axis=0)
array([3., 4.])

amin({[[1, 2], [3, 4]]}, axis=0)
array([1., 2.])

max({[[1, 2], [3, 4]]}, axis=0)
array([3., 4.])

min({[[1, 2], [3, 4]]}, axis=0)
array([1., 2.])

sum({[[1, 2], [3, 4]]}, axis=1)
array([3., 7.])

prod({[[1, 2], [3, 4]]}, axis=1)
array([ 2., 12.])

product({[[1, 2], [3, 4]]}, axis=1)
array([ 2., 12.])

mean({[[1, 2], [3, 4]]}, axis=1)
array([1.5, 3.5])

std({[[1, 3], [2, 8]]}, axis=1)
array([1., 3.])

var({[[1, 3], [2, 8]]}, axis=1)
array([1., 9.])

average({[1, 4]}, weights={[3, 1]})
array(1.75)

cumsum({[[1, 2], [3, 4]]}, axis=1)
array([[1., 3.],
       [3., 7.]])

argmax({[[1, 5, 2], [7, 3, 4]]}, axis=1)
array([1, 0], dtype=int64)

argmin({[[1, 5, 2], [7, 3, 4]]}, axis=1)
array([0, 1], dtype=int64)

argsort({[3, 1, 2]})
array([1, 2, 0], dtype=int64)

sort({[3, 1, 2]})
array([1., 2., 3.])

append({[1, 2]}, {[3]})
array([1., 2., 3.])

arange(0, 6, 2)
array([0., 2., 4.])

array([[1, 2], [3, 4]])
array([[1., 2.],
       [3., 4.]])

array_split({[1, 2, 3]}, 2)
[array([1., 2.]), array([3.])]

atleast_1d({[1, 2]})
array([1., 2.])

atleast_2d({[1, 2]})
array([[1., 2.]])

atleast_3d({[1, 2]}).shape
(1, 2, 1)

bincount({[0, 1, 1, 3], dtype='int32'})
array([1, 2, 0, 1], dtype=int32)

blackman(4).round(4)
array([-0.  ,  0.63,  0.63, -0.  ])

hamming(4).round(4)
array([0.08, 0.77, 0.77, 0.08])

hanning(4).round(4)
array([0.  , 0.75, 0.75, 0.  ])

broadcast_arrays({[1, 2]}, {[[3], [4]]})
[array([[1., 2.],
       [1., 2.]]), array([[3., 3.],
       [4., 4.]])]

broadcast_to({[1, 2]}, (2, 2))
array([[1., 2.],
       [1., 2.]])

column_stack([{[1, 2]}, {[3, 4]}])
array([[1., 3.],
       [2., 4.]])

concatenate([{[[1, 2]]}, {[[3, 4]]}], axis=0)
array([[1., 2.],
       [3., 4.]])

copy({[1, 2]})
array([1., 2.])

delete({[1, 2, 3]}, 1)
array([1., 3.])

diag({[[1, 2], [3, 4]]})
array([1., 4.])

diag_indices_from({[[1, 2], [3, 4]]})
(array([0, 1], dtype=int64), array([0, 1], dtype=int64))

diagflat({[1, 2]})
array([[1., 0.],
       [0., 2.]])

diagonal({[[1, 2], [3, 4]]})
array([1., 4.])

diff({[1, 3, 6]})
array([2., 3.])

dot({[[1, 2], [3, 4]]}, {[1, 1]})
array([3., 7.])

dsplit({ones((1, 2, 2))}, 2)[0].shape
(1, 2, 1)

dstack([{[1, 2]}, {[3, 4]}])
array([[[1., 3.],
        [2., 4.]]])

ediff1d({[1, 3, 6]})
array([2., 3.])

einsum('ij,j->i', {[[1, 2], [3, 4]]}, {[1, 1]})
array([3., 7.])

empty((2, 3)).shape
(2, 3)

empty_like({[[1, 2]]}).shape
(1, 2)

expand_dims({[1, 2]}, axis=0)
array([[1., 2.]])

eye(2)
array([[1., 0.],
       [0., 1.]])

flip({[1, 2, 3]})
array([3., 2., 1.])

fliplr({[[1, 2], [3, 4]]})
array([[2., 1.],
       [4., 3.]])

flipud({[[1, 2], [3, 4]]})
array([[3., 4.],
       [1., 2.]])

full((2, 2), 7)
array([[7., 7.],
       [7., 7.]])

full_like({[[1, 2]]}, 7)
array([[7., 7.]])

histogram({[1, 2, 2, 3]}, bins=2, range=(1, 3))
[array([1, 3], dtype=int64), array([1., 2., 3.])]

hsplit({[[1, 2], [3, 4]]}, 2)
[array([[1.],
       [3.]]), array([[2.],
       [4.]])]

hstack([{[1, 2]}, {[3]}])
array([1., 2., 3.])

identity(2)
array([[1., 0.],
       [0., 1.]])

indices((2, 2))[0]
array([[0, 0],
       [1, 1]], dtype=int32)

inner({[1, 2]}, {[3, 4]})
array(11.)

insert({[1, 3]}, 1, 2)
array([1., 2., 3.])

linspace(0, 1, num=5)
array([0.  , 0.25, 0.5 , 0.75, 1.  ])

logspace(0, 2, num=3)
array([  1.,  10., 100.])

matmul({[[1, 2], [3, 4]]}, {[[1, 0], [1, 1]]})
array([[3., 2.],
       [7., 4.]])

may_share_memory({[1]}, {[2]})
False

shares_memory({[1]}, {[2]})
False

meshgrid({[1, 2]}, {[3, 4]})
[array([[1., 2.],
       [1., 2.]]), array([[3., 3.],
       [4., 4.]])]

moveaxis({ones((2, 3, 4))}, 0, -1).shape
(3, 4, 2)

nan_to_num({[1, float('nan')]})
array([1., 0.])

nonzero({[0, 5, 6]})
(array([1, 2], dtype=int64),)

ones((2, 2))
array([[1., 1.],
       [1., 1.]])

ones_like({[[1, 2]]})
array([[1., 1.]])

outer({[1, 2]}, {[3, 4]})
array([[3., 4.],
       [6., 8.]])

pad({[1, 2]}, pad_width=((1, 1),), mode='constant')
array([0., 1., 2., 0.])

percentile({[1, 2, 3]}, {[50]})
array([2.])

quantile({[1, 2, 3]}, {[0.5]})
array([2.])

polyval({[1, 2, 3]}, {[2]})
array([11.])

ravel({[[1, 2], [3, 4]]})
array([1., 2., 3., 4.])

repeat({[1, 2]}, 2)
array([1., 1., 2., 2.])

reshape({[1, 2, 3, 4]}, (2, -1))
array([[1., 2.],
       [3., 4.]])

resize({[1, 2, 3]}, (2, 2))
array([[1., 2.],
       [3., 1.]])

roll({[1, 2, 3]}, 1)
array([3., 1., 2.])

rot90({[[1, 2], [3, 4]]})
array([[2., 4.],
       [1., 3.]])

row_stack([{[1, 2]}, {[3, 4]}])
array([[1., 2.],
       [3., 4.]])

shape({[[1, 2], [3, 4]]})
(2, 2)

split({[1, 2, 3, 4]}, 2)
[array([1., 2.]), array([3., 4.])]

squeeze({[[1], [2]]})
array([1., 2.])

stack([{[1, 2]}, {[3, 4]}])
array([[1., 2.],
       [3., 4.]])

swapaxes({[[1, 2], [3, 4]]}, 0, 1)
array([[1., 3.],
       [2., 4.]])

take({[1, 2, 3]}, {[2, 0]})
array([3., 1.])

tensordot({[[1, 2], [3, 4]]}, {[[1, 0], [0, 1]]})
array(5.)

tile({[1, 2]}, 2)
array([1., 2., 1., 2.])

trace({[[1, 2], [3, 4]]})
array(5.)

transpose({[[1, 2], [3, 4]]})
array([[1., 3.],
       [2., 4.]])

tril({[[1, 2], [3, 4]]})
array([[1., 0.],
       [3., 4.]])

unique({[3, 1, 3]})
array([1., 3.])

unravel_index({[2, 3], dtype='int32'}, (2, 3))
(array([0, 1], dtype=int32), array([2, 0], dtype=int32))

vdot({[1, 2]}, {[3, 4]})
array(11.)

vsplit({[[1, 2], [3, 4]]}, 2)
[array([[1., 2.]]), array([[3., 4.]])]

vstack([{[1, 2]}, {[3, 4]}])
array([[1., 2.],
       [3., 4.]])

where({[1, 0]}, {[1, 2]}, {[-1, -2]})
array([ 1., -2.])

zeros((2, 2))
array([[0., 0.],
       [0., 0.]])

zeros_like({[[1, 2]]})
array([[0., 0.]])

allclose({[1, 2]}, {[1, 2]})
True

alltrue({[1, 1]})
np.True_

apply_along_axis(sum, 1, {[[1, 2], [3, 4]]})
array([3., 7.])

apply_over_axes(lambda x, axis: x.sum(axis, keepdims=True), {[[1, 2], [3, 4]]}, [0])
array([[4., 6.]])

argpartition({[3, 1, 2]}, 0)[0]
array(1, dtype=int64)

argwhere({[0, 5, 6]})
array([[1],
       [2]], dtype=int64)

array_equal({[1, 2]}, {[1, 2]})
True

array_equiv({[1, 2]}, {[[1, 2]]})
True

choose({[0, 1], dtype='int32'}, [{[1, 2]}, {[3, 4]}])
array([1., 4.])

compress({[1, 0, 1]}, {[1, 2, 3]})
array([1., 3.])

corrcoef({[1, 2, 3]}, {[1, 2, 3]}).round(4)
array([[1., 1.],
       [1., 1.]], dtype=float64)

correlate({[1, 2, 3]}, {[1, 1]})
array([3., 5.])

count_nonzero({[0, 5, 6]})
np.int64(2)

cov({[1, 2, 3]})
array(1., dtype=float64)

digitize({[0.5, 2.5]}, {[1, 2]})
array([0, 2], dtype=int64)

divmod({[7]}, {[2]})
(array([3.]), array([1.]))

extract({[1, 0, 1]}, {[1, 2, 3]})
array([1., 3.])

flatnonzero({[0, 5, 6]})
array([1, 2], dtype=int64)

float_power({[2, 3]}, 2)
array([4., 9.], dtype=float64)

fmod({[5, -5]}, 3)
array([ 2., -2.])

frexp({[4.0]})
(array([0.5]), array([3], dtype=int32))

heaviside({[-1, 0, 1]}, 0.5)
array([0. , 0.5, 1. ])

histogram2d({[1, 2]}, {[1, 2]}, bins=2)[0]
array([[1., 0.],
       [0., 1.]], dtype=float64)

histogram_bin_edges({[1, 3]}, bins=2)
array([1., 2., 3.])

histogramdd({[[1, 2], [3, 4]]}, bins=2)[0]
array([[1., 0.],
       [0., 1.]], dtype=float64)

i0({[0]}).round(4)
array([1.])

in1d({[1, 2]}, {[2, 3]})
array([False,  True])

interp({[1.5]}, {[1, 2]}, {[10, 20]})
array([15.], dtype=float64)

intersect1d({[1, 2]}, {[2, 3]})
array([2.])

isclose({[1, 2]}, {[1, 3]})
array([ True, False])

isin({[1, 2]}, {[2, 3]})
array([False,  True])

ix_({[0, 1], dtype='int32'})[0]
array([0, 1], dtype=int32)

kron({[1, 2]}, {[1, 1]})
array([1., 1., 2., 2.])

lexsort(({[3, 1, 2]},))
array([1, 2, 0], dtype=int64)

logical_and({[1, 0]}, {[1, 1]})
array([ True, False])

logical_or({[1, 0]}, {[0, 0]})
array([ True, False])

logical_xor({[1, 0]}, {[1, 1]})
array([False,  True])

min_scalar_type(10)
dtype('uint8')

mirr([-100, 60, 60], 0.1, 0.1).round(4)
np.float64(0.1225)

modf({[1.5]})
(array([0.5]), array([1.]))

msort({[3, 1, 2]})
array([1., 2., 3.])

nanargmax({[1, float('nan'), 3]})
np.int64(2)

nanargmin({[1, float('nan'), 3]})
np.int64(0)

nancumprod({[1, float('nan'), 3]})
array([1., 1., 3.])

nancumsum({[1, float('nan'), 3]})
array([1., 1., 4.])

nanmax({[1, float('nan'), 3]})
np.float32(3.0)

nanmedian({[1, float('nan'), 3]})
np.float32(2.0)

nanmin({[1, float('nan'), 3]})
np.float32(1.0)

nanpercentile({[1, float('nan'), 3]}, 50)
np.float32(2.0)

nanprod({[1, float('nan'), 3]})
np.float32(3.0)

nanquantile({[1, float('nan'), 3]}, 0.5)
np.float32(2.0)

ndim({[[1, 2]]})
2

npv(0.1, [-100, 60, 60]).round(4)
np.float64(4.1322)

packbits({[1, 0, 1], dtype='uint8'})
array([160], dtype=uint8)

partition({[3, 1, 2]}, 0)[0]
array(1.)

piecewise({[-1, 1]}, [{[1, 0], dtype='bool'}], [5, 7])
array([5., 7.])

poly({[1, 2]})
array([ 1., -3.,  2.])

polyadd({[1, 2]}, {[3]})
array([1., 5.])

polydiv({[1, 2]}, {[1]})
(array([1., 2.]), array([0.]))

polyfit({[0, 1, 2]}, {[1, 3, 5]}, 1).round(4)
array([2., 1.], dtype=float64)

polyint({[2, 1]})
array([1., 1., 0.], dtype=float64)

polymul({[1, 2]}, {[1, 2]})
array([1., 4., 4.])

polysub({[1, 2]}, {[3]})
array([ 1., -1.])

positive({[-1, 2]})
array([-1.,  2.])

ppmt(0.1, 1, 2, 100).round(4)
np.float64(-47.619)

promote_types('float32', 'float64')
dtype('float64')

ptp({[1, 5, 3]})
np.float32(4.0)

pv(0.1, 2, 100).round(4)
np.float64(-173.5537)

rate(2, 0, -100, 121).round(4)
np.float64(0.1)

real({[1, 2]})
array([1., 2.])

result_type('float32', 'int8')
dtype('float32')

rollaxis({ones((2, 3))}, 1).shape
(3, 2)

roots({[1, -3, 2]})
array([2., 1.])

searchsorted({[1, 2, 3]}, 2.5)
np.int64(2)

select([{[1, 0], dtype='bool'}], [{[5, 6]}], default=0)
array([5., 0.])

setdiff1d({[1, 2]}, {[2, 3]})
array([1.])

setxor1d({[1, 2]}, {[2, 3]})
array([1., 3.])

signbit({[-1, 2]})
array([ True, False])

size({[[1, 2], [3, 4]]})
4

spacing({[1.0], dtype='float64'}) > 0
array([ True])

take_along_axis({[[1, 2]]}, {[[1]], dtype='int64'}, axis=1)
array([[2.]])

trapz({[1, 2, 3]})
np.float32(4.0)

tril_indices_from({[[1, 2], [3, 4]]})
(array([0, 1, 1], dtype=int64), array([0, 0, 1], dtype=int64))

trim_zeros({[0, 1, 2, 0]})
array([1., 2.])

triu({[[1, 2], [3, 4]]})
array([[1., 2.],
       [0., 4.]])

triu_indices_from({[[1, 2], [3, 4]]})
(array([0, 0, 1], dtype=int64), array([0, 1, 1], dtype=int64))

union1d({[1, 2]}, {[2, 3]})
array([1., 2., 3.])

unpackbits({[160], dtype='uint8'})
array([1, 0, 1, 0, 0, 0, 0, 0], dtype=uint8)

unwrap({[0, 6.5]}).round(4)
array([0.    , 0.2168])

vander({[1, 2]}, 3)
array([[1., 1., 1.],
       [4., 2., 1.]], dtype=float64)

linalg.cholesky({[[4, 2], [2, 5]]})
array([[2., 0.],
       [1., 2.]])

linalg.det({[[1, 2], [3, 4]]}).round(4)
array([-2.])

linalg.eig({[[2, 0], [0, 3]]})[0]
array([2., 3.])

linalg.eigh({[[2, 0], [0, 3]]})[0]
array([2., 3.])

linalg.eigvals({[[2, 0], [0, 3]]})
array([2., 3.])

linalg.eigvalsh({[[2, 0], [0, 3]]})
array([2., 3.])

linalg.inv({[[2, 0], [0, 4]]})
array([[0.5 , 0.  ],
       [0.  , 0.25]])

linalg.norm({[3, 4]})
array(5.)

linalg.pinv({[[2, 0], [0, 4]]}).round(4)
array([[0.5 , 0.  ],
       [0.  , 0.25]])

linalg.slogdet({[[2, 0], [0, 3]]})[0]
array([1.])

linalg.solve({[[2, 0], [0, 4]]}, {[2, 4]})
array([1., 1.])

linalg.svd({[[2, 0], [0, 3]]})[1]
array([3., 2.])

linalg.tensorinv({[[2, 0], [0, 4]]}, ind=1)
array([[0.5 , 0.  ],
       [0.  , 0.25]])

linalg.tensorsolve({[[2, 0], [0, 4]]}, {[2, 4]})
array([1., 1.])

linalg.cond({[[2, 0], [0, 4]]})
np.float32(2.0)

linalg.lstsq({[[2, 0], [0, 4]]}, {[2, 4]}, rcond=None)[0].round(4)
array([1., 1.])

linalg.matrix_power({[[2, 0], [0, 4]]}, 2)
array([[ 4.,  0.],
       [ 0., 16.]])

linalg.matrix_rank({[[2, 0], [0, 4]]})
np.int64(2)

linalg.multi_dot([{[[1, 2]]}, {[[1], [1]]}])
array([[3.]])

linalg.qr({[[2, 0], [0, 4]]})[1].shape
(2, 2)

random.beta(1, 2, size=3).shape
(3,)

random.chisquare(2, size=3).shape
(3,)

random.choice(5, size=3).shape
(3,)

random.exponential(2, size=3).shape
(3,)

random.gamma(2, size=3).shape
(3,)

random.gumbel(size=3).shape
(3,)

random.logistic(size=3).shape
(3,)

random.lognormal(size=3).shape
(3,)

random.multinomial(3, [0, 1])
array([0, 3], dtype=int64)

random.multivariate_normal({[0, 0]}, {[[1, 0], [0, 1]]}, size=3).shape
(3, 2)

random.normal(0, 1, size=(2, 3)).shape
(2, 3)

random.pareto(2, size=3).shape
(3,)

random.permutation(3).shape
(3,)

random.power(2, size=3).shape
(3,)

random.rand(2, 3).shape
(2, 3)

random.randint(0, 10, size=3).shape
(3,)

random.randn(2, 3).shape
(2, 3)

random.rayleigh(size=3).shape
(3,)

random.uniform(0, 1, size=(2, 3)).shape
(2, 3)

random.weibull(2, size=3).shape
(3,)

genfromtxt:
>>> import io
>>> mx.np.genfromtxt(io.StringIO('1 2\n3 4'))
array([[1., 2.],
       [3., 4.]], dtype=float64)

set_printoptions:
>>> mx.np.set_printoptions(precision=2)
>>> mx.np.array([0.123456])
array([0.12])
>>> mx.np.set_printoptions(precision=8)

random.seed:
>>> mx.np.random.seed(42)
>>> first = mx.np.random.uniform(size=3)
>>> mx.np.random.seed(42)
>>> bool((first == mx.np.random.uniform(size=3)).all())
True

random.shuffle:
>>> x = mx.np.array([1, 1, 1])
>>> mx.np.random.shuffle(x)
>>> x
array([1., 1., 1.])
"""
