import ArgumentParser

/// The settings and where they come from.
struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the settings and where each came from.", subcommands: [Show.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print each setting, its value and its source.", usage: "aggregate config show")

    func run() throws {
      let world = try World.current()
      let settings = try world.settings()
      let rows = Settings.all.map { setting in
        let value = settings.value(setting.name)
        return [setting.name, value?.text ?? "-", value?.source.text ?? "not set", setting.about]
      }
      try Console.write(Console.visible(Table.text(["SETTING", "VALUE", "FROM", "ABOUT"], rows)))
    }
  }
}
