import AdapterWorkbench
import Aggregation
import CampusCatalog
import CatalogSession
import FeedKit
import FeedMapping
import Fetching
import OpeningHours

/// The source of the reply for a proposal: an address, which is requested once, or a saved file.
struct ReplySource {
  /// The address, which is not requested if there is a file.
  let url: String?
  /// - is stdin.
  let file: String?
  /// The time zone of the campus, whose date an address may have.
  let zone: Zone
  let headers: [Feed.Header]
  let allowsPrivate: Bool

  func reply(of feed: FeedID, _ settings: Settings) async throws -> AdapterScaffold.Reply {
    if let url, WebAddress(url) == nil {
      throw Failure(.usage, "--url: \"\(url)\" is not an address; it begins with https:// or http://")
    }
    let place = url ?? file ?? "-"
    let name = Self.request(for: place)
    var request = FeedRequest(name, addresses: url.map { [FeedAddress($0)] } ?? [], format: Self.format(of: place))
    // A reply in XML is data, and a web page is recognized by the proposal.
    request.isForPage = true
    do throws(AdapterError) { request = try request.expanded(on: zone.local(settings.environment.now).date)[0] } catch {
      throw Failure(.usage, "--url: \(error.advice)")
    }
    let reader = Feed(
      id: feed, campus: Campus(id: feed.campus, name: feed.campus.description), adapter: .mapping, addresses: [name: request.addresses],
      headers: headers)
    guard let url, file == nil else {
      var saved = SavedReplies()
      try saved.read(file ?? "-", as: name)
      let recording = saved.recording(receivedAt: nil)
      switch await recording.answer(to: request, of: reader, knowing: nil) {
      case .reply(let reply, _):
        return AdapterScaffold.Reply(
          reply.body, request: name, address: url ?? reply.url, headers: reply.headers, receivedAt: reply.receivedAt)
      case .failure(let failure):
        // A text about an unreadable file begins with its name.
        let isNamed = failure.reason == .recordingUnreadable
        throw Failure(.data, isNamed ? failure.detail : "\(recording.name(of: request, of: reader)): \(failure.detail)")
      case .missing, .notModified: throw Failure(.data, "\(file ?? "-") cannot be read")
      }
    }
    let network = try NetworkChoices(allowsPrivate: allowsPrivate).source(settings, store: .open(MemoryStore())) { _ in }
    switch try await network.reply(to: request, of: reader) {
    case .success(let reply):
      return AdapterScaffold.Reply(
        reply.body, request: name, address: url, headers: reply.headers, sent: headers, receivedAt: reply.receivedAt)
    case .failure(let failure): throw Failure(.nothing, "\(url): \(failure.detail)")
    }
  }

  /// Returns the last part of a path without its extension, if that can be the name of a request: "places" for "…/places.json?all=1".
  private static func request(for place: String) -> String {
    let path = place.prefix { $0 != "?" && $0 != "#" }
    let last = path.split(separator: "/").last ?? ""
    let stem = last.prefix { $0 != "." }.lowercased()
    return path.contains("/") && !place.hasSuffix("/") && stem.first?.isLetter == true ? AdapterID(stem)?.description ?? "places" : "places"
  }

  /// Returns the format that an address or path names, which decides what a server is asked for.
  private static func format(of place: String) -> FeedRequest.Format {
    let path = place.prefix { $0 != "?" && $0 != "#" }.lowercased()
    if path.hasSuffix(".csv") { return .csv }
    return [".xml", ".rss", ".atom"].contains(where: path.hasSuffix) ? .xml : .json
  }
}
