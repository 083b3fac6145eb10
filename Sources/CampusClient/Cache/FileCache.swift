public import Foundation

/// A cache in a folder, with one file for each request. It survives restarts of the app.
///
/// Files are replaced as a whole. One that is damaged, or that another version of the client has written, counts as missing. When the files
/// need more than the limit, those that were stored or confirmed first are deleted.
public actor FileCache: ResponseCache {
  private let folder: URL
  private let maximumBytes: Int

  /// A file: the response, with its request, because different requests may have the same file name.
  private struct File: Codable {
    let key: String
    let response: StoredResponse
  }

  /// - Parameters:
  ///   - folder: the folder, which is created when it is first needed. It should have no other files, and be one that the system may clear,
  ///     such as `URL.cachesDirectory.appending(path: "campus")`.
  ///   - maximumBytes: the limit of all files together.
  public init(folder: URL, maximumBytes: Int = 32 << 20) {
    (self.folder, self.maximumBytes) = (folder, maximumBytes)
  }

  public func response(for key: String) -> StoredResponse? {
    let path = path(of: key)
    guard let data = try? Data(contentsOf: path), let file = try? JSONDecoder().decode(File.self, from: data), file.key == key else {
      return nil
    }
    return file.response
  }

  public func store(_ response: StoredResponse, for key: String) {
    guard let data = try? JSONEncoder().encode(File(key: key, response: response)), data.count <= maximumBytes else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? data.write(to: path(of: key), options: .atomic)
    removeOldest()
  }

  /// Deletes all files.
  public func removeAll() {
    for file in files() { try? FileManager.default.removeItem(at: file.url) }
  }

  private func path(of key: String) -> URL {
    folder.appendingPathComponent("\(String(hash(key), radix: 16)).response")
  }

  /// Returns the FNV-1a hash of a text, which is the same in every run.
  private func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The files of the cache, the most recent first.
  private func files() -> [(url: URL, size: Int)] {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let urls = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
    let files = urls.filter { $0.pathExtension == "response" }.compactMap { url in
      (try? url.resourceValues(forKeys: keys)).map { (url: url, size: $0.fileSize ?? 0, date: $0.contentModificationDate ?? .distantPast) }
    }
    return files.sorted { ($0.date, $0.url.lastPathComponent) > ($1.date, $1.url.lastPathComponent) }.map { ($0.url, $0.size) }
  }

  private func removeOldest() {
    var total = 0
    for file in files() {
      total += file.size
      if total > maximumBytes { try? FileManager.default.removeItem(at: file.url) }
    }
  }
}
