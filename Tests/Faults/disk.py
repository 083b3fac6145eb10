"""A folder on a disk: what programs did to it, and the states in which a power loss can leave it.

The system calls are recorded by strace, so that none is missed, whatever a program links. `Recording.check` proves that: with all operations
applied, the model has the files of the real folder, byte for byte. Memory that is mapped for writing, and io_uring, are refused; SQLite's
`-shm` files, which it maps, do not outlast a power loss.

The model has what POSIX guarantees, and nothing that only one file system adds:

* `fsync` and `fdatasync` of a file make its contents and its size durable, but not its name: that needs an `fsync` of the folder. (On ext4, XFS and
  Btrfs, the first `fsync` of a new file usually makes its name durable, too.)
* `fsync` of a folder makes all earlier changes of its names durable: files created, renamed and removed in it, but not the names in the
  folders in it, and not its own name in the folder above.
* Changes of names in one folder that are not synced survive in their order: the first ones do, the others do not. A rename from one folder to
  another survives as a whole or not at all, with all earlier changes of both folders. (ext4 and XFS write all changes of all folders in one
  order; the states that this allows are among those here.)
* Of what was written to a file since its last sync, each block, of 512 or 4096 bytes, is as after one of the writes to it, or as before all of
  them, whatever became of the others. A block after the end of the durable file may survive without those before it, which are then zeros.
  (ext4 with `data=ordered` leaves a shorter file instead.)
* What `fsync` has covered is what was written before it began, if it returned without an error.
"""
import os, re, shutil, subprocess, tempfile

CALLS = (
    "open openat creat close dup dup2 dup3 fcntl lseek read write pwrite64 writev pwritev pwritev2 sendfile copy_file_range splice truncate ftruncate "
    "fallocate rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat rmdir mkdir mkdirat mknod mknodat fsync fdatasync "
    "syncfs sync mmap io_uring_setup").split()


class Unknown(Exception):
    """A system call that the model does not have."""


class File:
    def __init__(self, data=b""):
        self.base, self.size = data, len(data)


class Folder:
    def __init__(self):
        # The names when the recording began, and now.
        self.base, self.names = {}, {}


class Descriptor:
    def __init__(self, node, appends):
        self.node, self.appends, self.position = node, appends, 0


class Recording:
    """The operations on the files below a folder, in the order in which they ended."""

    def __init__(self, folder, ignores_syncs=False):
        self.folder, self.ignores_syncs = os.path.realpath(folder), ignores_syncs
        self.operations = []
        self.root = self.scan(self.folder)

    def scan(self, path):
        if not os.path.isdir(path):
            with open(path, "rb") as file:
                return File(file.read())
        node = Folder()
        node.base = {name: self.scan(f"{path}/{name}") for name in sorted(os.listdir(path))}
        node.names = dict(node.base)
        return node

    def mark(self, what):
        """Adds something that is not an operation, such as an acknowledgment."""
        self.operations.append(("mark", what))

    def run(self, words, **options):
        """Runs a program that ends by itself and records what it does. Returns what `subprocess.run` does."""
        with tempfile.TemporaryDirectory(prefix="aggregate-trace-") as folder:
            trace = f"{folder}/trace"
            tracer = ["strace", "-f", "-qq", "-xx", "-s", str(1 << 26), "-e", "signal=none", "-e", "trace=" + ",".join(CALLS), "-o", trace]
            result = subprocess.run([*tracer, *words], **options)
            self.directory = os.path.realpath(options.get("cwd") or os.getcwd())
            self.descriptors = {}
            waiting = {}
            with open(trace) as lines:
                for line in lines:
                    self.read(line.rstrip("\n"), waiting)
        self.check()
        return result

    def check(self):
        """Compares the model with the real folder."""
        state, real = self.contents(self.root), self.contents(self.scan(self.folder))
        for name in sorted(state.keys() | real.keys()):
            if state.get(name) != real.get(name):
                raise Unknown(f"the model of {name or '/'} differs from the real file: an operation was missed")

    # Reading a trace

    def read(self, line, waiting):
        """Reads a line of strace: a call, or the first or the second part of one that another thread has interrupted."""
        process, _, text = line.partition(" ")
        text = text.lstrip()
        if text.endswith("<unfinished ...>"):
            text = text.removesuffix("<unfinished ...>").rstrip()
            waiting[process] = (text, len(self.operations))
            # Another thread may get the number before this call is reported to have ended.
            if text.startswith("close("):
                self.descriptors.pop(int(re.match(r"close\((\d+)", text)[1]), None)
            return
        start = len(self.operations)
        resumed = re.match(r"<\.\.\. (\w+) resumed>", text)
        if resumed:
            first, start = waiting.pop(process)
            if resumed[1] == "close":
                return
            text = first + text[resumed.end():]
        call = re.match(r"(\w+)\((.*)\)\s+= (-?\d+|0x[0-9a-f]+|\?)", text)
        if call and call[3] != "?" and not call[3].startswith("-"):
            self.take(call[1], split(call[2]), int(call[3], 0), start)

    def take(self, call, words, result, start):
        """Adds the operation of a call that has succeeded, if it is on a file below the folder."""
        if call in ("rename", "link"):
            call, words = f"{call}at", ["AT_FDCWD", words[0], "AT_FDCWD", words[1]]
        elif call in ("open", "unlink", "rmdir", "mkdir", "mknod"):
            call, words = {"rmdir": "unlinkat"}.get(call, f"{call}at"), ["AT_FDCWD", *words]
        call = {"pwrite64": "pwrite", "fdatasync": "fsync", "renameat2": "renameat", "dup2": "dup", "dup3": "dup", "syncfs": "sync"}.get(call, call)
        handler = getattr(self, f"on_{call}", None)
        if handler:
            handler(words, result, start)
        elif call == "io_uring_setup" or any(self.node_of(word) or self.is_inside(word) for word in words):
            raise Unknown(f"{call}({', '.join(words)[:200]})")

    def node_of(self, word):
        opened = self.descriptors.get(int(word)) if word.isdigit() else None
        return opened.node if opened else None

    def is_inside(self, word):
        return word.startswith('"') and os.path.join(self.directory, os.fsdecode(data(word))).startswith(self.folder + "/")

    def place(self, folder, word):
        """Returns the folder and the name of a path; None if it is not below this folder."""
        path = os.fsdecode(data(word))
        if not path.startswith("/") and folder != "AT_FDCWD":
            node = self.node_of(folder)
            if not isinstance(node, Folder):
                return None
            steps = path
        else:
            path = os.path.normpath(os.path.join(self.directory, path))
            if not path.startswith(self.folder + "/"):
                return (None, "") if path == self.folder else None
            node, steps = self.root, path[len(self.folder) + 1:]
        *parents, name = steps.split("/")
        for parent in parents:
            node = node.names.get(parent) if isinstance(node, Folder) else None
        return (node, name) if isinstance(node, Folder) else None

    def on_openat(self, words, result, start):
        self.descriptors.pop(result, None)
        found = self.place(words[0], words[1])
        if not found:
            return
        folder, name = found
        flags = words[2].split("|")
        node = self.root if folder is None else folder.names.get(name)
        if node is None:
            if "O_CREAT" not in flags:
                raise Unknown(f"{name} is opened, but was not created")
            node = File()
            self.link(folder, name, node)
        elif "O_TRUNC" in flags and isinstance(node, File) and node.size:
            self.truncate(node, 0)
        self.descriptors[result] = Descriptor(node, "O_APPEND" in flags)

    def on_close(self, words, result, start):
        self.descriptors.pop(int(words[0]), None)

    def on_dup(self, words, result, start):
        self.descriptors.pop(result, None)
        if words[0].isdigit() and int(words[0]) in self.descriptors:
            self.descriptors[result] = self.descriptors[int(words[0])]

    def on_fcntl(self, words, result, start):
        if words[1].startswith("F_DUPFD"):
            self.on_dup(words, result, start)

    def on_lseek(self, words, result, start):
        if self.node_of(words[0]):
            self.descriptors[int(words[0])].position = result

    def on_read(self, words, result, start):
        if self.node_of(words[0]):
            self.descriptors[int(words[0])].position += result

    def on_write(self, words, result, start):
        opened = self.descriptors.get(int(words[0]))
        if opened:
            offset = opened.node.size if opened.appends else opened.position
            self.write(opened.node, offset, data(words[1])[:result])
            opened.position = offset + result
        elif words[0] == "1":
            self.mark(("stdout", data(words[1])[:result]))

    def on_writev(self, words, result, start):
        if words[0] == "1" or self.node_of(words[0]):
            pieces = re.findall(r'iov_base=("[^"]*")', words[1])
            self.on_write([words[0], '"' + "".join(piece[1:-1] for piece in pieces) + '"'], result, start)

    def on_pwrite(self, words, result, start):
        node = self.node_of(words[0])
        if node:
            self.write(node, int(words[3]), data(words[1])[:result])

    def on_ftruncate(self, words, result, start):
        node = self.node_of(words[0])
        if node and node.size != int(words[1]):
            self.truncate(node, int(words[1]))

    def on_renameat(self, words, result, start):
        source, target = self.place(words[0], words[1]), self.place(words[2], words[3])
        if not source and not target:
            return
        if not source or not target:
            raise Unknown("a file is moved into the folder, or out of it")
        node = source[0].names.pop(source[1])
        target[0].names[target[1]] = node
        self.operations.append(("rename", source[0], source[1], target[0], target[1], node))

    def on_linkat(self, words, result, start):
        source, target = self.place(words[0], words[1]), self.place(words[2], words[3])
        if source and target:
            self.link(target[0], target[1], source[0].names[source[1]])
        elif source or target:
            raise Unknown("a link leads into the folder, or out of it")

    def on_unlinkat(self, words, result, start):
        found = self.place(words[0], words[1])
        if found:
            found[0].names.pop(found[1])
            self.operations.append(("unlink", *found))

    def on_mkdirat(self, words, result, start):
        found = self.place(words[0], words[1])
        if found and found[0]:
            self.link(*found, Folder())

    def on_mknodat(self, words, result, start):
        found = self.place(words[0], words[1])
        if found:
            self.link(*found, File())

    def on_fsync(self, words, result, start):
        node = self.node_of(words[0])
        if node and not self.ignores_syncs:
            self.operations.append(("sync", node, start))

    def on_sync(self, words, result, start):
        raise Unknown("sync makes everything durable, which the model does not have")

    def on_mmap(self, words, result, start):
        if "PROT_WRITE" in words[2] and "MAP_SHARED" in words[3] and self.node_of(words[4]):
            node = self.node_of(words[4])
            node.is_mapped = True

    def link(self, folder, name, node):
        folder.names[name] = node
        self.operations.append(("link", folder, name, node))

    def write(self, node, offset, bytes):
        node.size = max(node.size, offset + len(bytes))
        self.operations.append(("write", node, offset, bytes))

    def truncate(self, node, size):
        node.size = size
        self.operations.append(("truncate", node, size))

    # States

    def contents(self, root):
        """The files as they are now, by path, and None for folders; without the files that SQLite maps."""
        changes = {}
        for operation in self.operations:
            if operation[0] in ("write", "truncate"):
                changes.setdefault(operation[1], []).append(operation)
        found = {}

        def walk(node, path):
            if isinstance(node, Folder):
                found[path] = None
                for name, child in node.names.items():
                    walk(child, f"{path}/{name}")
            elif path.endswith("-shm"):
                return
            elif getattr(node, "is_mapped", False):
                raise Unknown(f"{path} is mapped for writing")
            else:
                found[path] = bytes(applied(node.base, changes.get(node, [])))

        walk(root, "")
        return found

    def after_power_loss(self, cut, random):
        """A state of the disk if the power failed before the operation with this number: the files by path, and None for folders."""
        folders, files, synced = {}, {}, {}
        for number, operation in enumerate(self.operations[:cut]):
            kind = operation[0]
            if kind == "sync":
                synced[operation[1]] = max(operation[2], synced.get(operation[1], 0))
            elif kind in ("write", "truncate"):
                files.setdefault(operation[1], []).append((number, operation))
            elif kind != "mark":
                for folder in {operation[1], operation[3]} if kind == "rename" else {operation[1]}:
                    folders.setdefault(folder, []).append((number, operation))
        names = self.surviving_names(folders, synced, random)
        style = random.choice(("nothing", "everything", "some", "some", "some"))
        block = random.choice((512, 4096))
        found = {}

        def walk(node, path):
            if isinstance(node, Folder):
                found[path] = None
                for name, child in names.get(node, node.base).items():
                    walk(child, f"{path}/{name}")
            elif not path.endswith("-shm"):
                found[path] = surviving_bytes(node, files.get(node, []), synced.get(node, 0), style, block, random)

        walk(self.root, "")
        return found

    @staticmethod
    def surviving_names(folders, synced, random):
        style = random.choice(("nothing", "everything", "some", "some"))
        counts = {}
        for folder, changes in folders.items():
            durable = sum(number < synced.get(folder, 0) for number, _ in changes)
            most = len(changes)
            counts[folder] = {"nothing": durable, "everything": most}.get(style) if style != "some" else random.randint(durable, most)
        # A rename that survives in one folder does so in the other.
        kept = set()
        grows = True
        while grows:
            grows = False
            for folder, changes in folders.items():
                last = max((place + 1 for place, (number, _) in enumerate(changes) if number in kept), default=0)
                counts[folder] = max(counts[folder], last)
                more = {number for number, _ in changes[:counts[folder]]} - kept
                grows = grows or bool(more)
                kept |= more
        names = {}
        for folder, changes in folders.items():
            now = names[folder] = dict(folder.base)
            for number, operation in changes[:counts[folder]]:
                if operation[0] == "link":
                    now[operation[2]] = operation[3]
                elif operation[0] == "unlink":
                    now.pop(operation[2], None)
                else:
                    if operation[1] is folder:
                        now.pop(operation[2], None)
                    if operation[3] is folder:
                        now[operation[4]] = operation[5]
        return names


def surviving_bytes(node, changes, synced, style, block, random):
    durable = [operation for number, operation in changes if number < synced]
    rest = [operation for number, operation in changes if number >= synced]
    result = applied(node.base, durable)
    if style == "nothing" or not rest:
        return bytes(result)
    if style == "everything":
        return bytes(applied(result, rest))
    # The number of the last change that survives in each block, and of the last change of the size.
    last, sizes = {}, random.randint(0, len(rest))
    for number, operation in enumerate(rest):
        if operation[0] == "truncate":
            if number < sizes:
                result = applied(result, [operation])
            continue
        _, _, offset, written = operation
        for start in range(offset // block * block, offset + len(written), block):
            if start not in last:
                last[start] = random.choice((0, len(rest), random.randint(0, len(rest))))
            if number < last[start]:
                low, high = max(offset, start), min(offset + len(written), start + block)
                result = applied(result, [("write", node, low, written[low - offset:high - offset])])
    return bytes(result)


def applied(base, operations):
    result = base if isinstance(base, bytearray) else bytearray(base)
    for operation in operations:
        if operation[0] == "truncate":
            size = operation[2]
            del result[size:]
            result.extend(bytes(size - len(result)))
        else:
            _, _, offset, written = operation
            if len(result) < offset:
                result.extend(bytes(offset - len(result)))
            result[offset:offset + len(written)] = written
    return result


def restore(folder, state):
    """Makes a folder have these files, and no others."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, contents in state.items():
        if contents is None:
            os.makedirs(folder + path, exist_ok=True)
        else:
            with open(folder + path, "wb") as file:
                file.write(contents)


def data(word):
    """The bytes of a string of strace."""
    if not re.fullmatch(r'"(\\x[0-9a-f]{2})*"', word):
        raise Unknown(f"a string was cut short: {word[:80]}…{word[-20:]}")
    return bytes.fromhex(word[1:-1].replace("\\x", ""))


def split(text):
    """The arguments of a call. Strings have no commas, because all of their bytes are hexadecimal."""
    words, depth, word = [], 0, ""
    for piece in re.split(r"(, |[\[\]{}])", text):
        depth += (piece in "[{") - (piece in "]}") if piece else 0
        if piece == ", " and depth == 0:
            words.append(word)
            word = ""
        else:
            word += piece
    return [*words, word] if word or words else []
