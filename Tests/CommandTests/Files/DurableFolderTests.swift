import Basics
import Foundation
import TestKit
import Testing

/// Folders that a command creates. `Scripts/power-loss` checks that they are durable.
@Suite struct DurableFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.url.path }

  @Test(arguments: ["new", "new/inner", "new//inner/", "./new/../new/inner"]) func missingFoldersAreCreated(_ name: String) throws {
    for _ in 0..<2 {
      try DurableFolder.create("\(path)/\(name)", mode: 0o700)
      let mode = try FileManager.default.attributesOfItem(atPath: "\(path)/new")[.posixPermissions] as? Int
      #expect(mode == 0o700)
      var isFolder: ObjCBool = false
      #expect(FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder) && isFolder.boolValue)
    }
  }

  @Test func fileIsInTheWay() throws {
    try folder.write("", to: "file")
    for (name, code) in [("file", EEXIST), ("file/inner", EEXIST)] {
      let error = #expect(throws: SystemCallError.self) { try DurableFolder.create("\(path)/\(name)") }
      #expect(error?.code == code)
    }
  }

  @Test func missingFolderNeedsNoFlush() throws { try DurableFolder.sync("\(path)/none") }
}
