"""A server at many loopback addresses, each of which counts its requests.

    python server.py SERVERS       prints the port; reads commands from stdin, one a line, and answers each with a line of JSON

{"seed": 1, "day": 0} chooses the answers, and forgets all counts; {"report": true} returns the counts.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import sys
from dataclasses import dataclass, field

from campuses import address, answer

GAP = 0.25
"""The time between requests to a server, in seconds."""


@dataclass
class Counts:
    """The requests to one address."""

    requests: int = 0
    in_flight: int = 0
    most_in_flight: int = 0
    last_start: float | None = None
    least_gap: float | None = None
    latest: float | None = None
    """The maximum time of a request, minus the gaps of all before it."""
    early: float = 0
    """The maximum time by which a request came before the gaps of any number of requests before it allow."""
    feeds: dict[int, int] = field(default_factory=dict)
    """The number of requests for each feed."""
    unconditional: dict[int, int] = field(default_factory=dict)
    """Those of them without a validator."""


class Server:
    def __init__(self) -> None:
        self.seed = 0
        self.day = 0
        self.counts: dict[str, Counts] = {}
        self.connections: set[asyncio.Task[None]] = set()

    async def listen(self, name: str, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            connection, _ = await loop.sock_accept(listening)
            connection.setblocking(False)
            task = asyncio.create_task(self._serve(connection, self.counts[name]))
            self.connections.add(task)
            task.add_done_callback(self.connections.discard)

    async def _serve(self, connection: socket.socket, counts: Counts) -> None:
        with connection:
            try:
                while True:
                    head, time = b"", 0.0
                    while not head.endswith(b"\r\n\r\n"):
                        piece, received = await receive(connection)
                        head, time = head + piece, time or received
                    await self._answer(head.decode("latin-1"), time, counts, connection)
            except ConnectionError:
                pass

    async def _answer(self, head: str, now: float, counts: Counts, connection: socket.socket) -> None:
        if counts.last_start is not None:
            gap = now - counts.last_start
            counts.least_gap = gap if counts.least_gap is None else min(gap, counts.least_gap)
        counts.last_start = now
        without_gaps = now - counts.requests * GAP
        counts.latest = without_gaps if counts.latest is None else max(without_gaps, counts.latest)
        counts.early = max(counts.early, counts.latest - without_gaps)
        counts.requests += 1
        counts.in_flight += 1
        counts.most_in_flight = max(counts.most_in_flight, counts.in_flight)
        try:
            feed = int(head.split(" ", 2)[1].removeprefix("/"))
            counts.feeds[feed] = counts.feeds.get(feed, 0) + 1
            sent = next((line[15:].strip() for line in head.split("\r\n") if line.lower().startswith("if-none-match: ")), None)
            if sent is None:
                counts.unconditional[feed] = counts.unconditional.get(feed, 0) + 1
            found = answer(self.seed, feed, self.day)
            # A client that is killed closes its connection, and its request is over.
            try:
                await asyncio.wait_for(receive(connection), found.delay)
                raise ConnectionError
            except TimeoutError:
                pass
            matches = sent is not None and sent == found.etag
            status, body = ("304 Not Modified", b"") if matches else (f"{found.status} Answer", found.body)
            etag = f"ETag: {found.etag}\r\n" if found.etag else ""
            head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n{etag}Content-Length: {len(body)}\r\n\r\n"
            text = (head.replace("Content-Length: 0\r\n", "") if matches else head).encode()
            await asyncio.get_running_loop().sock_sendall(connection, text + body)
        finally:
            counts.in_flight -= 1

    def command(self, text: str) -> object:
        command = json.loads(text)
        if "seed" in command:
            self.seed, self.day = command["seed"], command["day"]
            for counts in self.counts.values():
                counts.__init__()
            return {}
        return {
            name: {
                "requests": counts.requests, "mostInFlight": counts.most_in_flight, "leastGap": counts.least_gap, "early": counts.early,
                "feeds": counts.feeds, "unconditional": counts.unconditional,
            }
            for name, counts in self.counts.items()
        }  # fmt: skip


TIMESTAMPS = 35
"""SO_TIMESTAMPNS of Linux, which Python does not name."""


async def receive(connection: socket.socket) -> tuple[bytes, float]:
    """Returns bytes, and when the system received them: this process may be late."""
    loop = asyncio.get_running_loop()
    readable = loop.create_future()
    loop.add_reader(connection, lambda: readable.done() or readable.set_result(None))
    try:
        await readable
    finally:
        loop.remove_reader(connection)
    piece, facts, _, _ = connection.recvmsg(65536, 256)
    if not piece:
        raise ConnectionResetError
    for level, kind, value in facts:
        if (level, kind) == (socket.SOL_SOCKET, TIMESTAMPS):
            seconds, nanoseconds = struct.unpack("qq", value)
            return piece, seconds + nanoseconds / 1e9
    raise OSError("the system does not tell when it receives bytes")


async def main(servers: int) -> None:
    server = Server()
    port = 0
    listening = []
    for number in range(servers):
        name = address(number)
        server.counts[name] = Counts()
        connection = socket.create_server((name, port), backlog=1000)
        connection.setblocking(False)
        # Connections inherit it.
        connection.setsockopt(socket.SOL_SOCKET, TIMESTAMPS, 1)
        port = port or connection.getsockname()[1]
        listening.append(asyncio.create_task(server.listen(name, connection)))
    print(port, flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(server.command(line)), flush=True)
    for task in listening:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
