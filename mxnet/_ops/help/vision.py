"""Examples of images and detection; see `examples` for the form."""

EXAMPLES = """
_contrib_AdaptiveAvgPooling2D({arange(16).reshape((1, 1, 4, 4))}, output_size=2)
array([[[[ 2.5,  4.5],
         [10.5, 12.5]]]], dtype=float32)

_contrib_BilinearResize2D({[[[[0, 2], [4, 6]]]]}, height=3, width=3)
array([[[[0., 1., 2.],
         [2., 3., 4.],
         [4., 5., 6.]]]], dtype=float32)

GridGenerator({[[1, 0, 0, 0, 1, 0]]}, transform_type='affine', target_shape=(2, 2))
array([[[[-1.,  1.],
         [-1.,  1.]],
        [[-1., -1.],
         [ 1.,  1.]]]], dtype=float32)

BilinearSampler({[[[[1, 2], [3, 4]]]]}, {[[[[-1, 1]], [[0, 0]]]]})
array([[[[2., 3.]]]], dtype=float32)

SpatialTransformer({[[[[1, 2], [3, 4]]]]}, {[[-1, 0, 0, 0, 1, 0]]}, target_shape=(2, 2),
    transform_type='affine', sampler_type='bilinear')
array([[[[2., 1.],
         [4., 3.]]]], dtype=float32)

Correlation({ones((1, 2, 2, 2))}, {ones((1, 2, 2, 2))}, max_displacement=0)
array([[[[1., 1.],
         [1., 1.]]]], dtype=float32)

Crop({arange(9).reshape((1, 1, 3, 3))}, offset=(1, 1), h_w=(2, 2), num_args=1)
array([[[[4., 5.],
         [7., 8.]]]], dtype=float32)

ROIPooling({arange(16).reshape((1, 1, 4, 4))}, {[[0, 0, 0, 3, 3]]}, pooled_size=(2, 2),
    spatial_scale=1.0)
array([[[[ 5.,  7.],
         [13., 15.]]]], dtype=float32)

_contrib_ROIAlign({arange(16).reshape((1, 1, 4, 4))}, {[[0, 0, 0, 3, 3]]}, pooled_size=(2, 2),
    spatial_scale=1.0, sample_ratio=1)
array([[[[ 3.75,  5.25],
         [ 9.75, 11.25]]]], dtype=float32)

_contrib_RROIAlign({arange(16).reshape((1, 1, 4, 4))}, {[[0, 2, 2, 2, 2, 0]]}, pooled_size=(2,
    2), spatial_scale=1.0, sampling_ratio=1)
array([[[[ 7.5,  8.5],
         [11.5, 12.5]]]], dtype=float32)

_contrib_PSROIPooling({ones((1, 4, 4, 4))}, {[[0, 0, 0, 3, 3]]}, spatial_scale=1.0, output_dim=1,
    pooled_size=2)
array([[[[1., 1.],
         [1., 1.]]]], dtype=float32)

_contrib_DeformablePSROIPooling({ones((1, 4, 4, 4))}, {[[0, 0, 0, 3, 3]]}, spatial_scale=1.0,
    output_dim=1, group_size=2, pooled_size=2, no_trans=True)
array([[[[1., 1.],
         [1., 1.]]]], dtype=float32)

_contrib_box_iou({[[0, 0, 2, 2]]}, {[[0, 0, 2, 1], [1, 1, 3, 3]]}).round(4)
array([[0.5   , 0.1429]], dtype=float32)

_contrib_box_nms({[[0, 0.9, 0, 0, 2, 2], [0, 0.8, 0, 0, 2, 2], [0, 0.7, 3, 3, 4, 4]]})
array([[ 0. ,  0.9,  0. ,  0. ,  2. ,  2. ],
       [ 0. ,  0.7,  3. ,  3. ,  4. ,  4. ],
       [-1. , -1. , -1. , -1. , -1. , -1. ]], dtype=float32)

_contrib_bipartite_matching({[[0.5, 0.9], [0.6, 0.1]]}, threshold=0.2)
[array([1., 0.], dtype=float32), array([1., 0.], dtype=float32)]

_contrib_box_encode({[[1]]}, {[[0]]}, {[[[0, 0, 2, 2]]]}, {[[[0, 0, 4, 4]]]}, {zeros((4,))},
    {ones((4,))}).round(4)
[array([[[0.5   , 0.5   , 0.6931, 0.6931]]], dtype=float32), array([[[1., 1., 1., 1.]]], dtype=float32)]

_contrib_box_decode({[[[0.5, 0.5, 0, 0]]]}, {[[[1, 1, 2, 2]]]})
array([[[1., 1., 3., 3.]]], dtype=float32)

_contrib_MultiBoxPrior({ones((1, 3, 1, 1))}, sizes=(0.5, 0.25))
array([[[0.25 , 0.25 , 0.75 , 0.75 ],
        [0.375, 0.375, 0.625, 0.625]]], dtype=float32)

_contrib_MultiBoxTarget({[[[0, 0, 0.5, 0.5]]]}, {[[[1, 0, 0, 0.5, 0.5]]]}, {zeros((1, 2, 1))})
[array([[0., 0., 0., 0.]], dtype=float32), array([[1., 1., 1., 1.]], dtype=float32), array([[2.]], dtype=float32)]

_contrib_MultiBoxDetection({[[[0.1], [0.9]]]}, {zeros((1, 4))}, {[[[0.1, 0.1, 0.5, 0.5]]]}).round(4)
array([[[0. , 0.9, 0.1, 0.1, 0.5, 0.5]]], dtype=float32)

_contrib_Proposal({ones((1, 2, 2, 2))}, {zeros((1, 4, 2, 2))}, {[[32, 32, 1]]}, scales=(1,),
    ratios=(1,), rpn_post_nms_top_n=2, rpn_min_size=1)
array([[ 0.,  0.,  0., 15., 15.],
       [ 0., 16.,  0., 31., 15.]], dtype=float32)

_contrib_MultiProposal({ones((1, 2, 2, 2))}, {zeros((1, 4, 2, 2))}, {[[32, 32, 1]]}, scales=(1,),
    ratios=(1,), rpn_post_nms_top_n=2, rpn_min_size=1)
array([[ 0.,  0.,  0., 15., 15.],
       [ 0., 16.,  0., 31., 15.]], dtype=float32)

_image_to_tensor({[[[0, 51, 255]]], dtype='uint8'})
array([[[0. ]],
       [[0.2]],
       [[1. ]]], dtype=float32)

_image_normalize({ones((3, 1, 1))}, mean=(0, 1, 2), std=(1, 2, 4))
array([[[ 1.  ]],
       [[ 0.  ]],
       [[-0.25]]], dtype=float32)

_image_crop({arange(12).reshape((2, 2, 3))}, x=1, y=0, width=1, height=2)
array([[[ 3.,  4.,  5.]],
       [[ 9., 10., 11.]]], dtype=float32)

_image_resize({zeros((4, 4, 3), dtype='uint8')}, size=(2, 3)).shape
(3, 2, 3)

_image_flip_left_right({[[[1], [2]]]})
array([[[2.],
        [1.]]], dtype=float32)

_image_flip_top_bottom({[[[1]], [[2]]]})
array([[[2.]],
       [[1.]]], dtype=float32)

_image_random_flip_left_right({ones((2, 2, 3))}).shape
(2, 2, 3)

_image_random_flip_top_bottom({ones((2, 2, 3))}).shape
(2, 2, 3)

_image_random_brightness({ones((2, 2, 3))}, min_factor=0.5, max_factor=1.5).shape
(2, 2, 3)

_image_random_contrast({ones((2, 2, 3))}, min_factor=0.5, max_factor=1.5).shape
(2, 2, 3)

_image_random_saturation({ones((2, 2, 3))}, min_factor=0.5, max_factor=1.5).shape
(2, 2, 3)

_image_random_hue({ones((2, 2, 3))}, min_factor=0.5, max_factor=1.5).shape
(2, 2, 3)

_image_random_color_jitter({ones((2, 2, 3))}, brightness=0.1, contrast=0.1, saturation=0.1,
    hue=0.1).shape
(2, 2, 3)

_image_adjust_lighting({ones((1, 1, 3))}, alpha=(0.1, 0, 0)).round(4)
array([[[-2.1474, -2.2211, -2.2366]]], dtype=float32)

_image_random_lighting({ones((2, 2, 3))}).shape
(2, 2, 3)
"""
