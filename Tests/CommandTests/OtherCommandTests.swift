import CampusCatalog
import Foundation
import SimdJSON
import Testing

@Suite struct OtherCommandTests {
  @Test func helpShowsExamplesFirst() throws {
    let result = try Program.run(["--help"])
    #expect(result.status == 0)
    #expect(result.out.contains("aggregate --sample"))
    for command in ["collect", "explain", "feeds", "adapters", "schema", "config", "doctor"] {
      #expect(result.out.contains("  \(command)"))
    }
    #expect(!result.out.contains("bench"))
  }

  @Test func completionsForThreeShells() throws {
    for shell in ["bash", "zsh", "fish"] {
      #expect(try Program.run(["--generate-completion-script", shell]).out.contains("explain"))
    }
  }

  @Test(arguments: [(["doctor"], "campus-doctor/1"), (["config", "show"], "campus-settings/1"), (["config"], "campus-settings/1")])
  func statesHaveJSON(_ command: [String], _ schema: String) throws {
    let result = try Program.run(command + ["--format", "json"])
    let document = try JSONDocument(parsing: Array(result.out.utf8))
    let found = document.root["schema"]?.string
    #expect(found == schema, "\(result.error)")
  }

  @Test(arguments: [["feeds"], ["adapters"]])
  func listsHaveTextAndJSON(_ command: [String]) throws {
    #expect(try Program.run(command).out.contains("whats-open"))
    let json = try Program.run(command + ["--format", "json"])
    let document = try JSONDocument(parsing: Array(json.out.utf8))
    let schema = document.root["schema"]?.string
    #expect(schema == "campus-\(command[0])/1")
    #expect(try Program.run(command + ["--format", "xml"]).status == 64)
  }

  @Test func schemasArePrinted() throws {
    #expect(try Program.run(["schema"]).out.utf8.elementsEqual(CatalogSchema.bytes))
    #expect(try Program.run(["schema", "registry"]).out.contains("\"corrections\""))
    #expect(try Program.run(["schema", "nothing"]).status == 64)
  }

  @Test(arguments: [
    ("[1, 2]", 0), ("{\"a\":1,\"\\u0061\":2}", 65), ("[1,]", 65), ("\u{FEFF}{}", 0), ("", 65), ("[\"\\uDC00\"]", 65), ("1e400", 65),
  ])
  func checksOneFile(_ text: String, _ status: Int32) throws {
    let folder = try Folder()
    let path = try folder.write(text, to: "x.json")
    let result = try Program.run(["doctor", "--check-json", path])
    #expect(result.status == status, "\(result.error)")
    #expect(result.out.isEmpty)
    if status == 65 { #expect(result.error.contains("\(path):1:")) }
  }

  @Test func doctorIsWell() throws {
    let result = try Program.run(["doctor"])
    #expect(result.status == 0)
    #expect(result.out.contains("simdjson") && result.out.contains("works"))
  }

  @Test func explainsFromEverySource() throws {
    let folder = try Folder()
    _ = try Program.run(["--sample", "-q", "-o", "c.json"], directory: folder.url)
    let file = try Program.run(["explain", "penn/dining/593", "name", "--catalog", "c.json"], directory: folder.url)
    #expect(file.status == 0)
    #expect(file.out.contains("\"1920 Commons\""))
    let sample = try Program.run(["explain", "penn/dining/593", "--sample"])
    #expect(sample.out.contains("venues /"), "the place of the record")
    let json = try Program.run(["explain", "penn/dining/593", "location.address", "--sample", "--format", "json"])
    #expect(json.status == 0)
    #expect(json.out.contains(#""field":"location.address""#))
    let kept = ["--replay", Program.root.appendingPathComponent("Fixtures/sample").path, "--store", "s.sqlite"]
    #expect(try Program.run(kept + ["-q", "-o", "c.json"], directory: folder.url).status == 0)
    // The places are found in the replies that the store keeps.
    for past in [[], ["--as-of", "latest"]] {
      let stored = try Program.run(["explain", "penn/dining/593", "--store", "s.sqlite"] + past, directory: folder.url)
      #expect(stored.out == sample.out)
    }
  }

  @Test(arguments: [
    (["explain", "penn/dining/5933", "--sample"], 4, "did you mean penn/dining/593"),
    (["explain", "penn/dining/593", "hour", "--sample"], 4, "did you mean hours"),
    (["explain", "593", "--sample"], 64, "no entry id"),
    (["explain", "penn/dining/593", "--catalog", "/nonexistent"], 65, "/nonexistent"),
    (["explain", "penn/dining/593", "--store", "/nonexistent/s.sqlite"], 4, "there is no store"),
    (["explain", "penn/dining/593", "--sample", "--store", "s.sqlite"], 64, "--store is not asked"),
    (["fedes"], 64, "did you mean feeds?"), (["--campus", "penn", "open"], 64, "aggregate open --campus penn"),
  ])
  func explainSaysWhatIsWrong(_ arguments: [String], _ status: Int32, _ word: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == status)
    #expect(result.error.contains(word), "\(result.error)")
  }

  @Test func aMalformedCatalogIs65WithItsPlace() throws {
    let folder = try Folder()
    let catalog = try Program.run(["--sample", "-q"]).out.replacingOccurrences(of: #""kind":"quote""#, with: #""kind":"song""#)
    let path = try folder.write(catalog, to: "c.json")
    let result = try Program.run(["explain", "penn/dining/593", "--catalog", path])
    #expect(result.status == 65)
    #expect(result.error.contains("\(path):"))
  }
}
