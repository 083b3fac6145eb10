import CampusCatalog
import SimdJSON

@testable import CatalogServer

/// A cursor of the API: it is written as it was read, and a list answers it with a page or an error of the client.
///
/// In the input, V is the version of the catalog and Q the question of the lists, which no input would have by chance.
enum CursorTarget {
  private static let limit = 3

  static func check(_ bytes: [UInt8]) throws {
    let input = String(decoding: bytes, as: UTF8.self)
    if let cursor = Cursor(input) { try require(cursor.text == input, "the cursor is written as \(cursor.text)") }
    let site = try FuzzSite.ready()
    for list in ["entries", "menus"] {
      let address = "/api/v1/\(list)?limit=\(limit)"
      guard let first = try page(site.get(address), list).next, let known = Cursor(first) else {
        throw BrokenProperty("\(address) has no cursor of a second page")
      }
      let text = input.replacing("V", with: known.version).replacing("Q", with: known.question)
      let response = try site.get("\(address)&cursor=\(escaped(text))")
      try require([200, 400, 410].contains(response.status), "\(address) answers \"\(text)\" with \(response.status): \(response.text)")
      guard response.status == 200 else { continue }
      // A cursor that is empty is none.
      try require(text.isEmpty || Cursor(text) != nil, "\(address) accepts \"\(text)\"")
      let page = try page(response, list)
      try require(page.count <= limit, "\(address) has \(page.count) items after \"\(text)\"")
      guard let next = page.next else { continue }
      try require(Cursor(next)?.text == next, "\(address) has the next cursor \"\(next)\"")
    }
  }

  private static func page(_ response: FuzzSite.Response, _ list: String) throws -> (count: Int, next: String?) {
    let document = try JSONDocument(parsing: response.body)
    let items = document.root.member(named: list == "menus" ? "places" : list)?.count
    guard let items else { throw BrokenProperty("the page has no list: \(response.text)") }
    return (items, document.root["next"]?.string)
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "%\(digits.count == 1 ? "0" : "")\(digits)"
    }.joined()
  }
}
