"""The test server as a process of its own, and a registry for it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

from campuses import registry

FOLDER = Path(__file__).parent


class Site:
    """Feeds at many loopback addresses."""

    def __init__(self, program: str, feeds: int, servers: int, has_catalog: bool = False) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-B", str(FOLDER / "server.py"), str(servers)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        port = int(self._line())
        listed = json.loads(subprocess.run([program, "feeds", "--format", "json"], stdout=subprocess.PIPE, check=True).stdout)
        built_in = [feed["id"] for feed in (listed["feeds"] if isinstance(listed, dict) else listed)]
        self.registry = registry(built_in, feeds, servers, port, has_catalog)

    def choose(self, seed: int, day: int) -> None:
        """Chooses the answers, and forgets all counts."""
        self._ask({"seed": seed, "day": day})

    def report(self) -> dict[str, Any]:
        """Returns the counts of each address."""
        return self._ask({"report": True})

    def _ask(self, command: object) -> dict[str, Any]:
        assert self.process.stdin
        self.process.stdin.write(f"{json.dumps(command)}\n")
        self.process.stdin.flush()
        return json.loads(self._line())

    def _line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline()

    def __enter__(self) -> Site:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(30)
