"""Checks a description of the API, its examples, and the server that answers to it.

usage: check_api.py ADDRESS FOLDER     ADDRESS: of a server of the sample; FOLDER: for files of schemathesis
"""
import json, os, pathlib, re, subprocess, sys, time, urllib.request

import jsonschema_rs, openapi_spec_validator

LEAST = 10_000
SEED = 20261121
HERE = pathlib.Path(__file__).resolve().parent


def examples(node, path="#"):
    """Yields each example in a document, with its schema and its place."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from examples(item, f"{path}/{index}")
    elif isinstance(node, dict):
        schema = node.get("schema")
        if isinstance(schema, dict):
            if "example" in node:
                yield schema, node["example"], f"{path}/example"
            for name, example in node.get("examples", {}).items():
                yield schema, example["value"], f"{path}/examples/{name}"
        for key, item in node.items():
            if key not in ("example", "examples"):
                yield from examples(item, f"{path}/{key}")


def check_examples(description):
    """Returns the number of examples. Stops with the first that its schema does not allow."""
    number = 0
    for schema, example, path in examples(description):
        whole = {**schema, "components": description["components"]}
        errors = [f"{path}: {error.message}" for error in jsonschema_rs.Draft202012Validator(whole, validate_formats=True).iter_errors(example)]
        if errors:
            sys.exit("\n".join(errors))
        number += 1
    return number


def specialised(description, campuses):
    """Returns the description with what only the server knows: the campuses. Any other campus is refused, as it should be."""
    copy = json.loads(json.dumps(description))
    copy["components"]["parameters"]["campus"]["schema"]["items"] = {"enum": campuses}
    return copy


def fetched(address):
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


def main(address, folder):
    path = os.environ.get("API_DESCRIPTION")
    description = json.loads(pathlib.Path(path).read_text()) if path else fetched(f"{address}/openapi.json")
    openapi_spec_validator.validate(description)
    number = check_examples(description)
    campuses = [campus["id"] for campus in fetched(f"{address}/api/v1/campuses")["campuses"]]
    (folder / "openapi.json").write_text(json.dumps(specialised(description, campuses)))
    start = time.monotonic()
    # The settings are in schemathesis.toml, and the hooks in api_hooks.py.
    result = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", HERE / "schemathesis.toml", "run", folder / "openapi.json",
         "--url", address, "--seed", str(SEED), *os.environ.get("API_OPTIONS", "").split()],
        cwd=folder, env={**os.environ, "SCHEMATHESIS_HOOKS": "api_hooks", "PYTHONPATH": str(HERE)}, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    generated = re.search(r"([0-9,]+) generated", result.stdout)
    cases = int(generated[1].replace(",", "")) if generated else 0
    if result.returncode or os.environ.get("API_OPTIONS"):
        print(result.stdout)
    if result.returncode:
        return 1
    if cases < LEAST:
        print(f"only {cases} requests were made, not {LEAST}")
        return 1
    print(f"the description of the API is valid, with {number} examples; {cases} requests were answered as it says"
          f" in {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
