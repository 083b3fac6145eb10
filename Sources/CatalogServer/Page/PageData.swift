import CampusCatalog
import CatalogExport
import CatalogQuery
import OpeningHours
import SimdJSON

/// The data of the script about the places of a page, as JSON:
///
///     {"now":1795280400,"isLive":true,"isFiltered":false,"state":"open","total":1,"end":1795885200,"zones":["America/New_York"],
///     "styles":{"penn":{"clock":"12","isMonthFirst":true,"units":"mi"}},"campuses":{"penn":"Penn"},"places":{
///     "penn/dining/593":{"zone":0,"changes":[[1795280400,"open"],[1795296600,"closed"]],"position":[39.95,-75.19],"aliases":["penn/dining/12"]}}}
struct PageData {
  let listings: [PlaceListing]
  let rule: StatusRule
  /// Whether the page is about now, so that its sentences change while it is shown.
  let isLive: Bool
  /// Whether places are missing because the address has filters.
  var isFiltered = false
  /// The state of all places in the list, which leave it when they have another one; nil if it has all states.
  var state: PlaceState?
  /// The number of places in all pages of the list.
  let total: Int

  func script(_ campuses: [Campus]) -> HTML { "<script type=\"application/json\" id=\"data\">\(json: text(campuses))</script>" }

  private func text(_ campuses: [Campus]) -> String {
    let zones = Set(listings.compactMap(\.zone)).sorted { $0.name < $1.name }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("now", Int(rule.instant.secondsSinceEpoch))
    writer.member("isLive", isLive)
    writer.member("isFiltered", isFiltered)
    writer.member("state", state?.rawValue)
    writer.member("total", total)
    writer.member("end", Int(StateTimeline.end(after: rule.instant).secondsSinceEpoch))
    writer.key("zones")
    writer.array(zones) { zone, writer in writer.string(zone.name) }
    writer.object("styles") { writer in
      for campus in campuses {
        let style = rule.style(of: campus.id)
        writer.key(campus.id.description)
        writer.beginObject()
        writer.member("clock", style.clock.rawValue)
        writer.member("isMonthFirst", style.hasMonthFirst)
        writer.member("units", style.units.rawValue)
        writer.endObject()
      }
    }
    writer.object("campuses") { writer in
      let shown = Set(listings.map(\.entry.campus))
      for campus in campuses where shown.contains(campus.id) {
        writer.key(campus.id.description)
        writer.string(campus.name)
      }
    }
    writer.object("places") { writer in
      for listing in listings { write(listing, zones, &writer) }
    }
    writer.endObject()
    return writer.text
  }

  private func write(_ listing: PlaceListing, _ zones: [Zone], _ writer: inout JSONWriter) {
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
      writer.beginArray()
      writer.number(location.latitude)
      writer.number(location.longitude)
      writer.endArray()
    }
    writer.member("aliases", listing.entry.aliases.map(\.description))
    writer.endObject()
  }
}
