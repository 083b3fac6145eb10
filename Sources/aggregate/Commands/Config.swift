import CampusCatalog
import CatalogExport
import ArgumentParser
import SimdJSON

/// Shows the settings and where they come from.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the settings and where each came from.", subcommands: [Show.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print each setting, its value and its source.", usage: "aggregate config show [--format text|json]")

    @Option(help: ArgumentHelp("text or json.", valueName: "format"))
    var format: ListFormat = .text

    func run() throws {
      let environment = try CommandEnvironment.current()
      let settings = try environment.settings()
      if format == .json { return try Console.write(Self.json(settings)) }
      let rows = Settings.all.map { setting in
        let value = settings.value(setting.name)
        return [setting.name, value?.text ?? "-", value?.source.text ?? "not set", setting.about]
      }
      try Console.write(PlainText.visible(Table.text(["SETTING", "VALUE", "FROM", "ABOUT"], rows)))
    }

    private static func json(_ settings: Settings) -> String {
      JSONList.text("campus-settings/1", "settings", Settings.all) { setting, writer in
        let (name, _, about) = setting
        writer.key("name")
        writer.string(name)
        if let value = settings.value(name) {
          writer.key("value")
          writer.string(value.text)
          writer.key("from")
          writer.string(value.source.text)
        }
        writer.key("about")
        writer.string(about)
      }
    }
  }
}
