"""Generates typed clients from the description of the API with two programs, and calls every operation with one of them.

usage: check_generated_clients.py SAMPLE STORE FOLDER     SAMPLE, STORE: the addresses of servers of the sample and of a store; FOLDER: for the clients

Exit 0: both programs make clients without leaving a schema out, whose answers are typed, and every operation is answered, also with its
defaults; lists, single entries, errors and choices of members can be read with both. 1: otherwise.
Needs: Python 3.11, openapi-python-client, datamodel-code-generator.
"""
import enum, importlib, inspect, json, os, pathlib, pkgutil, subprocess, sys, typing, urllib.error, urllib.request

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


def untyped(annotation, members, seen, path):
    """Yields the members of a type that may have any value.

    members: returns the members of a class and their types; None if it is not one of the client's.
    """
    # What another feed has for a field is of the type of the field, which may be any.
    if annotation is typing.Any and path.split(".")[0] not in ("OverItem", "ProvenanceItemOverItem"):
        yield path
    for argument in typing.get_args(annotation):
        yield from untyped(argument, members, seen, path)
    if isinstance(annotation, type) and annotation not in seen and (own := members(annotation)) is not None:
        seen.add(annotation)
        for name, kind in own.items():
            yield from untyped(kind, members, seen, f"{annotation.__name__}.{name}")


def answer_of(address):
    """Returns the content of an answer, which may be an error."""
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        return error.read()


FAVORITES = "penn/dining/593,penn/dining/594"
LISTS = ("limit=20", "kind=event", "kind=alert", "kind=quote", f"ids={FAVORITES}&expand=today&expand=week",
         f"ids={FAVORITES}&fields=name,status.sentence,today.spans&expand=today")


def check_models(models, sample):
    """Reads lists, single entries and errors with the models of datamodel-codegen; yields problems."""
    def members(kind):
        return {name: field.annotation for name, field in kind.model_fields.items()} if hasattr(kind, "model_fields") else None

    for model in (models.EntryList, models.Problem, models.Campuses, models.Feeds):
        for path in untyped(model, members, set(), model.__name__):
            yield f"the models have any value for {path}"
    for query in LISTS:
        entries = models.EntryList.model_validate_json(answer_of(f"{sample}/api/v1/entries?{query}")).entries
        if not entries:
            yield f"the models read no entries of {query}"
        places = [entry.root for entry in entries if entry.root.kind == "place" and entry.root.status and "fields" not in query]
        if any(not isinstance(place.status.state, enum.Enum) or not place.status.sentence.root for place in places):
            yield f"the models have no states of the places of {query}"
    found = models.EntryList.model_validate_json(answer_of(f"{sample}/api/v1/entries?{LISTS[-1]}"))
    place = found.entries[0].root
    if place.status.state is not None or place.today.spans[0].from_.root.utcoffset() is None or place.campus is not None:
        yield f"the models read {place} for {LISTS[-1]}"
    if [str(missing.suggestions[0].root) for missing in found.missing] != ["penn/dining/593"]:
        yield f"the models read the missing entries {found.missing}"
    one = models.EntryList.model_validate_json(answer_of(f"{sample}/api/v1/entries/penn/dining/593"))
    if len(one.week) != 7 or not one.week[0].spans:
        yield "the models do not read the week of an entry"
    problem = models.Problem.model_validate_json(answer_of(f"{sample}/api/v1/entries/penn/dining/594"))
    if problem.status != 404 or not problem.suggestions:
        yield f"the models read the error {problem}"


def check_client(name, client, sample):
    """Asks with the client of openapi-python-client for lists, single entries and errors; yields problems."""
    models, types = importlib.import_module(f"{name}.models"), importlib.import_module(f"{name}.types")
    entries, entry = (importlib.import_module(f"{name}.api.entries.{operation}") for operation in ("list_entries", "get_entry"))

    def members(kind):
        names = vars(sys.modules[kind.__module__]) | vars(models) | vars(types)
        return typing.get_type_hints(kind, names) if hasattr(kind, "__attrs_attrs__") else None

    for model in (models.EntryList, models.Problem, models.Campuses, models.Feeds):
        for path in untyped(model, members, set(), model.__name__):
            yield f"the client has any value for {path}"
    for operation in (entries, entry):
        # Any value stands for the answers without content, such as 304.
        kinds = typing.get_args(typing.get_type_hints(operation.sync)["return"])
        if models.EntryList not in kinds or models.Problem not in kinds:
            yield f"the client returns {kinds} for {operation.__name__}"
    listed = entries.sync(client=client, ids=FAVORITES.split(","), expand=[models.Expansion.TODAY, models.Expansion.WEEK])
    place = listed.entries[0]
    if not isinstance(place.status.state, enum.Enum) or len(place.week) != 7 or place.today.spans[0].from_.utcoffset() is None:
        yield f"the client reads the place {place}"
    if listed.missing[0].suggestions != ["penn/dining/593"]:
        yield f"the client reads the missing entries {listed.missing}"
    place = entries.sync(client=client, ids=FAVORITES.split(","), fields=[models.FieldName.NAME, models.FieldName("status.sentence")]).entries[0]
    if place.name != "1920 Commons" or not place.status.sentence or place.campus is not types.UNSET:
        yield f"the client reads the place {place} with some members"
    path = {"campus": "penn", "feed": "dining", "client": client}
    one = entry.sync(record="593", **path)
    if len(one.week) != 7 or not one.week[0].spans:
        yield "the client does not read the week of an entry"
    problem = entry.sync(record="594", **path)
    if not isinstance(problem, models.Problem) or problem.suggestions != ["penn/dining/593"]:
        yield f"the client reads the error {problem}"
    problem = entries.sync(client=client, limit=501)
    if not isinstance(problem, models.Problem) or problem.errors[0].parameter != "limit":
        yield f"the client reads the error {problem}"


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
    problems += check_models(models, sample)
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
    problems += check_client(name, client_module.Client(base_url=sample), sample)
    count = sum(len(methods) for methods in json.loads(description.read_text())["paths"].values())
    if called != count:
        problems.append(f"the client has {called} of {count} operations")
    print("\n".join(problems) or f"two programs make clients from the description of the API, and all {called} operations are answered")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])))
