"""Test that overridden methods are called in the same order as in MXNet 1.9.1."""

from __future__ import annotations

import pathlib

import golden_call_sequences
import pytest
import recording

FOLDER = pathlib.Path(__file__).parent


def all_programs() -> list[object]:
    found = []
    for case in golden_call_sequences.CASES:
        programs = golden_call_sequences.programs(case)
        golden = recording.read_golden(FOLDER / "golden" / f"{case}.json")
        assert list(golden) == list(programs), f"programs_{case}.py and its golden file differ: make it again"
        found += [pytest.param(run, golden[name], id=name) for name, run in programs.items()]
    return found


PROGRAMS = all_programs()


@pytest.mark.filterwarnings("ignore")  # old programs cause warnings, which are not tested here
@pytest.mark.parametrize(("run", "expected"), PROGRAMS)
def test_calls_are_those_of_the_original(run: recording.Program, expected: list[str]) -> None:
    everything = recording.calls_of(run)
    assert everything.calls == expected
    for name in sorted(everything.names):
        alone = recording.calls_of(run, only=name).calls
        assert alone == [call for call in expected if call.split("(", 1)[0] == name], f"only {name} is overridden"
