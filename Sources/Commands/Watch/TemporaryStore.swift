import Foundation

/// A store in a new folder, which is removed after use.
struct TemporaryStore {
  private let folder: String

  var path: String { "\(folder)/aggregate.sqlite" }

  init() throws(Failure) {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("aggregate.\(UUID())").path
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(
        .local, "the folder \(folder) for a temporary store cannot be created: \(SystemError(error).text); name one with --store")
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
