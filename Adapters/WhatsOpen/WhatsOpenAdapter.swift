import FeedKit

/// The adapter for facilities and alerts of What's Open (George Mason University, SRCT), versions 1 and 2. See README.md.
struct WhatsOpenAdapter: FeedAdapter {
  let manifest = AdapterManifest(
    id: "whats-open", version: 1, title: "What's Open",
    summary: "Facilities of a campus with main and special schedules, and its alerts.",
    homepage: "https://whatsopen.gmu.edu/",
    requests: ["facilities", "alerts"],
    cadence: 900)

  func requests(for feed: Feed) throws(AdapterError) -> [FeedRequest] {
    [
      FeedRequest("facilities", addresses: feed.addresses["facilities"] ?? []),
      FeedRequest("alerts", addresses: feed.addresses["alerts"] ?? [], isRequired: false),
    ].filter { $0.isRequired || !$0.addresses.isEmpty }
  }

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = try draft.zone()
    for reply in replies {
      let document = try draft.open(reply)
      let records = document.root
      guard records.isArray else {
        throw AdapterError(
          .wrongShape, in: reply.request,
          "expected an array of \(reply.request.name), found \(records.kind); see Adapters/WhatsOpen/README.md")
      }
      if reply.request.name == "alerts" {
        let reader = AlertReader(feed: feed, zone: zone)
        draft.readRecords(records, in: reply) { (alert, notes) throws(JSONFieldError) in try reader.entry(alert, &notes) }
      } else {
        let reader = FacilityReader(feed: feed, zone: zone, receivedAt: reply.receivedAt)
        draft.readRecords(records, in: reply) { (facility, notes) throws(JSONFieldError) in try reader.entry(facility, &notes) }
      }
    }
  }
}
