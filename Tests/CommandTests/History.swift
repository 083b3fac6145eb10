import Foundation
import TestKit
import Testing

/// A registry with recordings written by tests, and the store that they are replayed into.
final class History: Sendable {
  let folder: TemporaryFolder

  /// Two feeds of one campus with the same places, and one of another.
  static let registry = #"""
    {"campuses":[{"id":"town","name":"Town","timeZone":"Europe/London","country":"GB","location":{"latitude":53.4,"longitude":-2.9}},
                 {"id":"village","name":"Village","timeZone":"Europe/Paris","country":"FR","location":{"latitude":48,"longitude":2}}],
     "feeds":[{"id":"town/a","adapter":"whats-open","priority":10,"addresses":{"facilities":["http://127.0.0.1:9/a"]}},
              {"id":"town/b","adapter":"whats-open","addresses":{"facilities":["http://127.0.0.1:9/b"]}},
              {"id":"village/c","adapter":"whats-open","addresses":{"facilities":["http://127.0.0.1:9/c"]}}]}
    """#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.registry, to: "registry.json")
  }

  /// Writes the recording of a moment: by feed the names of its places.
  func record(_ name: String, _ feeds: [String: [String]]) throws {
    for (feed, names) in feeds {
      let facilities = names.enumerated().map { number, name in
        #"""
        {"slug":"p\#(number)","facility_name":"\#(name)","facility_location":{"building":"Hall",
        "coordinate_location":{"type":"Point","coordinates":[-2.9,53.4]}},"facility_category":{"name":"Office"},
        "main_schedule":{"name":"p\#(number)","open_times":[{"start_day":0,"end_day":0,"start_time":"09:00:00","end_time":"17:00:00"}]}}
        """#
      }
      try folder.write("[\(facilities.joined(separator: ","))]", to: "\(name)/\(feed)/facilities.json")
    }
  }

  func run(_ arguments: String..., registry: String? = "registry.json") throws -> Program.Result {
    try run(arguments, registry: registry)
  }

  func run(_ arguments: [String], registry: String? = "registry.json") throws -> Program.Result {
    let config = registry.map { ["--config", $0] } ?? []
    return try Program.run(arguments + ["--store", "store.sqlite"] + config, directory: folder.url)
  }

  /// Replays a recording into the store, and returns the run's output.
  @discardableResult
  func replay(_ name: String, at time: String, registry: String = "registry.json") throws -> String {
    let result = try run("collect", "--replay", name, "--at", time, registry: registry)
    #expect(result.status == 0, "\(result.error)")
    return result.out
  }

  func asOf(_ time: String, _ arguments: String..., registry: String? = "registry.json") throws -> Program.Result {
    try run(["collect", "--as-of", time] + arguments, registry: registry)
  }
}
