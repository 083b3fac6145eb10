import Foundation
import TestKit
import TestTraits
import Testing

/// The calendar of the built-in sample, as a user exports it.
@Suite(.waitsForPrograms) struct CalendarExportTests {
  @Test(.enabled(if: Oracle.isInstalled))
  func independentReadersAgreeWithCatalog() throws {
    let folder = try TemporaryFolder()
    #expect(try Program.run(["--sample", "-q", "-o", "sample.json"], directory: folder.url).status == 0)
    for arguments in [["-o", "sample.ics"], []] {
      let result = try Program.run(["export", "sample.json", "--format", "ics"] + arguments, directory: folder.url)
      #expect(result.status == 0, "\(result.error)")
      if arguments.isEmpty { #expect(try folder.read("sample.ics") == result.out) }
    }
    let script = Program.root.appendingPathComponent("Tests/Oracles/check_calendar.py").path
    let check = try Program.run(["-B", script, folder.url.path, "--whole"], executable: URL(fileURLWithPath: Oracle.python))
    #expect(check.status == 0, "\(check.out)\(check.error)")
  }
}
