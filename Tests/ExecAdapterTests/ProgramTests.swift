import ExecAdapter
import Foundation
import TestKit
import Testing

/// Programs that misbehave (group I of the fault matrix), with namespaces and without.
@Suite(.serialized, .enabled(if: !Script.ways.isEmpty, Script.reason)) struct ProgramTests {
  private static let empty = #"{"protocol": 1, "entries": []}"#

  @Test(arguments: Script.ways) func anHonestProgramDelivers(_ namespaces: Bool) async throws {
    let script = try Script("cat >/dev/null; echo '\(Self.empty)'", namespaces: namespaces)
    #expect(await script.failure() == nil)
  }

  // I1
  @Test(
    arguments: Script.ways,
    [
      "sleep 98765", "trap '' TERM INT HUP; while :; do sleep 98765; done",
      "setsid sh -c 'sleep 98765; sleep 98765' & echo '\(empty)'; exit 0",
      "setsid sh -c 'setsid sleep 98765 >/dev/null 2>&1 </dev/null &' >/dev/null 2>&1; echo '\(empty)'",
    ]) func nothingOutlivesTheDeadline(_ namespaces: Bool, _ text: String) async throws
  {
    let script = try Script(text, namespaces: namespaces, milliseconds: 700)
    let start = ContinuousClock.now
    let failure = await script.failure()
    let time = ContinuousClock.now - start
    #expect(failure?.code == .pluginTimeout)
    // Not before the deadline, and long before the program itself would end.
    #expect(time >= .milliseconds(700), "\(time)")
    #expect(processes(with: "98765") == [])
  }

  @Test(arguments: Script.ways) func aLauncherThatIsStoppedDoesNotSaveTheProgram(_ namespaces: Bool) async throws {
    let script = try Script("setsid sleep 76543 >/dev/null 2>&1 & sleep 76543", namespaces: namespaces, milliseconds: 5000)
    async let failure = script.failure()
    let launcher = try await script.runningLauncher()
    // A terminal stops a group of processes.
    #expect(getsid(launcher) == launcher && getpgid(launcher) != getpgrp())
    try await eventually { processes(with: "76543").count >= 2 }
    kill(launcher, SIGSTOP)
    #expect(await failure?.code == .pluginTimeout)
    #expect(processes(with: "76543") == [])
  }

  @Test(arguments: Script.ways) func aLauncherEndsWithItsStarter(_ namespaces: Bool) throws {
    let folder = try TemporaryFolder()
    let run = folder.url.appendingPathComponent("run")
    let scratch = run.appendingPathComponent("scratch")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Script.launcher)
    // Another process than its parent.
    process.arguments = [
      "__confine", "--starter=1", "--scratch=\(scratch.path)", "--status=\(run.path)/status", "--", "/bin/sleep", "65432",
    ]
    if !namespaces { process.arguments?.insert("--no-namespaces", at: 1) }
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(processes(with: "65432") == [])
    #expect(!FileManager.default.fileExists(atPath: run.path))
  }

  @Test(arguments: Script.ways) func aCancelledRunKillsTheProgram(_ namespaces: Bool) async throws {
    // A program that is not killed ends this test only after an hour, with another error.
    let script = try Script("sleep 87654", namespaces: namespaces, milliseconds: 3_600_000)
    let adapter = script.adapter
    let task = Task {
      var draft = FeedDraft(for: Script.feed)
      try await adapter.normalize([Script.reply()], of: Script.feed, into: &draft)
    }
    _ = try await script.runningLauncher()
    task.cancel()
    let error = await #expect(throws: AdapterError.self) { try await task.value }
    #expect(error?.advice.contains("was killed because the run ended") == true, "\(String(describing: error))")
    #expect(processes(with: "87654") == [])
  }

  // I2
  @Test(arguments: Script.ways) func floodsAreCutOff(_ namespaces: Bool) async throws {
    for text in ["yes", "yes >&2", "yes & yes >&2"] {
      let script = try Script(text, namespaces: namespaces, milliseconds: 60_000)
      #expect(await script.failure()?.code == .pluginOutputLimit)
    }
  }

  @Test(arguments: Script.ways) func bothOutputsAreDrained(_ namespaces: Bool) async throws {
    var limits = ProgramLimits()
    limits.stderr = 1 << 20
    let script = try Script("head -c 200000 /dev/zero | tr '\\0' x >&2; echo '\(Self.empty)'", namespaces: namespaces, limits: limits)
    #expect(await script.failure() == nil)
  }

  // I3
  @Test(arguments: Script.ways) func endsHaveReasons(_ namespaces: Bool) async throws {
    let cases: [(text: String, code: ReasonCode)] = [
      ("echo broken >&2; exit 7", .pluginExit), ("exit 0", .pluginEmpty), ("kill -SEGV $$", .pluginSignal),
      ("exec <&-; echo '{'; sleep 0.1; exit 1", .pluginExit),
    ]
    for (text, code) in cases {
      let script = try Script(text, namespaces: namespaces)
      let failure = await script.failure()
      #expect(failure?.code == code, "\(text): \(failure?.advice ?? "")")
    }
    let failing = try Script("echo broken >&2; exit 7", namespaces: namespaces)
    let failure = await failing.failure()
    #expect(failure?.advice.contains("exited with code 7; it says: broken") == true)
    #expect(failure?.fields == [AdapterError.Field("code", 7)])
  }

  @Test(arguments: Script.ways) func aProgramThatDoesNotReadDoesNoHarm(_ namespaces: Bool) async throws {
    let script = try Script("exec <&-; echo '\(Self.empty)'", namespaces: namespaces)
    let entries = try await script.entries(of: String(repeating: " ", count: 8 << 20))
    #expect(entries.isEmpty)
  }

  @Test(arguments: Script.ways) func programsThatCannotBeStarted(_ namespaces: Bool) async throws {
    let plain = try Script("exit 0", namespaces: namespaces, isExecutable: false)
    #expect(await plain.failure()?.code == .pluginSpawn)
    let lost = try Script("exit 0", interpreter: "/nowhere/sh", namespaces: namespaces)
    #expect(await lost.failure()?.code == .pluginSpawn)
    let missing = try Script("exit 0", namespaces: namespaces)
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
  @Test(arguments: Script.ways) func nothingElseCanBeReadOrWritten(_ namespaces: Bool) async throws {
    let secrets = try TemporaryFolder()
    chmod(secrets.url.path, 0o755)
    let secret = secrets.url.appendingPathComponent("key").path
    try Data("secret".utf8).write(to: URL(fileURLWithPath: secret))
    chmod(secrets.url.path, 0o777)
    for text in [
      "cat \(secret)", "cat /etc/passwd", "ls /root", "ls \(secrets.url.path)", "echo x > \(secrets.url.path)/new",
      "echo x > /tmp/aggregate-test-new", "echo x > ../status", "cat /proc/1/environ",
      "touch -c \(secret) && cat \(secret)",
    ] {
      let script = try Script("set -e; \(text)", namespaces: namespaces, environment: ["SECRET": "hidden"])
      let failure = await script.failure()
      #expect(failure?.code == .pluginDenied, "\(text): \(failure?.advice ?? "it worked")")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: secrets.url.path) == ["key"])
  }

  @Test(
    arguments: Script.ways,
    [
      "os.chmod(key, 0o666)", "os.chown(key, -1, os.getgid())", "os.utime(key, (1, 1))", "os.setxattr(key, 'user.a', b'x')",
      "os.removexattr(key, 'user.b')", "os.fchmod(os.open(__file__, os.O_RDONLY), 0o666)", "os.truncate(key, 0)",
    ]) func attributesOfOtherFilesCannotBeChanged(_ namespaces: Bool, _ call: String) async throws
  {
    let folder = try TemporaryFolder()
    chmod(folder.url.path, 0o755)
    let key = try folder.write("secret", to: "key")
    chmod(key, 0o600)
    let script = try Script("import os\nkey = '\(key)'\n\(call)", interpreter: "/usr/bin/python3", namespaces: namespaces)
    // The files are the program's own, if that is another user.
    if geteuid() == 0 { for path in [key, script.path] { chown(path, 65534, 65534) } }
    let failure = await script.failure()
    #expect(failure?.code == .pluginDenied, "\(failure?.advice ?? "it worked")")
  }

  @Test(.enabled(if: Script.ways.contains(true), "there are no namespaces")) func attributesInTheScratchFolderCanBeChanged() async throws {
    let text = "echo x > a && chmod 700 a && touch -d @1 a && cp -p a b && echo '\(Self.empty)'"
    let script = try Script(text)
    #expect(await script.failure() == nil)
  }

  @Test(arguments: Script.ways) func theEnvironmentIsEmptyButForTheList(_ namespaces: Bool) async throws {
    setenv("AGGREGATE_TEST_SECRET", "hidden", 1)
    let script = try Script(
      "env | cut -d= -f1 | sort | tr '\\n' ' ' >&2; exit 1", namespaces: namespaces, environment: ["ALLOWED": "1"])
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

  @Test(
    arguments: Script.ways,
    [
      "import socket; socket.socket()", "import socket; socket.socket(socket.AF_UNIX)",
      "import socket; socket.create_connection(('127.0.0.1', 9))",
      called("ptrace(16, 1, 0, 0)"),
      called("unshare(0x10000000)"),
      "import os; os.kill(os.getppid(), 9)",
      "import os, resource; resource.prlimit(os.getppid(), resource.RLIMIT_FSIZE)",
      // Sockets in the file system.
      "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
      "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)",
      "import socket; socket.socketpair()[0].sendto(b'x', '/nowhere')",
      "import socket; socket.socketpair()[0].connect('/nowhere')",
      "import socket; socket.socketpair()[0].bind('\\0x')",
      // Names of files.
      called("inotify_init1(0)"), called("fanotify_init(0, 0)"),
      // Memory that no process seems to use.
      "import os; os.memfd_create('x')", "import mmap; mmap.mmap(-1, 1 << 20)", called("shmget(0, 4096, 0o1600)"),
      called("vmsplice(1, 0, 0, 0)"),
      "import mmap, os; mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096)",
    ]) func otherProcessesAndTheNetworkAreOutOfReach(_ namespaces: Bool, _ text: String) async throws
  {
    let script = try Script(text, interpreter: "/usr/bin/python3", namespaces: namespaces)
    let failure = await script.failure()
    #expect(failure?.code == .pluginDenied, "\(text): \(failure?.advice ?? "it worked")")
  }

  @Test(arguments: Script.ways) func resourcesAreLimited(_ namespaces: Bool) async throws {
    let cases: [(text: String, which: String)] = [
      ("b = bytearray(10 << 30)", "memory"),
      (
        "import os, time\nfor _ in range(8):\n  if os.fork() == 0:\n    b = b'x' * (80 << 20)\n    time.sleep(60)\ntime.sleep(60)", "memory"
      ),
      ("import os, time\nfor _ in range(10000):\n  if os.fork() == 0:\n    time.sleep(60)", "processes"),
      ("f = open('big', 'wb')\nwhile True: f.write(bytes(1 << 20))", "file_size"),
      ("import os\nwhile True: os.dup(0)", "files"),
    ]
    var limits = ProgramLimits()
    limits.fileSize = 8 << 20
    for (text, which) in cases {
      // Pages that processes share count for each of them.
      limits.memory = which == "processes" ? 2 << 30 : 256 << 20
      let script = try Script(text, interpreter: "/usr/bin/python3", namespaces: namespaces, limits: limits)
      let failure = await script.failure()
      #expect(failure?.code == .pluginLimit, "\(text): \(failure?.advice ?? "it worked")")
      #expect(failure?.advice.contains("(\(which))") == true, "\(text): \(failure?.advice ?? "")")
    }
  }

  @Test(arguments: Script.ways) func theScratchFolderIsLimitedAsAWhole(_ namespaces: Bool) async throws {
    var limits = ProgramLimits()
    limits.fileSize = 4 << 20
    let text = """
      import time
      for number in range(8):
        with open(str(number), 'wb') as file: file.write(bytes(1 << 20))
      time.sleep(4)
      """
    let script = try Script(text, interpreter: "/usr/bin/python3", namespaces: namespaces, limits: limits)
    let failure = await script.failure()
    #expect(failure?.code == .pluginLimit && failure?.advice.contains("(file_size)") == true, "\(failure?.advice ?? "it worked")")
  }

  @Test(
    arguments: Script.ways,
    [
      ("/bin/sh", "mkdir a && echo x > a/b && umask 777 && mkdir a/c && ln -s / a/d && pwd >&2; exit 1"),
      (
        // Deeper than the longest path.
        "/usr/bin/python3",
        """
        import os, sys
        top = os.getcwd()
        for _ in range(40):
          os.mkdir('1')
          os.mkdir('d' * 200)
          os.chdir('d' * 200)
        os.umask(0o777)
        os.mkdir('e')
        sys.exit(top)
        """
      ),
    ]) func theScratchFolderIsRemoved(_ namespaces: Bool, _ program: (interpreter: String, text: String)) async throws
  {
    let script = try Script(program.text, interpreter: program.interpreter, namespaces: namespaces)
    let advice = await script.failure()?.advice ?? ""
    let path = String(advice[(advice.range(of: "says: ")?.upperBound ?? advice.startIndex)...])
    #expect(path.hasSuffix("/scratch"))
    #expect(!FileManager.default.fileExists(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path))
  }
}
