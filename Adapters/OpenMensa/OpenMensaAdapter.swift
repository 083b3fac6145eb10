import FeedKit

/// The adapter for OpenMensa feeds 2.0 and 2.1 and their metafeeds: canteens with opening times and closed days. See README.md.
struct OpenMensaAdapter: FeedAdapter {
  let manifest: AdapterManifest = {
    var manifest = AdapterManifest(
      id: "openmensa", version: 4, title: "OpenMensa feeds",
      summary: "Canteens with contact, position, weekly opening times, closed days and menus.",
      homepage: "https://openmensa.org/",
      requests: ["canteens"],
      cadence: 6 * 3600, derivesIDs: true)
    manifest.usesDateOfReceipt = true
    manifest.readsDishLabels = true
    return manifest
  }()

  func requests(for feed: Feed) -> [FeedRequest] {
    [FeedRequest("canteens", addresses: feed.addresses["canteens"] ?? [], format: .xml)]
  }

  /// Requests the feed of each canteen that is listed without days, as in a metafeed.
  func followUps(to reply: FeedReply, for feed: Feed) throws(AdapterError) -> [FeedRequest] {
    guard reply.request.cursor == nil else { return [] }
    let document: XMLDocument
    do { document = try XMLDocument(parsing: reply.body) } catch { throw AdapterError(error, in: reply.request) }
    var requests: [FeedRequest] = []
    for listed in try Self.canteens(of: document, in: reply) {
      // The pointer of an error would be searched among all canteens.
      let canteen = listed.anchored
      // Records with an error are set aside when the reply is read.
      guard canteen.elements("day").first == nil, let key = try? CanteenReader.key(of: canteen),
        let menu = try? MenuFeed.all(of: canteen).first(where: { feed.hasServer(of: $0.address.description) })
      else { continue }
      requests.append(
        FeedRequest(
          "canteens", page: reply.request.page + requests.count + 1, address: menu.address.description, in: reply, isRequired: false,
          format: .xml, cursor: key))
    }
    return requests
  }

  func normalize(_ replies: [FeedReply], of feed: Feed, into draft: inout FeedDraft) throws(AdapterError) {
    let zone = try draft.zone()
    var days: [String: CanteenDays] = [:]
    for reply in replies {
      guard let key = reply.request.cursor else { continue }
      let own = try Self.days(of: reply, key, into: &draft)
      // Canteens with the same name have the same key.
      days[key] = days[key] == nil ? own : .unknown
    }
    for reply in replies where reply.request.cursor == nil {
      let document = try draft.openXML(reply)
      _ = try Self.canteens(of: document, in: reply)
      let reader = CanteenReader(feed: feed, zone: zone, days: days)
      draft.readRecords("canteen", of: document.root, in: reply) { (canteen, notes) throws(FieldError) in
        try reader.entry(canteen, &notes)
      }
      for (index, canteen) in document.root.elements("canteen").enumerated() {
        // A canteen without a name is set aside.
        if let key = try? CanteenReader.key(of: canteen.anchored) { Self.addMenus(of: canteen, index, key, in: reply, to: &draft) }
      }
    }
  }

  /// Reads the feed to which a metafeed refers.
  private static func days(
    of reply: FeedReply, _ key: String, into draft: inout FeedDraft
  ) throws(AdapterError) -> CanteenDays {
    let document = try draft.openXML(reply)
    let canteens = try canteens(of: document, in: reply)
    guard canteens.count == 1, let canteen = canteens.first else {
      throw AdapterError(.wrongShape, in: reply.request, "expected one <canteen>, found \(canteens.count)")
    }
    addMenus(of: canteen, 0, key, in: reply, to: &draft)
    do throws(FieldError) { return try CanteenDays(of: canteen) } catch {
      draft.note(.hoursUnknown, in: reply, at: error.pointer, error.message)
      return .unknown
    }
  }

  /// Adds the menu of each day that has a date.
  ///
  /// - Parameter index: the index of the canteen in the reply.
  private static func addMenus(of canteen: XMLElement, _ index: Int, _ key: String, in reply: FeedReply, to draft: inout FeedDraft) {
    for (position, day) in canteen.elements("day").enumerated() {
      let pointer = "/canteen/\(index)/day/\(position)"
      guard let date = day.attribute("date").flatMap({ LocalDate($0) }) else {
        let count = DayMenu(of: day, CodeTable()).sections.reduce(0) { $0 + $1.dishes.count }
        let left = "\(count.counted("dish", "dishes")) left out: the date of the day cannot be read"
        if count > 0 { draft.note(.menuDate, in: reply, at: pointer, left) }
        continue
      }
      let menu = DayMenu(of: day, draft.feed.codes ?? CodeTable())
      draft.addMenu(of: key, date: date, meal: DayMenu.meal, sections: menu.sections, in: reply, at: pointer, isPartOfPlace: true)
      for fault in menu.faults { draft.note(fault.code, in: reply, at: pointer + fault.pointer, fault.message) }
    }
  }

  /// Returns the canteens of a document. The format allows only one; several are read, too.
  private static func canteens(of document: XMLDocument, in reply: FeedReply) throws(AdapterError) -> XMLElements {
    let root = document.root
    guard root.name == "openmensa", root.attribute("version")?.hasPrefix("2.") == true else {
      throw AdapterError(.wrongShape, in: reply.request, "expected <openmensa version=\"2.1\">, found <\(root.name.prefix(60))>")
    }
    let canteens = root.elements("canteen")
    guard canteens.first != nil else { throw AdapterError(.wrongShape, in: reply.request, "<openmensa> has no <canteen>") }
    return canteens
  }
}
