import FeedKit

/// The adapter for the menus of the university restaurants in France: XML with HTML inside. See README.md.
struct CrousAdapter: FeedAdapter {
  let manifest: AdapterManifest = {
    var manifest = AdapterManifest(
      id: "crous", version: 1, title: "CROUS menus",
      summary: "The dishes of the university restaurants of a region in France, by meal and section.",
      homepage: "https://www.lescrous.fr/",
      requests: ["menus"],
      cadence: 6 * 3600)
    manifest.usesDateOfReceipt = true
    return manifest
  }()

  func requests(for feed: Feed) -> [FeedRequest] {
    [FeedRequest("menus", addresses: feed.addresses["menus"] ?? [], format: .xml)]
  }

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    for reply in replies {
      let document = try draft.openXML(reply)
      let restaurants = document.root.elements("resto")
      guard restaurants.first != nil else { throw AdapterError(.wrongShape, in: reply.request, "there is no <resto>") }
      for (index, restaurant) in restaurants.enumerated() {
        guard let key = restaurant.attribute("id").flatMap({ PlainText.line($0) }) else {
          let fault = FieldError(.missing, at: "", "the attribute \"id\" is missing")
          draft.reject(fault, at: RecordPointer(request: reply.request, parent: "/resto", index: index))
          continue
        }
        for (position, day) in restaurant.elements("menu").enumerated() {
          Self.addMenus(of: day, key, in: reply, at: "/resto/\(index)/menu/\(position)", to: &draft)
        }
      }
    }
  }

  /// Adds the menu of each meal of a day.
  private static func addMenus(of day: XMLElement, _ key: String, in reply: FeedReply, at pointer: String, to draft: inout FeedDraft) {
    let menus = CrousMenus(day.text)
    for child in day.children.prefix(1) {
      draft.note(
        ReasonCode(FieldError.Code.type), in: reply, at: "\(pointer)/\(child.name)", "left out: expected text with HTML, found elements")
    }
    if let first = menus.others.first {
      let count = menus.others.count.counted("text")
      draft.note(.menuText, in: reply, at: pointer, "\(count) without a dish left out, such as \"\(first.prefix(60))\"")
    }
    guard let date = day.attribute("date").flatMap({ LocalDate($0) }) else {
      let count = menus.meals.reduce(0) { $0 + $1.sections.reduce(0) { $0 + $1.dishes.count } }
      if count > 0 { draft.note(.menuDate, in: reply, at: pointer, "\(count.counted("dish", "dishes")) left out: their day has no date") }
      return
    }
    for (meal, sections) in menus.meals {
      draft.addMenu(of: key, date: date, meal: meal, sections: sections, in: reply, at: pointer, isPartOfPlace: true)
    }
  }
}
