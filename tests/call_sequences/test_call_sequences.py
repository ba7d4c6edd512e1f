"""Methods that users override are called as MXNet 1.9.1 calls them: the same ones, in the same order."""

from __future__ import annotations

import importlib
import pathlib

import pytest
import recording

FOLDER = pathlib.Path(__file__).parent


def all_programs() -> list[object]:
    found = []
    for file in sorted(FOLDER.glob("programs_*.py")):
        recording.PROGRAMS.clear()
        importlib.import_module(file.stem)
        golden = recording.read_golden(FOLDER / "golden" / f"{file.stem.removeprefix('programs_')}.json")
        assert list(golden) == list(recording.PROGRAMS), f"{file.name} and its golden file differ: make it again"
        found += [pytest.param(run, golden[name], id=name) for name, run in recording.PROGRAMS.items()]
    return found


PROGRAMS = all_programs()


@pytest.mark.filterwarnings("ignore")  # programs of the original's time warn; what they call is the subject here
@pytest.mark.parametrize(("run", "expected"), PROGRAMS)
def test_calls_are_those_of_the_original(run: recording.Program, expected: list[str]) -> None:
    everything = recording.calls_of(run)
    assert everything.calls == expected
    for name in sorted(everything.names):
        alone = recording.calls_of(run, only=name).calls
        assert alone == [call for call in expected if call.split("(", 1)[0] == name], f"only {name} is overridden"
