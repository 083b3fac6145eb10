import CampusCatalog
import CatalogQuery
import OpeningHours
import SimdJSON

/// The addresses below /api/v1.
enum API {
  /// The campuses, each with the number of its places.
  static func campuses(_ question: SiteQuestion) throws -> Answer {
    try Parameters(question.target).finish()
    let catalog = question.snapshot.catalog
    var counts: [CampusID: [Entry.Kind: Int]] = [:]
    for entry in catalog.entries { counts[entry.campus, default: [:]][entry.kind, default: 0] += 1 }
    return document("campus-campuses/1", of: question.snapshot.version.generatedAt, .catalog) { writer in
      writer.objects("campuses", catalog.campuses) { campus, writer in
        writer.member("id", campus.id.description)
        writer.member("name", campus.name)
        writer.member("timeZone", campus.timeZone?.name)
        writer.member("country", campus.country)
        if let location = campus.location { writer.object("location") { $0.members(of: location) } }
        writer.object("entries") { writer in
          for kind in Entry.Kind.allCases {
            writer.key(kind.rawValue)
            writer.integer(counts[campus.id]?[kind] ?? 0)
          }
        }
      }
    }
  }

  /// The feeds, with their outcomes and ages.
  static func feeds(_ question: SiteQuestion) throws -> Answer {
    try Parameters(question.target).finish()
    return document("campus-feeds/1", of: question.snapshot.catalog.generatedAt, .until(question.nextMinute)) { writer in
      writer.objects("feeds", question.snapshot.catalog.feeds) { feed, writer in
        writer.member("id", feed.id.description)
        writer.member("campus", feed.campus.description)
        writer.member("license", feed.license)
        writer.member("url", feed.url)
        writer.member("via", feed.via)
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

  static func quotes(_ question: SiteQuestion) throws -> Answer {
    var parameters = Parameters(question.target)
    var query = QuoteQuery()
    query.campuses = try parameters.campuses(question)
    query.limit = try parameters.number("limit", in: 1...500, otherwise: 20)
    if let seed = try parameters.value("random") {
      guard let number = UInt64(seed), "\(number)" == seed else {
        throw Problem.parameter("random", "random must be a number; the same number chooses the same quote.")
      }
      query.seed = number
    }
    try parameters.finish()
    let results = query.results(in: question.snapshot.entries(of: .quote))
    var writer = EntryListWriter(at: question.now, in: question.snapshot.zone(of: query.campuses), total: results.total)
    for entry in results.items { writer.add(entry) }
    return json(writer.finish(), .until(nil))
  }

  /// The description of these addresses (OpenAPI 3.1).
  static let description = Answer(Representation(APIDescription.bytes, "application/json"), .seconds(3_600))

  /// Returns a JSON document that begins with its schema and the time of the catalog.
  private static func document(
    _ schema: String, of generatedAt: Instant, _ lifetime: Answer.Lifetime, _ members: (inout JSONWriter) -> Void
  ) -> Answer {
    let text = JSONWriter.document(schema) { writer in
      writer.member("generatedAt", generatedAt.description)
      members(&writer)
    }
    return json(text, lifetime)
  }

  static func json(_ text: String, _ lifetime: Answer.Lifetime) -> Answer {
    Answer(Representation(text.utf8, "application/json"), lifetime)
  }
}
