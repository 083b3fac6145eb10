import Foundation
import TestTraits
import Testing

/// Output is complete, or the exit code reports a failure.
@Suite(.waitsForPrograms) struct StandardOutputTests {
  @Test(arguments: [
    ["--help"], ["open", "--help"], ["help", "diff"], ["--version"], ["schema"], ["--generate-completion-script", "bash"],
    ["completion", "zsh"],
    ["version"],
    ["--experimental-dump-help"], ["config", "show"], ["adapters"], ["list", "--sample"],
  ])
  func unwritableStdoutIsAnError(_ words: [String]) throws {
    let full = try Shell.run(#""$aggregate" "$@" > /dev/full"#, words, directory: Program.root)
    #expect(full.status == 5 && full.error.contains("No space left on device"), "\(full.status) \(full.error)")
    let closed = try Shell.run(#""$aggregate" "$@" >&-"#, words, directory: Program.root)
    #expect(closed.status == 5 && closed.error.contains("stdout"), "\(closed.status) \(closed.error)")
    let gone = try Shell.run(#"exec 3> >(true); wait $!; "$aggregate" "$@" >&3"#, words, directory: Program.root)
    #expect(gone.status == 141, "\(gone.status) \(gone.error)")
    let whole = try Program.run(words)
    #expect(whole.status == 0 && whole.out.hasSuffix("\n") && whole.error.isEmpty == !words.contains("--sample"), "\(whole.error)")
  }
}
