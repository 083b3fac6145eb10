import Aggregation
import ArgumentParser
import Basics
import CampusCatalog
import Foundation

struct WorkAssembleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assemble", abstract: "Write the catalog of sorted lines.",
    usage: """
      LC_ALL=C sort merged.ndjson | aggregate work assemble [--at TIME] [-o FILE]
      LC_ALL=C sort merged.ndjson | aggregate work assemble [--at TIME] --campuses DIR
      """)

  @OptionGroup var time: WorkTimeOption

  @Option(name: [.short, .long], help: ArgumentHelp("Write to a file; - is stdout.", valueName: "file"), completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Write a catalog for each campus, DIR/<campus>.json.", valueName: "dir"), completion: .directory)
  var campuses: String?

  @OptionGroup var quiet: QuietFlag

  func validate() throws {
    if output != nil, campuses != nil { throw ValidationError("-o and --campuses cannot be used together.") }
  }

  func run() async throws {
    let settings = try Settings.current()
    let stores = StoreGuard(settings, store: nil)
    do {
      var assembly = try WorkAssembly(try WorkFile.reader("-"), generatedAt: time.time ?? settings.environment.now)
      let status = ExitStatus(of: assembly.feeds)
      Summary.printFailures(assembly.feeds)
      guard status != .nothing else { throw Failure(.nothing, "no feed has a usable result; nothing was written") }
      if let campuses {
        do throws(SystemCallError) { try DurableFolder.create(campuses) } catch {
          throw Failure(.local, "the folder \(campuses) cannot be made: \(SystemError(code: error.code).text)")
        }
        for campus in assembly.campusIDs {
          guard ExitStatus(of: assembly.feeds(of: campus)) != .nothing else {
            Console.note("\(campus): no feed has a usable result; \(campuses)/\(campus).json was not written")
            try assembly.write(campus) { _ in }
            continue
          }
          var file = try OutputFile("\(campuses)/\(campus).json", stores)
          try assembly.write(campus) { try file.write($0) }
          try file.finish()
        }
      } else {
        var file = try OutputFile(output ?? "-", stores)
        try assembly.write { try file.write($0) }
        try file.finish()
      }
      if status != .delivered { throw Failure(status) }
    } catch let error as FileError {
      throw Failure(.data, error.description)
    }
  }
}
