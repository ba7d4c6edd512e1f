"""Examples of indexing, slices and sorting; see `examples` for the form."""

EXAMPLES = """
where({[1, 0, 1]}, {[1, 2, 3]}, {[-1, -2, -3]})
array([ 1., -2.,  3.], dtype=float32)

take({[[1, 2], [3, 4], [5, 6]]}, {[2, 0]})
array([[5., 6.],
       [1., 2.]], dtype=float32)

pick({[[1, 2], [3, 4]]}, {[0, 1]}, axis=1)
array([1., 4.], dtype=float32)

batch_take({[[1, 2], [3, 4]]}, {[0, 1], dtype='int32'})
array([1., 4.], dtype=float32)

one_hot({[0, 2]}, depth=3)
array([[1., 0., 0.],
       [0., 0., 1.]], dtype=float32)

gather_nd({[[1, 2], [3, 4]]}, {[[0, 1], [1, 0]]})
array([2., 3.], dtype=float32)

scatter_nd({[5, 6]}, {[[0, 1], [1, 0]]}, shape=(2, 2))
array([[0., 5.],
       [6., 0.]], dtype=float32)

_contrib_boolean_mask({[[1, 2], [3, 4], [5, 6]]}, {[1, 0, 1]})
array([[1., 2.],
       [5., 6.]], dtype=float32)

_contrib_index_array({ones((2, 2))}, axes=(1,))
array([[[0],
        [1]],
       [[0],
        [1]]])

_ravel_multi_index({[[0, 1], [2, 0]]}, shape=(2, 3))
array([2., 3.], dtype=float32)

_unravel_index({[2, 3]}, shape=(2, 3))
array([[0., 1.],
       [2., 0.]], dtype=float32)

fill_element_0index({[[1, 2], [3, 4]]}, {[9, 8]}, {[1, 0]})
array([[1., 9.],
       [8., 4.]], dtype=float32)

_contrib_index_copy({[[1, 2], [3, 4]]}, {[1], dtype='int64'}, {[[9, 8]]})
array([[1., 2.],
       [9., 8.]], dtype=float32)

slice({[[1, 2, 3], [4, 5, 6]]}, begin=(0, 1), end=(None, 3))
array([[2., 3.],
       [5., 6.]], dtype=float32)

slice_axis({[[1, 2, 3], [4, 5, 6]]}, axis=1, begin=1, end=3)
array([[2., 3.],
       [5., 6.]], dtype=float32)

slice_like({[[1, 2, 3], [4, 5, 6]]}, {ones((1, 2))})
array([[1., 2.]], dtype=float32)

SequenceLast({[[[1, 2]], [[3, 4]], [[5, 6]]]}, {[2]}, use_sequence_length=True)
array([[3., 4.]], dtype=float32)

SequenceMask({[[1, 2], [3, 4], [5, 6]]}, {[1, 2]}, use_sequence_length=True)
array([[1., 2.],
       [0., 4.],
       [0., 0.]], dtype=float32)

SequenceReverse({[[[1]], [[2]], [[3]]]}, {[2]}, use_sequence_length=True)
array([[[2.]],
       [[1.]],
       [[3.]]], dtype=float32)

sort({[3, 1, 2]})
array([1., 2., 3.], dtype=float32)

argsort({[3, 1, 2]})
array([1., 2., 0.], dtype=float32)

topk({[[3, 1, 2], [4, 6, 5]]}, k=2, ret_typ='value')
array([[3., 2.],
       [6., 5.]], dtype=float32)
"""
