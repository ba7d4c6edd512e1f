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
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidJSON(f"the JSON text has the key {twice[:64]!r} twice in one object")
    return members


def loads(text: bytes) -> Any:
    """Parse UTF-8 encoded JSON, or raise InvalidJSON."""
    try:
        return json.loads(text.decode("utf-8"), object_pairs_hook=_object, parse_constant=_refuse_constant)
    except InvalidJSON:
        raise
    except UnicodeDecodeError as error:
        raise InvalidJSON(f"the JSON text is not valid UTF-8 at byte {error.start}") from None
    except RecursionError:
        raise InvalidJSON("the JSON text is nested too deeply") from None
    except ValueError as error:  # also integers with thousands of digits
        raise InvalidJSON(f"the body is not valid JSON: {error}") from None
