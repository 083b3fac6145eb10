import SimdJSON

/// What the script of the page needs to know about the places in it, as JSON:
///
///     {"now":1795280400,"clock":"runs","end":1795885200,"zones":["America/New_York"],"places":{
///     "penn/dining/593":{"zone":0,"changes":[[1795280400,"open"],[1795296600,"closed"]],"position":[39.95,-75.19],"aliases":["penn/dining/12"]}}}
enum PageData {
  /// - Parameter isNow: whether the page is about now, so that its sentences change while it is shown.
  static func script(_ listings: [PlaceListing], by rule: StatusRule, isNow: Bool, _ question: SiteQuestion) -> HTML {
    "<script type=\"application/json\" id=\"data\">\(json: text(listings, by: rule, isNow: isNow, question))</script>"
  }

  private static func text(_ listings: [PlaceListing], by rule: StatusRule, isNow: Bool, _ question: SiteQuestion) -> String {
    let zones = Set(listings.compactMap(\.zone)).sorted { $0.name < $1.name }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("now", Int(rule.instant.secondsSinceEpoch))
    writer.member("clock", !isNow ? "stands" : question.site.settings.isFixed ? "runs" : "real")
    writer.member("end", Int(StateTimeline.end(after: rule.instant).secondsSinceEpoch))
    writer.member("zones", zones.map(\.name))
    writer.object("campuses") { writer in
      for campus in question.snapshot.catalog.campuses {
        guard let location = campus.location else { continue }
        writer.key(campus.id.description)
        position(location, campus.name, &writer)
      }
    }
    writer.object("places") { writer in
      for listing in listings {
        writer.key(listing.entry.id.description)
        writer.beginObject()
        writer.member("zone", listing.zone.flatMap { zone in zones.firstIndex { $0 == zone } })
        writer.key("changes")
        writer.array(StateTimeline(of: listing, by: rule).changes) { change, writer in
          writer.beginArray()
          writer.number(Double(change.at.secondsSinceEpoch))
          writer.string(change.state.rawValue)
          if let sentence = change.sentence { writer.string(sentence) }
          writer.endArray()
        }
        if let location = listing.entry.place?.location.coordinate {
          writer.key("position")
          position(location, nil, &writer)
        }
        writer.member("aliases", listing.entry.aliases.map(\.description))
        writer.endObject()
      }
    }
    writer.endObject()
    return writer.text
  }

  private static func position(_ location: Coordinate, _ name: String?, _ writer: inout JSONWriter) {
    writer.beginArray()
    writer.number(location.latitude)
    writer.number(location.longitude)
    if let name { writer.string(name) }
    writer.endArray()
  }
}
