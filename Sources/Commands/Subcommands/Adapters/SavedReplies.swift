import AdapterWorkbench
import CampusCatalog
import FeedKit
import Fetching
import Foundation

/// Replies in files that the user specifies, each with optional metadata beside it: `places.csv` and `places.meta.json`.
struct SavedReplies {
  /// The files by the name that they have in a recording, without a folder and the extension of the format.
  private var files: [String: [UInt8]] = [:]

  /// The names of the user's files, by the same names.
  private var paths: [String: String] = [:]

  var isEmpty: Bool { files.isEmpty }

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

  /// The files as a recording of any feed.
  var recording: Recording {
    Recording { [files] path in
      let name = (path as NSString).lastPathComponent
      return files[name.hasSuffix(Self.metadata) ? name : (name as NSString).deletingPathExtension]
    }
  }

  /// Reads the replies with an adapter. Failures name the user's files.
  func trial(_ adapter: any FeedAdapter, of feed: Feed) async -> AdapterTrial {
    var trial = await AdapterTrial(adapter, feed: feed, recording: recording)
    if let failure = trial.failure { trial.failure?.detail = naming(failure.detail, feed.id) }
    return trial
  }

  /// Returns a text that begins with the name of a file in the recording of a feed, with the name of the user's file instead.
  func naming(_ text: String, _ feed: FeedID) -> String {
    let text = text.trimmingPrefix("\(feed)/")
    let end = text.firstRange(of: Self.metadata)?.upperBound ?? text.firstIndex(of: ":") ?? text.endIndex
    let name = String(text[..<end])
    let path = paths[name.hasSuffix(Self.metadata) ? name : (name as NSString).deletingPathExtension]
    return (path ?? name) + text[end...]
  }

  private static let metadata = ".meta.json"
}
