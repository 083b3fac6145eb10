#!/usr/bin/env python3
"""Measure fetching many feeds from an nginx on this machine, in turns with curl and a script. Started by `fetch`.

usage: measure_fetch.py BINARY WORK [ROUNDS=5] [FEEDS=1000] [VENUES=40]
"""
import json, os, pathlib, shutil, socket, statistics, subprocess, sys, time

HERE = pathlib.Path(__file__).resolve().parent
DAYS = [f"2026-11-{day:02d}" for day in range(16, 23)]
MEALS = ((7, "Breakfast"), (11, "Lunch"), (17, "Dinner"))
BUILT_IN = ("everywhere/guides", "everywhere/quotes", "gmu/whats-open", "liverpool/places", "penn/dining")


def venue(feed, number):
    return {"name": f"Café {feed}-{number} “North”", "address": f"{number} Elm Street",
            "days": [{"date": date, "status": "open", "dayparts": [
                {"starttime": f"{date}T{hour:02d}:00:00", "endtime": f"{date}T{hour + 3:02d}:30:00", "message": "", "label": label}
                for hour, label in MEALS]} for date in DAYS],
            "image": f"https://images.example.org/{feed}/{number}.jpg", "id": number}


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def make(work, count, venues, port):
    """The feeds, a registry for them, and what curl and nginx want to know."""
    shutil.rmtree(work, ignore_errors=True)
    (work / "www").mkdir(parents=True)
    (work / "out").mkdir()
    size = 0
    for feed in range(count):
        body = json.dumps([venue(feed, number) for number in range(venues)], ensure_ascii=False).encode()
        size += len(body)
        (work / "www" / f"{feed}.json").write_bytes(body)
    address = lambda feed: f"http://127.0.0.1:{port}/{feed}.json"
    (work / "registry.json").write_text(json.dumps({
        "campuses": [{"id": f"c{feed}", "name": f"Campus {feed}", "timeZone": "America/New_York"} for feed in range(count)],
        "feeds": [{"id": f"c{feed}/dining", "adapter": "penn", "addresses": {"venues": address(feed)}} for feed in range(count)]
        + [{"id": feed, "enabled": False} for feed in BUILT_IN]}))
    (work / "addresses.json").write_text(json.dumps([[f"c{feed}", address(feed)] for feed in range(count)]))
    (work / "curl.cfg").write_text("".join(f"url={address(feed)}\noutput={work}/out/{feed}.json\n" for feed in range(count)))
    (work / "nginx.conf").write_text(
        f"worker_processes 1; daemon off; pid {work}/nginx.pid; error_log {work}/error.log;\n"
        "events { worker_connections 4096; }\n"
        f"http {{ access_log off; etag on; sendfile on; keepalive_requests 100000; client_body_temp_path {work}/t1;\n"
        f"  proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3; uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;\n"
        f"  server {{ default_type application/json; listen 127.0.0.1:{port} backlog=4096; root {work}/www; }} }}\n")
    return size


def start(work, port):
    server = subprocess.Popen(["nginx", "-c", str(work / "nginx.conf"), "-e", str(work / "error.log")])
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return server
        except OSError:
            time.sleep(0.05)
    sys.exit("nginx does not answer; see " + str(work / "error.log"))


def run(*command):
    """Seconds, and the peak of memory in MB."""
    begin = time.perf_counter()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nended with exit code {process.returncode}")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def conditions(work, count, port):
    """A configuration of curl that sends for each address the ETag that nginx has for it."""
    lines = []
    for feed in range(count):
        head = subprocess.run(["curl", "-sI", f"http://127.0.0.1:{port}/{feed}.json"], stdout=subprocess.PIPE, check=True, text=True).stdout \
            if feed == 0 else None
        stat = (work / "www" / f"{feed}.json").stat()
        etag = f'"{int(stat.st_mtime):x}-{stat.st_size:x}"'
        if head is not None and etag.lower() not in head.lower():
            sys.exit("nginx makes its ETag in another way than this script knows:\n" + head)
        lines.append(f'url=http://127.0.0.1:{port}/{feed}.json\nheader="If-None-Match: {etag.replace(chr(34), chr(92) + chr(34))}"\n'
                     f"output={work}/out/{feed}.json\nnext\nsilent\n")
    (work / "curl304.cfg").write_text("".join(lines).removesuffix("next\nsilent\n"))


def written(work):
    """Seconds to write the catalog's bytes once, durably."""
    data = (work / "ours.json").read_bytes()
    begin = time.perf_counter()
    with open(work / "copy.json", "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return time.perf_counter() - begin


def main(binary, work, rounds=5, count=1000, venues=40):
    work, rounds, count = pathlib.Path(work).resolve(), int(rounds), int(count)
    port = free_port()
    size = make(work, count, int(venues), port)
    server = start(work, port)
    store = work / "store.sqlite"
    ours = [binary, "--config", work / "registry.json", "--allow-private", "--per-host", 64, "--refresh", "-q", "-o", work / "ours.json"]
    times = {}

    def take(name, *command):
        seconds, memory = run(*command)
        times.setdefault(name, []).append((seconds, memory))

    try:
        conditions(work, count, port)
        for number in range(rounds):
            take("curl", "curl", "-sZ", "--parallel-max", 64, "-K", work / "curl.cfg")
            take("no store", *ours, "--no-store")
            for file in work.glob("store.sqlite*"):
                file.unlink()
            take("cold store", *ours, "--store", store)
            take("script", sys.executable, HERE / "peer_fetch.py", work / "addresses.json", work / "peer.json")
            take("curl 304", "curl", "-sZ", "--parallel-max", 64, "-K", work / "curl304.cfg")
            times.setdefault("write", []).append((written(work), 0))
            take("all 304", *ours, "--store", store)
            print(f"round {number + 1}: " + ", ".join(f"{name} {values[-1][0]:.2f} s" for name, values in times.items()), file=sys.stderr)
    finally:
        server.terminate()
        server.wait()
    middle = {name: statistics.median(seconds for seconds, _ in values) for name, values in times.items()}
    print(f"{count} feeds, {size / 1e6:.0f} MB; medians of {rounds} rounds")
    for name, values in times.items():
        memory = max(peak for _, peak in values)
        print(f"{name:12} {middle[name]:6.3f} s" + (f"   {memory:4.0f} MB" if memory else ""))
    print()
    print(f"no store / curl                 {middle['no store'] / middle['curl']:.2f}")
    print(f"cold store / curl               {middle['cold store'] / middle['curl']:.2f}")
    print(f"script / no store               {middle['script'] / middle['no store']:.2f}")
    print(f"all 304 / (curl 304 + write)    {middle['all 304'] / (middle['curl 304'] + middle['write']):.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
