"""The typed columns of entries in Parquet files. Scripts/parquet writes the same ones.

columns.json has the type of each member of an entry, and the columns: parts of objects have columns of their own. Hours and provenance have
many forms, and stay JSON. Types: text, boolean, number, date, time, json, [list], {object}.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any, NamedTuple


class Column(NamedTuple):
    """A column, with the member of the entry that it comes from, and the part of that object, if any."""

    name: str
    member: str
    part: str | None


class Columns(NamedTuple):
    members: dict[str, Any]
    columns: list[Column]


def columns(schema: dict[str, Any]) -> Columns:
    """Returns the columns for a catalog's JSON Schema, whose other lines of text are columns, too."""
    table = json.loads(resources.files(__package__).joinpath("columns.json").read_text("utf-8"))
    members, paths = table["members"], table["columns"]
    for name, value in schema["$defs"]["place"]["properties"].items():
        if name not in members and value.get("$ref") == "#/$defs/line":
            members[name], paths[name] = "text", name
    named = []
    for name, path in paths.items():
        member, _, part = path.partition(".")
        named.append(Column(name, member, part or None))
    return Columns(members, named)
