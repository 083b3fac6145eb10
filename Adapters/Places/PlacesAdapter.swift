import FeedKit

/// The adapter for the places to eat at the University of Liverpool. See README.md.
struct PlacesAdapter: FeedAdapter {
  let manifest = AdapterManifest(
    id: "places", version: 1, title: "Liverpool places to eat",
    summary: "Places to eat on a campus with position, weekly hours and amenities.",
    homepage: "https://www.csc.liv.ac.uk/",
    requests: ["places"],
    cadence: 6 * 3600, derivesIDs: true)

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = try draft.zone()
    for reply in replies {
      let document = try draft.open(reply)
      let places = try document.root.records("food_venues", in: reply.request)
      draft.readRecords(places, at: "/food_venues", in: reply) { (place, notes) throws(JSONFieldError) in
        try Self.entry(place, of: feed, zone, &notes)
      }
    }
  }

  private static func entry(_ value: JSONValue, of feed: Feed, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Entry {
    let name = try value.requiredLine("name")
    let building = try value.line("building")
    let record = RecordKey.slug([name, building ?? ""])
    guard let id = EntryID(feed: feed.id, record: record) else { throw value.fault(.value, "no id can be made from the name") }
    let description = try value.html("description", noting: &notes)
    let place = Place(
      category: CategoryKeywords.category(name: name, description: description),
      location: Location(building: building, coordinate: try value.coordinate("lat", "lon", noting: &notes)),
      hours: try hours(value, zone, &notes))
    var entry = Entry(
      id: id, campus: feed.campus.id, name: name, sources: [SourceReference(feed: feed.id, record: record)], details: .place(place))
    entry.description = description
    entry.tags = try value.lines("amenities")
    if let page = try value.address("URL", noting: &notes) { entry.links = [Link(.website, page)] }
    for (index, photo) in try value.lines("photos").enumerated() {
      if let address = WebAddress(photo) {
        entry.images.append(Image(.photo, address))
      } else {
        notes.add(.url, at: "/photos/\(index)", "left out: not an absolute http or https address")
      }
    }
    return entry
  }

  /// Reads seven texts, Monday first. With any other number of texts, the hours are unknown.
  private static func hours(_ place: JSONValue, _ zone: Zone, _ notes: inout RecordNotes) throws(JSONFieldError) -> Schedule {
    let unknown = Schedule(zone: zone, layers: [])
    guard place["opening_times"] != nil else { return unknown }
    let texts = try place.texts("opening_times")
    guard texts.count == 7 else {
      notes.add(.hoursUnknown, at: "/opening_times", "expected seven texts, Monday first; found \(texts.count)")
      return unknown
    }
    var week: [Weekday: DayPlan] = [:]
    for (day, text) in zip(Weekday.allCases, texts) {
      let times = text.contains(where: \.isNumber) ? 1 : 0
      switch HoursText(text) {
      case .services(let services):
        week[day] = DayPlan(services)
        notes.addReadTimes(times)
      case .unreadable:
        week[day] = .unknown
        let shown = PlainText.line(text).map { String($0.prefix(60)) } ?? ""
        notes.addUnreadTimes(times, at: "/opening_times/\(day.rawValue)", "not readable as hours: \"\(shown)\"")
      }
    }
    return Schedule(zone: zone, layers: [Layer(.weekly, unbounded: .week(WeekPlan(week).joiningSplitNights()))])
  }
}
