import CatalogExport
import HTTPTypes
import Hummingbird
import NIOCore
import OpeningHours

/// The addresses of a site.
struct SiteRouter: Sendable {
  typealias Handler = @Sendable (SiteQuestion) async throws -> Answer

  /// How long answers last, and how long it takes to make them.
  private enum Kind {
    /// Quick to make, for one minute.
    case timely
    /// Slow to make, for one minute.
    case slow
    /// Slow to make, but the same for as long as the catalog.
    case export
  }

  let site: CatalogSite

  /// The field with the version of the content of the catalog: the service worker of the page keeps documents of one version.
  static let versionField = HTTPField.Name("catalog-version")

  func router() -> Router<SiteContext> {
    let router = Router(context: SiteContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware {
      Measurement(metrics: site.metrics)
      SecurityHeaders(site.settings)
      Problems(settings: site.settings)
      RequestPolicy(hosts: site.settings.hosts)
      OptionsRequests()
      Readiness(site: site)
      PlainAddresses(site: site)
      ConditionalRequests()
    }
    router.get("healthz") { _, _ in Self.text("ok\n") }
    router.get("readyz") { _, _ in Self.text("ready\n") }
    router.get("metrics") { [site] _, _ in
      Self.text(site.metrics.text(site.snapshot, at: site.settings.now()), type: "text/plain; version=0.0.4; charset=utf-8")
    }
    addAPI(to: router)
    addPages(to: router)
    return router
  }

  private func addAPI(to router: Router<SiteContext>) {
    get("openapi.json", router, reading: []) { _ in API.description }
    router.get("api/v1/catalog") { request, context in
      try await export(CatalogEndpoint.format(request.headers[.accept]), to: request, context)
    }
    router.get("api/v1/catalog.{extension}") { request, context in
      try await export(CatalogEndpoint.format(extension: context.parameters.require("extension")), to: request, context)
    }
    get("api/v1/entries", router, hasLanguage: true) { try await EntriesEndpoint.answer($0) }
    get("api/v1/entries/{campus}/{feed}/{record}", router, hasLanguage: true) {
      try await EntryEndpoint.answer($0, Array($0.target.path.suffix(3)))
    }
    get("api/v1/campuses", router) { try API.campuses($0) }
    get("api/v1/campuses/{calendar}", router, .export) { try CalendarEndpoint.campus($0, $0.target.path.last ?? "") }
    get("api/v1/feeds", router) { try API.feeds($0) }
    get("api/v1/menus", router, hasLanguage: true) { try MenusEndpoint.answer($0) }
    get("api/v1/quotes", router) { try API.quotes($0) }
    get("api/v1/changes", router, .slow) { try await ChangesEndpoint.answer($0, isFeed: false) }
    get("api/v1/changes.atom", router, .slow) { try await ChangesEndpoint.answer($0, isFeed: true) }
  }

  private func addPages(to router: Router<SiteContext>) {
    page("/", router, reading: PlacesPage.parameters) { try CampusesPage.start($0) }
    page("campuses", router, reading: Parameters.style) { CampusesPage.answer($0) }
    for path in ["all", "{campus}"] as [RouterPath] {
      page(path, router, reading: PlacesPage.parameters) { try PlacesPage.answer(await $0.withUsualWeeks()) }
    }
    page("places/{campus}/{feed}/{record}", router, reading: PlacePage.parameters) {
      try await PlacePage.answer(await $0.withUsualWeeks(), Array($0.target.path.suffix(3)))
    }
    page("places/{campus}/{feed}/{record}/history", router, .slow, reading: HistoryPage.parameters) {
      try await HistoryPage.answer($0, Array($0.target.path[1...3]))
    }
    page("places/{campus}/{feed}/{record}/menu", router, reading: MenuPage.parameters) {
      try MenuPage.answer($0, Array($0.target.path[1...3]))
    }
    for path in ["week", "{campus}/week"] as [RouterPath] {
      page(path, router, .slow, reading: WeekPage.parameters) { try await WeekPage.answer(await $0.withUsualWeeks()) }
    }
    get("robots.txt", router, reading: []) { SiteMap.robots($0) }
    router.get("sitemap.xml") { [site] request, context in
      var context = context
      context.target?.removeParameters(except: SiteMap.parameters)
      // The names of hosts have been checked.
      let origin = site.settings.origin ?? "http://\(request.head.authority ?? "localhost")"
      return try await respond(to: request, context, .export, "sitemap \(origin)") { try SiteMap.answer($0, origin) }
    }
    for path in ["manifest.webmanifest", "all/manifest.webmanifest", "{campus}/manifest.webmanifest"] as [RouterPath] {
      page(path, router, reading: ["lang"]) { question in
        guard let manifest = PageAssets.manifest(question) else { throw HTTPError(.notFound) }
        return manifest
      }
    }
    for path in ["sw.js", "favicon.ico", "widget.js", "assets/**"] as [RouterPath] {
      get(path, router, reading: []) { question in
        guard let asset = PageAssets.answer(question) else { throw HTTPError(.notFound) }
        return asset
      }
    }
  }

  /// Adds a page, in the language of the visitor.
  private func page(
    _ path: RouterPath, _ router: Router<SiteContext>, _ kind: Kind = .timely, reading names: Set<String>, _ handler: @escaping Handler
  ) {
    get(path, router, kind, reading: names, hasLanguage: true) { question in
      var question = question
      question.language = question.pageLanguage
      return try await Words.$language.withValue(question.pageLanguage) { [question] in try await handler(question) }
    }
  }

  /// - Parameters:
  ///   - names: the parameters that the handler reads, without others that visitors need not know about, such as those that other sites add
  ///     to links; nil if it refuses others.
  ///   - hasLanguage: whether the answer has sentences, whose language visitors choose.
  private func get(
    _ path: RouterPath, _ router: Router<SiteContext>, _ kind: Kind = .timely, reading names: Set<String>? = nil, hasLanguage: Bool = false,
    _ handler: @escaping Handler
  ) {
    router.get(path) { request, context in
      var context = context
      if let names { context.target?.removeParameters(except: names) }
      let subject = context.target?.plainPath ?? ""
      guard hasLanguage else { return try await respond(to: request, context, kind, subject, nil, handler) }
      let language = request.language
      var response = try await respond(to: request, context, kind, "\(subject) \(language?.rawValue ?? "")", language, handler)
      response.headers[.vary] = response.headers[.vary].map { "\($0), Accept-Language" } ?? "Accept-Language"
      return response
    }
  }

  private func export(_ format: ExportFormat, to request: Request, _ context: SiteContext) async throws -> Response {
    try await respond(to: request, context, format.isTimely ? .slow : .export, "catalog.\(format.rawValue)") {
      try CatalogEndpoint.answer(format.usualWeekUse == .marks ? await $0.withUsualWeeks() : $0, format)
    }
  }

  /// - Parameters:
  ///   - subject: the subject of the answer, besides the query.
  ///   - language: the language that the visitor chooses; nil for none, and for answers without sentences.
  private func respond(
    to request: Request, _ context: SiteContext, _ kind: Kind, _ subject: String, _ language: Language? = nil, _ handler: @escaping Handler
  ) async throws -> Response {
    guard let target = context.target else { throw Problem.wrongAddress }
    let snapshot = try site.readySnapshot
    let moment = SiteMoment(site.settings)
    let key = "\(subject)\n\(target.canonicalQuery())"
    if let answer = snapshot.answers.stored(key, at: moment.minute) {
      return try await respond(to: request, with: answer, of: snapshot, moment)
    }
    let question = SiteQuestion(
      target: target, now: Cursor.moment(in: target) ?? moment.asked, snapshot: snapshot, site: site, language: language)
    let renderer = kind == .timely ? site.lists : site.exports
    // The same position is hardly ever requested twice.
    let isStored = !target.query.contains { $0.name == "near" }
    let isTimely = kind != .export || target.query.contains { $0.name == "at" }
    let answer = try await context.whileClientWaits {
      @Sendable func make() async throws -> Answer {
        try await renderer.answer(except: { snapshot.storedDocuments }) { try await handler(question) }
      }
      return isStored ? try await snapshot.answers.answer(key, at: moment.minute, isTimely: isTimely, make: make) : try await make()
    }
    return try await respond(to: request, with: answer, of: snapshot, moment)
  }

  private func respond(
    to request: Request, with answer: Answer, of snapshot: SiteSnapshot, _ moment: SiteMoment
  ) async throws -> Response {
    if answer.document.isSlowToCompress, Representation.acceptsGzip(request.headers[.acceptEncoding]) {
      // If the threads are busy, the document is sent as it is.
      try? await site.compression.run { _ = answer.document.compress() }
    }
    var response = answer.response(to: request, at: moment.real)
    if let location = response.headers[.location], location.hasPrefix("/") {
      response.headers[.location] = site.settings.basePath + location
    }
    if let name = Self.versionField { response.headers[name] = String(snapshot.version.tag.prefix(12)) }
    return response
  }

  private static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
    let headers: HTTPFields = [.contentType: type, .cacheControl: "no-store"]
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

extension ExportFormat {
  /// Whether files in this format are about a moment. Everything else changes only with the catalog.
  var isTimely: Bool { self == .html || self == .markdown }
}

extension CatalogSite {
  fileprivate var readySnapshot: SiteSnapshot {
    get throws {
      guard let snapshot else { throw Problem.unavailable("There is no catalog yet; try again soon.") }
      return snapshot
    }
  }
}

/// Refuses requests that need a catalog until there is one.
private struct Readiness: RouterMiddleware {
  typealias Context = SiteContext

  let site: CatalogSite

  func handle(_ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response) async throws -> Response {
    if request.uri.path != "/healthz", request.uri.path != "/metrics" { _ = try site.readySnapshot }
    return try await next(request, context)
  }
}

/// Answers requests with the router of a site, whose addresses may be written with percent escapes, and with the base path before them or without:
/// some proxies remove it.
struct SiteResponder: HTTPResponder {
  private let router: RouterResponder<SiteContext>
  private let basePath: String

  init(_ site: CatalogSite) {
    router = SiteRouter(site: site).router().buildResponder()
    basePath = site.settings.basePath
  }

  func respond(to request: Request, context: SiteContext) async throws -> Response {
    var context = context
    var head = request.head
    let path = head.path ?? ""
    if !basePath.isEmpty, path.hasPrefix(basePath), path.dropFirst(basePath.count).first.map({ "/?".contains($0) }) ?? true {
      let rest = path.dropFirst(basePath.count)
      head.path = rest.hasPrefix("/") ? String(rest) : "/\(rest)"
    }
    context.target = RequestTarget(head.path ?? "")
    let request = Request(head: head, body: request.body)
    guard request.uri.path.contains("%"), let target = context.target else {
      return try await router.respond(to: request, context: context)
    }
    let query = request.uri.query.map { "?\($0)" } ?? ""
    head.path = target.plainPath + query
    return try await router.respond(to: Request(head: head, body: request.body), context: context)
  }
}

extension Request {
  /// The language that the address or else the browser of the visitor chooses; nil for none.
  var language: Language? {
    let chosen = uri.queryParameters["lang"].flatMap { Language(rawValue: String($0)) }
    return chosen ?? headers[.acceptLanguage].flatMap { Language(acceptLanguage: $0) }
  }
}
