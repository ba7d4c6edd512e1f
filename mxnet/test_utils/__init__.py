"""Helpers for tests, ``mx.test_utils``.

Test files of MXNet users import everything from this module, including other modules.
"""

import bz2
import errno
import gzip
import json
import logging
import numbers
import os
import platform
import struct
import sys
import time
import traceback
import zipfile
from collections import OrderedDict
from contextlib import contextmanager

import numpy as np
import numpy.random as rnd
import numpy.testing as npt

import mxnet as mx

from ..context import Context as Context
from ..ndarray import array as array
from ..util import use_np as use_np
from ._compare import almost_equal as almost_equal
from ._compare import assert_allclose as assert_allclose
from ._compare import assert_almost_equal as assert_almost_equal
from ._compare import assert_almost_equal_ignore_nan as assert_almost_equal_ignore_nan
from ._compare import assert_almost_equal_with_err as assert_almost_equal_with_err
from ._compare import assert_exception as assert_exception
from ._compare import checkShapes as checkShapes
from ._compare import collapse_sum_like as collapse_sum_like
from ._compare import compare_ndarray_tuple as compare_ndarray_tuple
from ._compare import locationError as locationError
from ._compare import np_reduce as np_reduce
from ._compare import same as same
from ._compare import same_array as same_array
from ._compare import same_symbol_structure as same_symbol_structure
from ._data import assign_each as assign_each
from ._data import assign_each2 as assign_each2
from ._data import create_2d_tensor as create_2d_tensor
from ._data import create_vector as create_vector
from ._data import get_identity_mat as get_identity_mat
from ._data import get_identity_mat_batch as get_identity_mat_batch
from ._data import new_matrix_with_real_eigvals_2d as new_matrix_with_real_eigvals_2d
from ._data import new_matrix_with_real_eigvals_nd as new_matrix_with_real_eigvals_nd
from ._data import new_orthonormal_matrix_2d as new_orthonormal_matrix_2d
from ._data import new_sym_matrix_with_real_eigvals_2d as new_sym_matrix_with_real_eigvals_2d
from ._data import new_sym_matrix_with_real_eigvals_nd as new_sym_matrix_with_real_eigvals_nd
from ._data import rand_coord_2d as rand_coord_2d
from ._data import rand_ndarray as rand_ndarray
from ._data import rand_shape_2d as rand_shape_2d
from ._data import rand_shape_3d as rand_shape_3d
from ._data import rand_shape_nd as rand_shape_nd
from ._data import random_arrays as random_arrays
from ._data import random_sample as random_sample
from ._data import random_uniform_arrays as random_uniform_arrays
from ._datasets import download as download
from ._datasets import download_model as download_model
from ._datasets import get_bz2_data as get_bz2_data
from ._datasets import get_cifar10 as get_cifar10
from ._datasets import get_im2rec_path as get_im2rec_path
from ._datasets import get_mnist as get_mnist
from ._datasets import get_mnist_iterator as get_mnist_iterator
from ._datasets import get_mnist_pkl as get_mnist_pkl
from ._datasets import get_mnist_ubyte as get_mnist_ubyte
from ._datasets import get_zip_data as get_zip_data
from ._distribution import chi_square_check as chi_square_check
from ._distribution import gen_buckets_probs_with_ppf as gen_buckets_probs_with_ppf
from ._distribution import mean_check as mean_check
from ._distribution import var_check as var_check
from ._distribution import verify_generator as verify_generator
from ._environment import DummyIter as DummyIter
from ._environment import discard_stderr as discard_stderr
from ._environment import environment as environment
from ._environment import has_tvm_ops as has_tvm_ops
from ._environment import is_aarch64_run as is_aarch64_run
from ._environment import is_cd_run as is_cd_run
from ._environment import is_op_runnable as is_op_runnable
from ._environment import retry as retry
from ._sparse import create_sparse_array as create_sparse_array
from ._sparse import create_sparse_array_zd as create_sparse_array_zd
from ._sparse import rand_sparse_ndarray as rand_sparse_ndarray
from ._sparse import shuffle_csr_column_indices as shuffle_csr_column_indices
from ._symbolic import check_consistency as check_consistency
from ._symbolic import check_gluon_hybridize_consistency as check_gluon_hybridize_consistency
from ._symbolic import check_numeric_gradient as check_numeric_gradient
from ._symbolic import check_speed as check_speed
from ._symbolic import check_symbolic_backward as check_symbolic_backward
from ._symbolic import check_symbolic_forward as check_symbolic_forward
from ._symbolic import compare_optimizer as compare_optimizer
from ._symbolic import list_gpus as list_gpus
from ._symbolic import numeric_grad as numeric_grad
from ._symbolic import simple_forward as simple_forward
from ._tolerance import default_atols as default_atols
from ._tolerance import default_context as default_context
from ._tolerance import default_dtype as default_dtype
from ._tolerance import default_numeric_eps as default_numeric_eps
from ._tolerance import default_rtols as default_rtols
from ._tolerance import effective_dtype as effective_dtype
from ._tolerance import get_atol as get_atol
from ._tolerance import get_etol as get_etol
from ._tolerance import get_rtol as get_rtol
from ._tolerance import get_tolerance as get_tolerance
from ._tolerance import get_tols as get_tols
from ._tolerance import set_default_context as set_default_context
