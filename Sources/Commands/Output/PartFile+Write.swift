import Basics
import Glibc

extension PartFile {
  /// Writes a file durably, whole or not at all, in a folder that may be new.
  ///
  /// - Parameter mode: the mode of a new file, subject to the umask.
  static func write(_ bytes: [UInt8], to target: String, mode: mode_t = 0o666) throws(SystemCallError) {
    try DurableFolder.create(folder(of: target))
    let part = try create(for: target, mode: mode)
    let code = bytes.withUnsafeBytes { $0.write(to: part.descriptor) }
    guard code == 0 else { throw SystemCallError(code: code) }
    try part.publish()
  }
}
