import ArgumentParser

struct Patch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch", abstract: "Rebuild the new catalog from the old one and the output of diff --format json.",
    usage: """
      aggregate patch OLD DIFF -o NEW
      aggregate diff OLD NEW --format json | aggregate patch OLD -
      """,
    discussion: "The result is the new catalog, byte for byte.")

  @Argument(help: ArgumentHelp("The old catalog; - is stdin.", valueName: "old"), completion: .file(extensions: ["json"]))
  var old: String

  @Argument(help: ArgumentHelp("The difference; - is stdin.", valueName: "diff"), completion: .file(extensions: ["json"]))
  var diff: String

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var quiet: QuietFlag

  func validate() throws {
    if old == "-", diff == "-" { throw ValidationError("Only one of the two files can be stdin.") }
  }

  func run() throws {
    let (path, stores) = (output ?? "-", StoreGuard(try .current(), store: nil))
    try stores.check(path)
    let patch = try CatalogPatch(reading: try InputFile.read(diff, "the difference", otherwise: .data), named: InputFile.name(diff))
    let old = try CatalogText.file(old)
    if path == "-" {
      let whole = TemporaryFile()
      try patch.apply(to: old) { try whole.append($0) }
      return try whole.print()
    }
    var file = try OutputFile(path, stores)
    try patch.apply(to: old) { try file.write($0) }
    try file.finish()
  }
}
