import FeedKit
import Fetching
import Foundation

/// Replies in files that the user specifies, each with optional metadata beside it: `places.csv` and `places.meta.json`.
struct SavedReplies {
  /// The files by the name that they have in a recording, without a folder and the extension of the format.
  private var files: [String: [UInt8]] = [:]

  var isEmpty: Bool { files.isEmpty }

  func contains(_ request: String) -> Bool { files[request] != nil }

  /// Reads a file, or stdin for "-", as the reply to a request.
  mutating func read(_ path: String, as request: String) throws(Failure) {
    files[request] = try InputFile.read(path, "the reply", otherwise: .usage)
    guard path != "-" else { return }
    let metadata = (path as NSString).deletingPathExtension + Self.metadata
    do throws(SystemError) {
      files[request + Self.metadata] = try InputFile.readIfPresent(metadata, limit: 1 << 20)
    } catch {
      throw Failure(.usage, "\(metadata) cannot be read: \(error.text)")
    }
  }

  /// The files as a recording of any feed.
  var recording: Recording {
    Recording { [files] path in
      let name = (path as NSString).lastPathComponent
      return files[name.hasSuffix(Self.metadata) ? name : (name as NSString).deletingPathExtension]
    }
  }

  private static let metadata = ".meta.json"
}
