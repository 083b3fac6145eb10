import Basics
import Glibc

/// Folders of users and of the system, and all folders that contain them.
///
/// They are compared as files, not as paths: a home folder may have several paths.
struct SharedFolders {
  private struct Identity: Hashable {
    let device: dev_t
    let file: ino_t

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, file) = (status.st_dev, status.st_ino)
    }
  }

  private var identities: Set<Identity> = []
  /// The folder with the home folders of all users.
  private let homes = Identity("/home")

  /// - Parameter home: the value of HOME, which may differ from the home folder that the system knows.
  init(home: String?) {
    let own = getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
    for path in ["/root", "/home", "/tmp", "/var/tmp", "/etc", "/var", "/run"] + [home, own].compactMap(\.self) {
      guard var folder = OutputFile.real(path) else { continue }
      while true {
        if let identity = Identity(folder) { identities.insert(identity) }
        if folder == "/" { break }
        folder = PartFile.folder(of: folder)
      }
    }
  }

  func contains(_ folder: String) -> Bool {
    guard let identity = Identity(folder) else { return true }
    return identities.contains(identity) || homes != nil && Identity(PartFile.folder(of: folder)) == homes
  }
}
