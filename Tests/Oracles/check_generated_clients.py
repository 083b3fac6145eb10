"""Generates typed clients from the description of the API with two programs, and calls every operation with one of them.

usage: check_generated_clients.py SAMPLE STORE FOLDER     SAMPLE, STORE: the addresses of servers of the sample and of a store; FOLDER: for the clients

Exit 0: both programs make clients without leaving a schema out, and every operation is answered, also with its defaults. 1: otherwise.
Needs: Python 3.11, openapi-python-client, datamodel-code-generator.
"""
import importlib, inspect, json, os, pathlib, pkgutil, subprocess, sys, urllib.request

# Values for parameters in the path, and for questions that need one.
PATHS = {"campus": "penn", "feed": "dining", "record": "593", "extension": "json"}


def run(*command):
    environment = {**os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[2]} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout + done.stderr


def operations(package):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.ispkg:
            yield importlib.import_module(module.name)


def main(sample, store, folder):
    description = folder / "openapi.json"
    with urllib.request.urlopen(f"{sample}/openapi.json") as answer:
        description.write_bytes(answer.read())
    said = run(sys.executable, "-m", "openapi_python_client", "generate", "--path", str(description), "--output-path", str(folder / "client"))
    problems = [line for line in said.splitlines() if "Unable to" in line or "removal" in line]
    run(sys.executable, "-m", "datamodel_code_generator", "--input", str(description), "--output", str(folder / "models.py"),
        "--output-model-type", "pydantic_v2.BaseModel")
    sys.path[:0] = [str(folder), str(next(path for path in (folder / "client").iterdir() if (path / "client.py").exists()).parent)]
    models = importlib.import_module("models")
    with urllib.request.urlopen(f"{sample}/api/v1/catalog") as answer:
        catalog = answer.read()
    kinds = {entry.root.kind for entry in models.Catalog.model_validate_json(catalog).entries}
    if {str(getattr(kind, "value", kind)) for kind in kinds} != {"place", "event", "alert", "quote", "menu"}:
        problems.append(f"the models have the kinds {kinds}")
    name = next(path.name for path in (folder / "client").iterdir() if (path / "client.py").exists())
    client_module, api = importlib.import_module(f"{name}.client"), importlib.import_module(f"{name}.api")
    called = 0
    for operation in operations(api):
        if not hasattr(operation, "sync_detailed"):
            continue
        parameters = inspect.signature(operation.sync_detailed).parameters
        required = {key: PATHS[key] for key, parameter in parameters.items() if key != "client" and parameter.default is inspect.Parameter.empty}
        address = store if "changes" in operation.__name__ else sample
        response = operation.sync_detailed(client=client_module.Client(base_url=address), **required)
        called += 1
        if int(response.status_code) != 200:
            problems.append(f"{operation.__name__}: {int(response.status_code)}: {response.content[:300]}")
        elif "json" in response.headers.get("content-type", "") and response.parsed is None:
            problems.append(f"{operation.__name__}: the answer has no type")
    count = sum(len(methods) for methods in json.loads(description.read_text())["paths"].values())
    if called != count:
        problems.append(f"the client has {called} of {count} operations")
    print("\n".join(problems) or f"two programs make clients from the description of the API, and all {called} operations are answered")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])))
