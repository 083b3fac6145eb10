import Foundation
import Glibc

/// The command lines that run a program with or without bubblewrap.
struct Sandbox: Sendable {
  /// The path of the private folder that a confined program may write to.
  static let scratch = "/tmp"

  /// The user as whom programs run if this process is root.
  static let nobody: uid_t = 65534

  /// Whether this process is root and can run programs as another user. In some containers, root is the only user.
  static let changesUser: Bool = {
    guard geteuid() == 0, let map = FileManager.default.contents(atPath: "/proc/self/uid_map") else { return false }
    return String(decoding: map, as: UTF8.self).split(separator: "\n").contains { line in
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      return numbers.count == 3 && (numbers[0]..<numbers[0] + numbers[2]).contains(Int(nobody))
    }
  }()

  /// The folders in which bubblewrap, setpriv and prlimit are looked for.
  private static let folders = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"]

  /// The folders that programs and interpreters of a system need, without any that belong to a user.
  private static let systemPaths = [
    "/usr", "/opt", "/nix/store", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime",
    "/etc/timezone", "/etc/locale.alias", "/etc/mime.types", "/etc/os-release", "/etc/ssl/openssl.cnf", "/etc/ssl/certs", "/etc/perl",
    "/etc/java-17-openjdk", "/etc/java-21-openjdk", "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage",
  ]

  /// Folders that are links to folders in /usr on most systems.
  private static let linkedFolders = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]

  /// The first process of the sandbox. It waits for processes that a successful program leaves running.
  private static let firstProcess = #""$@" || exit; while kill -0 -1 2>/dev/null; do sleep 0.05; done"#

  let limits: ProgramLimits
  /// The maximum time for the program.
  let time: Duration

  /// Returns the path of a tool of the system; nil if it is not installed.
  private static func path(of tool: String) -> String? {
    folders.lazy.map { "\($0)/\(tool)" }.first { access($0, X_OK) == 0 }
  }

  private static func required(_ tool: String, of package: String) throws(Unavailable) -> String {
    guard let path = path(of: tool) else {
      throw Unavailable(why: "\(tool) is not installed; install the package \(package), such as with apt-get install \(package)")
    }
    return path
  }

  /// Why programs cannot be confined.
  struct Unavailable: Error { let why: String }

  /// Returns the command line that runs a program in a sandbox, isolated from everything else.
  ///
  /// - Parameter files: the files and folders that the program may read: for each, its path in the sandbox and its real path.
  func words(for program: [String], files: [(path: String, source: String)], status: String) throws(Unavailable) -> [String] {
    let bubblewrap = try Self.required("bwrap", of: "bubblewrap")
    var words = try user()
    words += [
      // New namespaces for users, processes, mounts, IPC, the network, the host name and control groups; the program cannot create more.
      bubblewrap, "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL", "--die-with-parent", "--new-session",
      "--as-pid-1", "--json-status-fd", "3",
    ]
    for path in Self.systemPaths { words += ["--ro-bind-try", path, path] }
    for path in Self.linkedFolders {
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
        words += ["--symlink", target, path]
      } else {
        words += ["--ro-bind-try", path, path]
      }
    }
    for device in ["null", "zero", "full", "random", "urandom"] { words += ["--dev-bind", "/dev/\(device)", "/dev/\(device)"] }
    words += ["--symlink", "/proc/self/fd", "/dev/fd", "--proc", "/proc", "--remount-ro", "/proc"]
    words += ["--perms", "0700", "--size", "\(limits.fileSize)", "--tmpfs", Self.scratch]
    for file in files { words += ["--ro-bind-try", file.source, file.path] }
    words += ["--remount-ro", "/", "--chdir", Self.scratch, "--"]
    // Apply the limits to the first process, too, because the program could control it.
    words += try limited(["/bin/sh", "-c", Self.firstProcess, "sh"] + program, processes: limits.processes)
    // bubblewrap writes the exit status to descriptor 3, which is not passed to the program.
    return ["-c", #"exec "$@" 3>"$0""#, status] + words
  }

  /// Returns the command line that runs a program with limits but without a sandbox, as another user if this process is root.
  func unconfinedWords(for program: [String]) throws(Unavailable) -> [String] {
    // A limit on processes would count all processes of the user.
    ["-c", #"exec "$@""#, "sh"] + (try user()) + (try limited(program, processes: nil))
  }

  private func user() throws(Unavailable) -> [String] {
    guard Self.changesUser else { return [] }
    return [try Self.required("setpriv", of: "util-linux"), "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "--"]
  }

  /// Returns the command line that runs a program with limits for each process, which the program cannot raise.
  private func limited(_ program: [String], processes: Int?) throws(Unavailable) -> [String] {
    // The limit of --as is higher, because interpreters reserve far more address space than they use.
    [
      try Self.required("prlimit", of: "util-linux"), "--data=\(Self.allowed(limits.memory, RLIMIT_DATA))",
      "--as=\(Self.allowed(16 * limits.memory, RLIMIT_AS))", "--stack=\(Self.allowed(8 << 20, RLIMIT_STACK))", "--memlock=0",
      "--msgqueue=0", "--core=0", "--cpu=\(Self.allowed(Int(time.components.seconds) + 2, RLIMIT_CPU))",
      "--fsize=\(Self.allowed(limits.fileSize, RLIMIT_FSIZE))", "--nofile=\(Self.allowed(limits.openFiles, RLIMIT_NOFILE))",
    ] + (processes.map { ["--nproc=\(Self.allowed($0, __RLIMIT_NPROC))"] } ?? []) + ["--"] + program
  }

  /// Returns a limit, or this process's own hard limit if that is lower: only a privileged process may raise it.
  private static func allowed(_ limit: Int, _ resource: __rlimit_resource) -> Int {
    var own = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &own) == 0, own.rlim_max < rlim_t(limit) else { return limit }
    return Int(own.rlim_max)
  }

  /// Removes paths in folders of the list, and in the system's folders, because they need no separate mounts.
  static func outermost(_ paths: [String]) -> [String] {
    let visible = ["/usr", "/opt", "/nix/store", "/proc", "/sys", "/dev"] + linkedFolders
    return paths.sorted { $0.utf8.count < $1.utf8.count }.reduce(into: []) { found, path in
      if !(visible + found).contains(where: { path == $0 || path.hasPrefix("\($0)/") }) { found.append(path) }
    }
  }
}
