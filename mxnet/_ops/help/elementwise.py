"""Examples of elementwise operators; see `examples` for the form."""

EXAMPLES = """
relu({[-1, 0, 2]})
array([0., 0., 2.], dtype=float32)

sigmoid({[-1, 0, 2]}).round(4)
array([0.2689, 0.5   , 0.8808], dtype=float32)

softsign({[-1, 0, 3]})
array([-0.5 ,  0.  ,  0.75], dtype=float32)

exp({[0, 1, 2]}).round(4)
array([1.    , 2.7183, 7.3891], dtype=float32)

expm1({[0, 1, 2]}).round(4)
array([0.    , 1.7183, 6.3891], dtype=float32)

log({[1, 2, 4]}).round(4)
array([0.    , 0.6931, 1.3863], dtype=float32)

log2({[1, 2, 8]})
array([0., 1., 3.], dtype=float32)

log10({[1, 10, 1000]})
array([0., 1., 3.], dtype=float32)

log1p({[0, 1, 3]}).round(4)
array([0.    , 0.6931, 1.3863], dtype=float32)

sqrt({[1, 4, 9]})
array([1., 2., 3.], dtype=float32)

rsqrt({[1, 4, 16]})
array([1.  , 0.5 , 0.25], dtype=float32)

cbrt({[1, 8, 27]})
array([1., 2., 3.], dtype=float32)

rcbrt({[1, 8, 64]})
array([1.  , 0.5 , 0.25], dtype=float32)

square({[-1, 2, 3]})
array([1., 4., 9.], dtype=float32)

reciprocal({[1, 2, -4]})
array([ 1.  ,  0.5 , -0.25], dtype=float32)

abs({[-1.5, 0, 2]})
array([1.5, 0. , 2. ], dtype=float32)

sign({[-1.5, 0, 2]})
array([-1.,  0.,  1.], dtype=float32)

negative({[-1.5, 0, 2]})
array([ 1.5, -0. , -2. ], dtype=float32)

floor({[-1.5, 0.4, 1.7]})
array([-2.,  0.,  1.], dtype=float32)

ceil({[-1.5, 0.4, 1.7]})
array([-1.,  1.,  2.], dtype=float32)

trunc({[-1.5, 0.4, 1.7]})
array([-1.,  0.,  1.], dtype=float32)

fix({[-1.5, 0.4, 1.7]})
array([-1.,  0.,  1.], dtype=float32)

round({[-1.5, 0.4, 2.5]})
array([-2.,  0.,  3.], dtype=float32)

rint({[-1.5, 0.4, 2.5]})
array([-2.,  0.,  2.], dtype=float32)

sin({[0, 1, 2]}).round(4)
array([0.    , 0.8415, 0.9093], dtype=float32)

cos({[0, 1, 2]}).round(4)
array([ 1.    ,  0.5403, -0.4161], dtype=float32)

tan({[0, 1, 2]}).round(4)
array([ 0.    ,  1.5574, -2.185 ], dtype=float32)

arcsin({[-1, 0, 0.5]}).round(4)
array([-1.5708,  0.    ,  0.5236], dtype=float32)

arccos({[-1, 0, 0.5]}).round(4)
array([3.1416, 1.5708, 1.0472], dtype=float32)

arctan({[-1, 0, 1]}).round(4)
array([-0.7854,  0.    ,  0.7854], dtype=float32)

sinh({[-1, 0, 1]}).round(4)
array([-1.1752,  0.    ,  1.1752], dtype=float32)

cosh({[-1, 0, 1]}).round(4)
array([1.5431, 1.    , 1.5431], dtype=float32)

tanh({[-1, 0, 1]}).round(4)
array([-0.7616,  0.    ,  0.7616], dtype=float32)

arcsinh({[-1, 0, 1]}).round(4)
array([-0.8814,  0.    ,  0.8814], dtype=float32)

arccosh({[1, 2, 3]}).round(4)
array([0.    , 1.317 , 1.7627], dtype=float32)

arctanh({[-0.5, 0, 0.5]}).round(4)
array([-0.5493,  0.    ,  0.5493], dtype=float32)

degrees({[0, 1, 2]}).round(4)
array([  0.    ,  57.2958, 114.5916], dtype=float32)

radians({[0, 90, 180]}).round(4)
array([0.    , 1.5708, 3.1416], dtype=float32)

erf({[-1, 0, 1]}).round(4)
array([-0.8427,  0.    ,  0.8427], dtype=float32)

erfinv({[-0.5, 0, 0.5]}).round(4)
array([-0.4769,  0.    ,  0.4769], dtype=float32)

gamma({[1, 3, 5]})
array([ 1.,  2., 24.], dtype=float32)

gammaln({[1, 3, 5]}).round(4)
array([0.    , 0.6931, 3.1781], dtype=float32)

logical_not({[0, 1, 2]})
array([1., 0., 0.], dtype=float32)

zeros_like({[[1, 2], [3, 4]]})
array([[0., 0.],
       [0., 0.]], dtype=float32)

ones_like({[[1, 2], [3, 4]]})
array([[1., 1.],
       [1., 1.]], dtype=float32)

_copy({[1, 2]})
array([1., 2.], dtype=float32)

BlockGrad({[1, 2]})
array([1., 2.], dtype=float32)

Activation({[-1, 0, 2]}, act_type='softrelu').round(4)
array([0.3133, 0.6931, 2.1269], dtype=float32)

LeakyReLU({[-4, 0, 2]}, act_type='leaky', slope=0.25)
array([-1.,  0.,  2.], dtype=float32)

broadcast_add({[[1, 2], [3, 4]]}, {[[10], [20]]})
array([[11., 12.],
       [23., 24.]], dtype=float32)

elemwise_add({[1, 2]}, {[10, 20]})
array([11., 22.], dtype=float32)

broadcast_sub({[[1, 2], [3, 4]]}, {[[10], [20]]})
array([[ -9.,  -8.],
       [-17., -16.]], dtype=float32)

elemwise_sub({[1, 2]}, {[10, 20]})
array([ -9., -18.], dtype=float32)

broadcast_mul({[[1, 2], [3, 4]]}, {[[10], [20]]})
array([[10., 20.],
       [60., 80.]], dtype=float32)

elemwise_mul({[1, 2]}, {[10, 20]})
array([10., 40.], dtype=float32)

broadcast_div({[[1, 2], [3, 4]]}, {[[2], [4]]})
array([[0.5 , 1.  ],
       [0.75, 1.  ]], dtype=float32)

elemwise_div({[1, 2]}, {[2, 4]})
array([0.5, 0.5], dtype=float32)

broadcast_mod({[[5, 6], [7, 8]]}, {[[3], [4]]})
array([[2., 0.],
       [3., 0.]], dtype=float32)

broadcast_power({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[ 1.,  4.],
       [27., 64.]], dtype=float32)

broadcast_maximum({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[2., 2.],
       [3., 4.]], dtype=float32)

broadcast_minimum({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[1., 2.],
       [3., 3.]], dtype=float32)

broadcast_hypot({[[3, 5]]}, {[[4], [12]]}).round(4)
array([[ 5.    ,  6.4031],
       [12.3693, 13.    ]], dtype=float32)

broadcast_equal({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[0., 1.],
       [1., 0.]], dtype=float32)

broadcast_not_equal({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[1., 0.],
       [0., 1.]], dtype=float32)

broadcast_greater({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[0., 0.],
       [0., 1.]], dtype=float32)

broadcast_greater_equal({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[0., 1.],
       [1., 1.]], dtype=float32)

broadcast_lesser({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[1., 0.],
       [0., 0.]], dtype=float32)

broadcast_lesser_equal({[[1, 2], [3, 4]]}, {[[2], [3]]})
array([[1., 1.],
       [1., 0.]], dtype=float32)

broadcast_logical_and({[[0, 1]]}, {[[0], [2]]})
array([[0., 0.],
       [0., 1.]], dtype=float32)

broadcast_logical_or({[[0, 1]]}, {[[0], [2]]})
array([[0., 1.],
       [1., 1.]], dtype=float32)

broadcast_logical_xor({[[0, 1]]}, {[[0], [2]]})
array([[0., 1.],
       [1., 0.]], dtype=float32)

add_n({[1, 2]}, {[10, 20]}, {[100, 200]})
array([111., 222.], dtype=float32)

_contrib_div_sqrt_dim({[[2, 4, 6, 8]]})
array([[1., 2., 3., 4.]], dtype=float32)

_contrib_quadratic({[1, 2, 3]}, a=1, b=2, c=3)
array([ 6., 11., 18.], dtype=float32)

_contrib_round_ste({[-1.5, 0.4, 2.5]})
array([-2.,  0.,  3.], dtype=float32)

_contrib_sign_ste({[-1.5, 0, 2.5]})
array([-1.,  0.,  1.], dtype=float32)

_contrib_gradientmultiplier({[1, 2]}, scalar=0.5)
array([1., 2.], dtype=float32)

_contrib_allclose({[1, 2]}, {[1, 2.000001]})
array(1, dtype=uint8)

clip({[-3, 0.5, 7]}, a_min=0, a_max=1)
array([0. , 0.5, 1. ], dtype=float32)

hard_sigmoid({[-3, 0, 1]})
array([0. , 0.5, 0.7], dtype=float32)

smooth_l1({[-2, 0.5, 1]}, scalar=1)
array([1.5  , 0.125, 0.5  ], dtype=float32)

Cast({[1.7, -2.2]}, dtype='int32')
array([ 1, -2], dtype=int32)

amp_cast({[1.5, 2.5]}, dtype='float16')
array([1.5, 2.5], dtype=float16)

amp_multicast({[1.5, 2.5], dtype='float16'}, {[1, 2]}, num_outputs=2)
[array([1.5, 2.5], dtype=float32), array([1., 2.], dtype=float32)]

all_finite({[1, 2, 3]})
array([1.], dtype=float32)

multi_all_finite({[1, 2]}, {[3, 4]}, num_arrays=2)
array([1.], dtype=float32)

multi_sum_sq({[1, 2]}, {[3, 4]}, num_arrays=2)
array([ 5., 25.], dtype=float32)

_npx_relu({[-1, 0, 2]})
array([0., 0., 2.], dtype=float32)

_npx_sigmoid({[-1, 0, 2]}).round(4)
array([0.2689, 0.5   , 0.8808], dtype=float32)
"""
