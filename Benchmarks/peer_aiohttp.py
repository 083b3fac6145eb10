#!/usr/bin/env python3
"""The script that a careful developer would write: aiohttp with 64 connections to the host, msgspec with typed structs,
normalize, sort, one JSON file that is moved into place.

usage: peer_aiohttp.py DIR OUT
"""
import asyncio, hashlib, json, os, pathlib, sys
import aiohttp, msgspec

CONNECTIONS = 64


class Daypart(msgspec.Struct):
    starttime: str
    endtime: str
    message: str
    label: str


class Day(msgspec.Struct):
    date: str
    status: str
    dayparts: list[Daypart]


class Venue(msgspec.Struct):
    name: str
    address: str
    image: str
    id: int
    days: list[Day]


decode = msgspec.json.Decoder(list[Venue]).decode
encode = msgspec.json.Encoder().encode


def normalize(feed, venue):
    days = {}
    for day in venue.days:
        services = [(part.starttime[11:16], part.endtime[11:16], part.label) for part in day.dayparts if part.label != "Closed"]
        days[day.date] = sorted(services) if services or day.status == "closed" else "unknown"
    entry = {"id": f"{feed}/{venue.id}", "kind": "place", "name": " ".join(venue.name.split()),
             "location": {"address": venue.address.strip()},
             "hours": {"zone": "America/New_York", "layers": [{"level": "special", "days": dict(sorted(days.items()))}]}}
    if venue.image.startswith(("http://", "https://")):
        entry["images"] = [{"href": venue.image, "role": "photo"}]
    return entry


async def main(root, out):
    feeds = [f for f in json.loads((root / "registry.json").read_text())["feeds"] if f.get("enabled", True)]
    reports, entries, failed = [], [], 0
    timeout = aiohttp.ClientTimeout(total=60)
    connector = aiohttp.TCPConnector(limit=CONNECTIONS, limit_per_host=CONNECTIONS)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout, headers={"Accept": "application/json"}) as session:

        async def read(feed):
            nonlocal failed
            try:
                async with session.get(feed["addresses"]["venues"][0]) as reply:
                    reply.raise_for_status()
                    body = await reply.read()
                    etag = reply.headers.get("ETag")
                found = [normalize(feed["id"], venue) for venue in decode(body)]
            except (aiohttp.ClientError, asyncio.TimeoutError, msgspec.MsgspecError) as error:
                failed += 1
                reports.append({"id": feed["id"], "outcome": "absent", "reason": str(error)})
                return
            entries.extend(found)
            reports.append({"id": feed["id"], "outcome": "fresh", "etag": etag, "sha256": hashlib.sha256(body).hexdigest(),
                            "bytes": len(body), "entries": len(found)})

        await asyncio.gather(*map(read, feeds))
    entries.sort(key=lambda entry: entry["id"])
    reports.sort(key=lambda report: report["id"])
    part = out.with_suffix(".part")
    with open(part, "wb") as file:
        file.write(b'{"feeds":[\n' + b",\n".join(map(encode, reports)) + b'\n],"entries":[\n')
        file.write(b",\n".join(map(encode, entries)) + b"\n]}\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, out)
    if failed:
        sys.exit(f"{failed} feeds failed")


if __name__ == "__main__":
    asyncio.run(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
