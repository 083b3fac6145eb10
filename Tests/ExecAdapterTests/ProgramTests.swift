import ExecAdapter
import FeedKit
import Foundation
import TestKit
import TestTraits
import Testing

/// Programs that misbehave (group I of the fault matrix).
@Suite(.serialized, .waitsForPrograms, Script.isPossible) struct ProgramTests {
  private static let empty = #"{"protocol": 1, "entries": []}"#

  @Test(arguments: FeedRequest.Format.allCases) func anHonestProgramDelivers(_ format: FeedRequest.Format) async throws {
    let script = try Script("cat >/dev/null; echo '\(Self.empty)'")
    #expect(await script.failure(format) == nil)
  }

  // I1
  @Test(arguments: [
    "sleep 98765", "trap '' TERM INT HUP; while :; do sleep 98765; done",
    "setsid sh -c 'sleep 98765; sleep 98765' & echo '\(empty)'; exit 0",
    "setsid sh -c 'setsid sleep 98765 >/dev/null 2>&1 </dev/null &' >/dev/null 2>&1; echo '\(empty)'",
  ]) func nothingOutlivesTheDeadline(_ text: String) async throws {
    let script = try Script(text, milliseconds: 700)
    let start = ContinuousClock.now
    let failure = await script.failure()
    let time = ContinuousClock.now - start
    #expect(failure?.code == .pluginTimeout)
    // Not before the deadline, and long before the program itself would end.
    #expect(time >= .milliseconds(700), "\(time)")
    #expect(processes(with: "98765") == [])
  }

  @Test func aSandboxThatIsStoppedDoesNotSaveTheProgram() async throws {
    let script = try Script("setsid sleep 76543 >/dev/null 2>&1 & sleep 76543", milliseconds: 5000)
    async let failure = script.failure()
    let sandbox = try await script.runningSandbox()
    // A terminal stops a group of processes.
    #expect(getsid(sandbox) == sandbox && getpgid(sandbox) != getpgrp())
    try await eventually { processes(with: "76543").count >= 2 }
    kill(sandbox, SIGSTOP)
    #expect(await failure?.code == .pluginTimeout)
    #expect(processes(with: "76543") == [])
  }

  @Test func aCancelledRunKillsTheProgram() async throws {
    // A program that is not killed ends this test only after an hour, with another error.
    let script = try Script("sleep 87654", milliseconds: 3_600_000)
    let adapter = script.adapter
    let task = Task {
      var draft = FeedDraft(for: Script.feed)
      try await adapter.normalize([Script.reply()], of: Script.feed, into: &draft)
    }
    _ = try await script.runningSandbox()
    task.cancel()
    let error = await #expect(throws: AdapterError.self) { try await task.value }
    #expect(error?.advice.contains("was killed because the run ended") == true, "\(String(describing: error))")
    #expect(processes(with: "87654") == [])
  }

  // I2
  @Test func floodsAreCutOff() async throws {
    for text in ["yes", "yes >&2", "yes & yes >&2"] {
      let script = try Script(text, milliseconds: 60_000)
      #expect(await script.failure()?.code == .pluginOutputLimit)
    }
  }

  @Test func bothOutputsAreDrained() async throws {
    var limits = ProgramLimits()
    limits.stderr = 1 << 20
    let script = try Script("head -c 200000 /dev/zero | tr '\\0' x >&2; echo '\(Self.empty)'", limits: limits)
    #expect(await script.failure() == nil)
  }

  // I3
  @Test func endsHaveReasons() async throws {
    let cases: [(text: String, code: ReasonCode)] = [
      ("echo broken >&2; exit 7", .pluginExit), ("exit 0", .pluginEmpty), ("kill -SEGV $$", .pluginSignal),
      ("exec <&-; echo '{'; sleep 0.1; exit 1", .pluginExit),
    ]
    for (text, code) in cases {
      let script = try Script(text)
      let failure = await script.failure()
      #expect(failure?.code == code, "\(text): \(failure?.advice ?? "")")
    }
    let failing = try Script("echo broken >&2; exit 7")
    let failure = await failing.failure()
    #expect(failure?.advice.contains("exited with code 7; it says: broken") == true)
    #expect(failure?.fields == [AdapterError.Field("code", 7)])
  }

  @Test func aProgramThatDoesNotReadDoesNoHarm() async throws {
    let script = try Script("exec <&-; echo '\(Self.empty)'")
    let entries = try await script.entries(of: String(repeating: " ", count: 8 << 20))
    #expect(entries.isEmpty)
  }

  @Test func programsThatCannotBeStarted() async throws {
    let plain = try Script("exit 0", isExecutable: false)
    #expect(await plain.failure()?.code == .pluginSpawn)
    let lost = try Script("exit 0", interpreter: "/nowhere/sh")
    #expect(await lost.failure()?.code == .pluginSpawn)
    let missing = try Script("exit 0")
    unlink(missing.path)
    #expect(await missing.failure()?.code == .pluginSpawn)
  }

  @Test(arguments: [
    ("", "it is not a program: the file is empty"), ("hello\n", "it is not a program: the file has no #! line"),
    ("\u{7F}ELF", "it is not a program for this machine"),
    ("#!/nowhere/sh -e\nexit 0\n", "the interpreter of its first line does not exist: #!/nowhere/sh -e"),
    ("#!/bin/sh\r\nexit 0\r\n", "does not exist: #!/bin/sh; the line ends with CR LF"),
  ]) func aFileThatIsNoProgramIsExplained(_ text: String, _ message: String) async throws {
    let script = try Script("")
    try Data(text.utf8).write(to: URL(fileURLWithPath: script.path))
    let failure = await script.failure()
    #expect(failure?.code == .pluginSpawn)
    #expect(failure?.advice.contains(message) == true, "\(failure?.advice ?? "")")
  }

  // I4
  @Test func outputThatIsNotAgreed() async throws {
    let entry = """
      {"id": "%", "kind": "place", "campus": "town", "name": "A", "category": "cafe", "sources": [{"feed": "town/food", "record": "1"}]}
      """
    let documents = [
      "Welcome!\n\(Self.empty)", "\(Self.empty)\n\(Self.empty)", #"{"protocol": 1, "entries": ["#, #"{"protocol": 2, "entries": []}"#,
      #"{"entries": []}"#, "[]", #"{"protocol": 1}"#, #"{"protocol": 1, "entries": [], "more": 1}"#, "\(Self.empty)\\000",
      #"{"protocol": 1, "entries": [\#(entry.replacing("%", with: "penn/dining/1"))]}"#,
      #"{"protocol": 1, "entries": [\#(entry.replacing("%", with: "town/food/1")), \#(entry.replacing("%", with: "town/other/1"))]}"#,
      #"{"protocol": 1, "entries": [], "notes": [{"code": "x", "detail": "y", "entry": "penn/dining/1"}]}"#,
      "\\0357\\0273\\0277\(Self.empty)",
      #"{"protocol": 1, "entries": \#(String(repeating: "[", count: 200))\#(String(repeating: "]", count: 200))}"#,
    ]
    for document in documents {
      let script = try Script("printf '%b' '\(document.replacing("\n", with: "\\n"))'")
      let failure = await script.failure()
      #expect(failure?.code == .pluginProtocol && failure?.request == nil, "\(document): \(failure?.advice ?? "")")
    }
  }

  // I5
  @Test func nothingElseCanBeReadOrWritten() async throws {
    let secrets = try TemporaryFolder()
    chmod(secrets.url.path, 0o777)
    let secret = try secrets.write("hidden", to: "key")
    chmod(secret, 0o666)
    setenv("AGGREGATE_TEST_SECRET", "hidden", 1)
    for text in [
      "cat \(secret) >&2", "cat /etc/passwd", "ls /root", "ls /home", "ls \(secrets.url.path)", "echo x > \(secrets.url.path)/new",
      "rm \(secret)", "echo x > /new", "echo x > /dev/new", "echo x > /usr/new", "cat /proc/\(getpid())/environ",
      "grep AGGREGATE_TEST_SECRET /proc/*/environ >&2", "kill -9 \(getpid())", "echo x > /proc/sys/kernel/hostname",
      "ls /sys/kernel/debug", "cat /dev/kmsg", "ls /proc/self/cwd/../root",
    ] {
      let script = try Script("set -e; \(text)")
      let failure = await script.failure()
      #expect([.pluginExit, .pluginDenied].contains(failure?.code), "\(text): \(failure?.advice ?? "it worked")")
      #expect(failure?.advice.contains("says: hidden") == false)
    }
    #expect(secrets.names == ["key"])
    let name = "aggregate-test-\(UInt64.random(in: 0...UInt64.max))"
    let script = try Script("echo x > \(name) && echo x > /tmp/\(name)-2 && echo '\(Self.empty)'")
    #expect(await script.failure() == nil)
    for path in ["/tmp/\(name)", "/tmp/\(name)-2"] { #expect(access(path, F_OK) != 0) }
  }

  @Test(arguments: [
    "os.chmod(key, 0o666)", "os.chown(key, -1, os.getgid())", "os.utime(key, (1, 1))", "os.setxattr(key, 'user.a', b'x')",
    "os.removexattr(key, 'user.b')", "os.fchmod(os.open(key, os.O_RDONLY), 0o666)", "os.truncate(key, 0)",
  ]) func attributesOfOtherFilesCannotBeChanged(_ call: String) async throws {
    let script = try Script("import os\nkey = __file__\n\(call)", interpreter: "/usr/bin/python3")
    // The file is the program's own, if that is another user.
    if geteuid() == 0 { chown(script.path, 65534, 65534) }
    #expect(await script.failure()?.code == .pluginDenied)
  }

  @Test func attributesInTheScratchFolderCanBeChanged() async throws {
    let text = "echo x > a && chmod 700 a && touch -d @1 a && cp -p a b && echo '\(Self.empty)'"
    let script = try Script(text)
    #expect(await script.failure() == nil)
  }

  @Test func theEnvironmentIsEmptyButForTheList() async throws {
    setenv("AGGREGATE_TEST_SECRET", "hidden", 1)
    let script = try Script(
      "env | cut -d= -f1 | sort | tr '\\n' ' ' >&2; exit 1", environment: ["ALLOWED": "1"])
    let advice = await script.failure()?.advice ?? ""
    #expect(advice.hasSuffix("says: ALLOWED HOME PATH PWD TMPDIR"), "\(advice)")
  }

  /// Returns a script in Python that calls a function of the C library and fails as the function does.
  private static func called(_ call: String) -> String {
    """
    import ctypes, os
    ctypes.CDLL(None, use_errno=True).\(call)
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    """
  }

  @Test(arguments: [
    "import socket; socket.create_connection(('127.0.0.1', 9))", "import socket; socket.create_connection(('192.0.2.1', 80))",
    // Sockets of other programs without a path.
    "import socket; socket.socket(socket.AF_UNIX).connect('\\0/tmp/.X11-unix/X0')",
    called("unshare(0x20000)"), called("mount(b'/usr', b'/tmp', None, 4096, None)"), called("chroot(b'/tmp')"), called("setuid(0)"),
    called("sethostname(b'x', 1)"), called("umount2(b'/usr', 2)"),
    "import resource; resource.setrlimit(resource.RLIMIT_NPROC, (1000, 1000))",
    "import resource; resource.prlimit(1, resource.RLIMIT_NPROC, (1000, 1000))",
  ]) func otherProcessesAndTheNetworkAreOutOfReach(_ text: String) async throws {
    let script = try Script(text, interpreter: "/usr/bin/python3")
    let failure = await script.failure()
    #expect([.pluginExit, .pluginDenied].contains(failure?.code), "\(text): \(failure?.advice ?? "it worked")")
  }

  /// A user namespace would have more of the kernel to attack.
  @Test func thereAreNoNamespacesInsideTheSandbox() async throws {
    let script = try Script(Self.called("unshare(0x10000000)"), interpreter: "/usr/bin/python3")
    #expect(await script.failure()?.advice.contains("OSError") == true)
  }

  @Test func signalsDoNotLeaveTheSandbox() async throws {
    let script = try Script("kill -9 1; kill -9 $PPID; kill -STOP 1; kill -9 -1; echo '\(Self.empty)'")
    #expect(await script.failure() == nil)
  }

  @Test func resourcesAreLimited() async throws {
    let cases: [(text: String, which: String)] = [
      ("b = bytearray(10 << 30)", "memory"),
      (
        "import os, time\nfor _ in range(8):\n  if os.fork() == 0:\n    b = b'x' * (80 << 20)\n    time.sleep(60)\ntime.sleep(60)", "memory"
      ),
      ("import os, time\nfor _ in range(10000):\n  if os.fork() == 0:\n    time.sleep(60)", "processes"),
      ("f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))", "file_size"),
      ("import os\nwhile True: os.dup(0)", "files"),
      // Memory that belongs to no process.
      ("import os, time\nfor _ in range(60): os.write(os.memfd_create('x'), bytes(7 << 20))\ntime.sleep(60)", "memory"),
      (
        """
        import ctypes, time
        library = ctypes.CDLL(None)
        library.shmat.restype = ctypes.c_void_p
        for _ in range(6):
          segment = ctypes.c_void_p(library.shmat(library.shmget(0, 64 << 20, 0o1600), None, 0))
          ctypes.memset(segment, 1, 64 << 20)
          library.shmdt(segment)
        time.sleep(60)
        """, "memory"
      ),
      // 20 processes, each with 100 pairs of sockets to fill.
      (
        """
        import os, socket, time
        for _ in range(20):
          if os.fork() == 0:
            pairs = [socket.socketpair() for _ in range(100)]
            for pair in pairs:
              pair[0].setblocking(False)
              try:
                while True: pair[0].send(bytes(1 << 14))
              except OSError: pass
            time.sleep(60)
        time.sleep(60)
        """, "memory"
      ),
    ]
    var limits = ProgramLimits()
    limits.fileSize = 8 << 20
    for (text, which) in cases {
      // Shared pages count for each process.
      limits.memory = which == "processes" ? 2 << 30 : 256 << 20
      let script = try Script(text, interpreter: "/usr/bin/python3", limits: limits)
      let failure = await script.failure()
      #expect(failure?.code == .pluginLimit, "\(text): \(failure?.advice ?? "it worked")")
      #expect(failure?.advice.contains("(\(which))") == true, "\(text): \(failure?.advice ?? "")")
    }
  }

  @Test func theScratchFolderIsLimitedAsAWhole() async throws {
    var limits = ProgramLimits()
    limits.fileSize = 4 << 20
    let text = """
      import time
      for number in range(8):
        with open(str(number), 'wb') as file: file.write(bytes(1 << 20))
      time.sleep(4)
      """
    let script = try Script(text, interpreter: "/usr/bin/python3", limits: limits)
    let failure = await script.failure()
    #expect(failure?.code == .pluginLimit && failure?.advice.contains("(file_size)") == true, "\(failure?.advice ?? "it worked")")
  }

  // I8: 200 processes in separate sessions, most of which the limit prevents.
  @Test func forkersEndWithTheSandbox() async throws {
    let text = "for i in $(seq 200); do setsid sh -c 'sleep 54321 & sleep 54321' & done; sleep 54321"
    let script = try Script(text, milliseconds: 1500)
    let start = ContinuousClock.now
    let failure = await script.failure()
    #expect(failure?.code != nil && ContinuousClock.now - start < .seconds(30), "\(failure?.advice ?? "it worked")")
    #expect(processes(with: "54321") == [])
  }

  /// 200 processes that leave their sessions and fork as fast as they can, so that each lives for a moment only.
  @Test func fastForkersEndWithTheSandbox() async throws {
    let text = """
      import os, time
      def fork():
        try: return os.fork()
        except OSError: return None
      for _ in range(200):
        if fork() == 0:
          while True:
            child = fork()
            if child is None: time.sleep(0.001)
            elif child: os._exit(0)
            else: os.setsid()
      time.sleep(60)
      """
    let script = try Script(text, interpreter: "/usr/bin/python3", milliseconds: 1500)
    let start = ContinuousClock.now
    let failure = await script.failure()
    #expect(failure?.code == .pluginTimeout && ContinuousClock.now - start < .seconds(30), "\(failure?.advice ?? "it worked")")
    #expect(processes(with: script.path) == [])
  }

  /// A program in a folder that is reached through a link finds its files beside itself.
  @Test func foldersMayBeLinks() async throws {
    let folder = try TemporaryFolder()
    chmod(folder.url.path, 0o755)
    let program = try folder.write("#!/bin/sh\ncat $(dirname $0)/answer\n", to: "real/program")
    chmod(program, 0o755)
    try folder.write(Self.empty, to: "real/answer")
    let (link, real) = (folder.path("link"), folder.path("real"))
    symlink(real, link)
    let result = await ConfinedRunner().run(
      Program(
        path: "\(link)/program", arguments: [], environment: ["PATH": "/usr/bin:/bin"], readable: ["\(link)/program", link, program, real],
        version: 1), arguments: ["describe"], input: [], within: .seconds(5))
    #expect(result.end == .exit(0) && result.stdout == Array(Self.empty.utf8), "\(result)")
  }

  /// Files that only root can read are copied, because the program runs as another user.
  @Test(.enabled(if: geteuid() == 0, "only for root")) func rootMayHaveFilesOfItsOwn() async throws {
    let folder = try TemporaryFolder()
    let program = try folder.write("#!/bin/sh\nid -u >&2; cat $(dirname $0)/sub/answer\n", to: "program")
    chmod(program, 0o700)
    chmod(try folder.write(Self.empty, to: "sub/answer"), 0o600)
    for path in [folder.url.path, folder.path("sub")] { chmod(path, 0o700) }
    let result = await ConfinedRunner().run(
      Program(
        path: program, arguments: [], environment: ["PATH": "/usr/bin:/bin"], readable: [program, folder.url.path], version: 1),
      arguments: ["describe"], input: [], within: .seconds(5))
    #expect(result.end == .exit(0) && result.stdout == Array(Self.empty.utf8) && result.stderr == "65534\n", "\(result)")
  }
}
