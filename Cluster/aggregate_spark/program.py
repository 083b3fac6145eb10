"""The program `aggregate` on executors: sent to them with its shared libraries, or part of their image."""

from __future__ import annotations

import ctypes
import functools
import os
import re
import shutil
import signal
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .errors import ClusterError

ARCHIVE = "aggregate-program"
"""The name of the archive on executors, and of the folder into which Spark unpacks it."""


class ProgramError(ClusterError):
    """A failure of the program, or a wrong version of it."""

    def __init__(self, message: str, exit_code: int = 5) -> None:
        super().__init__(message)
        self.exit_code = exit_code


@dataclass(frozen=True)
class Program:
    """The program on an executor."""

    image: str | None
    """Its path in the image of the executors; None if the driver sends it."""
    version: str
    """The version that the driver has."""

    def command(self) -> list[str]:
        if self.image:
            return [self.image]
        from pyspark import SparkFiles

        folder = Path(SparkFiles.get(ARCHIVE))
        # Spark unpacks files without their permissions.
        (folder / "loader").chmod(0o755)
        # With the loader and the libraries of the driver: those of the executor may be older.
        return [str(folder / "loader"), "--library-path", str(folder / "lib"), str(folder / "aggregate")]

    def check(self) -> None:
        """Raises an error if the program on this executor has another version."""
        found = version_of(tuple(self.command()))
        if found != self.version:
            raise ProgramError(wrong_version([(executor(), found)], self.version))

    def run(self, arguments: list[str], stdin: Path, stdout: Path) -> None:
        """Runs the program. It ends with this process, however that ends."""
        self.check()
        with open(stdin, "rb") as source, open(stdout, "wb") as target:
            done = subprocess.run(
                [*self.command(), *arguments], stdin=source, stdout=target, stderr=subprocess.PIPE, preexec_fn=_end_with_parent, check=False
            )
        if done.returncode != 0:
            message = done.stderr.decode(errors="replace").strip()[-2000:]
            raise ProgramError(f"aggregate {' '.join(arguments[:2])} on {executor()} ended with code {done.returncode}: {message}")


_libc = ctypes.CDLL(None)


def _end_with_parent() -> None:
    _libc.prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def executor() -> str:
    """Returns a name of this executor for messages."""
    # In a cluster of Spark's own, its number is the name of its folder.
    number = os.environ.get("SPARK_EXECUTOR_ID") or Path.cwd().name
    return f"executor {number} ({os.uname().nodename})"


@functools.cache
def version_of(command: tuple[str, ...]) -> str:
    """Returns what `aggregate --version` prints, or why it does not run."""
    try:
        done = subprocess.run([*command, "--version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"unknown, {error}"
    text = done.stdout.decode(errors="replace").strip()
    return text if done.returncode == 0 else f"unknown, it ended with code {done.returncode}: {text[-200:]}"


def working_version(program: str) -> str:
    """Returns the version of the program on the driver. Raises an error if it does not run."""
    version = version_of((program,))
    if version.startswith("unknown"):
        raise ProgramError(f"{program} does not run: {version}", 64)
    return version


def wrong_version(executors: list[tuple[str, str]], version: str) -> str:
    """Returns a message that names the executors and their versions."""
    names = "; ".join(f"{name} has {found}" for name, found in sorted(executors))
    return f"aggregate has version {version} on the driver, but {names}. Install the same version everywhere, or leave out --image-program"


def archive(program: str, folder: Path) -> Path:
    """Writes the program, the shared libraries that `ldd` lists, and the loader to an archive. Returns its path."""
    listed = subprocess.run(["ldd", program], stdout=subprocess.PIPE, check=True).stdout.decode()
    missing = re.findall(r"^\s*(\S+) => not found", listed, re.MULTILINE)
    if missing:
        raise ProgramError(f"{program} needs libraries that are not installed: {', '.join(missing)}")
    path = folder / f"{ARCHIVE}.tar"
    with tarfile.open(path, "w", dereference=True) as tar:
        with tempfile.TemporaryDirectory(dir=folder) as work:
            tar.add(_stripped(program, Path(work)), "aggregate")
        for name, library in re.findall(r"^\s*(\S+) => (/\S+)", listed, re.MULTILINE):
            tar.add(library, f"lib/{name}")
        loader = re.search(r"^\s*(/\S+) \(", listed, re.MULTILINE)
        if not loader:
            raise ProgramError(f"ldd lists no loader of {program}; build it for Linux with shared libraries")
        tar.add(loader[1], "loader")
    return path


def _stripped(program: str, folder: Path) -> str:
    """Returns a copy without debug information, which would be most of the archive."""
    copy = str(folder / "aggregate")
    if not shutil.which("strip") or subprocess.run(["strip", "-o", copy, program], check=False).returncode != 0:
        return program
    return copy
