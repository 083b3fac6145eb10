import Aggregation
import CampusCatalog
import CatalogExport
import FeedKit

/// The completions that shells offer for values that depend on the registry. They are found without the network and the store, and even if
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
    case "log-format": return ListFormat.allCases.map(\.rawValue)
    case let name where Settings.flags.contains(name): return ["true", "false"]
    default: return []
    }
  }

  private static func registry(_ words: [String]) -> Registry {
    guard let environment = try? CommandEnvironment.current() else { return Registry() }
    let settings = (try? Settings(environment)) ?? Settings(withoutFile: environment)
    let files = words.indices.dropLast().filter { words[$0] == "--config" }.map { words[$0 + 1] }
    return Registry(readable: settings, files)
  }
}
