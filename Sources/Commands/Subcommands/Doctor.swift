import ArgumentParser
import CurlTransport
import Foundation
import Glibc
import PartFiles

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Show versions, zone data and paths, or check one JSON file.",
    usage: """
      aggregate doctor
      aggregate doctor --check-json FILE
      """,
    discussion: "--check-json exits 0 when the file is JSON that this program accepts and 65 when it is not.")

  @Option(
    name: .customLong("check-json"), help: ArgumentHelp("Only check whether this file is accepted; - is stdin.", valueName: "file"),
    completion: .file())
  var checkJSON: String?

  @OptionGroup var output: FormatOption

  func run() async throws {
    if let checkJSON { return try check(checkJSON) }
    let environment = try CommandEnvironment.current()
    let (json, curl) = (JSONDocument.library, CurlClient.versions)
    var parts = [
      Part(name: "aggregate", state: Aggregate.version),
      Part(name: "simdjson", state: "\(json.version), \(json.implementation)"),
      Part(name: "libcurl", state: "\(curl.curl), \(curl.tls), HTTP/2 \(curl.hasHTTP2 ? "yes" : "no")"),
      Part(name: "codings", state: "zlib \(curl.zlib), brotli \(curl.brotli), zstd \(curl.zstd)"),
      Part(name: "SQLite", state: SnapshotStore.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ")),
      zoneData(environment), try await sample(environment),
    ]
    if let path = environment.settingsFile { parts.append(Part(name: "settings", state: "\(path): \(FilePermissions(of: path).text)")) }
    parts += store(environment)
    try output.print("campus-doctor/1", "parts", parts, titles: ["PART", "STATE"], row: { [$0.name, $0.state] }) { part, writer in
      writer.member("part", part.name)
      writer.member("state", part.state)
    }
    if parts.contains(where: \.isBroken) { throw Failure(.local, "something that the program needs is broken; see above") }
  }

  /// Something that the program needs, and its state.
  private struct Part {
    let name: String
    let state: String
    var isBroken = false
  }

  /// Returns where the store is, and whether a run could use it. A missing store is not created.
  private func store(_ environment: CommandEnvironment) -> [Part] {
    let path: String
    do throws(Failure) { path = InputFile.absolute(try Settings(environment).storePath(flag: nil)) } catch {
      return [Part(name: "store", state: "broken: \(error.message ?? "no path")", isBroken: true)]
    }
    let folder = PartFile.folder(of: path)
    let file = FilePermissions(of: path)
    var part = Part(name: "store", state: "works")
    if file.hasContents {
      do throws(StoreError) { try SnapshotStore.open(path: path).close() } catch {
        part = Part(name: "store", state: "broken (\(error.reason)): \(error.detail)", isBroken: true)
      }
    } else if file.isWritable {
      part = Part(name: "store", state: "no store yet; the first run creates it")
    } else {
      part = Part(name: "store", state: "broken: it cannot be created", isBroken: true)
    }
    return [
      Part(name: "store folder", state: "\(folder): \(FilePermissions(of: folder).text)"),
      Part(name: "store file", state: "\(path): \(file.text)"), part,
    ]
  }

  private func check(_ path: String) throws {
    let bytes = try InputFile.read(path, "the file", otherwise: .data)
    do {
      let document = try JSONDocument(parsing: bytes)
      if document.hasByteOrderMark { Console.error("note: the file begins with a byte order mark") }
      for pointer in document.lookalikeKeys {
        Console.error("note: two keys of the object at \"\(pointer)\" are the same text in two Unicode forms")
      }
    } catch {
      throw Failure(.data, "\(path):\(error.line):\(error.column): \(error.message) (\(error.code), byte \(error.offset))")
    }
  }

  /// Checks one change of offset that every edition of the zone data contains.
  private func zoneData(_ environment: CommandEnvironment) -> Part {
    guard let zone = Zone("America/New_York"), let winter = Instant("2025-11-02T06:00:00Z"), let summer = Instant("2025-11-02T05:59:59Z"),
      zone.offset(at: winter) == -18_000, zone.offset(at: summer) == -14_400
    else { return Part(name: "zone data", state: "broken: America/New_York has no change on 2025-11-02; install tzdata", isBroken: true) }
    let own = Zone.dataVersion.isEmpty ? "unknown" : Zone.dataVersion
    let files = Self.installedZoneData(environment) ?? "unknown"
    return Part(name: "zone data", state: "works: \(own); the machine's: \(files) (America/New_York changes at 2025-11-02T06:00:00Z)")
  }

  /// Returns the edition of the machine's zone data and its folder, such as "2025b in /usr/share/zoneinfo"; nil if no file states it.
  private static func installedZoneData(_ environment: CommandEnvironment) -> String? {
    for folder in [environment.variables["TZDIR"], "/usr/share/zoneinfo", "/usr/lib/zoneinfo"].compactMap(\.self) {
      for (name, beginning) in [("tzdata.zi", "# version "), ("+VERSION", ""), ("version", "")] {
        guard let bytes = try? InputFile.readIfPresent("\(folder)/\(name)", limit: 1 << 20) else { continue }
        let line = String(decoding: bytes.prefix(64), as: UTF8.self).prefix { $0 != "\n" }
        if line.hasPrefix(beginning), line.count > beginning.count { return "\(line.dropFirst(beginning.count)) in \(folder)" }
      }
    }
    return nil
  }

  private func sample(_ environment: CommandEnvironment) async throws -> Part {
    let plan = try Plan(selecting: RunSelection(), from: Registry())
    let run = await RecordedReplies.sample.run(plan, at: nil, now: environment.now)
    let delivered = run.feeds.filter(\.outcome.isDelivered).count
    let isBroken = delivered < run.feeds.count
    let state = isBroken ? "broken" : "works"
    return Part(name: "sample", state: "\(state): \(run.parts.count) entries of \(delivered) feeds", isBroken: isBroken)
  }
}

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
      var folder = PartFile.folder(of: InputFile.absolute(path))
      while folder != "/", access(folder, F_OK) != 0 { folder = PartFile.folder(of: folder) }
      isWritable = access(folder, W_OK | X_OK) == 0
      text = "does not exist, " + (isWritable ? "can be created" : "cannot be created: \(folder) is not writable")
      return
    }
    isWritable = access(path, status.isFolder ? W_OK | X_OK : W_OK) == 0
    let owner = getpwuid(status.st_uid)?.pointee.pw_name.map { String(cString: $0) } ?? "\(status.st_uid)"
    text = "mode \(String(format: "%04o", status.st_mode & 0o7777)), owner \(owner), \(isWritable ? "" : "not ")writable"
  }
}
