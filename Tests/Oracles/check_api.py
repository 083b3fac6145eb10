"""Checks the description of the API, its examples, and the servers that answer to it.

usage: check_api.py SAMPLE STORE FOLDER     SAMPLE, STORE: the addresses of servers of the sample and of a store; FOLDER: for temporary files
"""
import copy, json, os, pathlib, re, subprocess, sys, time, urllib.request

import jsonschema_rs, openapi_spec_validator

LEAST = 10_000
HERE = pathlib.Path(__file__).resolve().parent


def examples(node, path="#"):
    """Yields each example in a document, with its schema and location."""
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
    """Returns the number of examples. Stops if a schema does not allow one."""
    number, errors = 0, []
    for schema, example, path in examples(description):
        number += 1
        validator = jsonschema_rs.Draft202012Validator({**schema, "components": description["components"]}, validate_formats=True)
        errors += [f"{path}: {error.message}" for error in validator.iter_errors(example)]
    if errors:
        sys.exit("\n".join(errors))
    return number


def with_campuses(description, campuses):
    """Returns the description with the server's campuses added, because the server refuses any other."""
    special = copy.deepcopy(description)
    special["components"]["parameters"]["campus"]["schema"]["items"] = {"enum": campuses}
    return special


def fetched(address):
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


def start(address, folder, name, *options):
    """Starts schemathesis. Its settings are in schemathesis.toml, and the rules for parameters in api_hooks.py."""
    work = folder / name
    work.mkdir()
    with open(work / "report", "w") as report:
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", HERE / "schemathesis.toml", "run", folder / "openapi.json"]
        run = subprocess.Popen(
            [*command, "--url", address, *options], cwd=work, stdout=report, stderr=subprocess.STDOUT,
            env={**os.environ, "SCHEMATHESIS_HOOKS": "api_hooks", "PYTHONPATH": str(HERE), "COLUMNS": "120"})
    return run, work / "report"


def main(sample, store, folder):
    began = time.monotonic()
    description = fetched(f"{sample}/openapi.json")
    openapi_spec_validator.validate(description)
    number = check_examples(description)
    campuses = [campus["id"] for campus in fetched(f"{sample}/api/v1/campuses")["campuses"]]
    (folder / "openapi.json").write_text(json.dumps(with_campuses(description, campuses)))
    seed = int(os.environ.get("AGGREGATE_SEED", "20261121"))
    runs = [
        start(sample, folder, "first", "--seed", f"{seed}"),
        start(sample, folder, "second", "--seed", f"{seed + 1}"),
        # Without the phase for links: these addresses have none.
        start(store, folder, "changes", "--seed", f"{seed}", "--include-path-regex", "^/api/v1/changes", "--phases", "examples,coverage,fuzzing"),
    ]
    requests, failed = 0, False
    for run, report in runs:
        code, text = run.wait(), report.read_text()
        made = re.search(r"([0-9,]+) generated", text)
        requests += int(made[1].replace(",", "")) if made else 0
        if code or not made:
            print(text)
            failed = True
    if failed:
        return 1
    if requests < LEAST:
        print(f"only {requests} requests were made, not {LEAST}")
        return 1
    print(f"the description of the API is valid, with {number} examples, and {requests} requests were answered as it says, "
          f"in {time.monotonic() - began:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])))
