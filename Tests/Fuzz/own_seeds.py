"""The inputs with which a search begins in the program's own formats, such as mapping files, catalogs and requests, taken from their
examples and tests."""
import gzip, json, pathlib, re, zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Fixtures"
LONGEST = 4096  # bytes


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def few(value, count):
    """A JSON value with the first elements of its arrays."""
    if isinstance(value, list):
        return [few(element, count) for element in value[:count]]
    return {key: few(member, count) for key, member in value.items()} if isinstance(value, dict) else value


def texts_of(folder):
    """The raw strings in the tests of a target."""
    for file in sorted((ROOT / "Tests" / folder).rglob("*.swift")):
        for match in re.finditer(r'#"""\n(.*?)\n *"""#|#"((?:[^"\n]|"(?!#))*)"#', file.read_text(encoding="utf-8"), re.DOTALL):
            yield match[1] or match[2] or ""


def mappings():
    """Mapping files of adapters with the replies of their cases, and those of tests with the replies after them."""
    for file in sorted((ROOT / "Adapters").glob("*/mapping.json")):
        mapping = json.loads(file.read_bytes())
        yield compact(mapping)
        words = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", file.parent.name).lower()
        for reply in sorted(FIXTURES.glob(f"{words}*/*/*/*.*")):
            if reply.name.endswith(".meta.json"):
                continue
            body = reply.read_bytes()
            if reply.suffix == ".json":
                body = next((text for text in (compact(few(json.loads(body), count)) for count in (8, 3, 2, 1)) if len(text) < 2000), b"[]")
            yield (compact(mapping) + b"\0" + body)[:LONGEST]
    mapping = None
    for text in texts_of("FeedMappingTests"):
        if '"records"' in text:
            mapping = text.encode()
            yield mapping
        elif mapping and text[:1] in ("[", "{", "<"):
            yield mapping + b"\0" + text.encode()


def registries():
    for file in [*sorted(FIXTURES.glob("*/registry.json")), *sorted((ROOT / "Campuses").rglob("*.json")),
                 *sorted((ROOT / "Docs").rglob("registry.json"))]:
        document = json.loads(file.read_bytes())
        # The target opens no other files.
        for feed in document.get("feeds", []):
            for key in ("mapping", "codes"):
                if isinstance(feed.get(key), str):
                    feed[key] = json.loads((file.parent / feed[key]).read_bytes())
        yield compact(document)
        yield json.dumps(few(document, 1), indent=1).encode()
        for feed in document.get("feeds", []):
            name = feed["id"].split("/")[0]
            campuses = [campus for campus in document.get("campuses", []) if campus["id"] == name]
            yield compact({"campuses": campuses or [{"id": name, "name": "A", "timeZone": "America/New_York"}], "feeds": [feed]})
    for text in texts_of("AggregationTests"):
        if re.search(r'"(feeds|corrections|links|facts|campuses)"', text):
            yield text.encode()


def catalog(entries, campuses, feeds):
    """A catalog in the layout that the program writes."""
    lists = [(name, b",\n".join(compact(value) for value in values))
             for name, values in (("campuses", campuses), ("feeds", feeds), ("entries", entries))]
    text = b'{"schema":"campus-catalog/1","generatedAt":"2026-11-22T12:00:00Z"'
    for name, lines in lists:
        text += b',\n"%s":[' % name.encode() + (b"\n" + lines if lines else b"") + b"\n]"
    return text + b',\n"contentHash":"sha256:' + b"0" * 64 + b'"}\n'


def catalogs():
    for file in sorted(FIXTURES.glob("*/expected.ndjson")):
        entries = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        entries = [few(entry, 2) for entry in entries if "kind" in entry][:2]
        yield b"".join(compact(entry) + b"\n" for entry in entries)
        campuses = [{"id": campus, "name": "A", "timeZone": "America/New_York"} for campus in sorted({entry["campus"] for entry in entries})]
        feeds = [{"id": f"{campus['id']}/x", "campus": campus["id"], "adapter": "mapping", "outcome": "fresh", "entries": 1, "rejected": 0,
                  "notes": [{"code": "text.odd", "detail": "b"}]} for campus in campuses]
        yield catalog(entries, campuses, feeds)
        yield compact(json.loads(catalog(entries[:1], campuses, feeds)))
    for file in sorted(FIXTURES.glob("catalog-*/*/*/*.json")):
        yield file.read_bytes()[:LONGEST]


def cursors():
    for moment in (0, 1764500400, -62135596800, 253402300799, 253402300740):
        for start in (0, 1, 3, 500, 1_000_000_000):
            yield f"V.{moment}.Q.{start}".encode()
    yield from (b"0123456789ab.1764500400.01234567.3", b"V.01.Q.3", b"V..Q.", b"")


def requests():
    texts = [file.read_text(encoding="utf-8") for folder in ("Docs", "Tests/CatalogServerTests", "Tests/CommandTests")
             for file in sorted((ROOT / folder).rglob("*")) if file.suffix in (".md", ".swift")]
    paths = {match for text in texts for match in re.findall(r"""(?<=[ "`(])/[a-z][A-Za-z0-9./?=&%_~+:,@-]*""", text)}
    for campus in ("dd", "ny", "a", "gmu"):
        paths |= {f"/{campus}", f"/{campus}/week", f"/api/v1/campuses/{campus}.ics", f"/api/v1/entries?campus={campus}&q=pizza"}
    for entry in ("dd/mensa/4", "dd/mensa/9", "dd/mensen/80", "ny/dining/1"):
        paths |= {f"/places/{entry}", f"/places/{entry}/menu", f"/api/v1/entries/{entry}", f"/api/v1/entries/{entry}.ics"}
    names = ("dd/mensa/4", "dd/mensa/9")
    paths |= {re.sub(r"(?<=/places/|entries/)[a-z]+/[a-z-]+/[A-Za-z0-9%-]+", name, path) for path in paths for name in names}
    for path in sorted(paths):
        yield f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    fields = ["Range: bytes=0-9", "Range: bytes=-5\r\nIf-Range: \"a\"", "Accept-Encoding: gzip", "If-None-Match: *", "Accept: text/html",
              "Accept: text/csv;q=0.5, application/geo+json", "Accept-Language: de-CH, fr;q=0.5", "Content-Length: 3\r\n\r\nabc",
              "Connection: upgrade\r\nUpgrade: h2c", "If-Modified-Since: Mon, 30 Nov 2026 11:00:00 GMT", "Access-Control-Request-Method: GET"]
    for method in ("GET", "HEAD", "OPTIONS", "POST"):
        for path in ("/", "/dd", "/api/v1/entries", "/api/v1/catalog", "/api/v1/menus?q=pizza", "http://localhost/week", "/fehlt/%3Cfuzz"):
            for field in fields:
                yield f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{field}\r\n\r\n".encode()


def replies():
    for file in sorted(FIXTURES.rglob("*.meta.json")):
        fields = json.loads(file.read_bytes())
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.get("headers", {}).items())
        yield f"HTTP/1.1 {fields.get('status', 200)} OK\r\n{lines}\r\n[]".encode()
    for file in sorted((ROOT / "Tests" / "CurlTransportTests").glob("*.swift")):
        for text in re.findall(r'"(HTTP/[^"]*)"', file.read_text(encoding="utf-8")):
            yield text.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0").encode()
    body = b'[{"id": 1, "name": "Commons"}]'
    deflate = zlib.compressobj(wbits=-15)
    for coding, coded in (("gzip", gzip.compress(body, mtime=0)), ("deflate", zlib.compress(body)), ("gzip, gzip", gzip.compress(gzip.compress(body, mtime=0), mtime=0)),
                          ("deflate", deflate.compress(body) + deflate.flush()), ("br", b"\x0b\x02\x80abcde\x03"), ("zstd", ZSTD)):
        yield f"HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n".encode() + coded
    for field in ("Location: ../b?c#d", "Location: //[fe80::1%25eth0]:80/", "Location: HTTP://Example.EDU/\xe9", "Retry-After: 120", "Age: 5\r\nCache-Control: max-age=60, \"x\"",
                  "Retry-After: Sun, 06 Nov 2026 08:49:37 GMT", "Expires: Sunday, 06-Nov-94 08:49:37 GMT", "Expires: Sun Nov  6 08:49:37 1994"):
        yield b"HTTP/1.1 302 Found\r\n" + field.encode("latin-1") + b"\r\n\r\n"


# The text "abc" as a frame (RFC 8878), without a checksum.
ZSTD = bytes.fromhex("28b52ffd2003190000616263")
MOMENT = "2026-11-21T17:00:00.000000000Z"


def rows():
    moment = "t" + MOMENT
    tables = {
        "feed": ["ttown/feed", "tkey", "i0", "i1", "i1", moment, "n", "i2", "thttp.503", moment, moment, "i0", 't["2026-11-21T17:00:00Z"]', "tguard.shrink", "i25", moment],
        "host": ["thttps://example.org:443", moment, "i1", "i2"],
        "request": ["ttown/feed", "tall", "tkey", 't"1"', "n", "sbody", "thttps://example.org/", 't{"age":"1"}', moment, "thttps://example.org/b", "i2", moment],
        "snapshot": ["i1", "ttown/feed", moment, moment, moment, "scontent", "tbodies", "i12", "i3", "i0", "thttps://example.org/", "n", 't[{"code":"note","detail":"a"}]'],
        "upstream": ["ttown/feed", "scontent", 't{"campuses":[{"id":"a","name":"A"}],"feeds":[{"id":"a/x","campus":"a","adapter":"mapping","outcome":"fresh","entries":1,"rejected":0}]}',
                     't[["a/x","guard.shrink",1,3,"2026-11-21T17:00:00Z"]]'],
        "snapshot_body": ["i1", "tall", "sbody", "thttps://example.org/", 't{"age":"1"}', moment],
        "change": ["i1", "ttown/feed/1", "tgone", "tfeed.removed", moment],
        "stream_entry": ["ttown/feed/1", "i1", moment, 't{"id":"town/feed/1"}'],
        "run": ["i1", moment, 't{"campuses":["a"],"feeds":["a/x"]}', "sa", "sb", "sc", "t[0,null,-1500000000]", "t[0,312,4,1290]"],
        "content_hash": ["sa", "sb", "sc"],
        "feed_start": ["ttown/feed", moment],
        "favorite": ["ttown/feed/1", "tCommons", moment],
        "past_date": ["ttown", "t2026-11-21", "sresults", 'z{"town/feed":{"1":[1,420,600,690,900]}}'],
        "content": ["b" + 20 * "a line of text, ", "b" + 20 * "a line of text. "],
        "list": ["t[0,null,-1500000000]", "t[0,312,4,1290]", 't[["town","' + 64 * "0" + '",12]]'],
    }
    for file in sorted((ROOT / "Sources/SnapshotStore").rglob("*.swift")):
        # Tables that have no example here.
        for name in re.findall(r'static let table = StoredTable\(\s*"(\w+)"', file.read_text(encoding="utf-8")):
            tables.setdefault(name, ["ttown/feed", "i1", moment, "n"])
    for table, columns in tables.items():
        yield "\n".join([table, *columns]).encode()
    yield b"content\nb" + ZSTD + b"\nbabc"


OWN_SEEDS = {
    "catalog": catalogs,
    "cursor": cursors,
    "mapping": mappings,
    "registry": registries,
    "reply": replies,
    "requests": requests,
    "row": rows,
}
