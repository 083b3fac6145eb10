#!/usr/bin/env python3
"""Measure fetching many feeds from a server on this machine, alternately. Started by `fetch`.

usage: measure_fetch.py BINARY WORK PORT [ROUNDS=5]
"""
import hashlib, os, pathlib, resource, socket, statistics, subprocess, sys, time, urllib.request

HERE = pathlib.Path(__file__).resolve().parent
# The goals: our time divided by the other's, at most (or, for the script, at least).
GOALS = {("no store", "curl"): "at most 2", ("cold store", "curl"): "at most 2.5", ("no store", "script"): "at most 0.3",
         ("304", "curl 304"): "at most 2.2"}


def run(command, expected=0):
    """Seconds and peak memory (MB) of a command; its output is discarded."""
    start = time.perf_counter()
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != expected:
        sys.exit(f"{' '.join(map(str, command))[:300]}\nended with exit code {process.returncode}\n{error.decode()[-2000:]}")
    return seconds, usage.ru_maxrss / 1024


def write(source, path):
    """Seconds to copy a file durably (fsync and rename, as ours is written). Reading them is
    not counted; in pieces, because the peak memory that the system reports for a program is at least that of its parent."""
    seconds, part = 0, f"{path}.part"
    with open(source, "rb") as content, open(part, "wb", buffering=0) as file:
        while piece := content.read(1 << 20):
            start = time.perf_counter()
            file.write(piece)
            seconds += time.perf_counter() - start
        start = time.perf_counter()
        os.fsync(file.fileno())
    os.rename(part, path)
    folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(folder)
    os.close(folder)
    return seconds + time.perf_counter() - start


def entries(path):
    """SHA-256 of the lines of a catalog's entries."""
    digest, inside = hashlib.sha256(), False
    with open(path, "rb") as lines:
        for line in lines:
            inside = inside or line.startswith(b'"entries":[')
            if inside:
                digest.update(line)
    return digest.hexdigest()


def conditional(work, port):
    """curl's list of the addresses, each with the tag that the server gives."""
    lines = []
    for number in range(len(list((work / "www").glob("v*.json")))):
        url = f"http://127.0.0.1:{port}/v{number}.json"
        with urllib.request.urlopen(urllib.request.Request(url, method="HEAD")) as reply:
            tag = reply.headers["ETag"].replace('"', '\\"')
        # Header fields belong to one transfer: `next` separates them.
        lines.append(f'url={url}\nheader="If-None-Match: {tag}"\noutput={work}/out/{number}.304\n')
    (work / "curl304.cfg").write_text("next\n".join(lines))


def nginx():
    return next((path for path in ("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx") if os.path.exists(path)), "nginx")


def wait(port, server):
    end = time.monotonic() + 15
    while server.poll() is None and time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
    sys.exit("nginx did not start; see error.log in Benchmarks/.work/many-*")


def measure(binary, work, port, rounds):
    conditional(work, port)
    store = work / "store.sqlite"
    ours = [binary, "--config", work / "registry.json", "--allow-private", "--per-host", 64, "--refresh", "-q"]
    curl = ["curl", "-sZ", "--parallel-max", 64, "-K"]
    seconds, memory = {}, {}

    def note(name, result):
        seconds.setdefault(name, []).append(result[0])
        memory.setdefault(name, []).append(result[1])

    def forget():
        for file in work.glob("store.sqlite*"):
            file.unlink()

    # Run each once without measuring, so that every file is in memory; then alternate.
    for round in range(rounds + 1):
        results = [("curl", run(curl + [work / "curl.cfg"]))]
        results.append(("no store", run(ours + ["--no-store", "-o", work / "ours.json"])))
        forget()
        results.append(("cold store", run(ours + ["--store", store, "-o", work / "ours.json"])))
        results.append(("script", run([sys.executable, HERE / "peer_aiohttp.py", work, work / "peer.json"])))
        before = entries(work / "ours.json")
        asked = run(curl + [work / "curl304.cfg"])
        written = write(work / "ours.json", work / "copy.json")
        results.append(("curl 304", (asked[0] + written, asked[1])))
        results.append(("304", run(ours + ["--store", store, "-o", work / "ours.json"])))
        if entries(work / "ours.json") != before:
            sys.exit("the entries of the 304 run differ from those of the previous run")
        if round:
            for name, result in results:
                note(name, result)
            print(f"round {round}: " + ", ".join(f"{name} {result[0]:.2f} s" for name, result in results), file=sys.stderr)

    feeds, read = len(list((work / "www").iterdir())), sum(file.stat().st_size for file in (work / "www").iterdir())
    written = (work / "ours.json").stat().st_size
    print(f"{feeds} feeds, {read / 1e6:.0f} MB; the catalog has {written / 1e6:.1f} MB; {rounds} rounds")
    print(f"{'what':12}{'median s':>10}{'least':>8}{'most':>8}{'peak MB':>9}")
    for name, values in seconds.items():
        print(f"{name:12}{statistics.median(values):10.3f}{min(values):8.3f}{max(values):8.3f}{max(memory[name]):9.0f}")
    print(f"\n{'ratio':28}{'median':>8}{'least':>8}{'most':>8}   goal")
    for (one, other), goal in GOALS.items():
        ratios = [a / b for a, b in zip(seconds[one], seconds[other])]
        print(f"{one + ' by ' + other:28}{statistics.median(ratios):8.2f}{min(ratios):8.2f}{max(ratios):8.2f}   {goal}")


def main(binary, work, port, rounds=5):
    work, port = pathlib.Path(work), int(port)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    server = subprocess.Popen([nginx(), "-p", work, "-c", work / "nginx.conf", "-e", work / "error.log"])
    try:
        wait(port, server)
        measure(binary, work, port, int(rounds))
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
