import Foundation

/// The identity, size and time of modification of a file and of the log of a store beside it, and of other files that decide what is read from
/// it, which differ after a change. Links are followed.
public struct FileState: Equatable, Sendable {
  private let path: String
  private let others: [String]
  private let parts: [[String]]

  /// The state of the same files now.
  public var current: FileState { FileState(of: path, with: others) }

  /// - Parameter others: further files, which need not exist.
  public init(of path: String, with others: [String] = []) {
    (self.path, self.others) = (path, others)
    // The log is beside the file itself, not beside a link to it.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    parts = ([target, "\(target)-wal"] + others).map { path in
      let attributes = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
      // Opening a store makes a log, which is empty until something is stored.
      if attributes[.size] as? Int == 0 { return [] }
      // As text, a date has no fractions of a second, in which a store may change twice.
      let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
      return [FileAttributeKey.systemFileNumber, .size].map { "\(attributes[$0] ?? "")" } + ["\(modified ?? 0)"]
    }
  }
}
