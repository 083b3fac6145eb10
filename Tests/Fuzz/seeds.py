"""The inputs with which a search begins, taken from the test cases in Fixtures and the texts in the tests."""
import json, pathlib, re
from own_seeds import OWN_SEEDS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Fixtures"


def files(ending):
    return [file.read_bytes() for file in sorted(FIXTURES.rglob(f"*.{ending}"))]


def shortened(value):
    """A JSON value with the first elements of its arrays."""
    if isinstance(value, list):
        return [shortened(element) for element in value[:2]]
    return {key: shortened(member) for key, member in value.items()} if isinstance(value, dict) else value


def json_texts():
    for text in files("json"):
        yield text
        try:
            yield json.dumps(shortened(json.loads(text)), ensure_ascii=False).encode()
        except ValueError:
            continue


def xml_texts():
    for text in files("xml"):
        yield text
        # The beginning of a long text is not XML, but has its words.
        yield text[:1000]


def csv_texts():
    for text in literals("Tests/FeedMappingTests"):
        if re.search(r"[,;\t].*\n|\n.*[,;\t]", text):
            yield text.encode()
            yield text.replace(",", ";").replace("\n", "\r\n").encode()
            yield b"\xff\xfe" + text.encode("utf-16-le")
    for text in files("json"):
        try:
            value = json.loads(text)
        except ValueError:
            continue
        # Lists of records as a table.
        rows = next((value for value in (value.values() if isinstance(value, dict) else [value]) if isinstance(value, list)), [])
        rows = [row for row in rows[:2] if isinstance(row, dict)]
        if rows and rows[0]:
            lines = [rows[0].keys(), *([row.get(key, "") for key in rows[0]] for row in rows)]
            yield "\r\n".join(",".join('"' + str(cell).replace('"', '""') + '"' for cell in line) for line in lines).encode()


def calendars():
    for text in files("ics"):
        yield text
        parts = re.split(rb"(?=BEGIN:VEVENT)|(?<=END:VEVENT\r\n)|(?<=END:VEVENT\n)", text)
        for part in parts[1:-1]:
            if part.startswith(b"BEGIN:VEVENT"):
                yield parts[0][:1500] + part + b"END:VCALENDAR\r\n"
    for text in literals("Tests/ICalendarTests"):
        if "RRULE" in text or "DTSTART" in text:
            yield f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:a\n{text}\nEND:VEVENT\nEND:VCALENDAR\n".encode()
        elif text.startswith("FREQ="):
            yield f"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:a\nDTSTART:20260901T100000\nRRULE:{text}\nEND:VEVENT\nEND:VCALENDAR\n".encode()


def literals(folder):
    """The texts in the Swift files of a folder."""
    for file in sorted((ROOT / folder).rglob("*.swift")):
        for text in re.findall(r'"((?:[^"\\\n]|\\.)+)"', file.read_text()):
            if "\\(" not in text:
                yield text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t").replace('\\"', '"')


def osm_texts():
    for text in files("ndjson"):
        yield from re.findall(rb'"osm":"([^"\\]+)"', text)
    yield from (text.encode() for text in literals("Tests/OpeningHoursTests") if re.search(r"\d:\d\d|off|unknown", text))


def week_texts():
    words = re.compile(r"(?i)\b(mo|tu|we|th|fr|sa|su|daily|week|closed|24)")
    for folder in ("Tests/AdapterTests", "Tests/FeedMappingTests", "Tests/CampusCatalogTests"):
        yield from (text.encode() for text in literals(folder) if len(text) < 300 and words.search(text))
    for text in files("json"):
        for found in re.findall(rb'"([^"\\]{4,200})"', text):
            if words.search(found.decode(errors="ignore")) and re.search(rb"\d", found):
                yield found


# By target.
SEEDS = {
    "csv": csv_texts,
    "icalendar": calendars,
    "json": json_texts,
    "osm-text": osm_texts,
    "week-text": week_texts,
    "xml": xml_texts,
    **OWN_SEEDS,
}
