"""Examples of shapes, joining and matrices; see `examples` for the form."""

EXAMPLES = """
broadcast_to({[[1], [2]]}, shape=(2, 3))
array([[1., 1., 1.],
       [2., 2., 2.]], dtype=float32)

broadcast_like({[[1], [2]]}, {ones((2, 3))})
array([[1., 1., 1.],
       [2., 2., 2.]], dtype=float32)

broadcast_axis({[[1], [2]]}, axis=1, size=3)
array([[1., 1., 1.],
       [2., 2., 2.]], dtype=float32)

shape_array({ones((2, 3))})
array([2, 3])

size_array({ones((2, 3))})
array([6])

Reshape({[1, 2, 3, 4, 5, 6]}, shape=(2, -1))
array([[1., 2., 3.],
       [4., 5., 6.]], dtype=float32)

Flatten({[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]})
array([[1., 2., 3., 4.],
       [5., 6., 7., 8.]], dtype=float32)

transpose({[[1, 2, 3], [4, 5, 6]]})
array([[1., 4.],
       [2., 5.],
       [3., 6.]], dtype=float32)

SwapAxis({[[1, 2, 3], [4, 5, 6]]}, dim1=0, dim2=1)
array([[1., 4.],
       [2., 5.],
       [3., 6.]], dtype=float32)

expand_dims({[1, 2, 3]}, axis=0)
array([[1., 2., 3.]], dtype=float32)

squeeze({[[[1], [2]]]})
array([1., 2.], dtype=float32)

reshape_like({[1, 2, 3, 4]}, {ones((2, 2))})
array([[1., 2.],
       [3., 4.]], dtype=float32)

tile({[[1, 2]]}, reps=(2, 2))
array([[1., 2., 1., 2.],
       [1., 2., 1., 2.]], dtype=float32)

repeat({[[1, 2], [3, 4]]}, repeats=2, axis=1)
array([[1., 1., 2., 2.],
       [3., 3., 4., 4.]], dtype=float32)

reverse({[[1, 2, 3], [4, 5, 6]]}, axis=1)
array([[3., 2., 1.],
       [6., 5., 4.]], dtype=float32)

diag({[[1, 2], [3, 4]]})
array([1., 4.], dtype=float32)

depth_to_space({[[[[1]], [[2]], [[3]], [[4]]]]}, block_size=2)
array([[[[1., 2.],
         [3., 4.]]]], dtype=float32)

space_to_depth({[[[[1, 2], [3, 4]]]]}, block_size=2)
array([[[[1.]],
        [[2.]],
        [[3.]],
        [[4.]]]], dtype=float32)

im2col({[[[[1, 2, 3], [4, 5, 6]]]]}, kernel=(2, 2))
array([[[1., 2.],
        [2., 3.],
        [4., 5.],
        [5., 6.]]], dtype=float32)

col2im({ones((1, 4, 2))}, output_size=(2, 3), kernel=(2, 2))
array([[[[1., 2., 1.],
         [1., 2., 1.]]]], dtype=float32)

Concat({[[1, 2]]}, {[[3, 4]]}, dim=0)
array([[1., 2.],
       [3., 4.]], dtype=float32)

stack({[1, 2]}, {[3, 4]}, axis=1)
array([[1., 3.],
       [2., 4.]], dtype=float32)

SliceChannel({[[1, 2, 3, 4]]}, num_outputs=2, axis=1)
[array([[1., 2.]], dtype=float32), array([[3., 4.]], dtype=float32)]

Pad({[[[[1, 2]]]]}, mode='constant', pad_width=(0, 0, 0, 0, 1, 0, 1, 1))
array([[[[0., 0., 0., 0.],
         [0., 1., 2., 0.]]]], dtype=float32)

_contrib_arange_like({[[5, 6], [7, 8]]}, axis=1)
array([0., 1.], dtype=float32)

_npi_full_like({[[1, 2], [3, 4]]}, fill_value=7)
array([[7., 7.],
       [7., 7.]], dtype=float32)

khatri_rao({[[1, 2]]}, {[[3, 4], [5, 6]]})
array([[ 3.,  8.],
       [ 5., 12.]], dtype=float32)

dot({[[1, 2], [3, 4]]}, {[[1, 0], [1, 1]]})
array([[3., 2.],
       [7., 4.]], dtype=float32)

batch_dot({[[[1, 2]], [[3, 4]]]}, {[[[1], [1]], [[2], [2]]]})
array([[[ 3.]],
       [[14.]]], dtype=float32)

_linalg_gemm({[[1, 2], [3, 4]]}, {[[1, 0], [1, 1]]}, {ones((2, 2))}, alpha=2)
array([[ 7.,  5.],
       [15.,  9.]], dtype=float32)

_linalg_gemm2({[[1, 2], [3, 4]]}, {[[1, 0], [1, 1]]}, transpose_b=True)
array([[1., 3.],
       [3., 7.]], dtype=float32)

_linalg_syrk({[[1, 2], [3, 4]]})
array([[ 5., 11.],
       [11., 25.]], dtype=float32)

_linalg_potrf({[[4, 2], [2, 5]]})
array([[2., 0.],
       [1., 2.]], dtype=float32)

_linalg_potri({[[2, 0], [1, 2]]})
array([[ 0.3125, -0.125 ],
       [-0.125 ,  0.25  ]], dtype=float32)

_linalg_trmm({[[2, 0], [1, 2]]}, {[[1, 1], [1, 1]]})
array([[2., 2.],
       [3., 3.]], dtype=float32)

_linalg_trsm({[[2, 0], [1, 2]]}, {[[2, 4], [3, 4]]})
array([[1., 2.],
       [1., 1.]], dtype=float32)

_linalg_gelqf({[[3, 4]]})
[array([[-0.6, -0.8]], dtype=float32), array([[-5.]], dtype=float32)]

_linalg_syevd({[[2, 0], [0, 3]]})
[array([[1., 0.],
       [0., 1.]], dtype=float32), array([2., 3.], dtype=float32)]

_linalg_sumlogdiag({[[1, 2], [3, 4]]}).round(4)
array([1.3863], dtype=float32)

_linalg_extractdiag({[[1, 2], [3, 4]]})
array([1., 4.], dtype=float32)

_linalg_makediag({[1, 2]})
array([[1., 0.],
       [0., 2.]], dtype=float32)

_linalg_extracttrian({[[1, 2], [3, 4]]})
array([1., 3., 4.], dtype=float32)

_linalg_maketrian({[1, 3, 4]})
array([[1., 0.],
       [3., 4.]], dtype=float32)

_linalg_inverse({[[2, 0], [0, 4]]})
array([[0.5 , 0.  ],
       [0.  , 0.25]], dtype=float32)

_linalg_det({[[1, 2], [3, 4]]})
array([-2.], dtype=float32)

_linalg_slogdet({[[2, 0], [0, 3]]}).round(4)
[array([1.], dtype=float32), array([1.7918], dtype=float32)]

_npx_reshape({[[1, 2, 3], [4, 5, 6]]}, newshape=(-5,))
array([1., 2., 3., 4., 5., 6.], dtype=float32)
"""
