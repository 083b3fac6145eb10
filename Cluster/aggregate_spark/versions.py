"""The folder of a cluster: its versions, and the one that readers see.

    OUT/current                     a link to the last version
    OUT/versions/20261121T170000Z/  a version, complete as soon as it has this name
    OUT/unfinished/20261121T170000Z/    a run that is not finished
    OUT/removed/                    versions that are being removed
    OUT/lock                        locked while a run writes here
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import ClusterError


class VersionError(ClusterError):
    """A version that cannot be written."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Creates a folder, and lets no other run write there until this one ends: it would send requests to the same servers."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "a", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise VersionError(f"another run writes to {folder}; wait until it ends") from None
        yield


class Versions:
    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()

    def current(self) -> Path | None:
        """Returns the folder of the current version. Resolve it once, and read all files there: they belong together."""
        link = self.folder / "current"
        return link.resolve(strict=True) if link.is_symlink() else None

    def work(self, at: str) -> Path:
        """Returns the folder of an unfinished run, which may have been started before."""
        name = version_name(at)
        if (self.folder / "versions" / name).exists():
            raise VersionError(f"{self.folder}/versions/{name} exists; choose another time with --at")
        work = self.folder / "unfinished" / name
        work.mkdir(parents=True, exist_ok=True)
        return work

    def publish(self, at: str, finished: Path) -> Path:
        """Moves a finished version to its place, and replaces the link to the current one by a rename. Returns its folder."""
        version = self.folder / "versions" / version_name(at)
        version.parent.mkdir(parents=True, exist_ok=True)
        for path in [finished, *finished.rglob("*")]:
            _sync(path)
        os.rename(finished, version)
        _sync(version.parent)
        link = self.folder / "current.part"
        link.unlink(missing_ok=True)
        link.symlink_to(Path("versions") / version.name)
        os.rename(link, self.folder / "current")
        _sync(self.folder)
        shutil.rmtree(self.folder / "unfinished" / version.name, ignore_errors=True)
        return version

    def keep(self, count: int) -> None:
        """Removes all versions but the current one and the latest of the others, together `count`."""
        current, removed = self.current(), self.folder / "removed"
        versions = [folder for folder in (self.folder / "versions").iterdir() if re.fullmatch(VERSION, folder.name) and folder != current]
        for version in sorted(versions, reverse=True)[count - 1 :]:
            removed.mkdir(exist_ok=True)
            # A version is complete as long as it has its name.
            os.rename(version, removed / version.name)
        # Also what an earlier run did not remove.
        shutil.rmtree(removed, ignore_errors=True)


VERSION = r"\d{8}T\d{6}(\.\d+)?Z"


def version_name(at: str) -> str:
    """Returns the name of the version of a time: `2026-11-21T17:00:00Z` is `20261121T170000Z`."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", at):
        raise VersionError(f"{at} is not a time in UTC such as 2026-11-21T17:00:00Z")
    return re.sub(r"[-:]", "", at)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
