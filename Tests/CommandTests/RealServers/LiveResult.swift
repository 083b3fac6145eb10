import CampusCatalog
import Foundation

/// The result of a run of the program.
struct LiveResult {
  let result: Program.Result
  let elapsed: Duration

  var status: Int32 { result.status }
  var out: String { result.out }
  var error: String { result.error }

  /// The outcome of each feed by name: "fresh", "stale (http.404)". Disabled feeds are left out.
  func feeds(in text: String? = nil) throws -> [String: String] {
    let reports = try CatalogReader.read(Array((text ?? out).utf8)).feeds
    return Dictionary(
      uniqueKeysWithValues: reports.filter { $0.reason != .configDisabled }.map {
        ("\($0.campus)", $0.outcome.rawValue + ($0.reason.map { " (\($0))" } ?? ""))
      })
  }

  /// The summary line of each feed by name, up to the number of entries, for runs without a catalog.
  var summary: [String: String] {
    var told: [String: String] = [:]
    for line in error.split(separator: "\n") {
      guard let name = line.firstRange(of: "/dining"), let colon = line.firstRange(of: ": ") else { continue }
      guard line.hasPrefix("  "), !line.hasPrefix("    "), name.upperBound < colon.lowerBound else { continue }
      told[String(line[..<name.lowerBound].dropFirst(2))] = line[name.upperBound..<colon.lowerBound].trimmingCharacters(in: .whitespaces)
    }
    return told.filter { $0.value != "disabled (config.disabled)" }
  }

  /// The bytes of the entries, as they were written.
  var entries: Substring {
    guard let start = out.firstRange(of: "\"entries\":["), let end = out.firstRange(of: "\n],\n\"contentHash\"") else { return "" }
    return out[start.lowerBound..<end.lowerBound]
  }

  /// The records of a log in JSON.
  var records: [[String: Any]] {
    error.split(separator: "\n").compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
  }

  /// The number of final records of each feed by name.
  var endings: [String: Int] {
    let endings: Set = ["feed.fresh", "feed.unchanged", "feed.stale", "feed.absent"]
    var counts: [String: Int] = [:]
    for record in records {
      guard let event = record["event"] as? String, endings.contains(event), let feed = record["feed"] as? String else { continue }
      counts[String(feed.prefix { $0 != "/" }), default: 0] += 1
    }
    return counts
  }
}
