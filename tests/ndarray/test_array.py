

@pytest.mark.parametrize("repeat", [
    lambda row: nd.broadcast_to(row, shape=(2, 3)),
    lambda row: nd.broadcast_like(row, nd.zeros((2, 3))),
    lambda row: nd.broadcast_axis(row, axis=0, size=2),
])
def test_repeated_rows_can_be_written_apart(repeat):
    row = nd.array([[1, 2, 3]])
    result = repeat(row)
    result[0] = 9
    assert result.asnumpy().tolist() == [[9, 9, 9], [1, 2, 3]]
    assert row.asnumpy().tolist() == [[1, 2, 3]]
