"""The inputs with which a search begins, taken from the test cases in Fixtures."""
import json, pathlib

FIXTURES = pathlib.Path(__file__).resolve().parent.parent.parent / "Fixtures"


def documents():
    """The JSON texts of replies."""
    for file in sorted(FIXTURES.rglob("*.json")):
        yield file.read_bytes()


def shortened(value):
    """A JSON value with the first elements of its arrays."""
    if isinstance(value, list):
        return [shortened(element) for element in value[:2]]
    return {key: shortened(member) for key, member in value.items()} if isinstance(value, dict) else value


def json_texts():
    for text in documents():
        yield text
        try:
            yield json.dumps(shortened(json.loads(text)), ensure_ascii=False).encode()
        except ValueError:
            continue


SEEDS = {
    "json": json_texts,
}
