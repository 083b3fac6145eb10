import Foundation
import Glibc

/// The program `aggregate-server`, which `aggregate serve` runs.
enum ServerProgram {
  private static let name = "aggregate-server"

  /// The folder of this program.
  static var ownFolder: URL { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent() }

  /// Replaces this process with the server. Returns only if that fails.
  ///
  /// - Parameter folder: the folder where the server is, or beside which it is in `libexec`.
  static func start(_ arguments: some Sequence<String>, in folder: URL = ownFolder) -> Failure {
    let paths = [folder, folder.appendingPathComponent("../libexec").standardizedFileURL].map { $0.appendingPathComponent(name).path }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
      return Failure(
        .local,
        "the server is a separate program, \(name), which is not in \(folder.path); in a clone, `Scripts/aggregate serve` builds it, and the "
          + "packages have it")
    }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    return Failure(.local, "\(path) cannot be run: \(SystemError(code: errno).text)")
  }
}
