import SimdJSON

/// The addresses below /api/v1.
enum API {
  static func answer(_ question: SiteQuestion, _ path: [String]) async throws -> Answer {
    switch (path.first, path.count) {
    case ("catalog", 1): return try CatalogEndpoint.answer(question, question.format)
    case ("entries", 1): return try EntriesEndpoint.answer(question)
    case ("entries", 4): return try EntryEndpoint.answer(question, Array(path.dropFirst()))
    case ("campuses", 1): return try campuses(question)
    case ("campuses", 2): return try CalendarEndpoint.campus(question, path[1])
    case ("feeds", 1): return try feeds(question)
    case ("quotes", 1): return try quotes(question)
    case ("changes", 1): return try await ChangesEndpoint.answer(question, isFeed: false)
    case ("changes.atom", 1): return try await ChangesEndpoint.answer(question, isFeed: true)
    case (let name?, 1) where name.hasPrefix("catalog."):
      return try CatalogEndpoint.answer(question, extension: String(name.dropFirst(8)))
    default: throw Problem.notFound("Unknown address below /api/v1; /openapi.json describes the API.")
    }
  }

  /// The campuses, each with the number of its places.
  private static func campuses(_ question: SiteQuestion) throws -> Answer {
    try Parameters(question.target).finish()
    let catalog = question.snapshot.catalog
    var counts: [CampusID: [Entry.Kind: Int]] = [:]
    for entry in catalog.entries { counts[entry.campus, default: [:]][entry.kind, default: 0] += 1 }
    return document("campus-campuses/1", .catalog, question) { writer in
      writer.objects("campuses", catalog.campuses) { campus, writer in
        writer.member("id", campus.id.description)
        writer.member("name", campus.name)
        writer.member("timeZone", campus.timeZone?.name)
        writer.member("country", campus.country)
        if let location = campus.location {
          writer.object("location") { writer in
            writer.key("latitude")
            writer.number(location.latitude)
            writer.key("longitude")
            writer.number(location.longitude)
          }
        }
        writer.object("entries") { writer in
          for kind in Entry.Kind.allCases { writer.member(kind.key, counts[campus.id]?[kind] ?? 0) }
        }
      }
    }
  }

  /// The feeds, with their outcomes and ages.
  private static func feeds(_ question: SiteQuestion) throws -> Answer {
    try Parameters(question.target).finish()
    return document("campus-feeds/1", .until(question.nextMinute), question) { writer in
      writer.objects("feeds", question.snapshot.catalog.feeds) { feed, writer in
        writer.member("id", feed.id.description)
        writer.member("campus", feed.campus.description)
        writer.member("licence", feed.licence)
        writer.member("url", feed.url)
        writer.member("outcome", feed.outcome.rawValue)
        writer.member("reason", feed.reason?.description)
        writer.member("fetchedAt", feed.fetchedAt?.description)
        writer.member("checkedAt", feed.checkedAt?.description)
        let seen = feed.checkedAt ?? feed.fetchedAt
        writer.member("age", seen.map { Int(max(0, question.now.secondsSinceEpoch - $0.secondsSinceEpoch)) })
        writer.member("entries", feed.entries)
        writer.member("rejected", feed.rejected)
      }
    }
  }

  private static func quotes(_ question: SiteQuestion) throws -> Answer {
    var parameters = Parameters(question.target)
    var query = QuoteQuery()
    query.campuses = try parameters.campuses(of: question.snapshot)
    query.limit = try parameters.number("limit", in: 1...500, otherwise: 20)
    if let seed = try parameters.value("random") {
      guard let number = UInt64(seed), "\(number)" == seed else {
        throw Problem.parameter("random", "random must be a number; the same number chooses the same quote.")
      }
      query.seed = number
    }
    try parameters.finish()
    let results = query.results(in: question.snapshot.catalog.entries)
    var writer = EntryListWriter(at: question.now, in: nil, total: results.total)
    for entry in results.items { writer.add(entry) }
    return json(writer.finish(), .until(nil))
  }

  /// The description of these addresses (OpenAPI 3.1).
  static let description = Answer(Representation(APIDescription.bytes, "application/json"), .seconds(3_600))

  /// Returns a JSON document that begins with its schema and the time of the catalog.
  private static func document(
    _ schema: String, _ lifetime: Answer.Lifetime, _ question: SiteQuestion, _ members: (inout JSONWriter) -> Void
  ) -> Answer {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("schema", schema)
    writer.member("generatedAt", question.snapshot.catalog.generatedAt.description)
    members(&writer)
    writer.endObject()
    writer.literal("\n")
    return json(writer.text, lifetime)
  }

  static func json(_ text: String, _ lifetime: Answer.Lifetime) -> Answer {
    Answer(Representation(text.utf8, "application/json"), lifetime)
  }

  static func json(_ bytes: [UInt8], _ lifetime: Answer.Lifetime) -> Answer { Answer(Representation(bytes, "application/json"), lifetime) }
}

extension Entry.Kind {
  /// The key of the kind in the counts of a campus.
  fileprivate var key: StaticString {
    switch self {
    case .place: "place"
    case .event: "event"
    case .alert: "alert"
    case .quote: "quote"
    }
  }
}
