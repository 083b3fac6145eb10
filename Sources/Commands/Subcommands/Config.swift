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
      let json = JSONWriter.list("campus-settings/1", "settings", Settings.all) { setting, writer in
        let value = settings.value(setting.name)
        writer.member("name", setting.name)
        writer.member("value", value?.text)
        writer.member("from", value?.source)
        writer.member("about", setting.about)
      }
      let rows = Settings.all.map { setting in
        let value = settings.value(setting.name)
        return [setting.name, value?.text ?? "-", value?.source ?? "not set", setting.about]
      }
      try output.print(json: json, text: Table.text(["SETTING", "VALUE", "FROM", "ABOUT"], rows))
    }
  }
}
