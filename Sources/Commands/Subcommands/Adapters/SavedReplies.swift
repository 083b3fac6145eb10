import Fetching
import Foundation
import OpeningHours

/// Replies in files that the user specifies, each with optional metadata beside it: `places.csv` and `places.meta.json`.
struct SavedReplies {
  /// The files by the name that they have in a recording, without a folder and the extension of the format.
  private var files: [String: [UInt8]] = [:]

  /// The names of the user's files, by the same names.
  private var paths: [String: String] = [:]

  func contains(_ request: String) -> Bool { files[request] != nil }

  /// Reads a file, or stdin for "-", as the reply to a request.
  mutating func read(_ path: String, as request: String) throws(Failure) {
    files[request] = try InputFile.read(path, "the reply", otherwise: .usage)
    paths[request] = InputFile.name(path)
    guard path != "-" else { return }
    let metadata = (path as NSString).deletingPathExtension + Self.metadata
    paths[request + Self.metadata] = metadata
    do throws(SystemError) {
      files[request + Self.metadata] = try InputFile.readIfPresent(metadata, limit: 1 << 20)
    } catch {
      throw Failure(.usage, "\(metadata) cannot be read: \(error.text)")
    }
  }

  /// Returns the files as a recording of any feed, whose messages name the user's files.
  ///
  /// - Parameter time: when the replies without metadata were received; nil if unknown.
  func recording(receivedAt time: Instant?) -> Recording {
    Recording(defaultTime: time) { [files] path in
      files[Self.key(path)]
    } name: { [paths] path in
      paths[Self.key(path)] ?? path
    }
  }

  /// Returns the name without a folder and the extension of the format.
  private static func key(_ path: String) -> String {
    let name = (path as NSString).lastPathComponent
    return name.hasSuffix(metadata) ? name : (name as NSString).deletingPathExtension
  }

  private static let metadata = ".meta.json"
}
