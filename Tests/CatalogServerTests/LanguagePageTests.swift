import CampusCatalog
import CatalogQuery
import NIOCore
import OpeningHours
import QueryTestData
import TestKit
import Testing

@testable import CatalogServer

@Suite("The language of pages and sentences") struct LanguagePageTests {
  /// A site of a German and an American campus, each with a place that is open until 6 PM.
  private func site(_ configure: (inout SiteSettings) -> Void = { _ in }) async throws -> TestSite {
    let entries = [
      try place("de/x/1", "Mensa", hours: daily([service("07:30", "18:00")])),
      try place("us/x/1", "Hall", hours: daily([service("07:30", "18:00")])),
    ]
    let site = try await TestSite(entries, configure)
    try await site.show(entries, countries: ["us": "US", "de": "DE"])
    return site
  }

  /// The language and the first sentence of a page.
  private func page(_ site: TestSite, _ path: String, _ accepted: String?) async throws -> String {
    let response = try await site.request(path, [("Accept", "text/html")] + (accepted.map { [("Accept-Language", $0)] } ?? []))
    let text = String(buffer: response.body)
    let language = text.firstMatch(of: /<html lang="([a-z]+)">/)?.output.1 ?? "none"
    return "\(language) \(text.firstMatch(of: /class="sentence">([^<]*)/)?.output.1 ?? "")"
  }

  @Test(
    "A page is in the language of its address, otherwise of the browser, otherwise of the country",
    arguments: [
      ("/de", nil, "de Geöffnet bis 18:00"), ("/us", nil, "en Open until 6 PM"), ("/all", nil, "en Open until"),
      ("/de", "en-GB, de;q=0.5", "en Open until 18:00"), ("/us", "de", "de Geöffnet bis 6 PM"), ("/us", "nl", "en Open until 6 PM"),
      ("/de?lang=fr", "en", "fr Ouvert jusqu’à 18:00"), ("/places/de/x/1", nil, "de Geöffnet bis 18:00"),
      ("/places/de/x/1?lang=it", nil, "it Aperto fino alle 18:00"), ("/week?lang=es", nil, "es"), ("/campuses", "de", "de"),
      ("/nowhere", "de", "de"),
    ] as [(String, String?, String)])
  func pages(path: String, accepted: String?, expected: String) async throws {
    #expect(try await page(site(), path, accepted).hasPrefix(expected))
  }

  @Test("The words of scripts are those of the page, and all files of words are there")
  func scripts() async throws {
    let site = try await site()
    for language in Language.allCases {
      let text = try await site.get("/us?lang=\(language.rawValue)").text
      let path = String(try #require(text.firstMatch(of: /<script defer src="(\/assets\/words[^"]*)"/)).output.1)
      let words = try await site.get(path).text
      #expect(words.hasPrefix("window.words = {") && words.contains(#""now":"\#(language.words.text("now"))""#))
    }
    let worker = try await site.get("/sw.js").text
    #expect(worker.contains(Language.german.words.text("offline-page")) && !worker.contains("/* words */"))
  }

  @Test("Sentences of the API have the language; data does not")
  func api() async throws {
    let site = try await site()
    func answer(_ query: String, _ fields: [(String, String)] = []) async throws -> String {
      String(buffer: try await site.request("/api/v1/entries?campus=de\(query)", fields).body)
    }
    let (german, french) = (try await answer(""), try await answer("&lang=fr"))
    #expect(german.contains(#""sentence":"Geöffnet bis 18:00""#) && french.contains(#""sentence":"Ouvert jusqu’à 18:00""#))
    #expect(try await answer("", [("Accept-Language", "fr")]) == french.replacing("?campus=de&lang=fr", with: "?campus=de"))
    #expect(german.replacing("Geöffnet bis 18:00", with: "") == french.replacing("Ouvert jusqu’à 18:00", with: ""))
    let wrong = try await site.get("/api/v1/entries?lang=nl")
    #expect(wrong.status == 400 && wrong.text.contains("lang must be one of"), "\(wrong.text)")
  }

  @Test("Answers with sentences vary by language; files do not")
  func variance() async throws {
    let site = try await site()
    for path in ["/us", "/api/v1/entries", "/campuses"] {
      let response = try await site.request(path)
      #expect(response.header("vary") == "Accept, Accept-Encoding, Accept-Language", "\(path)")
    }
    for path in [PageAssets.script.path, "/api/v1/catalog"] {
      #expect(try await site.request(path).header("vary") == "Accept, Accept-Encoding", "\(path)")
    }
  }

  @Test("The end of a page offers all languages, and links keep the chosen one")
  func choice() async throws {
    let text = try await site().get("/us?lang=de").text
    let links = text.matches(of: /<a lang="([a-z]+)" data-style="lang" data-value="[a-z]+" href="([^"]*)"/).map {
      "\($0.output.1) \($0.output.2)"
    }
    #expect(links == ["en /us?lang=en", "es /us?lang=es", "fr /us?lang=fr", "it /us?lang=it"])
    #expect(text.contains(#"<span aria-current="true">Deutsch</span>"#) && text.contains(#"href="/places/us/x/1?lang=de""#))
  }
}
