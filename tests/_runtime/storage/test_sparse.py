"""Test the content of sparse arrays against dense arithmetic."""

import pytest
import torch

from mxnet._runtime.storage.sparse import Csr, RowSparse, pointers, search, stored, union

KINDS = [RowSparse, Csr]


def _random(seed: int, rows: int = 7, columns: int = 5) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    values = torch.randn(rows, columns, generator=generator)
    values[torch.rand(rows, columns, generator=generator) < 0.6] = 0
    values[torch.rand(rows, generator=generator) < 0.4] = 0
    return values


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_dense_values_come_back(kind: type, seed: int) -> None:
    values = _random(seed)
    held = kind.from_dense(values)
    assert torch.equal(held.dense(), values) and held.dtype is values.dtype and held.sorted() is held
    assert torch.equal(held.with_values(held.values * 2).dense(), values * 2)
    assert torch.equal(held.convert(lambda tensor: tensor.clone()).dense(), values)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_aligned_arrays_have_the_same_positions(kind: type, seed: int) -> None:
    first, second = _random(seed), _random(seed + 100)
    places, mine, its = kind.from_dense(first).aligned(kind.from_dense(second))
    assert torch.equal(places.with_values(mine).dense(), first)
    assert torch.equal(places.with_values(its).dense(), second)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_stored(kind: type) -> None:
    held = kind.zeros((4, 3), torch.float64, "cpu")
    assert torch.equal(held.dense(), torch.zeros(4, 3, dtype=torch.float64))
    assert torch.equal(kind.from_dense(torch.zeros(4, 3)).dense(), torch.zeros(4, 3))


@pytest.mark.parametrize("seed", range(5))
def test_rows_of_row_sparse(seed: int) -> None:
    values, wanted = _random(seed), torch.tensor([6, 0, 0, 3])
    assert torch.equal(RowSparse.from_dense(values).rows(wanted), values[wanted])
    unordered = RowSparse(torch.tensor([[1.0], [2.0]]), torch.tensor([3, 1]), (4, 1))
    assert unordered.sorted().indices.tolist() == [1, 3] and torch.equal(unordered.sorted().dense(), unordered.dense())


@pytest.mark.parametrize("seed", range(5))
def test_parts_of_csr(seed: int) -> None:
    values, wanted = _random(seed), torch.tensor([6, 0, 0, 3])
    held = Csr.from_dense(values)
    assert torch.equal(held.row_block(2, 6).dense(), values[2:6])
    assert torch.equal(held.column_block(1, 4).dense(), values[:, 1:4])
    assert torch.equal(held.gather(wanted).dense(), values[wanted])


def test_lists_of_places() -> None:
    first, second = torch.tensor([1, 4, 9]), torch.tensor([0, 4, 10])
    assert union(first, second).tolist() == [0, 1, 4, 9, 10]
    assert search(first, torch.tensor([0, 4, 5, 11])).tolist() == [0, 1, 2, 3]
    assert pointers(torch.tensor([2, 0, 3])).tolist() == [0, 2, 2, 5]


def test_gradients_of_torch() -> None:
    repeated = torch.sparse_coo_tensor(torch.tensor([[2, 0, 2]]), torch.ones(3, 2), (4, 2), check_invariants=True)
    held = stored(repeated, "row_sparse")
    assert held.indices.tolist() == [0, 2] and torch.equal(held.dense(), repeated.to_dense())
    with pytest.raises(ValueError, match=r"csr arrays have two axes, received shape \(2, 3, 4\)"):
        stored(torch.zeros(2, 3, 4), "csr")
