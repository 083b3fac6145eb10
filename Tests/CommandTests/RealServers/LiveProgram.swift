import Aggregation
import CampusCatalog
import FeedKit
import Foundation
import TestKit

/// The built program with its own registry, store and home folder. Each feed has a campus of the same name.
final class LiveProgram {
  let folder: TemporaryFolder
  var environment: [String: String] = [:]

  init(_ feeds: [(name: String, url: String)], headers: String = "{}", limits: String = "{}") throws {
    folder = try TemporaryFolder()
    try register(feeds, headers: headers, limits: limits)
  }

  /// Writes the registry: these feeds, and none of the built-in ones.
  func register(_ feeds: [(name: String, url: String)], headers: String = "{}", limits: String = "{}") throws {
    let campuses = feeds.map { #"{"id":"\#($0.name)","name":"\#($0.name)","timeZone":"America/New_York"}"# }
    let lines = feeds.map {
      #"{"id":"\#($0.name)/dining","adapter":"penn","addresses":{"venues":"\#($0.url)"},"headers":\#(headers),"limits":\#(limits)}"#
    }
    let others = Registry().feeds.map { #"{"id":"\#($0.id)","enabled":false}"# }
    let text = #"{"campuses":[\#(campuses.joined(separator: ","))],"feeds":[\#((lines + others).joined(separator: ",\n"))]}"#
    try folder.write(text, to: "registry.json")
    if headers.contains("${") { try folder.trustRegistry() }
  }

  func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

  var storePath: String { path("store.sqlite") }

  /// One run, in which private addresses are allowed; the store is used unless the arguments say otherwise.
  ///
  /// - Parameter killedAfter: seconds after which the program is killed.
  func run(_ arguments: String..., killedAfter seconds: Double? = nil) throws -> LiveResult {
    let isReplay = arguments.contains("--replay")
    return try run(
      isReplay ? arguments : arguments + ["--allow-private"],
      through: seconds.map { ["/usr/bin/timeout", "-s", "KILL", "\($0)"] } ?? [])
  }

  /// - Parameter starter: a program and its arguments, to which a command's arguments are added; none if empty.
  func run(_ arguments: [String], through starter: [String]) throws -> LiveResult {
    let isReplay = arguments.contains("--replay")
    var words = starter + [Program.url.path, "--config", path("registry.json")]
    if !arguments.contains("--per-host"), !isReplay { words += ["--per-host", "16"] }
    if !arguments.contains("--no-store"), !isReplay { words += ["--store", storePath] }
    words += arguments
    let home = ["HOME": folder.url.path, "XDG_STATE_HOME": path("state"), "XDG_CONFIG_HOME": path("config")]
    let start = ContinuousClock.now
    let result = try Program.run(
      Array(words.dropFirst()), environment: home.merging(environment) { $1 }, directory: folder.url,
      executable: URL(fileURLWithPath: words[0]))
    return LiveResult(result: result, elapsed: ContinuousClock.now - start)
  }

  /// Whether any file in the folder contains these bytes.
  func filesContaining(_ text: String) throws -> [String] {
    let needle = Data(text.utf8)
    let names = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
    return try names.filter { name in
      let url = folder.url.appendingPathComponent(name)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return false }
      return try Data(contentsOf: url).range(of: needle) != nil
    }
  }
}
