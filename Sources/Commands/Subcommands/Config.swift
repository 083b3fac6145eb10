import ArgumentParser

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the settings and where each came from.", subcommands: [Show.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print each setting, its value and its source.", usage: "aggregate config show [--format text|json]")

    @OptionGroup var output: FormatOption

    func run() throws {
      let settings = try Settings.current()
      let all = Settings.all.map { (name: $0.name, value: settings.value($0.name), about: $0.about) }
      try output.print("campus-settings/1", "settings", all, titles: ["SETTING", "VALUE", "FROM", "ABOUT"]) {
        [$0.name, $0.value?.text ?? "-", $0.value?.source ?? "not set", $0.about]
      } members: { setting, writer in
        writer.member("name", setting.name)
        writer.member("value", setting.value?.text)
        writer.member("from", setting.value?.source)
        writer.member("about", setting.about)
      }
    }
  }
}
