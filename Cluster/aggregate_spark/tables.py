"""The tables of a version, in Parquet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyspark import RDD
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .columns import columns
from .lines import Result

LINES = "key string, line string"
"""Lines of `aggregate work`, as the programs wrote them."""
RESULTS = "feed string, campus string, outcome string, reason string, content string, missing boolean, line string"
"""The result of each feed, with its state in `line`. If the run has no result of a feed, `missing` is true, and the line is that of the last
run that had one."""
RECORDS = "feed string, content string, key string, line string"
"""The entries of the last good results, before they are merged: what the next run compares its results with."""


def table(spark: SparkSession, folder: Path, name: str, schema: str) -> DataFrame:
    """Returns a table of a version."""
    return spark.read.schema(schema).parquet(path(folder / name))


def write(table: DataFrame, folder: Path, name: str) -> None:
    table.write.mode("overwrite").parquet(path(folder / name), compression="zstd")


def lines(table: DataFrame) -> Iterator[str]:
    """Returns the lines of a table, in its order."""
    for row in table.select("line").toLocalIterator(prefetchPartitions=True):
        yield row.line


def write_lines(spark: SparkSession, found: RDD[tuple[str, str]], folder: Path, name: str) -> DataFrame:
    """Writes keys and lines. Returns the table."""
    write(spark.createDataFrame(found, LINES), folder, name)
    return table(spark, folder, name, LINES)


def path(file: Path) -> str:
    """Returns a path that Spark does not look for in another file system."""
    return file.absolute().as_uri()


def result_row(result: Result, missing: bool = False) -> tuple[str, str, str, str | None, str | None, bool, str]:
    return (result.feed, result.feed.partition("/")[0], result.outcome, result.reason, result.content, missing, result.line)


_TYPES = {"text": "STRING", "boolean": "BOOLEAN", "number": "DOUBLE", "date": "DATE", "time": "TIMESTAMP", "json": "STRING"}


def _type(kind: object) -> str:
    """Returns Spark's name of a type in columns.json."""
    match kind:
        case str():
            return _TYPES[kind]
        case [part]:
            return f"ARRAY<{_type(part)}>"
        case dict():
            return f"STRUCT<{', '.join(f'`{name}`: {_type(part)}' for name, part in kind.items())}>"
    raise TypeError(f"{kind} is not a type")


def entries(catalog: DataFrame, schema: dict[str, object]) -> DataFrame:
    """Returns the typed columns of entries, as Scripts/parquet writes them.

    `catalog` has the lines of a catalog's entries, and `schema` is the JSON Schema of catalogs.
    """
    found = columns(schema)
    type_of_line = f"STRUCT<entry: {_type(found.members)}>"
    # Lines are from the program, so one that does not fit is an error, not an empty row.
    read = catalog.select(F.from_json("line", type_of_line, {"mode": "FAILFAST"}).alias("parsed")).select("parsed.entry.*")
    selected = []
    for column in found.columns:
        value = F.col(f"`{column.member}`")
        if column.part:
            is_text = found.members[column.member] == "json"
            value = F.get_json_object(value, f"$.{column.part}") if is_text else value[column.part]
        selected.append(value.alias(column.name))
    return read.select(*selected)
