import Foundation
import TestKit
import TestTraits
import Testing

/// Names that are not UTF-8 are refused in every locale, since as text they would be different names.
@Suite(.waitsForPrograms) struct EncodingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: [
      #"--sample -q -o $'caf\xe9.json'"#, #"--sample -q -o$'caf\xe9.json'"#, #"--sample -q --output=$'caf\xe9.json'"#,
      #"list --catalog $'caf\xe9.json'"#, #"diff $'caf\xe9.json' one.json"#, #"diff one.json one.json -o $'\xff'"#,
      #"--replay $'caf\xe9'"#, #"--record $'caf\xe9' --offline"#, #"--offline --store $'caf\xe9'"#,
      #"snapshots export $'caf\xe9'"#, #"feeds --config $'caf\xe9.json'"#, #"doctor --check-json $'caf\xe9.json'"#, #"$'caf\xe9'"#,
      #"search $'caf\xc3' --sample"#, #"show $'\xed\xa0\x80' --sample"#, #"--help $'\xc0\xaf'"#,
    ])
  func argumentsMustBeUTF8(_ words: String) throws {
    try folder.write("{}", to: "one.json")
    for locale in ["C", "C.UTF-8", "en_US.ISO-8859-1", ""] {
      let result = try Shell.run("\"$aggregate\" \(words)", environment: ["LC_ALL": locale], directory: folder.url)
      #expect(result.status == 64 && result.out.isEmpty, "\(words): \(result.status) \(result.error)")
      #expect(result.error.contains("argument ") && result.error.contains(#"\x"#) && result.error.contains("UTF-8"), "\(result.error)")
    }
    #expect(folder.names == ["one.json"])
  }

  @Test(arguments: [
    "AGGREGATE_OUTPUT", "AGGREGATE_STORE", "AGGREGATE_CONFIG", "AGGREGATE_SETTINGS", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME",
  ])
  func variablesMustBeUTF8(_ name: String) throws {
    let result = try Shell.run(#"export "$1"=$'/tmp/caf\xe9'; exec "$aggregate" --sample -q"#, [name], directory: folder.url)
    #expect(result.status == 78 && result.out.isEmpty, "\(result.status) \(result.error)")
    #expect(result.error.contains(name) && result.error.contains(#"caf\xE9"#), "\(result.error)")
  }

  @Test func validUTF8NamesAreKept() throws {
    // The two forms of é, which are equal as Swift strings.
    for locale in ["C", "C.UTF-8"] {
      let script = #"""
        "$aggregate" --sample -q --campus penn -o $'caf\xc3\xa9.json' && "$aggregate" --sample -q --campus gmu -o $'cafe\xcc\x81.json' &&
        grep -q penn $'caf\xc3\xa9.json' && ! grep -q penn $'cafe\xcc\x81.json' && rm caf*
        """#
      #expect(try Shell.run(script, environment: ["LC_ALL": locale], directory: folder.url).status == 0)
    }
    #expect(folder.names.isEmpty)
  }

  /// The names of the folders above do not matter.
  @Test func workingDirectoryMayHaveAnyName() throws {
    let script = #"""
      mkdir $'caf\xe9' && cd $'caf\xe9' && for number in 1 2; do
        "$aggregate" --sample -q -o out.json && "$aggregate" list --catalog out.json > list || exit
      done
      ln -s out.json link && "$aggregate" diff out.json out.json -o other.json && test -s out.json && test -f other.json
      """#
    let result = try Shell.run(script, directory: folder.url)
    #expect(result.status == 0, "\(result.error)")
  }
}
