"""Starts programs and kills them (SIGKILL) at random moments."""
import contextlib, os, signal, subprocess, threading, time
from town import Broken


class Killer:
    """Kills programs of one kind, each at a random moment up to a little after the end of what it does."""

    def __init__(self, random, folder):
        self.random, self.folder = random, folder
        # The approximate time that a program needs, in seconds; adjusted along the way.
        self.length = 0.5
        self.kills = 0

    def run(self, words, is_done=None):
        """Starts a program and kills it, unless it has ended by itself.

        is_done: returns whether the program has done its work, from the lines of its output; without it, the program ends by itself.
        Returns whether it had done its work, and its output.
        """
        environment = {**os.environ, "HOME": self.folder}
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, cwd=self.folder,
            start_new_session=True)
        lines, end = [], time.monotonic() + self.random.uniform(0.15, 1.1) * self.length

        def read():
            with process.stdout:
                lines.extend(process.stdout)

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        done = False
        try:
            while process.poll() is None and (left := end - time.monotonic()) > 0:
                done = done or is_done is not None and is_done(lines)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(min(left, 0.01) if is_done and not done else left)
            process.send_signal(signal.SIGKILL)
            status = process.wait(60)
            self.check_session(process.pid)
        finally:
            kill_session(process.pid)
            reader.join(60)
        if status not in (0, -signal.SIGKILL):
            raise Broken(f"{process.args[1]} ended with {status}: {text(lines)}")
        self.kills += status != 0
        done = done or status == 0
        self.length *= 0.9 if done else 1.04
        return done, text(lines)

    @staticmethod
    def check_session(leader):
        """Waits until all processes that a killed one has started have ended.

        - Raises: `Broken` if some go on after ten seconds.
        """
        end = time.monotonic() + 10
        while members := session(leader):
            if time.monotonic() > end:
                raise Broken(f"children of the killed process go on: {list(members.values())}")
            time.sleep(0.02)


def session(leader):
    """The processes of a session: their command lines by their numbers."""
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            if int(fields[3]) == leader and fields[0] != b"Z":
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    found[int(name)] = file.read().replace(b"\0", b" ").decode(errors="replace")
        except (OSError, IndexError):
            continue
    return found


def kill_session(leader):
    while members := session(leader):
        for process in members:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.02)


def text(lines):
    return b"".join(lines).decode(errors="replace")
