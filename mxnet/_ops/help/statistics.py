"""Examples of reductions, random numbers and optimizer steps; see `examples` for the form."""

EXAMPLES = """
sum({[[1, 2], [3, 4]]}, axis=1)
array([3., 7.], dtype=float32)

mean({[[1, 2], [3, 4]]}, axis=1)
array([1.5, 3.5], dtype=float32)

prod({[[1, 2], [3, 4]]}, axis=1)
array([ 2., 12.], dtype=float32)

nansum({[[1, float('nan')], [3, 4]]}, axis=1)
array([1., 7.], dtype=float32)

nanprod({[[1, float('nan')], [3, 4]]}, axis=1)
array([ 1., 12.], dtype=float32)

max({[[1, 2], [3, 4]]}, axis=0)
array([3., 4.], dtype=float32)

min({[[1, 2], [3, 4]]}, axis=0)
array([1., 2.], dtype=float32)

norm({[[3, 4], [6, 8]]}, axis=1)
array([ 5., 10.], dtype=float32)

moments({[[1, 2], [3, 6]]}, axes=(0,))
[array([2., 4.], dtype=float32), array([1., 4.], dtype=float32)]

argmax({[[1, 5, 2], [7, 3, 4]]}, axis=1)
array([1., 0.], dtype=float32)

argmin({[[1, 5, 2], [7, 3, 4]]}, axis=1)
array([0., 1.], dtype=float32)

argmax_channel({[[1, 5, 2], [7, 3, 4]]})
array([1., 0.], dtype=float32)

_np_cumsum({[[1, 2], [3, 4]]}, axis=1)
array([[1., 3.],
       [3., 7.]], dtype=float32)

_random_uniform(low=0, high=1, shape=(2, 3)).shape
(2, 3)

_random_normal(loc=0, scale=1, shape=(2, 3)).shape
(2, 3)

_random_exponential(lam=2, shape=(2, 3)).shape
(2, 3)

_random_gamma(alpha=2, beta=1, shape=(2, 3)).shape
(2, 3)

_random_poisson(lam=4, shape=(2, 3)).shape
(2, 3)

_random_negative_binomial(k=3, p=0.4, shape=(2, 3)).shape
(2, 3)

_random_generalized_negative_binomial(mu=2, alpha=0.3, shape=(2, 3)).shape
(2, 3)

_random_randint(low=0, high=10, shape=(2, 3)).shape
(2, 3)

_random_uniform_like({ones((2, 3))}).shape
(2, 3)

_random_normal_like({ones((2, 3))}).shape
(2, 3)

_random_exponential_like({ones((2, 3))}).shape
(2, 3)

_random_gamma_like({ones((2, 3))}).shape
(2, 3)

_random_poisson_like({ones((2, 3))}).shape
(2, 3)

_random_negative_binomial_like({ones((2, 3))}, k=3, p=0.4).shape
(2, 3)

_random_generalized_negative_binomial_like({ones((2, 3))}).shape
(2, 3)

_shuffle({[1, 1, 1]})
array([1., 1., 1.], dtype=float32)

_random_pdf_uniform({[[1, 2]]}, {[0]}, {[4]})
array([[0.25, 0.25]], dtype=float32)

_random_pdf_normal({[[0, 1]]}, {[0]}, {[1]}).round(4)
array([[0.3989, 0.242 ]], dtype=float32)

_random_pdf_gamma({[[1, 2]]}, {[2]}, {[1]}).round(4)
array([[0.3679, 0.2707]], dtype=float32)

_random_pdf_exponential({[[0, 1]]}, {[2]}).round(4)
array([[2.    , 0.2707]], dtype=float32)

_random_pdf_poisson({[[0, 1, 2]]}, {[1]}).round(4)
array([[0.3679, 0.3679, 0.1839]], dtype=float32)

_random_pdf_negative_binomial({[[0, 1]]}, {[2]}, {[0.5]})
array([[0.25, 0.25]], dtype=float32)

_random_pdf_generalized_negative_binomial({[[0, 1]]}, {[2]}, {[0.5]})
array([[0.25, 0.25]], dtype=float32)

_random_pdf_dirichlet({[[0.5, 0.5]]}, {[2, 2]})
array([1.5], dtype=float32)

_sample_uniform({[0, 10]}, {[1, 20]}, shape=(3,)).shape
(2, 3)

_sample_normal({[0, 10]}, {[1, 2]}, shape=(3,)).shape
(2, 3)

_sample_exponential({[1, 2]}, shape=(3,)).shape
(2, 3)

_sample_gamma({[1, 2]}, {[1, 1]}, shape=(3,)).shape
(2, 3)

_sample_poisson({[1, 8]}, shape=(3,)).shape
(2, 3)

_sample_negative_binomial({[1, 3]}, {[0.5, 0.4]}, shape=(3,)).shape
(2, 3)

_sample_generalized_negative_binomial({[1, 3]}, {[0.5, 0.4]}, shape=(3,)).shape
(2, 3)

_sample_multinomial({[[0, 1], [1, 0]]}, shape=2)
array([[1, 1],
       [0, 0]], dtype=int32)

sgd_update({[1, 2]}, {[10, 10]}, lr=0.1)
array([0., 1.], dtype=float32)

sgd_mom_update({[1, 2]}, {[10, 10]}, {[0, 0]}, lr=0.1, momentum=0.9)
array([0., 1.], dtype=float32)

nag_mom_update({[1, 2]}, {[10, 10]}, {[0, 0]}, lr=0.1, momentum=0.9).round(4)
array([-0.9,  0.1], dtype=float32)

mp_sgd_update({[1, 2], dtype='float16'}, {[10, 10], dtype='float16'}, {[1, 2]}, lr=0.1)
array([0., 1.], dtype=float16)

mp_sgd_mom_update({[1, 2], dtype='float16'}, {[10, 10], dtype='float16'}, {[0, 0]}, {[1, 2]},
    lr=0.1)
array([0., 1.], dtype=float16)

mp_nag_mom_update({[1, 2], dtype='float16'}, {[10, 10], dtype='float16'}, {[0, 0]}, {[1, 2]},
    lr=0.1)
array([0., 1.], dtype=float16)

signsgd_update({[1, 2]}, {[10, -10]}, lr=0.1)
array([0.9, 2.1], dtype=float32)

signum_update({[1, 2]}, {[10, -10]}, {[0, 0]}, lr=0.1, momentum=0.9)
array([0.9, 2.1], dtype=float32)

adam_update({[1, 2]}, {[10, 10]}, {[0, 0]}, {[0, 0]}, lr=0.1).round(4)
array([0.6838, 1.6838], dtype=float32)

rmsprop_update({[1, 2]}, {[10, 10]}, {[0, 0]}, lr=0.1).round(4)
array([0.5528, 1.5528], dtype=float32)

rmspropalex_update({[1, 2]}, {[10, 10]}, {[0, 0]}, {[0, 0]}, {[0, 0]}, lr=0.1).round(4)
array([0.5412, 1.5412], dtype=float32)

ftrl_update({[1, 2]}, {[10, 10]}, {[0, 0]}, {[0, 0]}, lr=0.1).round(4)
array([0.8181, 1.7272], dtype=float32)

ftml_update({[1, 2]}, {[10, 10]}, {[0, 0]}, {[0, 0]}, {[0, 0]}, lr=0.1, t=1)
array([0.9, 1.9], dtype=float32)

multi_lars({[0.1, 0.1]}, {[4, 9]}, {[1, 1]}, {[0, 0]}, eta=0.5, eps=0)
array([0.1 , 0.15], dtype=float32)

lamb_update_phase1({[1, 2]}, {[10, 10]}, {[0, 0]}, {[0, 0]}, t=1, wd=0).round(4)
array([1., 1.], dtype=float32)

lamb_update_phase2({[1, 2]}, {[1, 1]}, {[2]}, {[1]}, lr=0.1)
array([0.8, 1.8], dtype=float32)

mp_lamb_update_phase1({[1, 2], dtype='float16'}, {[10, 10], dtype='float16'}, {[0, 0]}, {[0, 0]},
    {[1, 2]}, t=1, wd=0).round(4)
array([1., 1.], dtype=float32)

mp_lamb_update_phase2({[1, 2], dtype='float16'}, {[1, 1]}, {[2]}, {[1]}, {[1, 2]}, lr=0.1)
array([0.8, 1.8], dtype=float16)

multi_sgd_update({[1, 2]}, {[10, 10]}, lrs=(0.1,), wds=(0,), num_weights=1)
array([0., 1.], dtype=float32)

multi_sgd_mom_update({[1, 2]}, {[10, 10]}, {[0, 0]}, lrs=(0.1,), wds=(0,), momentum=0.9,
    num_weights=1)
array([0., 1.], dtype=float32)

multi_mp_sgd_update({[1, 2], dtype='float16'}, {[1, 1], dtype='float16'}, {[1, 2]}, lrs=(0.5,),
    wds=(0,))
array([0.5, 1.5], dtype=float16)

multi_mp_sgd_mom_update({[1, 2], dtype='float16'}, {[1, 1], dtype='float16'}, {[0, 0]}, {[1, 2]},
    lrs=(0.5,), wds=(0,))
array([0.5, 1.5], dtype=float16)

preloaded_multi_sgd_update({[1, 2]}, {[10, 10]}, {[0.1]}, {[0]}, num_weights=1)
array([0., 1.], dtype=float32)

preloaded_multi_sgd_mom_update({[1, 2]}, {[10, 10]}, {[0, 0]}, {[0.1]}, {[0]}, momentum=0.9,
    num_weights=1)
array([0., 1.], dtype=float32)

preloaded_multi_mp_sgd_update({[1, 2], dtype='float16'}, {[1, 1], dtype='float16'}, {[1, 2]},
    {[0.5]}, {[0]})
array([0.5, 1.5], dtype=float16)

preloaded_multi_mp_sgd_mom_update({[1, 2], dtype='float16'}, {[1, 1], dtype='float16'}, {[0, 0]},
    {[1, 2]}, {[0.5]}, {[0]})
array([0.5, 1.5], dtype=float16)

_contrib_group_adagrad_update({[[1, 2]]}, {[[3, 4]]}, {[[0]]}, lr=0.1).round(4)
array([[0.9151, 1.8869]], dtype=float32)

_sparse_adagrad_update({[[1, 2]]}, {[[3, 4]]}, {[[0, 0]]}, lr=0.1)
array([[0.9, 1.9]], dtype=float32)

_contrib_hawkesll({[[1, 2]]}, {[0.2, 0.3]}, {[1, 2]}, {[[0, 0]]}, {[[1, 2]]},
    {[[0, 1]], dtype='int32'}, {[2]}, {[5]}).round(4)
[array([-14.7977], dtype=float32), array([[0.0183, 0.0183]], dtype=float32)]

_contrib_fft({[[1, 0]]})
array([[1., 0., 1., 0.]], dtype=float32)

_contrib_ifft({[[1, 0, 1, 0]]})
array([[2., 0.]], dtype=float32)

_contrib_count_sketch({[[1, 2, 3]]}, {[[0, 1, 0]]}, {[[1, -1, 1]]}, out_dim=2)
array([[ 4., -2.]], dtype=float32)
"""
