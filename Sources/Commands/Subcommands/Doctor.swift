import ArgumentParser
import CatalogExport
import CatalogSession
import CurlTransport
import PartFiles

/// Checks whether this machine has what the program needs.
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
    let library = JSONDocument.library
    var rows = [
      ["aggregate", Aggregate.version],
      ["simdjson", "\(library.version), \(library.implementation)"],
      ["libcurl", Self.curl()],
      ["codings", "zlib \(CurlClient.versions.zlib), brotli \(CurlClient.versions.brotli), zstd \(CurlClient.versions.zstd)"],
      ["SQLite", SnapshotStore.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ")],
      ["zone data", zoneData(environment)],
      ["sample", try await sample(environment)],
    ]
    if let path = environment.settingsFile {
      rows.append(["settings", "\(path): \(FilePermissions(of: path).text)"])
    }
    rows += store(environment)
    let json = JSONWriter.list("campus-doctor/1", "parts", rows) { row, writer in
      writer.member("part", row[0])
      writer.member("state", row[1])
    }
    try output.print(json: json, text: Table.text(["PART", "STATE"], rows))
    if rows.contains(where: { $0[1].hasPrefix("broken") }) {
      throw Failure(.local, "something that the program needs is broken; see above")
    }
  }

  private static func curl() -> String {
    let versions = CurlClient.versions
    return "\(versions.curl), \(versions.tls), HTTP/2 \(versions.hasHTTP2 ? "yes" : "no")"
  }

  /// Returns where the store is, and whether a run could use it. A missing store is not created.
  private func store(_ environment: CommandEnvironment) -> [[String]] {
    let path: String
    do throws(Failure) {
      path = InputFile.absolute(try Settings(environment).storePath(flag: nil))
    } catch {
      return [["store", "broken: \(error.message ?? "no path")"]]
    }
    let folder = PartFile.folder(of: path)
    let file = FilePermissions(of: path)
    return [
      ["store folder", "\(folder): \(FilePermissions(of: folder).text)"], ["store file", "\(path): \(file.text)"],
      ["store", state(of: file, at: path)],
    ]
  }

  /// Opens an existing store as a run does, and returns its state.
  private func state(of file: FilePermissions, at path: String) -> String {
    guard file.exists, !file.isEmpty else {
      return file.isWritable ? "no store yet; the first run creates it" : "broken: it cannot be created"
    }
    do throws(StoreError) {
      try SnapshotStore.open(path: path).close()
      return "works"
    } catch {
      return "broken (\(error.reason)): \(error.detail)"
    }
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
  private func zoneData(_ environment: CommandEnvironment) -> String {
    guard let zone = Zone("America/New_York"), let winter = Instant("2025-11-02T06:00:00Z"), let summer = Instant("2025-11-02T05:59:59Z"),
      zone.offset(at: winter) == -18_000, zone.offset(at: summer) == -14_400
    else { return "broken: America/New_York has no change on 2025-11-02; install tzdata" }
    let own = Zone.dataVersion.isEmpty ? "unknown" : Zone.dataVersion
    let files = Self.installedZoneData(environment) ?? "unknown"
    return "works: \(own); the machine's: \(files) (America/New_York changes at 2025-11-02T06:00:00Z)"
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

  private func sample(_ environment: CommandEnvironment) async throws -> String {
    let plan = try Plan(selecting: RunSelection(), from: Registry())
    let run = await RecordedReplies.sample.run(plan, at: nil, now: environment.now)
    let delivered = run.feeds.filter(\.outcome.isDelivered).count
    return "\(delivered == run.feeds.count ? "works" : "broken"): \(run.parts.count) entries of \(delivered) feeds"
  }
}
