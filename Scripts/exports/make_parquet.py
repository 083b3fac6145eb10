"""Write entries, or the dishes of their menus, as a Parquet file, through DuckDB.

usage: make_parquet.py [--dishes] FILE OUT

FILE is NDJSON, or a catalog in the layout of `aggregate`, whose feeds then become metadata of the file. Every file has the same columns, sorted by id.
Exit 0: written, 65: FILE is not a catalog, 5: OUT cannot be written.
"""
import itertools, json, os, sys, tempfile

import duckdb

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "../../Cluster"))
from aggregate_spark.columns import columns  # noqa: E402

with open(os.path.join(FOLDER, "../../Sources/CampusCatalog/Schema/campus-catalog-1.schema.json"), encoding="utf-8") as schema:
    MEMBERS, COLUMNS = columns(json.load(schema))
# The members of menus, and a row for each dish: the same columns in every file, in the order of the feed.
MENU = {
    "place": "text", "date": "date", "meal": {"name": "text", "kind": "text", "from": "text", "to": "text"},
    "coveredAllergens": ["text"],
    "sections": [{"name": "text", "dishes": [{
        "name": "text", "notes": ["text"], "diets": ["text"], "allergens": [{"code": "text", "detail": "text"}], "allergensStated": "boolean",
        "labels": ["text"], "prices": [{"role": "text", "amount": "text", "currency": "text", "per": {"amount": "text", "unit": "text"},
                                        "base": "text"}]}]}]}
DISHES = """
    WITH names AS (SELECT id, name FROM entries WHERE kind = 'place'),
    sections AS (
        SELECT id, campus, place, date, meal, "coveredAllergens", unnest(sections) AS section, generate_subscripts(sections, 1) AS number
        FROM entries WHERE kind = 'menu'),
    dishes AS (SELECT *, unnest(section.dishes) AS dish, generate_subscripts(section.dishes, 1) AS index FROM sections)
    SELECT dishes.id, row_number() OVER (PARTITION BY dishes.id ORDER BY number, index) AS position, campus, place, names.name AS "placeName",
        date, meal.kind AS meal, meal.name AS "mealName", meal."from" AS starts, meal."to" AS ends, section.name AS section, dish.name,
        dish.notes, dish.diets, dish.allergens, dish."allergensStated" AND "coveredAllergens" IS NULL AS "allergensStated",
        CASE WHEN dish."allergensStated" THEN "coveredAllergens" END AS "coveredAllergens", dish.labels, dish.prices
    FROM dishes LEFT JOIN names ON names.id = place
    ORDER BY dishes.id, position"""
TYPES = {"text": "VARCHAR", "boolean": "BOOLEAN", "number": "DOUBLE", "date": "DATE", "time": "TIMESTAMP WITH TIME ZONE", "json": "JSON"}


def type_name(kind):
    """Returns DuckDB's name of a type in columns.json."""
    if isinstance(kind, list):
        return f"{type_name(kind[0])}[]"
    if isinstance(kind, dict):
        parts = ", ".join(f'"{name}" {type_name(part)}' for name, part in kind.items())
        return f"STRUCT({parts})"
    return TYPES[kind]


def expression(column):
    """Returns the value of a column."""
    if column.part:
        return f"{column.member}->>'$.{column.part}'" if MEMBERS[column.member] == "json" else f"{column.member}.{column.part}"
    return f"CAST({column.member} AS VARCHAR)" if MEMBERS[column.member] == "json" else column.member


def fail(code, message):
    sys.exit(print(f"Scripts/parquet: {message}", file=sys.stderr) or code)


def split(source, lines):
    """Copies the entry lines of a file, and returns the header of a catalog."""
    about = {}
    first = source.readline()
    if not first.startswith(b'{"schema":"campus-catalog/1"'):
        for line in itertools.chain([first], source):
            lines.write(line)
        return about
    about["generatedAt"] = json.loads(first.rstrip().rstrip(b",") + b"}")["generatedAt"]
    section, feeds = None, []
    for line in source:
        if line in (b'"campuses":[\n', b'"feeds":[\n', b'"entries":[\n'):
            section = line
        elif line.startswith(b"{") and section == b'"feeds":[\n':
            feeds.append(json.loads(line.rstrip().rstrip(b",")))
        elif line.startswith(b"{") and section == b'"entries":[\n':
            lines.write(line.rstrip().rstrip(b",") + b"\n")
    kept = ("id", "url", "via", "license", "outcome", "reason", "fetchedAt")
    about["feeds"] = json.dumps([{key: feed[key] for key in kept if key in feed} for feed in feeds], ensure_ascii=False)
    about["missingFeeds"] = json.dumps([feed["id"] for feed in feeds if feed["outcome"] in ("absent", "disabled")])
    return about


def text(value):
    return "'" + value.replace("'", "''") + "'"


def main(path, out, are_dishes=False):
    folder = os.path.dirname(os.path.abspath(out))
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".parquet-") as work:
            lines, part = os.path.join(work, "entries.ndjson"), os.path.join(work, "out.parquet")
            try:
                with open(path, "rb") as source, open(lines, "wb") as target:
                    about = split(source, target)
            except (OSError, ValueError, KeyError) as error:
                fail(65, f"{path} cannot be read: {getattr(error, 'strerror', None) or error}")
            write(path, lines, part, about, work, are_dishes)
            os.chmod(part, 0o666 & ~current_mask())
            os.replace(part, out)
    except OSError as error:
        fail(5, f"{out} cannot be written: {error.strerror}")


def current_mask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write(path, lines, part, about, work, are_dishes):
    # One thread, so that the same entries give the same bytes.
    database = duckdb.connect(config={"threads": 1, "temp_directory": work, "memory_limit": "512MB"})
    database.execute("SET TimeZone = 'UTC'")
    members = ", ".join(f"{text(name)}: {text(type_name(kind))}" for name, kind in (MEMBERS | MENU).items())
    try:
        database.execute(
            f"CREATE TEMP VIEW entries AS SELECT * FROM read_json({text(lines)}, format = 'newline_delimited', columns = {{{members}}}, "
            "maximum_object_size = 134217728)")
        wrong = database.execute("SELECT count(*) FROM entries WHERE id IS NULL OR kind IS NULL OR sources IS NULL").fetchone()[0]
    except duckdb.Error as error:
        fail(65, f"{path} is neither NDJSON nor a catalog: {str(error).splitlines()[0].replace(lines, path)}")
    if wrong:
        fail(65, f"{path}: {wrong} lines are not entries of a catalog")
    selected = ", ".join(f'{expression(column)} AS "{column.name}"' for column in COLUMNS)
    metadata = ", ".join(f"{text(key)}: {text(value)}" for key, value in about.items())
    extra = f", KV_METADATA {{{metadata}}}" if about else ""
    query = DISHES if are_dishes else f"SELECT {selected} FROM entries ORDER BY id"
    database.execute(f"COPY ({query}) TO {text(part)} (FORMAT parquet, COMPRESSION zstd{extra})")


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--dishes"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    main(*arguments, are_dishes="--dishes" in sys.argv)
