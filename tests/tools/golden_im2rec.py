"""Lists and records that MXNet's ``tools/im2rec.py`` writes, which needs OpenCV.

``images`` gets small files, stored as they are: what is compared are lists, headers, labels and parts of records, not
encoders. Some hold the magic number of records, which splits them.
"""

import pathlib
import struct
import subprocess
import sys

import mxnet as mx

FOLDER = "golden"
MAGIC = struct.pack("<I", 0xCED7230A)
FILES = {
    "cat/b.JPG": b"second",
    "cat/a.jpg": MAGIC,
    "cat/notes.txt": b"no image",
    "dog/deep/d.png": b"1234" + MAGIC + b"x" + MAGIC + MAGIC,
    "dog/c.jpeg": b"",
    "e.jpg": bytes(range(50)),
    "f.png": b"last",
    "ünï.jpg": b"name",
}
LISTS = {
    "flat": "",
    "tree": "--recursive",
    "ordered": "--recursive --no-shuffle",
    "chunks": "--recursive --chunks 3",
    "train": "--recursive --train-ratio 0.5",
    "parts": "--recursive --train-ratio 0.5 --test-ratio 0.3 --chunks 2",
    "two": "--recursive --train-ratio 0.7 --test-ratio 0.3",
    "ends": "--exts .png .jpeg",
}
RECORDS = {
    "single": ("", "7\t0.5\tcat/a.jpg\n3\t-2\tdog/deep/d.png\n18446744073709551615\t1e-3\te.jpg\n"),
    "first": ("", "0\t1\t2\t3\tcat/a.jpg\n1\t4\t5\t6\te.jpg\n"),
    "packed": ("--pack-label", "0\t1\t2\t3\tcat/a.jpg\n1\t4\t5\t6\tdog/c.jpeg\n"),
    "boxes": ("--pack-label", "0\t2\t5\t1\t.1\t.2\t.3\t.4\te.jpg\n"
              "1\t2\t5\t1\t.1\t.2\t.3\t.4\t0\t.5\t.5\t.9\t.9\tf.png\n2\t2\t5\tcat/b.JPG\n"),
    "skips": ("--num-thread 2", "0\t1\te.jpg\nno list\n1\t1\tmissing.jpg\n2\tx\tf.png\n3\t1\tf.png\n"),
    "empty": ("", ""),
}


CASES = [f"list_{name}" for name in LISTS] + list(RECORDS)


def observe(case):
    for name, content in FILES.items():
        path = pathlib.Path("images", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if case in RECORDS:
        options, lines = RECORDS[case]
        pathlib.Path(f"{case}.lst").write_text(lines)
        options = f"--pass-through {options}"
    else:
        options = f"--list {LISTS[case[len('list_'):]]}"
    program = pathlib.Path(mx.__file__).parent / "tools" / "im2rec.py"
    subprocess.run([sys.executable, program, case, "images", *options.split()], check=True, stdout=subprocess.DEVNULL)
    return {}
