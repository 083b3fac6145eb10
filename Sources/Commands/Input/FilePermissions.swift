import Foundation
import Glibc
import PartFiles

/// The mode and owner of a file or folder, if it exists, and whether it can be written.
struct FilePermissions {
  /// A description, such as "mode 0600, owner ann, writable" or "does not exist, can be created".
  let text: String
  /// Whether it exists, and is not an empty file.
  let hasContents: Bool
  /// Whether the file can be written, or created if it does not exist.
  let isWritable: Bool

  init(of path: String) {
    var status = stat()
    let exists = stat(path, &status) == 0
    hasContents = exists && !(status.isRegular && status.st_size == 0)
    guard exists else {
      let folder = Self.nearestFolder(above: path)
      isWritable = access(folder, W_OK | X_OK) == 0
      text = "does not exist, " + (isWritable ? "can be created" : "cannot be created: \(folder) is not writable")
      return
    }
    isWritable = access(path, status.isFolder ? W_OK | X_OK : W_OK) == 0
    let owner = getpwuid(status.st_uid)?.pointee.pw_name.map { String(cString: $0) } ?? "\(status.st_uid)"
    text = "mode \(String(format: "%04o", status.st_mode & 0o7777)), owner \(owner), \(isWritable ? "" : "not ")writable"
  }

  /// Returns the folder of a path, or the nearest existing folder above it.
  private static func nearestFolder(above path: String) -> String {
    var folder = PartFile.folder(of: InputFile.absolute(path))
    while folder != "/", access(folder, F_OK) != 0 { folder = PartFile.folder(of: folder) }
    return folder
  }
}
