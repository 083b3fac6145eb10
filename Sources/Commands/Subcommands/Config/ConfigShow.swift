import ArgumentParser

struct ConfigShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print each setting, its value and its source.", usage: "aggregate config show [--format text|json]")

  @OptionGroup var output: FormatOption

  func run() throws {
    let settings = try Settings.current()
    let all = Settings.all.map { (name: $0.name, value: settings.value($0.name) ?? standard($0.name, settings), about: $0.about) }
    try output.print("campus-settings/1", "settings", all, titles: ["SETTING", "VALUE", "FROM", "ABOUT"]) {
      [$0.name, $0.value?.text ?? Self.unset[$0.name] ?? "none", $0.value?.source ?? "default", $0.about]
    } members: { setting, writer in
      writer.member("name", setting.name)
      writer.member("value", setting.value?.text)
      writer.member("from", setting.value?.source)
      writer.member("about", setting.about)
    }
  }

  /// Returns the default of a setting that depends on the environment.
  private func standard(_ name: String, _ settings: Settings) -> (text: String, source: String)? {
    name == "store" ? settings.environment.defaultStore.map { ($0, "default") } : nil
  }

  /// What holds if a setting without a default is not set.
  private static let unset = ["campus": "all", "feed": "all", "jobs": "64, or 8"]
}
