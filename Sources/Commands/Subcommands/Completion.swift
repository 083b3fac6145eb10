import ArgumentParser
import CampusCatalog
import Foundation

struct Completion: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print the completion script of a shell.",
    usage: """
      aggregate completion bash > ~/.local/share/bash-completion/completions/aggregate
      aggregate completion zsh > "${fpath[1]}/_aggregate"
      aggregate completion fish > ~/.config/fish/completions/aggregate.fish
      """,
    discussion: """
      With it, the shell completes commands, options and values: campuses, feeds, categories, and the ids of the entries in the store. The packages \
      install it.
      """)

  @Argument(
    help: ArgumentHelp("bash, zsh or fish (default: that of the variable SHELL).", valueName: "shell"),
    completion: .list(CompletionScript.shells.map(\.rawValue)))
  var shell: String?

  @OptionGroup var output: OutputFileOption
  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let variable = try CommandEnvironment.current().variables["SHELL"].map { ($0 as NSString).lastPathComponent }
    let names = CompletionScript.shells.map(\.rawValue).joined(separator: ", ")
    guard let name = shell ?? variable else { throw Failure(.usage, "SHELL is not set; name a shell: \(names)") }
    guard let known = CompletionScript.shells.first(where: { $0.rawValue == name }) else {
      let what = shell == nil ? "SHELL names \"\(name)\", which has no completions" : "unknown shell \"\(name)\""
      throw Failure(.usage, "\(what); use one of \(names)")
    }
    try Console.write(CompletionScript(shell: known).text)
  }
}
