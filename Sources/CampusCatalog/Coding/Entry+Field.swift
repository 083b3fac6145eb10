import OpeningHours

extension Entry {
  /// A field that feeds provide and that is merged on its own. The raw value is its key in a catalog.
  ///
  /// The cases are in the order in which fields are written. `info` has all other information about a field.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    case name, category, categoryLabel, tags, labels, description, notice, location, hours, contact, links, images, access, partOf
    case startDate, endDate, endUnknown, status, organizer, cost, audience, online, venue, loginRequired
    case severity, startsAt, endsAt
    case text, author
    case place, date, meal, coveredAllergens, sections
  }
}

// The table of entry fields. For an optional line of text, a row with `line` and a property are enough: its row controls how it is read,
// written, merged, compared, corrected, mapped and exported.
extension Entry.Field {
  package var info: EntryFieldInfo {
    switch self {
    case .name:
      EntryFieldInfo(
        "name", of: [.place, .event, .alert], schema: .definition("line"), isRequired: true,
        columns: [EntryColumn("name", "the name", isRequired: true) { TableCell($0.name) }]
      ) { $1.name = $0.name }
    case .category:
      .place(
        "category", \.category, schema: .definition("category"), isRequired: true,
        columns: [
          EntryColumn("category", "the category", .choice(Category.allCases.map(\.rawValue)), isRequired: true) {
            TableCell($0.place?.category.rawValue)
          }
        ])
    case .categoryLabel: .line("categoryLabel", \.categoryLabel, "the feed's own word for it", noun: "the feed's category")
    case .tags: .texts("tags", \.tags, "the feed's words, one on each line")
    case .labels: .texts("labels", \.labels, "the feed's labels, one on each line")
    case .description: .text("description", \.description, "the description")
    case .notice: .text("notice", \.notice, "the feed's short note")
    case .location:
      EntryFieldInfo(
        "location", of: [.place, .event], schema: .definition("location"),
        parts: ["address", "building", "abbreviation", "room", "region", "onCampus", "position"],
        columns: [
          EntryColumn("building", "the building") { TableCell($0.location?.building) },
          EntryColumn("abbreviation", "the short name of the building") { TableCell($0.location?.abbreviation) },
          EntryColumn("address", "the address on one line") { TableCell($0.location?.address) },
          EntryColumn("region", "the part of the campus") { TableCell($0.location?.region) },
          EntryColumn("on_campus", "whether it is on campus", .boolean) { TableCell($0.location?.onCampus) },
          EntryColumn("latitude", "degrees north, WGS 84", .real) { TableCell($0.location?.coordinate?.latitude) },
          EntryColumn("longitude", "degrees east, WGS 84", .real) { TableCell($0.location?.coordinate?.longitude) },
        ]
      ) { from, into in
        if let location = from.location { into.location = location }
      }
    case .hours:
      EntryFieldInfo(
        "hours", of: [.place, .event], schema: .definition("hours"),
        columns: [
          EntryColumn("hours", "whether any hours are known", .choice(["known", "unknown", "all day"]), isRequired: true) {
            .text($0.hours.map { $0.layers.isEmpty ? "unknown" : "known" } ?? ($0.kind == .event ? "all day" : "unknown"))
          },
          EntryColumn("opening_hours", "the hours as OpenStreetMap writes them, if it can express them") {
            TableCell($0.hours?.portableOSM)
          },
        ]
      ) { from, into in
        guard [.place, .event].contains(from.kind) else { return }
        into.hours = from.hours
        into.endUnknown = from.endUnknown
      }
    case .contact:
      .place(
        "contact", \.contact, schema: .definition("contact"), parts: ["phone", "email"],
        columns: [
          EntryColumn("phone", "the telephone number") { TableCell($0.place?.contact.phone) },
          EntryColumn("email", "the email address") { TableCell($0.place?.contact.email) },
        ])
    case .links: .common("links", \.links, schema: .definition("links"))
    case .images: .common("images", \.images, schema: .definition("images"))
    case .access:
      .place(
        "access", \.access, schema: .json(#"{"enum": ["public", "members", "appointment", "remote"]}"#),
        columns: [
          EntryColumn("access", "who may go there", .choice(Place.Access.allCases.map(\.rawValue))) {
            TableCell($0.place?.access?.rawValue)
          }
        ])
    case .partOf:
      .place(
        "partOf", \.partOf, schema: .definition("entryID", about: "The place of which it is a part."),
        columns: [EntryColumn("part_of", "the id of the place of which it is a part") { TableCell($0.place?.partOf?.description) }])
    case .startDate:
      .event(
        "startDate", \.startDate, schema: .definition("date"), isRequired: true,
        columns: [
          EntryColumn("start_date", "the first day", isRequired: true) { TableCell($0.event?.startDate.description) }
        ])
    case .endDate:
      .event(
        "endDate", \.endDate, schema: .definition("date", about: "Inclusive; 9999-12-31 for a series without end."), isRequired: true,
        columns: [
          EntryColumn("end_date", "the last day, inclusive; 9999-12-31 for a series without end", isRequired: true) {
            TableCell($0.event?.endDate.description)
          }
        ])
    case .endUnknown:
      .event(
        "endUnknown", \.endUnknown,
        schema: .json(#"{"description": "True without a stated end, else absent; occurrences then have an hour.", "type": "boolean"}"#),
        columns: [
          EntryColumn("end_unknown", "whether no end is stated; occurrences then have an hour", .boolean) {
            TableCell($0.event?.endUnknown)
          }
        ])
    case .status:
      .event(
        "status", \.status,
        schema: .json(#"{"description": "Absent: as planned.", "enum": ["cancelled", "postponed", "tentative"]}"#),
        columns: [
          EntryColumn("status", "whether it takes place as planned; empty if it does", .choice(Event.Status.allCases.map(\.rawValue))) {
            TableCell($0.event?.status?.rawValue)
          }
        ])
    case .organizer: .line("organizer", \.organizer, "the organization that holds it")
    case .cost: .line("cost", \.cost, "what taking part costs")
    case .audience:
      .event(
        "audience", \.audience, schema: .definition("lines"),
        columns: [EntryColumn("audience", "the people for whom it is, one on each line") { TableCell(lines: $0.event?.audience ?? []) }])
    case .online:
      .event(
        "online", \.isOnline, schema: .json(#"{"type": "boolean"}"#),
        columns: [EntryColumn("online", "whether it is possible to take part online", .boolean) { TableCell($0.event?.isOnline) }])
    case .venue:
      .event(
        "venue", \.venue,
        schema: .json(
          #"""
          {"type": "object", "additionalProperties": false, "minProperties": 1, "properties": {
            "city": {"$ref": "#/$defs/line"},
            "state": {"description": "As the feed sends it.", "$ref": "#/$defs/line"},
            "stateCode": {"description": "The two letters of a state of the United States.", "type": "string", "pattern": "^[A-Z]{2}$"}
          }}
          """#),
        columns: [
          EntryColumn("city", "the city") { TableCell($0.event?.venue?.city) },
          EntryColumn("state", "the state or region, as the feed sent it") { TableCell($0.event?.venue?.state) },
          EntryColumn("state_code", "the two-letter code of the state") { TableCell($0.event?.venue?.stateCode) },
        ])
    case .loginRequired:
      .event(
        "loginRequired", \.loginRequired, schema: .json(#"{"type": "boolean"}"#),
        columns: [
          EntryColumn("login_required", "whether taking part requires an account", .boolean) {
            TableCell($0.event?.loginRequired)
          }
        ])
    case .severity:
      .alert(
        "severity", \.severity, schema: .json(#"{"enum": ["informational", "minor", "major"]}"#), isRequired: true,
        columns: [
          EntryColumn("severity", "the severity", .choice(Alert.Severity.allCases.map(\.rawValue)), isRequired: true) {
            TableCell($0.alert?.severity.rawValue)
          }
        ])
    case .startsAt: .time("startsAt", \.startsAt, "the start (RFC 3339)", noun: "start")
    case .endsAt: .time("endsAt", \.endsAt, "the end (RFC 3339)", noun: "end")
    case .text:
      .quote(
        "text", \.text, schema: .definition("text"), isRequired: true, text: { $0.quote?.text },
        columns: [EntryColumn("text", "the words", isRequired: true) { TableCell($0.quote?.text) }])
    case .author:
      .quote(
        "author", \.author, schema: .definition("line"), text: { $0.quote?.author },
        columns: [EntryColumn("author", "who said them") { TableCell($0.quote?.author) }])
    case .place:
      .menu(
        "place", \.place, schema: .definition("entryID", about: "The place that serves the dishes."),
        columns: [
          EntryColumn("place", "the id of the place that serves the dishes", isRequired: true) { TableCell($0.menu?.place.description) }
        ])
    case .date:
      .menu(
        "date", \.date, schema: .definition("date", about: "The service day."),
        columns: [EntryColumn("date", "the service day", isRequired: true) { TableCell($0.menu?.date.description) }])
    case .meal:
      .menu(
        "meal", \.meal, schema: .definition("meal"),
        columns: [
          EntryColumn("meal", "what the meal is", .choice(Meal.Kind.allCases.map(\.rawValue)), isRequired: true) {
            TableCell($0.menu?.meal.kind.rawValue)
          },
          EntryColumn("meal_name", "the feed's name of the meal") { TableCell($0.menu?.meal.name) },
          EntryColumn("starts", "local time of the service day; none if the feed does not say") {
            TableCell($0.menu?.meal.from?.description)
          },
          EntryColumn("ends", "local time of the service day: 26:00 is 02:00 of the next date") {
            TableCell($0.menu?.meal.to?.description)
          },
        ])
    case .coveredAllergens: .menu("coveredAllergens", \.coveredAllergens, schema: .definition("coveredAllergens"), isRequired: false)
    case .sections: .menu("sections", \.sections, schema: .definition("menuSections"))
    }
  }
}

extension Entry.Kind {
  /// The fields that an entry of this kind may have, in the order in which they are written.
  package var fields: [Entry.Field] { Self.members[index].fields }

  /// The keys that an entry of this kind may have in a catalog, in the order in which they are written.
  package var keys: [StaticString] { Self.members[index].keys }

  /// The index in `members`. (Faster than a dictionary: each entry that is read or written needs its members.)
  private var index: Int {
    switch self {
    case .place: 0
    case .event: 1
    case .alert: 2
    case .quote: 3
    case .menu: 4
    }
  }

  private static let members = [Self.place, .event, .alert, .quote, .menu].map { kind in
    let fields = Entry.Field.allCases.filter { $0.info.kinds.contains(kind) }
    return (fields: fields, keys: ["id", "kind", "campus", "aliases"] + fields.map(\.info.key) + ["sources", "provenance"])
  }
}

extension Place {
  /// A field that is an optional line of text.
  package struct Line: Sendable {
    package let field: Entry.Field
    package let key: StaticString
    /// A description for people, as a phrase.
    package let about: String
    package let path: any WritableKeyPath<Place, String?> & Sendable
  }

  /// The fields that are optional lines of text, in the order in which they are written.
  package static let lines: [Line] = Entry.Field.allCases.compactMap { field in
    let info = field.info
    return info.line.map { Line(field: field, key: info.key, about: info.about, path: $0) }
  }
}
