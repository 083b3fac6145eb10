import Basics
import CampusCatalog
import CatalogExport
import Foundation
import Glibc

/// The folder of a published site.
///
/// All files are written to a hidden folder first and then renamed, the manifest last, so that an error leaves the site as it was. The
/// manifest lists new files before they get their names, and removed ones until they are removed. So whenever a publication is interrupted,
/// the next one knows which files are the site's.
final class SiteFolder {
  /// What became of the files.
  struct Outcome {
    var written = 0
    var unchanged = 0
    var removed = 0
  }

  /// The name of the folder of unfinished files, which only one process at a time uses.
  private static let unfinished = ".aggregate-publish"
  private static let longestManifest = 1 << 28

  private let path: String
  /// The folder of unfinished files, which exists only while there are some.
  private var unfinished: String { "\(path)/\(Self.unfinished)" }
  /// The lock on the folder.
  private let descriptor: CInt
  private let stores: StoreGuard
  /// The site that the folder has; nil for a new site.
  private let old: SiteManifest?
  /// The files of that site.
  private let known: Set<SiteFile>

  /// Opens the folder of a site, or creates one.
  ///
  /// - Throws: `Failure` with exit code 64 for a folder that has other files.
  init(_ path: String, _ stores: StoreGuard) throws(Failure) {
    (self.path, self.stores) = (path, stores)
    do throws(SystemCallError) { try DurableFolder.create(path) } catch { throw Self.failure(path, SystemError(code: error.code).text) }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OutputFile.failure(path) }
    // Some file systems have no locks.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      throw Failure(.local, "another process is publishing to \(path); wait until it has ended")
    }
    old = try Self.manifest(in: path)
    known = old?.files ?? []
    guard old == nil, let other = Self.names(in: path).first(where: { !$0.hasPrefix(".") }) else { return }
    throw Failure(
      .usage,
      "\(path) has files (\(other)) but no \(SiteManifest.path) of a site, so they would be mixed up; name an empty folder, or a new one")
  }

  deinit { close(descriptor) }

  /// Replaces the site in the folder by another one. Files with the same bytes are not touched.
  func publish(_ site: StaticSite) throws -> Outcome {
    try removeUnfinished()
    defer { try? removeUnfinished() }
    var outcome = Outcome()
    var contentHash = ""
    var items: [SiteManifest.Item] = []
    var changed: [SiteFile] = []
    for file in site.files {
      let whole = TemporaryFile()
      var hash = SHA256()
      let stated = try site.write(file) {
        hash.update($0)
        try whole.append($0)
      }
      if let stated, file.campus == nil { contentHash = stated }
      let item = SiteManifest.Item(file, bytes: whole.count, sha256: hash.finalize().hexadecimal)
      items.append(item)
      if try has(item) {
        outcome.unchanged += 1
      } else {
        try write(whole, named: "\(changed.count)")
        changed.append(file)
      }
    }
    outcome.written = changed.count
    let new = SiteManifest(generatedAt: site.catalog.generatedAt, contentHash: contentHash, items: items)
    let added = changed.filter { !known.contains($0) }
    if !added.isEmpty { try replaceManifest(by: (old ?? new.with(items: [])).with(pending: (old?.pending ?? []) + added)) }
    for (index, file) in changed.enumerated() { try rename("\(index)", to: file) }
    // A publication that was killed may have renamed files without flushing their folders.
    try syncFolders(of: old?.pending.isEmpty == false ? items.map(\.file) : changed)
    let gone = known.subtracting(items.map(\.file)).filter { (try? kind(of: $0)) == .file }.sorted { $0.path < $1.path }
    try replaceManifest(by: new.with(pending: gone))
    if gone.isEmpty { return outcome }
    for file in gone {
      guard unlink("\(path)/\(file.path)") == 0 else { throw OutputFile.failure("\(path)/\(file.path)") }
      outcome.removed += 1
    }
    try syncFolders(of: gone)
    // Folders that have other files stay.
    for campus in Set(gone.compactMap(\.campus)) { rmdir("\(path)/\(campus)") }
    try replaceManifest(by: new)
    return outcome
  }

  // MARK: - Files

  private enum Kind { case missing, file }

  /// Returns whether a file of the site exists.
  ///
  /// - Throws: `Failure` if something else is in its place, such as a link.
  private func kind(of file: SiteFile) throws(Failure) -> Kind {
    var status = stat()
    if let campus = file.campus {
      let folder = "\(path)/\(campus)"
      if lstat(folder, &status) != 0 { return .missing }
      guard status.isFolder else { throw refusal(folder, "is not a folder") }
    }
    if lstat("\(path)/\(file.path)", &status) != 0 { return .missing }
    guard status.isRegular else { throw refusal("\(path)/\(file.path)", "is not a regular file") }
    return .file
  }

  /// Returns whether the folder has a file with these bytes.
  ///
  /// - Throws: `Failure` if it has another file that is not the site's and would be overwritten.
  private func has(_ item: SiteManifest.Item) throws(Failure) -> Bool {
    guard try kind(of: item.file) == .file else { return false }
    let target = "\(path)/\(item.file.path)"
    try stores.check(target, "the folder")
    if try Self.hash(of: target, size: item.bytes) == item.sha256 { return true }
    guard known.contains(item.file) else { throw refusal(target, "is not a file of this site, and would be overwritten") }
    return false
  }

  /// Returns the SHA-256 of a file; nil if it does not have this size.
  private static func hash(of path: String, size: Int) throws(Failure) -> String? {
    do throws(SystemError) {
      var status = stat()
      guard stat(path, &status) == 0, Int(status.st_size) == size else { return nil }
      return try InputFile.readIfPresent(path, limit: size).map { SHA256.hash($0).hexadecimal }
    } catch {
      throw Failure(.local, "\(path) cannot be read: \(error.text)")
    }
  }

  private func write(_ content: TemporaryFile, named name: String) throws(Failure) {
    try write(named: name) { (descriptor) throws(Failure) in
      var buffer = [UInt8](repeating: 0, count: min(content.count, 1 << 20))
      var position = 0
      while position < content.count {
        var span = buffer.mutableSpan
        let count = try span.withUnsafeMutableBytes { (bytes) throws(Failure) in try content.read(into: bytes, at: position) }
        let code = buffer.span.extracting(..<count).withUnsafeBytes { $0.write(to: descriptor) }
        guard code == 0 else { throw OutputFile.failure("\(unfinished)/\(name)", code) }
        position += count
      }
    }
  }

  /// Creates an unfinished file and lets `body` write it, durably.
  private func write(named name: String, _ body: (CInt) throws(Failure) -> Void) throws(Failure) {
    if mkdir(unfinished, 0o777) != 0, errno != EEXIST { throw OutputFile.failure(unfinished) }
    let path = "\(unfinished)/\(name)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw OutputFile.failure(path) }
    defer { close(descriptor) }
    try body(descriptor)
    guard fsync(descriptor) == 0 else { throw OutputFile.failure(path) }
  }

  /// Gives an unfinished file its final name.
  private func rename(_ name: String, to file: SiteFile) throws(Failure) {
    if let campus = file.campus, mkdir("\(path)/\(campus)", 0o777) != 0, errno != EEXIST { throw OutputFile.failure("\(path)/\(campus)") }
    try rename(name, to: file.path)
  }

  private func rename(_ name: String, to target: String) throws(Failure) {
    guard Glibc.rename("\(unfinished)/\(name)", "\(path)/\(target)") == 0 else { throw OutputFile.failure("\(path)/\(target)") }
  }

  /// Makes the names of files durable, before a manifest relies on them.
  private func syncFolders(of files: some Collection<SiteFile>) throws(Failure) {
    guard !files.isEmpty else { return }
    for campus in Set(files.compactMap(\.campus)).sorted() { try sync("\(path)/\(campus)") }
    try sync(path)
  }

  private func sync(_ folder: String) throws(Failure) {
    do throws(SystemCallError) { try DurableFolder.sync(folder) } catch { throw OutputFile.failure(folder, error.code) }
  }

  private func removeUnfinished() throws(Failure) {
    for name in Self.names(in: unfinished) { unlink("\(unfinished)/\(name)") }
    if rmdir(unfinished) != 0, errno != ENOENT { throw OutputFile.failure(unfinished) }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  // MARK: - The manifest

  private static func manifest(in folder: String) throws(Failure) -> SiteManifest? {
    let path = "\(folder)/\(SiteManifest.path)"
    let bytes: [UInt8]?
    do throws(SystemError) { bytes = try InputFile.readIfPresent(path, limit: longestManifest) } catch {
      throw Failure(.local, "\(path) cannot be read: \(error.text)")
    }
    guard let bytes else { return nil }
    do throws(CatalogError) { return try SiteManifest(parsing: bytes) } catch {
      let failure = Failure(.data, error, path, bytes)
      throw Failure(
        .data, "\(failure.message ?? path); it is not the manifest of a site that this program has published, so name another folder")
    }
  }

  /// Replaces the manifest, unless it has these bytes.
  private func replaceManifest(by manifest: SiteManifest) throws(Failure) {
    let (bytes, target) = (manifest.text, "\(path)/\(SiteManifest.path)")
    if let current = try? InputFile.readIfPresent(target, limit: Self.longestManifest), current == bytes { return }
    try write(named: SiteManifest.path) { (descriptor) throws(Failure) in
      let code = bytes.withUnsafeBytes { $0.write(to: descriptor) }
      guard code == 0 else { throw OutputFile.failure(target, code) }
    }
    try rename(SiteManifest.path, to: SiteManifest.path)
    try sync(path)
  }

  private func refusal(_ path: String, _ what: String) -> Failure {
    Failure(.usage, "\(path) \(what); move it, or name another folder")
  }

  private static func failure(_ path: String, _ what: String) -> Failure {
    Failure(.local, "\(path) cannot be written: \(what) (export.io); choose another place", isOutputFailure: true)
  }
}

extension SiteManifest {
  fileprivate func with(items: [Item]? = nil, pending: [SiteFile]? = nil) -> SiteManifest {
    SiteManifest(generatedAt: generatedAt, contentHash: contentHash, items: items ?? self.items, pending: pending ?? self.pending)
  }
}
