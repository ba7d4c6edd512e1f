"""Which plan runs in which circumstances."""

from typing import Any

import pytest
import torch

from mxnet._graph.plan_table import PlanTable


class Plan:
    """Stands for a plan; `tailored` ones suit one size."""

    def __init__(self, tailored: bool = False) -> None:
        self.tailored = tailored
        self.exact: Any = None


def key(*shapes: tuple[int, ...], recording: bool = False, dtype: torch.dtype = torch.float32) -> Any:
    return recording, False, "cpu", *[(shape, dtype) for shape in shapes]


def filled(count: int = 3, **options: Any) -> PlanTable:
    table = PlanTable(options.get("needs_sizes", False), lambda: None)
    for rows in range(8, 8 + count):
        table.obtain(key((rows, 4)), lambda sizes_vary: Plan(options.get("tailored", False)))
    return table


def test_one_plan_for_each_of_the_first_sizes() -> None:
    table = filled(3)
    assert len(set(table.plans.values())) == 3
    assert table.obtain(key((9, 4)), pytest.fail) is table.plans[key((9, 4))]


def test_then_the_nearest_of_them_serves_other_sizes() -> None:
    table = filled(3)
    assert table.obtain(key((15, 4)), pytest.fail) is table.plans[key((10, 4))]
    assert table.obtain(key((7, 4)), pytest.fail) is table.plans[key((8, 4))]


@pytest.mark.parametrize("other", [key((9, 5, 1)), key((9, 4), recording=True), key((9, 4), dtype=torch.float64),
                                   key((9, 4), (1,)), key((100, 4)), key((2, 4))])
def test_not_those_of_another_kind_or_far_away(other: Any) -> None:
    table, made = filled(3), Plan()
    assert table.obtain(other, lambda sizes_vary: made) is made


def test_a_new_plan_is_told_whether_sizes_vary() -> None:
    heard: list[bool] = []
    table = PlanTable(False, lambda: None)
    for rows in (8, 9, 10, 100):
        table.obtain(key((rows, 4)), lambda sizes_vary: heard.append(sizes_vary) or Plan())
    assert heard == [False, False, False, True]


@pytest.mark.parametrize("option", ["needs_sizes", "tailored"])
def test_plans_that_serve_one_size_only(option: str) -> None:
    table, made = filled(3, **{option: True}), Plan()
    assert table.obtain(key((11, 4)), lambda sizes_vary: made) is made


def test_too_many_plans_are_all_dropped() -> None:
    cleared: list[bool] = []
    table = PlanTable(True, lambda: cleared.append(True))
    for rows in range(129):
        table.obtain(key((rows,)), lambda sizes_vary: Plan())
    assert len(table.plans) == 1 and cleared == [True]


def test_the_exact_plan_takes_every_place_of_the_other() -> None:
    table = filled(3)
    plan = table.obtain(key((15, 4)), pytest.fail)
    plan.exact = Plan()
    assert table.make_exact(plan) is plan.exact
    assert table.plans[key((15, 4))] is table.plans[key((10, 4))] is plan.exact
    assert table.obtain(key((14, 4)), pytest.fail) is plan.exact
    assert plan.exact not in (table.plans[key((8, 4))], table.plans[key((9, 4))])
