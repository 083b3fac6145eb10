import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import CatalogSession
import ExecAdapter
import FeedKit
import Fetching
import Foundation
import Glibc
import OpeningHours
import SimdJSON
import SnapshotStore

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check versions, time zone data, settings and the store, or one JSON file.",
    usage: """
      aggregate doctor
      aggregate doctor --check-json FILE
      """,
    discussion: "--check-json exits with 0 if the file is JSON that this program accepts, and with 65 if not.")

  @Option(
    name: .customLong("check-json"), help: ArgumentHelp("Only check whether this file is accepted; - is stdin.", valueName: "file"),
    completion: .file())
  var checkJSON: String?

  @OptionGroup var output: ListOption

  func run() async throws {
    if let checkJSON { return try check(checkJSON) }
    let parts = await parts()
    try output.print("campus-doctor/1", "parts", parts, columns: ListColumns("part state"), titles: ["PART", "STATE"]) {
      [$0.name, $0.state]
    } members: { part, writer in
      writer.member("part", part.name)
      writer.member("state", part.state)
    }
    let broken = parts.filter(\.isBroken).map(\.name)
    guard !broken.isEmpty else { return }
    let isConfiguration = broken.allSatisfy { ["settings", "registry"].contains($0) }
    throw Failure(
      isConfiguration ? .configuration : .local,
      "\(broken.count.counted("part is broken", "parts are broken")): \(broken.joined(separator: ", ")); see above")
  }

  /// A part that the program needs, and its state.
  private struct Part {
    let name: String
    let state: String
    var isBroken = false

    /// Creates a part that does not work.
    static func broken(_ name: String, _ why: String) -> Part { Part(name: name, state: "broken: \(why)", isBroken: true) }

    /// Creates a part that cannot be checked before another one works.
    static func unchecked(_ name: String, before other: String) -> Part { Part(name: name, state: "not checked: repair \(other) first") }
  }

  /// Checks each part by itself: one that is broken does not prevent the others from being checked.
  private func parts() async -> [Part] {
    let (json, curl) = (JSONDocument.library, CurlClient.versions)
    var parts = [
      Part(name: "aggregate", state: Aggregate.version),
      Part(name: "simdjson", state: "\(json.version), \(json.implementation)"),
      Part(name: "libcurl", state: "\(curl.curl), \(curl.tls), HTTP/2 \(curl.hasHTTP2 ? "yes" : "no")"),
      Part(name: "codings", state: "zlib \(curl.zlib), brotli \(curl.brotli), zstd \(curl.zstd)"),
      Part(name: "SQLite", state: SnapshotStore.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ")),
    ]
    parts.append(await executables())
    let environment: CommandEnvironment
    do throws(Failure) { environment = try .current() } catch {
      return parts + [.broken("environment", error.message ?? "it cannot be read")]
    }
    let zones = zoneData(environment)
    parts.append(zones)
    parts.append(zones.isBroken ? .unchecked("sample", before: "zone data") : await sample(environment))
    let settings = try? Settings(environment)
    parts.append(self.settings(environment))
    guard let settings else { return parts + ["registry", "store"].map { .unchecked($0, before: "settings") } }
    parts.append(zones.isBroken ? .unchecked("registry", before: "zone data") : registry(settings))
    return await parts + store(settings)
  }

  /// Returns whether adapters that are executables can be confined here.
  private func executables() async -> Part {
    guard let obstacle = await ConfinedRunner().obstacle() else {
      return Part(name: "executables", state: "works: bubblewrap, own namespaces, a limit of memory for all processes together")
    }
    return Part(name: "executables", state: "adapters that are executables cannot run here: \(obstacle)")
  }

  /// Returns the path of the settings file, and whether its values and the environment's are valid.
  private func settings(_ environment: CommandEnvironment) -> Part {
    do throws(Failure) {
      let settings = try Settings(environment)
      for setting in Settings.all { try settings.check(setting.name) }
      // An unreadable registry is reported as a separate part.
      if let files = try? settings.registryFiles([]), let registry = try? Registry(adding: files), registry.errors.isEmpty {
        _ = try settings.selection(in: registry)
      }
    } catch {
      return .broken("settings", error.message ?? "they cannot be read")
    }
    guard let path = environment.settingsFile else { return Part(name: "settings", state: "no file, because HOME is not set") }
    return Part(name: "settings", state: "\(path): \(FilePermissions(of: path).text)")
  }

  /// Returns whether the registry files of the settings can be read, and have the campuses and feeds that the settings select.
  private func registry(_ settings: Settings) -> Part {
    do throws(Failure) {
      let files = try settings.registryFiles([])
      let registry = try Registry(adding: files)
      let (campuses, feeds) = (registry.campuses.count.counted("campus", "campuses"), registry.feeds.count.counted("feed"))
      let more = files.isEmpty ? "" : ", with \(files.map(\.path).joined(separator: ", "))"
      let untrusted = Set(
        registry.feeds.flatMap { registry.trustSubjects(of: $0.id) }.filter { $0.refusal != nil }.map(\.registry)
      ).sorted()
      let advice = untrusted.map {
        "; not trusted, so some of its feeds are not read: \($0) (to trust it, run: \(RegistryProgram.advice($0)))"
      }
      return Part(name: "registry", state: "works: \(feeds) of \(campuses)\(more)\(advice.joined())")
    } catch {
      return .broken("registry", error.message ?? "it cannot be read")
    }
  }

  /// Returns where the store is, and whether a run could use it. A missing store is not created.
  private func store(_ settings: Settings) async -> [Part] {
    let path: String
    do throws(Failure) { path = InputFile.absolute(try settings.storePath(flag: nil)) } catch {
      return [.broken("store", error.message ?? "no path")]
    }
    let folder = PartFile.folder(of: path)
    let file = FilePermissions(of: path)
    var part = Part(name: "store", state: "works")
    var runs: [Part] = []
    if file.hasContents {
      do throws(StoreError) {
        let store = try SnapshotStore.openToRead(path: path)
        defer { store.close() }
        part = try await check(store)
        if !part.isBroken, let ahead = try await runsInFuture(store, settings.environment.now) { runs = [ahead] }
      } catch {
        part = .broken("store", Self.text(of: error, path))
      }
    } else if file.isWritable {
      part = Part(name: "store", state: "no store yet; the first run creates it")
    } else {
      part = .broken("store", "it cannot be created; change the permissions of its folder, or choose another place with --store")
    }
    return [
      Part(name: "store folder", state: "\(folder): \(FilePermissions(of: folder).text)"),
      Part(name: "store file", state: "\(path): \(file.text)"), part,
    ] + runs
  }

  /// Checks every row of a store, unless that would take long.
  private func check(_ store: SnapshotStore) async throws(StoreError) -> Part {
    var status = stat()
    guard stat(store.path, &status) == 0, status.st_size <= Self.largestChecked else {
      return Part(name: "store", state: "works; it is large, so only its beginning was read: `aggregate snapshots verify` checks all of it")
    }
    let problems = try await store.check()
    guard let first = problems.first else { return Part(name: "store", state: "works") }
    let more = problems.count > 1 ? ", and \((problems.count - 1).counted("more problem"))" : ""
    return .broken("store", "\(first)\(more) (store.corrupt); \(Failure.repairAdvice(store.path))")
  }

  /// Returns a description of the runs that were made while the clock was ahead; nil if there are none. They are harmless, because runs are
  /// ordered by number.
  private func runsInFuture(_ store: SnapshotStore, _ now: Instant) async throws(StoreError) -> Part? {
    let runs = try await store.runs().filter { $0.generatedAt > now }
    guard let newest = runs.first else { return nil }
    let options = runs.map { "--run \($0.id)" }.joined(separator: " ")
    return Part(
      name: "runs",
      state:
        "\(runs.count == 1 ? "one has" : "\(runs.count) have") a time in the future, such as \(newest.generatedAt.zonedText(in: nil as Zone?)); "
        + "to remove \(runs.count == 1 ? "it" : "them"), run: aggregate snapshots remove \(options)")
  }

  /// The size up to which a store is read as a whole, in bytes.
  private static let largestChecked = 32 << 20

  private static func text(of error: StoreError, _ path: String) -> String {
    "\(error.detail) (\(error.reason))" + (error.reason == .storeCorrupt ? "; \(Failure.repairAdvice(path))" : "")
  }

  private func check(_ path: String) throws {
    let bytes = try InputFile.read(path, "the file", otherwise: .data)
    do {
      let document = try JSONDocument(parsing: bytes)
      if document.hasByteOrderMark { Console.note("\(path) begins with a byte order mark") }
      for pointer in document.lookalikeKeys {
        Console.note("two keys of the object at \"\(pointer)\" are the same text in two Unicode forms")
      }
    } catch {
      throw Failure(.data, "\(path):\(error.line):\(error.column): \(error.message) (\(error.code), byte \(error.offset))")
    }
  }

  /// Checks one change of offset that every edition of the zone data contains.
  private func zoneData(_ environment: CommandEnvironment) -> Part {
    guard let zone = Zone("America/New_York"), let winter = Instant("2025-11-02T06:00:00Z"), let summer = Instant("2025-11-02T05:59:59Z"),
      zone.offset(at: winter) == -18_000, zone.offset(at: summer) == -14_400
    else { return .broken("zone data", "America/New_York has no change on 2025-11-02; install tzdata, or check TZDIR") }
    let own = Zone.dataVersion.isEmpty ? "unknown" : Zone.dataVersion
    let files = Self.installedZoneData(environment) ?? "unknown"
    return Part(name: "zone data", state: "works: \(own); the machine's: \(files) (America/New_York changes on 2025-11-02)")
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

  private func sample(_ environment: CommandEnvironment) async -> Part {
    let registry = Registry()
    if let error = registry.errors.first { return .broken("sample", error.description) }
    do throws(SessionError) {
      let plan = try Plan(selecting: RunSelection(), from: registry)
      let catalog = try await CatalogRun.read(.recording(.sample, plan), now: environment.now).catalog
      let delivered = catalog.feeds.count(where: \.outcome.isDelivered)
      let counts = "\(catalog.count.counted("entry", "entries")) of \(delivered.counted("feed"))"
      return delivered < catalog.feeds.count ? .broken("sample", counts) : Part(name: "sample", state: "works: \(counts)")
    } catch {
      return .broken("sample", error.message)
    }
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
