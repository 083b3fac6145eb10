import Aggregation
import ArgumentParser
import CampusCatalog
import FeedKit
import SimdJSON

/// The feed to change, and the registry file to change it in.
struct FeedFileOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("A feed; `aggregate feeds` lists them.", valueName: "feed"), completion: .custom(Candidates.feeds))
  var feed: String

  @Option(
    help: ArgumentHelp(
      "The registry file to change (default: the one with the feed, or registry.json beside the settings).", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var registry: String?

  /// Returns the id of the feed, the registry that has it, and the path that the option names, if there is one.
  func found(_ settings: Settings) throws -> (id: FeedID, all: Registry, path: String?) {
    let path = try registry.map { try UserRegistry.path($0, settings.environment) }
    let all = try path.map { try UserRegistry.preview($0, settings.environment) { _ in } } ?? Registry(adding: settings.registryFiles([]))
    return (try FeedID(known: feed, in: all), all, path)
  }

  /// Writes whether a feed is read.
  func setEnabled(_ isEnabled: Bool) throws {
    let settings = try Settings.current()
    let environment = settings.environment
    let (id, all, option) = try found(settings)
    if all.feed(id)?.isEnabled == isEnabled {
      return Console.note("\(id) is \(isEnabled ? "enabled" : "disabled") already; nothing was changed")
    }
    let path = try option ?? UserRegistry.files(about: id, settings).first ?? UserRegistry.path(nil, environment)
    try UserRegistry.change(path, environment) { (draft) throws(Failure) in
      var item = draft.item(id.description, of: "feeds") ?? [("id", .string(id.description))]
      item.removeAll { $0.key == "enabled" }
      item.append(("enabled", .literal(isEnabled ? "true" : "false")))
      draft.put(item, into: "feeds")
    }
    Console.note("\(id) is now \(isEnabled ? "enabled" : "disabled") in \(path)")
  }
}

struct FeedEnable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Start reading a disabled feed again.", usage: "aggregate feeds enable penn/dining",
    discussion: "Works for built-in feeds, too.")

  @OptionGroup var chosen: FeedFileOptions
  @OptionGroup var quiet: QuietFlag

  func run() throws { try chosen.setEnabled(true) }
}

struct FeedDisable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: "Stop reading a feed, but keep it in the list.", usage: "aggregate feeds disable penn/dining",
    discussion: "Works for built-in feeds, too. `aggregate feeds enable` undoes it.")

  @OptionGroup var chosen: FeedFileOptions
  @OptionGroup var quiet: QuietFlag

  func run() throws { try chosen.setEnabled(false) }
}
