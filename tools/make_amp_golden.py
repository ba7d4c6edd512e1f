"""Writes the golden files of mixed precision; run it with the real MXNet 1.9.1.

    python tools/make_amp_golden.py

Networks made after ``amp.init`` need a process for each type, because MXNet cannot undo it.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent.parent / "tests" / "contrib" / "amp"
sys.path.insert(0, str(TESTS))


def lists(amp, target):
    """All operator lists of a type."""
    return {name: getattr(amp, name)(target) for name in dir(amp) if name.startswith("list_")}


def main():
    import amp_networks

    import mxnet as mx
    from mxnet.contrib import amp

    if sys.argv[1:]:
        amp.init(sys.argv[1])
        print(json.dumps(amp_networks.initialized(mx)))
        return
    golden = {"converted": amp_networks.converted(mx, amp), "initialized": {}, "lists": {}}
    for target in ("float16", "bfloat16"):
        done = subprocess.run([sys.executable, __file__, target], capture_output=True, text=True, check=True)
        golden["initialized"][target] = json.loads(done.stdout.splitlines()[-1])
        golden["lists"][target] = lists(amp, target if target == "float16" else amp.amp.bfloat16)
    (TESTS / "golden.json").write_text(json.dumps(golden, separators=(",", ":")))


if __name__ == "__main__":
    main()
