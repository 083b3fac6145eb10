#!/usr/bin/env python3
"""The script to be faster than: downloads Penn-shaped feeds with aiohttp, 64 at a time, normalizes them with msgspec the way
peer_msgspec.py does, and writes one file.

usage: peer_fetch.py ADDRESSES OUT          ADDRESSES: a JSON array of [campus, address]
"""
import asyncio, json, pathlib, sys

import aiohttp, msgspec

import peer_msgspec

DECODER = msgspec.json.Decoder(list[peer_msgspec.Venue])


async def download(session, campus, address):
    async with session.get(address) as response:
        response.raise_for_status()
        return campus, await response.read()


async def main(addresses, out):
    entries, failed = [], 0
    connector = aiohttp.TCPConnector(limit=64, limit_per_host=64)
    async with aiohttp.ClientSession(connector=connector) as session:
        tasks = [asyncio.create_task(download(session, campus, address)) for campus, address in addresses]
        for task in asyncio.as_completed(tasks):
            try:
                campus, body = await task
            except aiohttp.ClientError:
                failed += 1
                continue
            for venue in DECODER.decode(body):
                entry = peer_msgspec.penn_entry(venue)
                entry.id = entry.id.replace("penn/dining", f"{campus}/dining", 1)
                entry.campus = campus
                entry.sources[0].feed = f"{campus}/dining"
                entries.append(entry)
    entries.sort(key=lambda e: e.id)
    pathlib.Path(out).write_bytes(b'{"entries":[\n' + b",\n".join(map(peer_msgspec.encode, entries)) + b"\n]}\n")
    print(len(entries), "entries,", failed, "failed")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    asyncio.run(main(json.loads(pathlib.Path(sys.argv[1]).read_text()), sys.argv[2]))
