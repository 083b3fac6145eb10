import NIOCore

/// The addresses of the site.
enum Routes {
  /// Returns the response to a request whose answer is ready; nil if the answer has to be made.
  static func immediateResponse(to request: ServerRequest, on site: CatalogSite) throws(Problem) -> ServerResponse? {
    if request.isFor("/healthz") { return text("ok\n") }
    if request.isFor("/metrics") {
      return text(site.metrics.text(site.snapshot, at: site.settings.now()), type: "text/plain; version=0.0.4; charset=utf-8")
    }
    guard let snapshot = site.snapshot else { throw Problem.unavailable("There is no catalog yet; try again soon.") }
    if request.isFor("/readyz") { return text("ready\n") }
    let moment = SiteMoment(site.settings)
    let key = AnswerCache.key(try CatalogEndpoint.format(request), request.target)
    if let answer = snapshot.answers.kept(key, at: moment.minute) {
      var response = answer.response(to: request, at: moment.real)
      response.isRepeatable = true
      return response
    }
    // The nearest places are found so quickly that another thread would only delay the answer.
    guard request.target.utf8.starts(with: "/api/v1/entries?".utf8), let target = RequestTarget(request.target),
      PlacesQuestion.isAboutNearest(target), let places = snapshot.places.made(at: Cursor.moment(in: target) ?? moment.asked)
    else { return nil }
    // So that nobody has to wait for them when the minute begins.
    if let next = moment.nextIfSoon { snapshot.places.prepare(next) }
    let question = SiteQuestion(target: target, format: .json, now: places.rule.instant, snapshot: snapshot, present: places, site: site)
    var response = try EntriesEndpoint.answer(question).response(to: request, at: moment.real)
    // Few clients are at the same place in the same second, but a map with a fixed middle is asked for again and again.
    response.isRepeatable = response.body.readableBytes <= longestRepeated
    return response
  }

  /// The most bytes of an answer about a position that is kept for the rest of the second.
  private static let longestRepeated = 64 << 10

  /// Makes the answer to a request.
  static func respond(to request: ServerRequest, on site: CatalogSite) async throws -> ServerResponse {
    guard let snapshot = site.snapshot else { throw Problem.unavailable("There is no catalog yet; try again soon.") }
    guard let target = RequestTarget(request.target) else { throw Problem.wrongAddress }
    let format = try CatalogEndpoint.format(request)
    let moment = SiteMoment(site.settings)
    let earlier = Cursor.moment(in: target)
    let present = PlacesQuestion.isAboutNearest(target) && earlier == nil ? await snapshot.places.places(at: moment.asked) : nil
    let question = SiteQuestion(
      target: target, format: format, now: earlier ?? moment.asked, snapshot: snapshot, present: present, site: site)
    // A position is hardly ever asked for twice.
    let answer =
      target.query.contains { $0.name == "near" }
      ? try await answer(question)
      : try await snapshot.answers.answer(AnswerCache.key(format, request.target), at: moment.minute) { try await Self.answer(question) }
    return answer.response(to: request, at: moment.real)
  }

  private static func answer(_ question: SiteQuestion) async throws -> Answer {
    let path = question.target.path
    if path.starts(with: ["api", "v1"]) { return try await API.answer(question, Array(path.dropFirst(2))) }
    if path == ["openapi.json"] { return API.description }
    return try await Page.answer(question)
  }

  private static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> ServerResponse {
    ServerResponse(200, [("content-type", type), ("cache-control", "no-store")], body: ByteBuffer(string: text))
  }
}

/// When a request is answered.
struct SiteMoment: Sendable {
  let minute: Int64
  /// The moment that the answer is about. All answers within a minute are about its beginning, so that they are the same.
  let asked: Instant
  /// The real moment; nil if that of the site is fixed.
  let real: Instant?

  init(_ settings: SiteSettings) {
    let now = settings.now()
    minute = now.secondsSinceEpoch / 60
    asked = settings.isFixed ? now : Instant(secondsSinceEpoch: minute * 60) ?? now
    real = settings.isFixed ? nil : now
  }

  /// The beginning of the next minute, if it is less than 15 seconds away.
  var nextIfSoon: Instant? {
    real.flatMap { $0.secondsSinceEpoch % 60 > 45 ? Instant(secondsSinceEpoch: (minute + 1) * 60) : nil }
  }
}

/// A request with the snapshot that answers it. The answer depends on nothing else.
struct SiteQuestion: Sendable {
  let target: RequestTarget
  /// The format that the client prefers, for the address of the catalog; JSON for all others.
  let format: ExportFormat
  /// The moment for which the site answers: the beginning of the minute, the one that was chosen, or that of a cursor.
  let now: Instant
  let snapshot: SiteSnapshot
  /// The places at that moment, for questions about the nearest ones.
  let present: PresentPlaces?
  let site: CatalogSite

  /// When the next minute begins, for answers that may then be others.
  var nextMinute: Instant { Instant(secondsSinceEpoch: now.secondsSinceEpoch + 60) ?? now }
}
