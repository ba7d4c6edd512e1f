"""Pickle machine: a stack with marks, and a memo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .arrays import DtypeParts, NumpyParts, PickleFileError

_MAX_OBJECTS = 1_000_000
_LONGEST_KEY = 16
# Module names in Python 2 and NumPy 2.
_MODULES = {"__builtin__": "builtins", "copy_reg": "copyreg", "numpy._core.multiarray": "numpy.core.multiarray",
            "numpy._core.numeric": "numpy.core.numeric"}


@dataclass(frozen=True)
class Name:
    """Class or function named in the pickle."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


@dataclass(eq=False)
class Instance:
    """Object of a named class, with its state from the pickle."""

    of: Name
    state: Any = None


def is_key(value: Any) -> bool:
    """Return whether a value is cheap to hash with few collisions: strings, 64-bit numbers and short tuples."""
    if isinstance(value, tuple):
        return len(value) <= _LONGEST_KEY and not any(
            isinstance(part, tuple) or not is_key(part) for part in value)
    if isinstance(value, int):
        return -2**63 <= value < 2**64
    return value is None or isinstance(value, (str, bytes, float))


class Machine:
    """Stack, marks and memo of a pickle."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.offset = 0
        self.stack: list[Any] = []
        self.marks: list[int] = []
        self.memo: dict[int, Any] = {}
        self.objects = 0
        self.copied = 0

    # Reading

    def take(self, size: int) -> bytes:
        end = self.offset + size
        if end > len(self.content):
            raise PickleFileError(f"{size} bytes are needed, {len(self.content) - self.offset} are left", self.offset)
        part = self.content[self.offset:end]
        self.offset = end
        return part

    def line(self) -> bytes:
        end = self.content.find(b"\n", self.offset)
        if end < 0:
            raise PickleFileError("a line does not end", self.offset)
        part = self.content[self.offset:end]
        self.offset = end + 1
        return part

    def fail(self, reason: str) -> PickleFileError:
        return PickleFileError(reason, self.offset)

    # The stack

    def push(self, value: Any) -> None:
        self.stack.append(value)

    def push_object(self, value: Any) -> None:
        self.objects += 1
        if self.objects > _MAX_OBJECTS:
            raise self.fail(f"there are more than {_MAX_OBJECTS} objects")
        self.stack.append(value)

    def pop(self) -> Any:
        if len(self.stack) <= (self.marks[-1] if self.marks else 0):
            raise self.fail("the stack is empty")
        return self.stack.pop()

    def top(self) -> Any:
        if len(self.stack) <= (self.marks[-1] if self.marks else 0):
            raise self.fail("the stack is empty")
        return self.stack[-1]

    def pop_to_mark(self) -> list[Any]:
        if not self.marks:
            raise self.fail("there is no mark on the stack")
        start = self.marks.pop()
        items = self.stack[start:]
        del self.stack[start:]
        return items

    def pop_several(self, count: int) -> tuple[Any, ...]:
        return tuple(reversed([self.pop() for _ in range(count)]))

    def charge(self, size: int) -> None:
        """Count copied bytes, because a pickle may refer to the same text many times."""
        self.copied += size
        if self.copied > 4 * len(self.content) + 1000:
            raise self.fail("the values are larger than the file")

    # Opcodes

    def remember(self, number: int) -> None:
        self.memo[number] = self.top()

    def recall(self, number: int) -> None:
        if number not in self.memo:
            raise self.fail(f"value {number} is used before it is stored")
        self.push(self.memo[number])

    def put_items(self, pairs: list[Any]) -> None:
        target = self.top()
        if not isinstance(target, dict) or len(pairs) % 2:
            raise self.fail("items are set on something that is not a dict")
        for key, value in zip(pairs[::2], pairs[1::2], strict=True):
            target[self.key(key)] = value

    def extend(self, items: list[Any]) -> None:
        target = self.top()
        if not isinstance(target, list):
            raise self.fail("items are appended to something that is not a list")
        target.extend(items)

    def add_items(self, items: list[Any]) -> None:
        target = self.top()
        if not isinstance(target, set):
            raise self.fail("items are added to something that is not a set")
        target.update(map(self.key, items))

    def key(self, value: Any) -> Any:
        """Return a value that may be the key of a dict."""
        if is_key(value):
            return value
        raise self.fail(f"a {type(value).__name__} is the key of a dict or the member of a set")

    def name(self, module: Any, name: Any) -> None:
        if not isinstance(module, str) or not isinstance(name, str):
            raise self.fail("the name of a class is not a string")
        self.push_object(Name(_MODULES.get(module, module), name))

    def build(self) -> None:
        state, target = self.pop(), self.top()
        if isinstance(target, Instance) and target.state is None:
            target.state = state
        elif isinstance(target, DtypeParts):
            target.set_state(state, self.offset)
        elif isinstance(target, NumpyParts) and target.dtype is None:
            if isinstance(state, tuple) and len(state) == 5:
                self.charge(len(state[4]) if isinstance(state[4], (bytes, str)) else 0)
            target.set_state(state, self.offset)
        else:
            raise self.fail(f"a state is given to a {type(target).__name__}, which takes none")
