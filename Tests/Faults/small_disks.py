#!/usr/bin/env python3
"""Runs on disks that are too small, with a limit on file sizes, and on read-only media.

usage: small_disks.py PROGRAM [--kilobytes STEP]

Sizes go from 200 KB to 5 MB in steps of STEP kilobytes (400). A run without space ends with 5 (store.full, export.io) and leaves the
earlier catalog and no other file; reading still works, and the next run with space succeeds. Creates a namespace
(`unshare -rm`) in which it mounts file systems; exits with 77 where that is not allowed.
"""
import argparse, os, re, resource, stat, subprocess, sys
from town import Broken, Town

REASONS = r"\((store\.(full|io|readonly|busy)|export\.io)\)"


def mount(path, options, *more):
    subprocess.run(["mount", "-t", "tmpfs", *more, "-o", options, "tmpfs", path], check=True)


def expect(town, number, result, where, reasons=REASONS):
    """Checks the result of a run, which may fail. Returns True if it succeeded."""
    status, _, error = result
    if status not in (0, 5):
        raise Broken(f"{where}: exit {status}\n{error}")
    if status == 5 and not re.search(reasons, error):
        raise Broken(f"{where}: no reason is given\n{error}")
    if town.drafts():
        raise Broken(f"{where}: exit {status}, left {town.drafts()}\n{error}")
    try:
        if status == 0:
            town.acknowledge(number)
        else:
            town.check()
    except Broken as problem:
        raise Broken(f"{where} (exit {status}): {problem}\n{error}") from None
    return status == 0


def small_disk(program, kilobytes, folder):
    """Runs until there is no space, then with space again."""
    mount(folder, "size=64m")
    # So large that a few runs fill it.
    town = Town(program, places=kilobytes // 2, folder=folder)
    # The store and the output are on the small disk; recordings and the files of the check are not.
    os.makedirs(town.path("small"))
    mount(town.path("small"), f"size={kilobytes}k")
    os.makedirs(town.path("small/out"))
    town.store, town.output = town.path("small/store.sqlite"), town.path("small/out/catalog.json")
    number, failures = 1, 0
    while not failures:
        failures += not expect(town, number, town.run(town.words(number)), f"{kilobytes} KB, run {number}")
        number += 1
    mount(town.path("small"), "size=64m,remount")
    town.do(number)
    town.check()
    subprocess.run(["umount", town.path("small"), folder], check=True)
    return failures


def limited_files(program):
    """No file may grow beyond a size (RLIMIT_FSIZE); the program or its parent ignores the signal."""
    town, failures = Town(program), 0
    town.do(1)
    for number, kilobytes in enumerate((1, 8, 32, 64, 96), 2):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10, kilobytes << 10))
        result = town.run(town.words(number), preexec_fn=limit)
        failures += not expect(town, number, result, f"files of {kilobytes} KB")
    town.do(number + 1)
    town.remove()
    return failures


def not_writable(program, folder):
    """A read-only medium with a store that was closed properly. It is a mount, because modes do not restrict root."""
    mount(folder, "size=16m")
    town = Town(program, folder=folder)
    town.do(1)
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    status, _, error = town.run(town.words(2))
    if status != 5 or "store.readonly" not in error and "export.io" not in error:
        raise Broken(f"read-only: exit {status}\n{error}")
    town.check()
    subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
    town.do(3)
    town.check()
    subprocess.run(["umount", folder], check=True)


def forbidden_modes(program):
    """A file and a folder whose modes forbid writing; not for root."""
    town = Town(program)
    town.do(1)
    for name in ("store.sqlite", "out", "."):
        path = town.path(name)
        mode = stat.S_IMODE(os.stat(path).st_mode)
        os.chmod(path, mode & ~0o222)
        result = town.run(town.words(town.last + 1))
        os.chmod(path, mode)
        if expect(town, town.last + 1, result, f"{name} cannot be written"):
            if name != ".":
                raise Broken(f"{name} cannot be written, and a run succeeded")
        town.do(town.last + 2)
    town.remove()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kilobytes", type=int, default=400)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.inside:
        try:
            if os.getuid() != 0:
                forbidden_modes(options.program)
        except Broken as problem:
            print(f"BROKEN  {problem}")
            return 1
        try:
            check = subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode
        except OSError:
            check = 1
        if check != 0:
            print("namespaces cannot be created: nothing was tried on small disks")
            return 77
        return subprocess.run(["unshare", "-rm", sys.executable, *sys.argv, "--inside"]).returncode
    program = os.path.abspath(options.program)
    town = Town(program)
    folder = town.folder
    broken, failures, sizes = 0, 0, range(200, 5121, options.kilobytes)
    trials = [(lambda size=size: small_disk(program, size, folder)) for size in sizes]
    for trial in [lambda: limited_files(program), lambda: not_writable(program, folder) or 0, *trials]:
        try:
            failures += trial()
        except Broken as problem:
            broken += 1
            print(f"BROKEN  {problem}", flush=True)
            while os.path.ismount(folder):
                subprocess.run(["umount", "-R", folder], check=True)
    town.remove()
    print(f"{len(sizes)} small disks and other limits, {failures} runs without room, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
