"""Examples of layers, losses and quantized layers; see `examples` for the form."""

EXAMPLES = """
FullyConnected({[[1, 2]]}, {[[1, 1], [0, 1]]}, {[10, 20]}, num_hidden=2)
array([[13., 22.]], dtype=float32)

Convolution({arange(9).reshape((1, 1, 3, 3))}, {ones((1, 1, 2, 2))}, {[0]}, kernel=(2, 2),
    num_filter=1)
array([[[[ 8., 12.],
         [20., 24.]]]], dtype=float32)

Convolution_v1({ones((1, 1, 3, 3))}, {ones((1, 1, 2, 2))}, {[0]}, kernel=(2, 2), num_filter=1)
array([[[[4., 4.],
         [4., 4.]]]], dtype=float32)

Deconvolution({ones((1, 1, 2, 2))}, {ones((1, 1, 2, 2))}, kernel=(2, 2), num_filter=1)
array([[[[1., 2., 1.],
         [2., 4., 2.],
         [1., 2., 1.]]]], dtype=float32)

_contrib_DeformableConvolution({ones((1, 1, 3, 3))}, {zeros((1, 8, 2, 2))}, {ones((1, 1, 2, 2))},
    {[0]}, kernel=(2, 2), num_filter=1)
array([[[[4., 4.],
         [4., 4.]]]], dtype=float32)

_contrib_ModulatedDeformableConvolution({ones((1, 1, 3, 3))}, {zeros((1, 8, 2, 2))},
    {ones((1, 4, 2, 2))}, {ones((1, 1, 2, 2))}, {[0]}, kernel=(2, 2), num_filter=1)
array([[[[4., 4.],
         [4., 4.]]]], dtype=float32)

Pooling({arange(16).reshape((1, 1, 4, 4))}, kernel=(2, 2), stride=(2, 2), pool_type='max')
array([[[[ 5.,  7.],
         [13., 15.]]]], dtype=float32)

Pooling_v1({arange(16).reshape((1, 1, 4, 4))}, kernel=(2, 2), stride=(2, 2), pool_type='avg')
array([[[[ 2.5,  4.5],
         [10.5, 12.5]]]], dtype=float32)

BatchNorm({[[1, 2], [3, 4]]}, {ones((2,))}, {zeros((2,))}, {[1, 1]}, {[4, 4]}, eps=0.00001).round(4)
array([[0. , 0.5],
       [1. , 1.5]], dtype=float32)

_contrib_BatchNormWithReLU({[[0, 2], [3, 0]]}, {ones((2,))}, {zeros((2,))}, {[1, 1]}, {[4, 4]},
    eps=0.00001).round(4)
array([[0. , 0.5],
       [1. , 0. ]], dtype=float32)

BatchNorm_v1({[[1, 2], [3, 4]]}, {ones((2,))}, {zeros((2,))}, {[1, 1]}, {[4, 4]},
    eps=0.00001).round(4)
array([[0. , 0.5],
       [1. , 1.5]], dtype=float32)

_contrib_SyncBatchNorm({[[1, 2], [3, 4]]}, {ones((2,))}, {zeros((2,))}, {[1, 1]}, {[4, 4]},
    eps=0.00001, key='bn').round(4)
array([[0. , 0.5],
       [1. , 1.5]], dtype=float32)

LayerNorm({[[1, 3], [2, 6]]}, {ones((2,))}, {zeros((2,))}).round(4)
array([[-1.,  1.],
       [-1.,  1.]], dtype=float32)

GroupNorm({[[[1], [3]], [[2], [6]]]}, {ones((1,))}, {zeros((1,))}, num_groups=1).round(4)
array([[[-1.],
        [ 1.]],
       [[-1.],
        [ 1.]]], dtype=float32)

InstanceNorm({[[[1, 3]], [[2, 6]]]}, {ones((1,))}, {zeros((1,))}, eps=0.00001).round(4)
array([[[-1.,  1.]],
       [[-1.,  1.]]], dtype=float32)

L2Normalization({[[3, 4], [6, 8]]})
array([[0.6, 0.8],
       [0.6, 0.8]], dtype=float32)

LRN({ones((1, 2, 1, 1))}, nsize=3).round(4)
array([[[[0.5946]],
        [[0.5946]]]], dtype=float32)

Dropout({[1, 2, 3]}, p=0.5)
array([1., 2., 3.], dtype=float32)

Embedding({[2, 0]}, {[[1, 2], [3, 4], [5, 6]]}, input_dim=3, output_dim=2)
array([[5., 6.],
       [1., 2.]], dtype=float32)

_contrib_SparseEmbedding({[2, 0]}, {[[1, 2], [3, 4], [5, 6]]}, input_dim=3, output_dim=2)
array([[5., 6.],
       [1., 2.]], dtype=float32)

RNN({ones((3, 1, 2))}, {zeros((48,))}, {zeros((1, 1, 2))}, {zeros((1, 1, 2))}, state_size=2,
    num_layers=1, mode='lstm').shape
(3, 1, 2)

softmax({[[1, 2, 3]]}).round(4)
array([[0.09  , 0.2447, 0.6652]], dtype=float32)

softmin({[[1, 2, 3]]}).round(4)
array([[0.6652, 0.2447, 0.09  ]], dtype=float32)

log_softmax({[[1, 2, 3]]}).round(4)
array([[-2.4076, -1.4076, -0.4076]], dtype=float32)

SoftmaxActivation({[[1, 2, 3]]}).round(4)
array([[0.09  , 0.2447, 0.6652]], dtype=float32)

SoftmaxOutput({[[1, 2, 3]]}, {[2]}).round(4)
array([[0.09  , 0.2447, 0.6652]], dtype=float32)

softmax_cross_entropy({[[1, 2, 3]]}, {[2]}).round(4)
array([0.4076], dtype=float32)

LinearRegressionOutput({[1, 2]}, {[1, 3]})
array([1., 2.], dtype=float32)

MAERegressionOutput({[1, 2]}, {[1, 3]})
array([1., 2.], dtype=float32)

LogisticRegressionOutput({[-1, 0, 1]}, {[0, 1, 1]}).round(4)
array([0.2689, 0.5   , 0.7311], dtype=float32)

MakeLoss({[1, 2]})
array([1., 2.], dtype=float32)

make_loss({[1, 2]})
array([1., 2.], dtype=float32)

SVMOutput({[[1, 2, 3]]}, {[2]})
array([[1., 2., 3.]], dtype=float32)

IdentityAttachKLSparseReg({[[0.2, 0.4]]}, {[0.1, 0.1]})
array([[0.2, 0.4]], dtype=float32)

CTCLoss({zeros((2, 1, 3))}, {[[1]]}).round(4)
array([1.0986], dtype=float32)

_contrib_interleaved_matmul_selfatt_qk({ones((2, 1, 6))}, heads=1).round(4)
array([[[1.4142, 1.4142],
        [1.4142, 1.4142]]], dtype=float32)

_contrib_interleaved_matmul_selfatt_valatt({ones((2, 1, 6))}, {ones((1, 2, 2))}, heads=1)
array([[[2., 2.]],
       [[2., 2.]]], dtype=float32)

_contrib_interleaved_matmul_encdec_qk({ones((2, 1, 2))}, {ones((2, 1, 4))}, heads=1).round(4)
array([[[1.4142, 1.4142],
        [1.4142, 1.4142]]], dtype=float32)

_contrib_interleaved_matmul_encdec_valatt({ones((2, 1, 4))}, {ones((1, 2, 2))}, heads=1)
array([[[2., 2.]],
       [[2., 2.]]], dtype=float32)

UpSampling({[[[[1, 2]]]]}, scale=2, sample_type='nearest')
array([[[[1., 1., 2., 2.],
         [1., 1., 2., 2.]]]], dtype=float32)

_contrib_quantize({[-1, 0, 1]}, {[-1]}, {[1]}, out_type='int8')
[array([-127,    0,  127], dtype=int8), array([-1.], dtype=float32), array([1.], dtype=float32)]

_contrib_quantize_v2({[-1, 0, 1]}, out_type='int8')
[array([-128,    0,  127], dtype=int8), array([-1.], dtype=float32), array([1.], dtype=float32)]

_contrib_quantize_asym({[[0, 1], [2, 3]]}, min_calib_range=0, max_calib_range=3)
[array([[  0,  85],
       [170, 255]], dtype=uint8), array([85.], dtype=float32), array([0.], dtype=float32)]

_contrib_dequantize({[-127, 0, 127], dtype='int8'}, {[-1]}, {[1]}).round(4)
array([-0.9961,  0.    ,  0.9961], dtype=float32)

_contrib_requantize({[0, 1000000], dtype='int32'}, {[-1]}, {[1]}, min_calib_range=-0.001,
    max_calib_range=0.001)
[array([ 0, 59], dtype=int8), array([-0.001], dtype=float32), array([0.001], dtype=float32)]

_contrib_calibrate_entropy({ones((511,))}, {arange(512)})
[array([511.], dtype=float32), array([0.], dtype=float32)]

_contrib_quantized_conv({ones((1, 4, 2, 2), dtype='uint8')}, {ones((1, 4, 2, 2), dtype='int8')},
    min_data={[0]}, max_data={[1]}, min_weight={[-1]}, max_weight={[1]}, kernel=(2, 2),
    num_filter=1, no_bias=True)
[array([[[[16]]]], dtype=int32), array([-133144.25], dtype=float32), array([133144.25], dtype=float32)]

_contrib_quantized_fully_connected({[[1, 2, 3, 4]], dtype='uint8'},
    {[[1, 1, 1, 1]], dtype='int8'}, min_data={[0]}, max_data={[1]}, min_weight={[-1]},
    max_weight={[1]}, num_hidden=1, no_bias=True)
[array([[10]], dtype=int32), array([-66311.06], dtype=float32), array([66311.06], dtype=float32)]

_contrib_quantized_embedding({[1, 0]}, {[[1, 2], [3, 4]], dtype='int8'}, {[-1]}, {[1]},
    input_dim=2, output_dim=2)
[array([[3, 4],
       [1, 2]], dtype=int8), array([-1.], dtype=float32), array([1.], dtype=float32)]

_contrib_quantized_batch_norm({[[1, 2]], dtype='int8'}, {ones((2,))}, {zeros((2,))},
    {zeros((2,))}, {ones((2,))}, {[-1]}, {[1]}, min_calib_range=-1, max_calib_range=1)
[array([[1, 2]], dtype=int8), array([-1.], dtype=float32), array([1.], dtype=float32)]

_contrib_quantized_act({[-5, 5], dtype='int8'}, {[-1]}, {[1]}, act_type='relu')
[array([0, 5], dtype=int8), array([-1.], dtype=float32), array([1.], dtype=float32)]

_contrib_quantized_flatten({[[[1, 2], [3, 4]]], dtype='int8'}, {[-1]}, {[1]})
[array([[1, 2, 3, 4]], dtype=int8), array([-1.], dtype=float32), array([1.], dtype=float32)]

_contrib_quantized_pooling({[[[[1, 2], [3, 4]]]], dtype='int8'}, {[-1]}, {[1]}, kernel=(2, 2),
    pool_type='max')
[array([[[[4]]]], dtype=int8), array([-1.], dtype=float32), array([1.], dtype=float32)]

_contrib_quantized_concat({[[1]], dtype='int8'}, {[[2]], dtype='int8'}, {[-1]}, {[1]}, {[-1]},
    {[1]}, dim=1, num_args=2)
[array([[1, 2]], dtype=int8), array([-1.], dtype=float32), array([1.], dtype=float32)]

_contrib_quantized_elemwise_add({[10, 20], dtype='int8'}, {[1, 2], dtype='int8'}, {[-1]}, {[1]},
    {[-1]}, {[1]})
[array([ 92636552, 185273104], dtype=int32), array([-2.], dtype=float32), array([2.], dtype=float32)]

_contrib_quantized_elemwise_mul({[10, 20], dtype='int8'}, {[1, 2], dtype='int8'}, {[-1]}, {[1]},
    {[-1]}, {[1]})
[array([10, 40], dtype=int32), array([-133144.25], dtype=float32), array([133144.25], dtype=float32)]
"""
