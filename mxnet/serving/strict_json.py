"""Read JSON of strangers: no duplicate keys, no NaN, bounded depth."""

from __future__ import annotations

import json
from typing import Any, NoReturn


class InvalidJSON(ValueError):
    """The text is not JSON as RFC 8259 defines it."""


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidJSON(f"the JSON text contains {name}, which is not a JSON number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise InvalidJSON(f"the JSON text has the key {name[:64]!r} twice in one object")
            seen.add(name)
    return members


def loads(text: bytes, *, special_numbers: bool = False) -> Any:
    """Parse UTF-8 encoded JSON, or raise InvalidJSON. Python's clients write NaN and Infinity as `special_numbers`."""
    try:
        return json.loads(text.decode("utf-8-sig"), object_pairs_hook=_object,
                          parse_constant=None if special_numbers else _refuse_constant)
    except InvalidJSON:
        raise
    except UnicodeDecodeError as error:
        raise InvalidJSON(f"the JSON text is not valid UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise InvalidJSON("the JSON text is nested too deeply") from None
    except ValueError as error:  # also integers with thousands of digits
        raise InvalidJSON(f"the body is not valid JSON: {error}") from None
