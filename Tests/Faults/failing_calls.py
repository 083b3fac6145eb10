#!/usr/bin/env python3
"""Makes system calls of a run fail, one after another, and checks each time that the store and the output file are intact.

usage: failing_calls.py PROGRAM [--step N] [--begin kept|new|log]... [--call NAME]... [--error NAME]...

The n-th call of a kind on the store, its companions, the output file or its folder fails (strace's fault injection), for every n
until the run has no n-th; or the run is killed (KILL) when it makes that call. The run ends with 0 or 5; nothing is left half done;
acknowledged results are there; no fsync is repeated on a file after it failed; and the next run succeeds and leaves nothing behind.
With --step N, only every N-th call of frequent kinds is tried.

It begins with a store that has runs (kept), with no store (new), or with one that has the log of a killed program (log).
"""
import argparse, os, re, shutil, signal, subprocess, sys
from town import Broken, Town

CALLS = ["openat", "write", "pwrite64", "fdatasync", "fsync", "/^rename", "ftruncate", "/^unlink", "/^mknod"]
ERRORS = ["EIO", "ENOSPC", "EINTR", "KILL"]
MANY = {"openat", "pwrite64"}


def can_trace():
    """Whether strace is installed and may trace."""
    try:
        return subprocess.run(["strace", "-f", "-D", "-q", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    except OSError:
        return False


class Trial:
    def __init__(self, program, begin):
        self.town, self.begin, self.number = Town(program), begin, 10
        if begin != "new":
            self.town.do(1)
            self.town.do(2)
        if begin == "log":
            self.leave_log()
        self.saved = self.town.path("saved")
        os.makedirs(self.saved)
        for name in self.store_files():
            shutil.copy2(self.town.path(name), self.saved)
        self.state = (set(self.town.kept), self.town.last, list(self.town.begun))

    def leave_log(self):
        """Kills a run when it begins to checkpoint its log, so that all data is only in the log."""
        status = subprocess.run(
            ["strace", "-f", "-q", "-o", "/dev/null", "-P", self.town.store, "-e", "inject=pwrite64:signal=KILL:when=1", "-e",
             "trace=pwrite64", *self.town.words(3)], capture_output=True, cwd=self.town.folder).returncode
        if status == 0 or os.path.getsize(self.town.store + "-wal") == 0:
            raise Broken(f"the run that was to be killed ended with {status}")

    def store_files(self):
        return [name for name in os.listdir(self.town.folder) if name.startswith("store.sqlite")]

    def restore(self):
        self.town.forget()
        for name in os.listdir(self.saved):
            shutil.copy2(os.path.join(self.saved, name), self.town.folder)
        kept, last, begun = self.state
        self.town.kept, self.town.last, self.town.begun = set(kept), last, list(begun)

    def run(self, call, error, count):
        """Runs with call number `count` failing. Returns False if there was no such call."""
        town, trace = self.town, self.town.path("trace")
        self.restore()
        self.number += 2
        paths = [town.store + suffix for suffix in ("", "-wal", "-shm", "-journal")] + [town.output, town.path("out"), town.folder]
        paths = [word for path in paths for word in ("-P", path)]
        # Because of the way strace is started, the program has the shell's process id.
        script = f'exec strace -f -D -q -y -o "$0" -P "{town.output}.$$.part" "$@"'
        calls = f"{call},fsync,fdatasync"
        fault = "signal=KILL" if error == "KILL" else f"error={error}"
        words = paths + ["-e", f"trace={calls}", "-e", f"inject={call}:{fault}:when={count}", *town.words(self.number)]
        status, _, log = town.run(["sh", "-c", script, trace, *words])
        with open(trace) as file:
            lines = file.read().splitlines()
        hit = any("(INJECTED)" in line or "killed by SIGKILL" in line for line in lines)
        where = f"{self.begin}: {call} number {count} fails with {error}"
        if status not in (0, 5) and (error != "KILL" or status != -signal.SIGKILL):
            raise Broken(f"{where}: exit {status}\n{log}")
        if not hit and status != 0:
            raise Broken(f"{where}, but nothing failed, and the exit is {status}\n{log}")
        if status == 5 and not re.search(r"\((store\.(io|full|readonly|busy)|export\.io)\)", log):
            raise Broken(f"{where}: no reason is given\n{log}")
        self.check_syncs(lines if self.begin != "new" else [line for line in lines if "-wal>" in line or ".part>" in line], where)
        try:
            if status == 0:
                town.acknowledge(self.number)
            # A file that could not be deleted is left to the next run.
            if town.drafts() and error != "KILL" and not call.startswith("/^unlink"):
                raise Broken(f"left behind: {town.drafts()}")
            town.check()
            self.number += 1
            town.do(self.number)
            if town.drafts() or os.path.exists(town.store + "-wal"):
                raise Broken(f"the next run left {town.drafts() + self.store_files()}")
        except Broken as problem:
            raise Broken(f"{where} (exit {status}): {problem}\n{log}") from None
        return hit

    # While a file is being created, SQLite rolls back its writes and waits for that: there, only the log and the output file count.
    @staticmethod
    def check_syncs(lines, where):
        failed = set()
        for line in lines:
            found = re.search(r"\b(?:fsync|fdatasync)\(\d+<([^>]*)>", line)
            if not found:
                continue
            if found[1] in failed:
                raise Broken(f"{where}: {found[1]} is synced again after that failed")
            if "(INJECTED)" in line and "EINTR" not in line:
                failed.add(found[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--begin", action="append", choices=["kept", "new", "log"])
    parser.add_argument("--call", action="append")
    parser.add_argument("--error", action="append")
    options = parser.parse_args()
    if not can_trace():
        print("strace is not installed or may not trace: nothing was tried")
        return 77
    trials, broken = 0, 0
    for begin in options.begin or ["kept", "new", "log"]:
        trial = Trial(options.program, begin)
        for call in options.call or CALLS:
            for error in options.error or ERRORS:
                count = 1
                step = options.step if call in MANY else 1
                while True:
                    trials += 1
                    try:
                        if not trial.run(call, error, count):
                            break
                    except Broken as problem:
                        broken += 1
                        print(f"BROKEN  {problem}", flush=True)
                        if broken > 20:
                            return 1
                    # The other calls are tried with each kind of error.
                    count += step if count > 1 else 1 + ERRORS.index(error) % step if error in ERRORS else 1
        trial.town.remove()
    print(f"{trials} runs with a failing call, {broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
