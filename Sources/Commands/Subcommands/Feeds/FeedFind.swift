import AdapterWorkbench
import Aggregation
import ArgumentParser
import CampusCatalog
import CatalogSession
import FeedKit
import FeedMapping
import Fetching
import OpeningHours
import SimdJSON

struct FeedFind: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "Find the feeds of a web site that an adapter can read, and write a registry file to start with.",
    usage: """
      aggregate feeds find https://www.example.edu/
      aggregate feeds find https://library.example.edu/hours -o example.json
      """,
    discussion: """
      Reads the page, and at most ten more that it links to and whose addresses name hours, events, dining and the like, one after another. Looks \
      for LibCal, Localist, LiveWhale, The Events Calendar, Engage, CampusGroups, Trumba, 25Live, iCalendar, Nutrislice and OpenMensa. No feed is \
      read: check them with `aggregate feeds check --config FILE`.
      """)

  @Argument(help: ArgumentHelp("The address of the first page.", valueName: "url"))
  var url: String

  @Option(help: ArgumentHelp("The time zone of the campus, for the registry file (default: that of this machine).", valueName: "name"))
  var zone: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the registry file, instead of showing it.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Allow requests to private and loopback addresses.")
  var allowPrivate = false

  @OptionGroup var format: FormatOption

  func run() async throws {
    let settings = try Settings.current()
    guard let address = WebAddress(url.contains("://") ? url : "https://\(url)") else {
      throw Failure(.usage, "\"\(url)\" is not an address; it begins with https:// or http://")
    }
    let survey = try await survey(of: address, settings)
    let registry = Registry()
    let zone = try zone.map { (zone) throws(Failure) in try Zone(known: zone, "--zone: ") } ?? settings.environment.zone
    let draft = draft(survey, registry, zone)
    if let output, let draft { try OutputFile.write(draft, to: output, StoreGuard(settings, store: nil)) }
    let json = JSONWriter.document("campus-feed-find/1") { writer in
      writer.list("pages", survey.pages) { $1.string($0) }
      writer.objects("feeds", survey.findings) { finding, writer in
        writer.member("adapter", registry.adapter(finding.adapter) == nil ? nil : finding.adapter.description)
        writer.member("platform", finding.title)
        writer.member("address", finding.address)
        writer.member("page", finding.page)
      }
      if let draft {
        writer.key("registry")
        writer.json(Array(draft.utf8))
      }
    }
    try format.print(json: json) { terminal in
      guard !survey.findings.isEmpty else { return [] }
      let rows = survey.findings.map { finding in
        [
          finding.title, registry.adapter(finding.adapter) == nil ? "none yet" : finding.adapter.description, finding.address ?? "unknown",
          finding.page,
        ]
      }
      let table = Table.wrapped(["PLATFORM", "ADAPTER", "ADDRESS", "FOUND ON"], rows, on: terminal)
      guard output == nil, let draft else { return table }
      return table + [""] + PlainText.visible(draft).split(separator: "\n").map(String.init)
    }
    report(survey, draft, zone)
    if survey.findings.isEmpty { throw Failure(.nothing) }
  }

  private func report(_ survey: SiteSurvey, _ draft: String?, _ zone: Zone?) {
    let pages = survey.pages.count.counted("page")
    if survey.secretCount > 0 {
      let count = survey.secretCount.counted("address", "addresses")
      Console.note("\(count) with a user, a token or a private key left out; use public addresses, or headers with variables")
    }
    if survey.findings.isEmpty {
      return Console.error(
        "no known platform on \(pages); name a page about hours or events, or see how to write an adapter: aggregate adapters new")
    }
    Console.note("\(survey.findings.count.counted("feed")) found on \(pages)")
    guard draft != nil else {
      return Console.note("no adapter reads them from these addresses\(output.map { "; \($0) was not written" } ?? "")")
    }
    let file = output ?? "FILE"
    let isGuessed = self.zone == nil ? " The time zone is that of this machine: correct it if the campus has another." : ""
    Console.note(
      "check the name of the campus and the feeds, then run: aggregate feeds check --config \(Failure.quoted(file)).\(isGuessed)")
    let hosts = Set(survey.findings.compactMap { $0.address.flatMap { WebAddress($0)?.host } })
    var all = Registry()
    all.include(BuiltInCampuses.files.map(\.campus))
    let known = all.feeds.filter { feed in
      feed.addresses.values.joined().contains { WebAddress($0.url)?.host.map { hosts.contains($0) && !Self.isShared($0) } ?? false }
    }
    if let campus = known.first?.campus.id { Console.note("some of them are built in: aggregate feeds --campus \(campus)") }
  }

  /// Returns whether a host serves many campuses.
  private static func isShared(_ host: String) -> Bool {
    ["api3.libcal.com", "www.trumba.com", "25livepub.collegenet.com", "calendar.google.com"].contains(host)
  }

  /// Reads the pages.
  private func survey(of address: WebAddress, _ settings: Settings) async throws -> SiteSurvey {
    guard let id = FeedID("everywhere/site") else { throw Failure(.usage, "invalid feed") }
    func request(_ page: Int, _ address: String) -> FeedRequest {
      var request = FeedRequest("page", page: page, addresses: [FeedAddress(address)])
      request.isForPage = true
      return request
    }
    let feed = Feed(
      id: id, campus: Campus(id: id.campus, name: "Everywhere"), adapter: .mapping, addresses: ["page": [FeedAddress(address.description)]])
    var survey = SiteSurvey(of: address)
    var failure: TransportFailure?
    let network = try NetworkChoices(allowsPrivate: allowPrivate).source(settings, store: .open(MemoryStore())) { _ in }
    try await network.replies(to: request(1, address.description), of: feed) { sent, outcome in
      switch outcome {
      case .success(let reply): survey.read(SitePage(reply.body, at: WebAddress(reply.url ?? sent.addresses[0].url) ?? address))
      case .failure(let error):
        if survey.pages.isEmpty { failure = error } else { Console.note("\(sent.addresses[0].url): \(error.detail)") }
      }
      return survey.pages.isEmpty ? nil : survey.next().map { request(sent.page + 1, $0) }
    }
    if let failure { throw Failure(.nothing, "\(address): \(failure.detail)") }
    return survey
  }

  /// Returns a registry file with the feeds that an adapter reads; nil if there are none.
  private func draft(_ survey: SiteSurvey, _ registry: Registry, _ zone: Zone?) -> String? {
    let campus = survey.campus
    var names: Set<String> = []
    let feeds = survey.findings.compactMap { finding -> JSONTree? in
      guard let address = finding.address, let request = registry.adapter(finding.adapter)?.manifest.requests.first else { return nil }
      var (name, number) = (finding.adapter.description, 2)
      while !names.insert(name).inserted { (name, number) = ("\(finding.adapter)-\(number)", number + 1) }
      return .object([
        ("id", .string("\(campus)/\(name)")), ("adapter", .string(finding.adapter.description)),
        ("addresses", .object([(request, .string(address))])),
      ])
    }
    guard !feeds.isEmpty else { return nil }
    let place = JSONTree.object(
      [("id", .string(campus)), ("name", .string(survey.title ?? campus))] + (zone.map { [("timeZone", .string($0.name))] } ?? []))
    return JSONTree.object([("campuses", .array([place])), ("feeds", .array(feeds))]).pretty(levels: 4) + "\n"
  }
}
