"""Write the tables of a history as Parquet files, through DuckDB.

usage: make_history_parquet.py FOLDER OUT

FOLDER has the tables as NDJSON (aggregate export --history --format ndjson -o FOLDER). OUT, a new folder, gets hours and runs with a file for each
campus and month, and versions.parquet. The rows of a file are in the order of their days and ids, or of their runs and feeds.
Exit 0: written, 65: FOLDER has no such tables, 5: OUT cannot be written.
"""
import os, sys, tempfile

import duckdb

SEEN = {"seen_first": "TIMESTAMPTZ", "seen_last": "TIMESTAMPTZ", "feed": "VARCHAR", "run": "BIGINT"}
TABLES = {
    "hours": {
        "id": "VARCHAR", "campus": "VARCHAR", "day": "DATE", "opens": "TIMESTAMP", "closes": "TIMESTAMP", "label": "VARCHAR", "state": "VARCHAR",
        "in_effect": "BOOLEAN", **SEEN, "opens_at": "TIMESTAMPTZ", "closes_at": "TIMESTAMPTZ", "time_zone": "VARCHAR",
    },
    "versions": {
        "id": "VARCHAR", "campus": "VARCHAR", "name": "VARCHAR", "category": "VARCHAR", "latitude": "DOUBLE", "longitude": "DOUBLE", **SEEN,
    },
    "runs": {
        "run": "BIGINT", "at": "TIMESTAMPTZ", "feed": "VARCHAR", "outcome": "VARCHAR", "reason": "VARCHAR", "fetched_at": "TIMESTAMPTZ",
        "checked_at": "TIMESTAMPTZ", "duration": "DOUBLE", "attempts": "BIGINT", "bytes": "BIGINT", "entries": "BIGINT", "rejected": "BIGINT",
        "added": "BIGINT", "changed": "BIGINT", "gone": "BIGINT",
    },
}
# Of each table with a file for each campus and month: the columns to divide it by, and the order of the rows.
PARTITIONS = {
    "hours": ("*, strftime(day, '%Y-%m') AS month", "day, id, seen_first, opens, closes, label"),
    "runs": ("*, split_part(feed, '/', 1) AS campus, strftime(\"at\", '%Y-%m') AS month", "run, feed"),
}


def fail(code, message):
    sys.exit(print(f"Scripts/parquet: {message}", file=sys.stderr) or code)


def text(value):
    return "'" + value.replace("'", "''") + "'"


def write(database, source, out):
    for table, columns in TABLES.items():
        path = os.path.join(source, f"{table}.ndjson")
        types = ", ".join(f"{text(name)}: {text(kind)}" for name, kind in columns.items())
        rows = f"read_json({text(path)}, format = 'newline_delimited', columns = {{{types}}})"
        target = text(os.path.join(out, table))
        try:
            if table in PARTITIONS:
                selected, order = PARTITIONS[table]
                database.execute(
                    f"COPY (SELECT {selected} FROM {rows} ORDER BY campus, month, {order}) TO {target} "
                    "(FORMAT parquet, COMPRESSION zstd, PARTITION_BY (campus, month))")
            else:
                database.execute(
                    f"COPY (SELECT * FROM {rows} ORDER BY id, seen_first) TO {text(os.path.join(out, table + '.parquet'))} "
                    "(FORMAT parquet, COMPRESSION zstd)")
        except duckdb.Error as error:
            fail(65, f"{path} is not a table of a history: {str(error).splitlines()[0]}")


def main(source, out):
    for table in TABLES:
        if not os.path.isfile(os.path.join(source, f"{table}.ndjson")):
            fail(65, f"{source} has no {table}.ndjson; make it with aggregate export --history --format ndjson -o {source}")
    if os.path.exists(out):
        fail(5, f"{out} already exists; name a new folder")
    parent = os.path.dirname(os.path.abspath(out))
    try:
        with tempfile.TemporaryDirectory(dir=parent, prefix=".parquet-") as work:
            # One thread, so that the same rows give the same files.
            database = duckdb.connect(config={"threads": 1, "temp_directory": work, "memory_limit": "512MB"})
            database.execute("SET TimeZone = 'UTC'")
            new = os.path.join(work, "new")
            os.mkdir(new)
            write(database, source, new)
            os.rename(new, out)
    except OSError as error:
        fail(5, f"{out} cannot be written: {error.strerror}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
