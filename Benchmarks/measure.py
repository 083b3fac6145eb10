#!/usr/bin/env python3
"""Measure `aggregate bench normalize` against the msgspec script, alternately. Started by `run`, which pins it to one core.

usage: measure.py BINARY WORK [PAIRS=5] [REPEAT=3]
"""
import json, pathlib, shutil, statistics, subprocess, sys, time

FEEDS = {"penn/dining": "penn/penn/dining/venues.json", "gmu/whats-open": "gmu/gmu/whats-open/facilities.json"}
HERE = pathlib.Path(__file__).resolve().parent


def lines(*command):
    """The JSON lines a command prints."""
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nended with exit code {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def rate(results):
    """The median MB/s of the repetitions."""
    seconds = [r["bytes"] / r["seconds"] / 1e6 for r in results if "seconds" in r]
    return statistics.median(seconds) if seconds else sys.exit("no repetition was printed")


def content_hash(file):
    """The contentHash of a catalog: its last member."""
    return pathlib.Path(file).read_bytes()[-90:].split(b'"contentHash":')[-1].strip(b'"}\n ').decode()


def main(binary, work, pairs=5, repeat=3):
    rows, extra = [], []
    for feed, path in FEEDS.items():
        file, ours, script, decode, foundation = pathlib.Path(work) / path, [], [], [], []
        for pair in range(int(pairs)):
            a = lines(binary, "bench", "normalize", "--feed", feed, file, "--repeat", repeat)
            b = lines(sys.executable, HERE / "peer_msgspec.py", file, feed, pathlib.Path(work) / "peer.json", repeat)
            decoder = [pathlib.Path(work) / "foundation", pathlib.Path(work) / FEEDS["penn/dining"]]
            foundation.append(float(subprocess.run(decoder, stdout=subprocess.PIPE, check=True).stdout))
            ours.append(rate(a))
            script.append(rate(b))
            decode.append(b[-1]["decodeMedian"])
            print(f"{feed} pair {pair + 1}: {ours[-1]:.0f} and {script[-1]:.0f} MB/s, JSONDecoder {foundation[-1]:.0f}", file=sys.stderr)
        catalog = pathlib.Path(work) / "ours.json"
        subprocess.run([binary, "-q", "--replay", file.parents[2], "--feed", feed, "-o", catalog], check=True)
        same = content_hash(catalog) == content_hash(pathlib.Path(work) / "peer.json")
        ratios = [x / y for x, y in zip(ours, script)]
        rows.append((feed, f"{file.stat().st_size / 1e6:.1f}", f"{a[0]['out'] / 1e6:.1f}", f"{b[0]['out'] / 1e6:.1f}",
                     f"{statistics.median(ours):.0f}", f"{statistics.median(script):.0f}",
                     f"{statistics.median(x / y for x, y in zip(ours, foundation)):.2f}",
                     f"{statistics.median(ratios):.2f}", f"{min(ratios):.2f} to {max(ratios):.2f}", "yes" if same else "NO"))
        extra.append((f"{feed}, Foundation's JSONDecoder of the Penn feed, alternating", statistics.median(foundation)))
        extra.append((f"{feed}, msgspec's typed decode only", statistics.median(decode)))
        if shutil.which("jq"):
            seconds = []
            for _ in range(3):
                start = time.perf_counter()
                subprocess.run(["jq", "-c", ".", file], stdout=subprocess.DEVNULL, check=True)
                seconds.append(time.perf_counter() - start)
            extra.append((f"{feed}, jq -c . (the whole process)", file.stat().st_size / statistics.median(seconds) / 1e6))
    head = ("feed", "MB in", "ours MB out", "script MB out", "ours MB/s", "script MB/s", "by JSONDecoder", "ratio", "ratios of the pairs", "same content")
    widths = [max(len(row[n]) for row in [head, *rows]) for n in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(w) if n == 0 else cell.rjust(w) for n, (cell, w) in enumerate(zip(row, widths))))
    print()
    for what, value in extra:
        print(f"{what}: {value:.0f} MB/s")


if __name__ == "__main__":
    main(*sys.argv[1:])
