import Aggregation
import CampusCatalog
import CatalogExport
import CatalogSession
import FeedKit
import OpeningHours
import SnapshotStore

/// The completions that shells offer for values that depend on the registry or on entries. They are found without the network, and even if
/// the settings file or a registry file is broken.
///
/// The parser calls these functions for the completion scripts, with the words of the command line, the index of the one to complete, and
/// the part of it before the cursor.
enum Candidates {
  @Sendable static func campuses(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    registry(words).campusIDs.sorted().map(\.description)
  }

  @Sendable static func feeds(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    // The feeds of other built-in campuses once their campus is written.
    let campus = prefix.contains("/") ? CampusID(String(prefix.prefix { $0 != "/" })) : nil
    return registry(words).including(RunSelection(campuses: campus.map { [$0] } ?? [])).feeds.map(\.id.description)
  }

  /// Returns the values of the setting that `config set` names.
  @Sendable static func settingValues(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
    guard let command = words.firstIndex(of: "set"), command + 1 < words.count else { return [] }
    switch words[command + 1] {
    case "campus": return campuses(words, index, prefix)
    case "feed": return feeds(words, index, prefix)
    case "format": return ExportFormat.allCases.map(\.rawValue)
    case "log-format": return DocumentFormat.allCases.map(\.rawValue)
    case let name where Settings.flags.contains(name): return ["true", "false"]
    default: return []
    }
  }

  /// The maximum number of entries that are offered.
  private static let most = 500

  /// Returns the ids of entries: of the sample or the catalog file that the command line names, or else of the store.
  @Sendable static func entries(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
    guard let settings = settings() else { return [] }
    let named = value("--catalog", words).flatMap { file in
      try? InputFile.catalog(file, { () throws(Failure) in Registry() }, now: settings.environment.now)
    }
    let source: CatalogRequest.Source? = words.contains("--sample") ? .recording(.sample) : named.map { .catalog($0) }
    guard let source else {
      guard let store = store(words, settings) else { return [] }
      return ((try? await store.entryIDs(withPrefix: prefix, limit: most)) ?? []).map(\.description)
    }
    let session = try? await CatalogSession.open(CatalogRequest(source, now: settings.environment.now))
    return Array((session?.catalog.entries ?? []).lazy.map(\.id.description).filter { $0.hasPrefix(prefix) }.prefix(most))
  }

  @Sendable static func favorites(_ words: [String], _ index: Int, _ prefix: String) async -> [String] {
    guard let settings = settings(), let store = store(words, settings) else { return [] }
    return ((try? await store.favorites()) ?? []).map(\.id.description)
  }

  private static func settings() -> Settings? {
    guard let environment = try? CommandEnvironment.current() else { return nil }
    return (try? Settings(environment)) ?? Settings(withoutFile: environment)
  }

  /// Returns the store that the command line names, or else that of the settings.
  private static func store(_ words: [String], _ settings: Settings) -> SnapshotStore? {
    guard let path = try? settings.storePath(flag: value("--store", words)) else { return nil }
    return try? StoreOption.openIfPresent(path)
  }

  /// Returns the word after an option.
  private static func value(_ option: String, _ words: [String]) -> String? {
    guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
    return words[index + 1]
  }

  private static func registry(_ words: [String]) -> Registry {
    guard let settings = settings() else { return Registry() }
    let files = words.indices.dropLast().filter { words[$0] == "--config" }.map { words[$0 + 1] }
    return Registry(readable: settings, files)
  }
}
