import ArgumentParser
import CampusCatalog
import SimdJSON

struct ConfigShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print each setting, its value and its source.",
    usage: "aggregate config show [--format text|json|ndjson|tsv]",
    aliases: ["list"])

  @OptionGroup var output: ListOption

  func run() throws {
    let settings = try Settings.current()
    let all = Settings.all.map { EffectiveSetting($0.name, about: $0.about, in: settings) }
    try output.print(
      "campus-settings/1", "settings", all, columns: ListColumns("name value from about"), titles: ["SETTING", "VALUE", "FROM", "ABOUT"]
    ) {
      [$0.name, $0.text ?? Self.unset[$0.name] ?? "none", $0.source ?? "default", $0.about]
    } members: {
      $0.write(to: &$1)
    }
  }

  /// The behavior without the setting, if it has no default.
  static let unset = ["campus": "the default ones", "feed": "none", "jobs": "64, or 8"]
}

/// A setting with the value that commands use.
struct EffectiveSetting {
  let name: String
  let about: String
  /// The value and where it comes from; nil if the setting is not set and has no default.
  let text, source: String?

  init(_ name: String, about: String, in settings: Settings) {
    var value = settings.value(name)
    // The default of the store depends on the environment.
    if value == nil, name == "store" { value = settings.environment.defaultStore.map { ($0, "default") } }
    (self.name, self.about, text, source) = (name, about, value?.text, value?.source)
  }

  func write(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("value", text)
    writer.member("from", source)
    writer.member("about", about)
  }
}
