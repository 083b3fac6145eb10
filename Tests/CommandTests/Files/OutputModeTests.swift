import Foundation
import TestKit
import TestTraits
import Testing

/// A file that replaces another is not readable by anyone who could not read the original.
@Suite(.waitsForPrograms) struct OutputModeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: String { folder.url.appendingPathComponent("out.json").path }

  private func attribute<Value>(_ key: FileAttributeKey) throws -> Value? {
    try FileManager.default.attributesOfItem(atPath: file)[key] as? Value
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o664, 0o604, 0o400, 0o700])
  func modeIsKept(_ mode: Int) throws {
    try folder.write("old", to: "out.json")
    chmod(file, mode_t(mode))
    #expect(try Shell.run(#"umask 077; "$aggregate" --sample -q -o out.json"#, directory: folder.url).status == 0)
    #expect(try folder.read("out.json").hasPrefix("{"))
    #expect(try attribute(.posixPermissions) == mode)
    // Through a link, and with another command.
    try FileManager.default.createSymbolicLink(atPath: folder.url.appendingPathComponent("link").path, withDestinationPath: "out.json")
    #expect(try Program.run(["diff", "out.json", "out.json", "-o", "link"], directory: folder.url).status == 0)
    #expect(try !folder.read("out.json").hasPrefix("{"))
    #expect(try attribute(.posixPermissions) == mode)
  }

  @Test func newFileFollowsUmask() throws {
    #expect(try Shell.run(#"umask 027; "$aggregate" --sample -q -o out.json"#, directory: folder.url).status == 0)
    #expect(try attribute(.posixPermissions) == 0o640)
  }

  /// It is not readable by others even while it is written.
  @Test func partFileIsNeverOpenToOthers() throws {
    try folder.write("old", to: "out.json")
    chmod(file, 0o600)
    let script = #"""
      strace -f -qq -e trace=openat,fchmod,fchmodat,rename,renameat2 -o trace "$aggregate" --sample -q -o out.json
      """#
    guard try Shell.run("command -v strace", directory: folder.url).status == 0 else { return }
    #expect(try Shell.run(script, directory: folder.url).status == 0)
    let made = try folder.read("trace").split(separator: "\n").filter { $0.contains(".part") && $0.contains("O_CREAT") }
    #expect(made.count == 1 && made.allSatisfy { $0.contains(", 0600)") }, "\(made)")
  }

  @Test func ownerAndGroupAreKept() throws {
    guard getuid() == 0 else { return }
    try folder.write("old", to: "out.json")
    chmod(file, 0o640)
    try #require(chown(file, 1234, 2345) == 0)
    #expect(try Program.run(["--sample", "-q", "-o", "out.json"], directory: folder.url).status == 0)
    #expect(try attribute(.ownerAccountID) == 1234)
    #expect(try attribute(.groupOwnerAccountID) == 2345)
    #expect(try attribute(.posixPermissions) == 0o640)
  }

  /// If the group cannot be preserved, its permissions would apply to another group.
  @Test func permissionsAreNotWidenedForOtherGroup() throws {
    guard getuid() == 0 else { return }
    try folder.write("old", to: "out.json")
    chmod(file, 0o664)
    try #require(chown(file, 1234, 2345) == 0 && chown(folder.url.path, 1234, 1234) == 0)
    let script = #"setpriv --reuid 1234 --regid 1234 --clear-groups "$aggregate" --sample -q -o out.json"#
    let result = try Shell.run(script, environment: ["HOME": "/nonexistent"], directory: folder.url)
    // A folder above may be closed to other users.
    guard result.status == 0 else { return }
    #expect(try attribute(.groupOwnerAccountID) == 1234)
    #expect(try attribute(.posixPermissions) == 0o644)
  }

  @Test func accessListsAreKept() throws {
    // The owner, user 1234, the group, the mask and others: version 2, then entries of a tag, permissions and an id.
    let script = #"""
      import os, struct, sys
      def entry(tag, mode, id=0xffffffff): return struct.pack("<HHI", tag, mode, id)
      acl = struct.pack("<I", 2) + entry(1, 6) + entry(2, 4, 1234) + entry(4, 0) + entry(16, 4) + entry(32, 0)
      if sys.argv[1] == "set":
          try: os.setxattr("out.json", "system.posix_acl_access", acl)
          except OSError: sys.exit(77)
      else:
          assert os.getxattr("out.json", "system.posix_acl_access") == acl
      """#
    func python(_ word: String) throws -> Int32 {
      try Program.run(["python3", "-c", script, word], directory: folder.url, executable: URL(fileURLWithPath: "/usr/bin/env")).status
    }
    try folder.write("old", to: "out.json")
    // Not every file system supports ACLs.
    guard try python("set") == 0 else { return }
    #expect(try Program.run(["--sample", "-q", "-o", "out.json"], directory: folder.url).status == 0)
    #expect(try folder.read("out.json").hasPrefix("{"))
    #expect(try python("check") == 0)
  }
}
