import ArgumentParser
import Foundation
import Glibc

struct Man: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Show the manual page that is installed with this program.", usage: "aggregate man",
    discussion: "Without the program man, prints the source of the page, in roff.")

  @OptionGroup var quiet: QuietFlag

  func run() throws {
    let folder = ServerProgram.ownFolder
    let file = folder.appendingPathComponent("../share/man/man1/aggregate.1.gz").standardizedFileURL.path
    guard access(file, R_OK) == 0 else {
      throw Failure(
        .nothing,
        "the manual page is not installed with \(folder.path)/aggregate: there is no \(file); in a clone, run: Scripts/manual | man -l -; or "
          + "see aggregate --help")
    }
    // Each replaces this process, unless it is not installed.
    for words in [["man", "-l", file], ["gzip", "-dc", file]] {
      var arguments = words.map { strdup($0) } + [nil]
      execvp(words[0], &arguments)
    }
    throw Failure(.local, "neither man nor gzip can be run: \(SystemError(code: errno).text); the manual page is \(file)")
  }
}
