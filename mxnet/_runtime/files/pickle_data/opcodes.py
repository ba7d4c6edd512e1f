"""Opcodes of pickled optimizer states: the format of their arguments and their actions.

Other opcodes are rejected: instances and classes of Python 2 (``i``, ``o``), registered extensions, persistent IDs,
calls with keywords, buffers outside the file, and opcodes that only remove values from the stack.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import Any

from .arrays import PickleFileError
from .constructors import call
from .machine import Machine

_LONGEST_NUMBER = 64
_ESCAPE = re.compile(rb"\\(x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t"}


def _nothing(machine: Machine) -> None:
    return None


def _number(layout: str) -> Callable[[Machine], Any]:
    size = struct.calcsize(layout)
    return lambda machine: struct.unpack(layout, machine.take(size))[0]


def _read_counted(layout: str) -> Callable[[Machine], bytes]:
    count = _number(layout)
    return lambda machine: machine.take(count(machine))


def _text_of(stored: Callable[[Machine], bytes], encoding: str) -> Callable[[Machine], str]:
    def text(machine: Machine) -> str:
        try:
            return str(stored(machine), encoding, "surrogatepass" if encoding == "utf-8" else "strict")
        except UnicodeDecodeError:
            raise machine.fail(f"a text is not {encoding}") from None
    return text


def _decimal(machine: Machine) -> int:
    text = machine.line().removesuffix(b"L")
    try:
        return int(text[:_LONGEST_NUMBER + 1]) if len(text) <= _LONGEST_NUMBER else int("too long")
    except ValueError:
        raise machine.fail(f"{text[:_LONGEST_NUMBER]!r} is not an integer") from None


def _decimal_or_bool(machine: Machine) -> int | bool:
    """Read an integer; protocols 0 and 1 write False and True as 00 and 01."""
    text = machine.content[machine.offset:machine.offset + 3]
    value = _decimal(machine)
    return bool(value) if text in (b"00\n", b"01\n") else value


def _decimal_fraction(machine: Machine) -> float:
    text = machine.line()
    try:
        return float(text) if len(text) <= _LONGEST_NUMBER else float("too long")
    except ValueError:
        raise machine.fail(f"{text[:_LONGEST_NUMBER]!r} is not a number") from None


def _little_endian(stored: Callable[[Machine], bytes]) -> Callable[[Machine], int]:
    def number(machine: Machine) -> int:
        content = stored(machine)
        if len(content) > _LONGEST_NUMBER:
            raise machine.fail(f"an integer has {len(content)} bytes")
        return int.from_bytes(content, "little", signed=True)
    return number


def _read_quoted(machine: Machine) -> str:
    """Read a quoted Python 2 string with the escapes of its ``repr``."""
    text = machine.line().strip()
    if len(text) < 2 or text[:1] not in (b"'", b'"') or text[-1:] != text[:1]:
        raise machine.fail("a string is not in quotes")
    inner = _ESCAPE.sub(_unescape, text[1:-1])
    return inner.decode("latin-1")


def _unescape(match: re.Match[bytes]) -> bytes:
    escape = match[1]
    return bytes([int(escape[1:], 16)]) if escape[:1] == b"x" else _ESCAPED.get(escape, escape)


def _two_lines(machine: Machine) -> tuple[str, str]:
    line = _text_of(Machine.line, "utf-8")
    return line(machine), line(machine)


_Action = Callable[[Machine, Any], None]


def _push_made(make: Callable[[], Any]) -> _Action:
    return lambda machine, _: machine.push_object(make())


def _push_tuple(count: int) -> _Action:
    return lambda machine, _: machine.push_object(machine.pop_several(count))


def _dict_of_items(machine: Machine, _: Any) -> None:
    items = machine.pop_to_mark()
    machine.push_object({})
    machine.put_items(items)


_PUSH: _Action = lambda machine, value: machine.push(value)  # noqa: E731
_PUSH_OBJECT: _Action = lambda machine, value: machine.push_object(value)  # noqa: E731
_MEMOIZE: _Action = lambda machine, _: machine.remember(len(machine.memo))  # noqa: E731
_SKIP: _Action = lambda machine, _: None  # noqa: E731

_OPCODES: dict[bytes, tuple[Callable[[Machine], Any], _Action]] = {
    b"\x80": (_number("<B"), _SKIP),  # protocol
    b"\x95": (_number("<Q"), _SKIP),  # length of a frame
    b"(": (_nothing, lambda machine, _: machine.marks.append(len(machine.stack))),
    b"N": (_nothing, _PUSH),
    b"\x88": (_nothing, lambda machine, _: machine.push(True)),
    b"\x89": (_nothing, lambda machine, _: machine.push(False)),
    b"I": (_decimal_or_bool, _PUSH),
    b"L": (_decimal, _PUSH),
    b"J": (_number("<i"), _PUSH),
    b"K": (_number("<B"), _PUSH),
    b"M": (_number("<H"), _PUSH),
    b"\x8a": (_little_endian(_read_counted("<B")), _PUSH),
    b"\x8b": (_little_endian(_read_counted("<I")), _PUSH),
    b"F": (_decimal_fraction, _PUSH),
    b"G": (_number(">d"), _PUSH),
    b"S": (_read_quoted, _PUSH),
    b"T": (_text_of(_read_counted("<I"), "latin-1"), _PUSH),
    b"U": (_text_of(_read_counted("<B"), "latin-1"), _PUSH),
    b"V": (_text_of(Machine.line, "raw-unicode-escape"), _PUSH),
    b"X": (_text_of(_read_counted("<I"), "utf-8"), _PUSH),
    b"\x8c": (_text_of(_read_counted("<B"), "utf-8"), _PUSH),
    b"\x8d": (_text_of(_read_counted("<Q"), "utf-8"), _PUSH),
    b"B": (_read_counted("<I"), _PUSH),
    b"C": (_read_counted("<B"), _PUSH),
    b"\x8e": (_read_counted("<Q"), _PUSH),
    b"\x96": (lambda machine: bytearray(_read_counted("<Q")(machine)), _PUSH_OBJECT),
    b")": (_nothing, _push_made(tuple)),
    b"]": (_nothing, _push_made(list)),
    b"}": (_nothing, _push_made(dict)),
    b"\x8f": (_nothing, _push_made(set)),
    b"\x85": (_nothing, _push_tuple(1)),
    b"\x86": (_nothing, _push_tuple(2)),
    b"\x87": (_nothing, _push_tuple(3)),
    b"t": (_nothing, lambda machine, _: machine.push_object(tuple(machine.pop_to_mark()))),
    b"l": (_nothing, lambda machine, _: machine.push_object(machine.pop_to_mark())),
    b"d": (_nothing, _dict_of_items),
    b"\x91": (_nothing, lambda machine, _: machine.push_object(frozenset(map(machine.key, machine.pop_to_mark())))),
    b"a": (_nothing, lambda machine, _: machine.extend(list(machine.pop_several(1)))),
    b"e": (_nothing, lambda machine, _: machine.extend(machine.pop_to_mark())),
    b"s": (_nothing, lambda machine, _: machine.put_items(list(machine.pop_several(2)))),
    b"u": (_nothing, lambda machine, _: machine.put_items(machine.pop_to_mark())),
    b"\x90": (_nothing, lambda machine, _: machine.add_items(machine.pop_to_mark())),
    b"p": (_decimal, Machine.remember),
    b"q": (_number("<B"), Machine.remember),
    b"r": (_number("<I"), Machine.remember),
    b"\x94": (_nothing, _MEMOIZE),
    b"g": (_decimal, Machine.recall),
    b"h": (_number("<B"), Machine.recall),
    b"j": (_number("<I"), Machine.recall),
    b"c": (_two_lines, lambda machine, names: machine.name(*names)),
    b"\x93": (_nothing, lambda machine, _: machine.name(*machine.pop_several(2))),
    b"R": (_nothing, lambda machine, _: call(machine)),
    b"\x81": (_nothing, lambda machine, _: call(machine)),  # object of a class
    b"b": (_nothing, lambda machine, _: machine.build()),
}


def run(content: bytes) -> Any:
    """Run a pickle; its value still contains instances and array parts."""
    machine = Machine(content)
    while True:
        start = machine.offset
        opcode = machine.take(1)
        if opcode == b".":
            return machine.pop()
        if opcode not in _OPCODES:
            raise PickleFileError(f"the opcode {opcode!r} is not part of optimizer states", start)
        argument, action = _OPCODES[opcode]
        action(machine, argument(machine))
