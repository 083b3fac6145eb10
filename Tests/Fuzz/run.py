#!/usr/bin/env python3
"""Search for inputs that break a property of the code that reads bytes from outside (Tests/FuzzTargets), with libFuzzer.

usage: run.py [TARGET] [--minutes N] [--seed N]     searches; without a target, all of them share the minutes
       run.py [TARGET] --replay                     runs every known input once
       run.py [TARGET] --minimize                   writes the inputs that matter to Tests/Fuzz/corpus

The inputs that a search finds are kept below .build/fuzz, so that a later call goes on where this one ends. The last line of the output
is a JSON object with what was done.
Exit 0: no fault, 1: a fault, with the command that repeats it on stderr, or nothing was run; 77: libFuzzer is not installed.
"""
import argparse, fcntl, json, os, pathlib, re, resource, shutil, subprocess, sys, time
from seeds import SEEDS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FUZZ = ROOT / "Tests" / "Fuzz"
WORK = ROOT / ".build" / "fuzz"
PROGRAM = WORK / "build" / "release" / "fuzz"
MAXIMUM_BYTES = 4096  # of an input
CORPUS_BYTES = 400_000  # of the committed inputs of a target
SLOW = 1.0  # seconds of processor time for one input


def build():
    """Builds the program. All targets of this package are compiled for coverage, and linked with libFuzzer; it provides `main` only where
    a program has none, so the tools that run during the build remain what they are."""
    resources = subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True).stdout.strip() if shutil.which("clang") else ""
    library = pathlib.Path(resources) / "lib" / "linux" / f"libclang_rt.fuzzer-{os.uname().machine}.a"
    if not library.exists():
        print(f"libFuzzer is not installed: {library} is missing", file=sys.stderr)
        sys.exit(77)
    flags = ["-Xswiftc", "-enable-testing", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-sanitize=fuzzer", "-Xcc", "-fsanitize=fuzzer-no-link"]
    flags += [word for name in (str(library), "-lstdc++", "-lm") for word in ("-Xlinker", name)]
    WORK.mkdir(parents=True, exist_ok=True)
    with open(WORK / "lock", "w") as lock:
        # Two searches may begin at once.
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(
            ["swift", "build", "-q", "-c", "release", "--product", "fuzz", "--scratch-path", WORK / "build", *flags],
            cwd=ROOT, env={**os.environ, "AGGREGATE_FUZZ": "1"}, stdout=sys.stderr, check=True)


class Target:
    def __init__(self, name):
        self.name = name
        self.corpus, self.found, self.seeds, self.faults = (
            folder / name for folder in (FUZZ / "corpus", WORK / "corpus", WORK / "seeds", WORK / "faults"))
        shutil.rmtree(self.seeds, ignore_errors=True)
        for folder in (self.corpus, self.found, self.seeds, self.faults):
            folder.mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(sorted(set(SEEDS[name]()))):
            if len(seed) <= MAXIMUM_BYTES:
                (self.seeds / f"{number:05}").write_bytes(seed)

    def command(self, *words):
        return [PROGRAM, "-timeout=5", "-rss_limit_mb=2048", "-detect_leaks=0", f"-artifact_prefix={self.faults}/", *words]

    @property
    def environment(self):
        # Swift's own report of a crash would replace libFuzzer's, which writes the input to a file.
        return {**os.environ, "FUZZ_TARGET": self.name, "SWIFT_BACKTRACE": "enable=no"}

    def repeat(self, file):
        return f"SWIFT_BACKTRACE=enable=no FUZZ_TARGET={self.name} {PROGRAM.relative_to(ROOT)} {os.path.relpath(file, ROOT)}"

    def run(self, *words):
        """Runs libFuzzer. Returns its exit status, its last statistics, and when it found the last new code, in seconds after the start."""
        start, last, lines = time.monotonic(), 0.0, []
        process = subprocess.Popen(self.command(*words), env=self.environment, cwd=ROOT, stderr=subprocess.PIPE, text=True, errors="replace")
        found = {"seconds": 0, "executions": 0, "coverage": 0, "features": 0, "inputs": 0}
        for line in process.stderr:
            lines = [*lines[-60:], line]
            if match := re.search(r"\bcov: (\d+) ft: (\d+) corp: (\d+)/", line):
                if int(match[1]) > found["coverage"]:
                    last = time.monotonic() - start
                found["coverage"], found["features"], found["inputs"] = map(int, match.groups())
            if match := re.match(r"#(\d+)\t|stat::number_of_executed_units: (\d+)", line):
                found["executions"] = int(match[1] or match[2])
        _, status, usage = os.wait4(process.pid, 0)
        status = process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        found["seconds"], found["last_new_coverage"] = round(seconds, 1), round(last, 1)
        found["processor_seconds"] = round(usage.ru_utime + usage.ru_stime, 1)
        found["per_second"] = round(found["executions"] / seconds)
        if status != 0:
            sys.stderr.write("".join(lines))
        return status, found

    def slow(self, files):
        """The files that alone fail, or take too long."""
        for file in files:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(self.command(file), env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode != 0 or after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime > SLOW:
                yield file

    def search(self, seconds, seed):
        before = set(self.faults.iterdir())
        dictionary = FUZZ / "dictionaries" / f"{self.name}.dict"
        status, found = self.run(
            self.found, self.corpus, self.seeds, f"-dict={dictionary}", f"-max_total_time={seconds}", f"-max_len={MAXIMUM_BYTES}",
            f"-seed={seed}", "-report_slow_units=1", "-print_final_stats=1")
        new = sorted(set(self.faults.iterdir()) - before)
        # libFuzzer measures the time that passes, which is longer on a busy machine.
        slow = [file for file in new if file.name.startswith(("slow-unit-", "timeout-"))]
        faults = [file for file in new if file not in slow] + list(self.slow(slow))
        hung = any(file.name.startswith("timeout-") for file in slow)
        return {**found, "faults": self.report(faults, status != 0 and not hung)}

    def replay(self):
        files = [file for folder in (self.seeds, self.corpus, self.found) for file in sorted(folder.iterdir())]
        before = set(self.faults.iterdir())
        status, found = self.run("-runs=0", self.seeds, self.corpus, self.found)
        faults = sorted(set(self.faults.iterdir()) - before)
        return {**found, "executions": len(files), "faults": self.report(faults, status != 0)}

    def report(self, faults, has_failed):
        if has_failed and not faults:
            print(f"{self.name}: libFuzzer failed, and wrote no input that repeats it", file=sys.stderr)
            return [{"file": None, "command": None}]
        for file in faults:
            print(f"{self.name}: a fault; repeat it with\n  {self.repeat(file)}", file=sys.stderr)
        return [{"file": str(file.relative_to(ROOT)), "command": self.repeat(file)} for file in faults]

    def minimize(self):
        """Keeps the named inputs, and of the others those that together reach everything that all of them reach, smaller ones first."""
        new = WORK / "minimal" / self.name
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        status, found = self.run("-set_cover_merge=1", new, self.corpus, self.found, self.seeds)
        minimal = sorted(new.iterdir(), key=lambda file: (file.stat().st_size, file.name))
        if status != 0 or not minimal:
            return {**found, "faults": self.report([], True)}
        named = [file for file in self.corpus.iterdir() if not re.fullmatch("[0-9a-f]{40}", file.name)]
        size = sum(file.stat().st_size for file in named)
        for file in set(self.corpus.iterdir()) - set(named):
            file.unlink()
        for file in minimal:
            size += file.stat().st_size
            if size <= CORPUS_BYTES and not any(file.read_bytes() == other.read_bytes() for other in named):
                shutil.copy(file, self.corpus)
        return {"seconds": found["seconds"], "executions": found["executions"], "inputs": len(list(self.corpus.iterdir())),
                "faults": []}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="?", choices=sorted(SEEDS))
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--replay", action="store_true")
    mode.add_argument("--minimize", action="store_true")
    arguments = parser.parse_args()
    names = [arguments.target] if arguments.target else sorted(SEEDS)
    results, count, faults = {}, 0, 0
    print(f"seed {arguments.seed}", file=sys.stderr)
    try:
        build()
        for name in names:
            target = Target(name)
            if arguments.replay:
                results[name] = target.replay()
            elif arguments.minimize:
                results[name] = target.minimize()
            else:
                results[name] = target.search(max(1, int(60 * arguments.minutes / len(names))), arguments.seed)
            print(f"{name}: {json.dumps(results[name])}", file=sys.stderr)
            count += results[name]["executions"]
            faults += len(results[name]["faults"])
    except subprocess.CalledProcessError as problem:
        print(f"the fuzzer cannot be built: {problem}", file=sys.stderr)
        return 1
    finally:
        print(json.dumps({"count": count, "unit": "inputs", "seed": arguments.seed, "faults": faults, "targets": results}))
    return 0 if count and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
