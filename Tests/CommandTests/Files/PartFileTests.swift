import Foundation
import TestKit
import TestTraits
import Testing

/// Part files: processes that share a folder do not touch each other's files.
@Suite(.waitsForPrograms) struct PartFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var parts: [String] { folder.names.filter { $0.hasSuffix(".part") } }

  /// Two containers may have the same process ids, so a process id in a name does not identify a process.
  @Test func processesWithSameIDDoNotShareFile() throws {
    // Both are process 1 of their own namespace.
    let script = """
      for name in 1 2; do
        unshare --user --map-root-user --pid --fork --mount-proc sh -c 'exec "$aggregate" collect --sample -q -o out.json' &
        pids="$pids $!"
      done
      failed=0
      for pid in $pids; do wait $pid || failed=$?; done
      exit $failed
      """
    guard try Shell.run("unshare --user --map-root-user --pid --fork true", directory: folder.url).status == 0 else { return }
    for _ in 0..<5 {
      let result = try Shell.run(script, directory: folder.url)
      #expect(result.status == 0, "\(result.error)")
      #expect(folder.names == ["out.json"])
      #expect(try folder.read("out.json") == Program.run(["--sample", "-q"]).out)
    }
  }

  /// Whatever its process id, a process never opens an existing part file.
  @Test func fileOfOtherProcessIsNotOpened() throws {
    let script = """
      name="out.json.$$.part"
      echo theirs > "$name"
      exec "$aggregate" --sample -q -o out.json
      """
    let result = try Shell.run(script, directory: folder.url)
    #expect(result.status == 0, "\(result.error)")
    let theirs = try #require(parts.first)
    #expect(try parts.count == 1 && folder.read(theirs) == "theirs\n")
  }

  /// The part file of a killed process is deleted; that of a running one is not.
  @Test func abandonedPartFilesAreDeletedAndLockedOnesAreNot() throws {
    for name in ["out.json", "copy.sqlite"] {
      try folder.write("half", to: "\(name).0123456789abcdef.part")
      try folder.write("half", to: "\(name).fedcba9876543210.part")
    }
    let others = ["out.json.x.part", "out.json.part", "out.json.0123456789ABCDEF.part", "other.json.0123456789abcdef.part"]
    for name in others { try folder.write("half", to: name) }
    mkfifo(folder.url.appendingPathComponent("out.json.00000000000000aa.part").path, 0o600)
    let script = """
      exec 8<out.json.fedcba9876543210.part 9<copy.sqlite.fedcba9876543210.part
      flock 8 && flock 9 || exit 99
      "$aggregate" --sample -q -o out.json 8<&- 9<&- &&
      "$aggregate" --replay one --at 2026-01-01T12:00:00Z --config registry.json --store store.sqlite -q -o /dev/null 8<&- 9<&- &&
      "$aggregate" snapshots export copy.sqlite --store store.sqlite 8<&- 9<&-
      """
    let history = try History()
    try history.record("one", ["town/a": ["Library"]])
    for name in ["registry.json", "one"] {
      try FileManager.default.copyItem(at: history.folder.url.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
    }
    let result = try Shell.run(script, directory: folder.url)
    #expect(result.status == 0, "\(result.error)")
    #expect(
      parts
        == (others + ["copy.sqlite.fedcba9876543210.part", "out.json.fedcba9876543210.part", "out.json.00000000000000aa.part"]).sorted())
  }
}
