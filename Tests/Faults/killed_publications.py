#!/usr/bin/env python3
"""Kills publications of a site at each system call that changes the folder, and checks the files that remain.

usage: killed_publications.py PROGRAM

All files that are there are listed, so that none is left behind; the next publication succeeds, and gives exactly the files of a new folder.
"""
import hashlib, json, os, pathlib, random, shutil, subprocess, sys, tempfile
from failing_calls import can_trace

CALLS = ["rename", "unlink", "mkdir", "rmdir", "fsync"]
# The published site, if there is one, and the next one: more campuses, fewer, and the same with other content.
STEPS = [("", "all"), ("all", "two"), ("two", "all"), ("all", "other")]


def tree(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def main():
    program, random_source = sys.argv[1], random.Random(1)
    if not can_trace():
        print("strace cannot be used here")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {"HOME": name, "PATH": os.environ["PATH"]}
        failures, kills = [], 0

        def run(*words, tracer=()):
            return subprocess.run([*tracer, program, *map(str, words)], env=environment, capture_output=True, text=True)

        (folder / "name.json").write_text('{"corrections": [{"id": "penn/dining/593", "because": "a check", "name": "Other"}]}')
        run("--sample", "-q", "-o", folder / "all.json")
        run("--sample", "-q", "--config", folder / "name.json", "-o", folder / "other.json")
        run("--sample", "-q", "--config", folder / "name.json", "--campus", "penn,liverpool", "-o", folder / "two.json")
        site = folder / "site"

        def publish(catalog, to=site, tracer=()):
            return run("publish", to, "--catalog", folder / f"{catalog}.json", "-q", tracer=tracer)

        expected = {}
        for catalog in ("all", "two", "other"):
            publish(catalog, folder / f"site-{catalog}")
            expected[catalog] = tree(folder / f"site-{catalog}")
        for before, after in STEPS:
            for call in CALLS:
                status, count = 1, 0
                while status != 0 and count < 200:
                    shutil.rmtree(site, ignore_errors=True)
                    if before:
                        publish(before)
                    count += 1
                    status = publish(after, tracer=[
                        "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={count}"]).returncode
                    what = f"{before or 'nothing'} to {after}, killed at {call} {count}"
                    files = {path: data for path, data in tree(site).items() if not path.startswith(".aggregate-publish/")} if site.exists() else {}
                    manifest = json.loads(files.pop("manifest.json", '{"files": []}'))
                    listed = {file["path"]: file["sha256"] for file in manifest["files"]}
                    left = files.keys() - listed.keys() - set(manifest.get("pending", []))
                    if left:
                        failures.append(f"{what}: {sorted(left)} are not listed")
                    # Until the first new file has its name, the old site is whole.
                    if before and call == "fsync" and count == 1:
                        wrong = [path for path, digest in listed.items() if hashlib.sha256(files.get(path, b"?")).hexdigest() != digest]
                        if wrong:
                            failures.append(f"{what}: {wrong} are not as published")
                    following = random_source.choice(list(expected))
                    result = publish(following)
                    if result.returncode != 0 or tree(site) != expected[following]:
                        failures.append(f"{what}: then {following}: exit code {result.returncode} {result.stderr.strip()}")
                kills += count - 1
        for failure in failures:
            print(failure)
        print(f"{kills} publications killed, {len(failures)} failures")
        return 1 if failures or kills < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
