import ArgumentParser
import CampusCatalog
import SimdJSON

struct ConfigGet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print the value of one setting, wherever it comes from.",
    usage: """
      aggregate config get store
      sqlite3 "$(aggregate config get store)"
      """,
    discussion: "Prints nothing but the value: an empty output if the setting is not set and has no default.")

  @Argument(help: ArgumentHelp("A setting; `aggregate config` lists them.", valueName: "key"), completion: .list(Settings.all.map(\.name)))
  var key: String

  @OptionGroup var output: FormatOption
  @OptionGroup var destination: OutputFileOption

  func run() throws {
    let key = try Settings.known(key)
    let about = Settings.all.first { $0.name == key }?.about ?? ""
    let setting = EffectiveSetting(key, about: about, in: try .current())
    try output.print(json: JSONWriter.list("campus-settings/1", "settings", [setting]) { $0.write(to: &$1) }) { _ in
      setting.text.map { [PlainText.visible($0, isOneLine: true)] } ?? []
    }
    if setting.text == nil, output.format == .text { Console.note("\(key) is not set: \(ConfigShow.unset[key] ?? "none")") }
  }
}
