import ArgumentParser
import CatalogDiff

/// Applies a difference.
struct Patch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch", abstract: "Apply what diff --format json has told: the new catalog comes out, byte for byte.",
    usage: """
      aggregate patch OLD DIFF -o NEW
      aggregate diff OLD NEW --format json | aggregate patch OLD -
      """)

  @Argument(help: ArgumentHelp("The old catalog; - is stdin.", valueName: "old"), completion: .file(extensions: ["json"]))
  var old: String

  @Argument(help: ArgumentHelp("The difference; - is stdin.", valueName: "diff"), completion: .file(extensions: ["json"]))
  var diff: String

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  func validate() throws {
    if old == "-", diff == "-" { throw ValidationError("Only one of the two can be stdin.") }
  }

  func run() throws {
    do {
      let patch = try CatalogPatch(reading: try InputFile.read(diff, "the difference", otherwise: .data), named: diff)
      let old = try CatalogText.file(old)
      let path = output ?? "-"
      guard path != "-" else { return try patch.apply(to: old) { try Console.write($0) } }
      var file = try OutputFile(path)
      try patch.apply(to: old) { try file.write($0) }
      try file.finish()
    } catch let error as DiffError {
      throw Failure(.data, error.description)
    }
  }
}
