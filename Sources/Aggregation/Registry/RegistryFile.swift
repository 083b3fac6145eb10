import Basics
public import CampusCatalog
public import FeedKit
import FeedMapping
import Fetching
import SimdJSON

extension Registry {
  /// Returns this registry with the contents of a file added. Campuses and feeds with known ids are changed by the keys that are present;
  /// everything else is added.
  ///
  /// - Parameters:
  ///   - bytes: strict JSON that conforms to `registry-1.schema.json`. Unknown keys except `$schema` are errors.
  ///   - file: the name of the file, for errors.
  ///   - open: returns the name and the bytes of a mapping file or a table of codes, from its path as the registry file has it.
  ///   - executable: returns the adapter that runs a command.
  /// - Throws: `FileError` for the first error in the file, or in a file that it names.
  public func adding(
    _ bytes: [UInt8], file: String, open: (String) throws(MappingFileError) -> (name: String, bytes: [UInt8]) = Self.openNothing,
    executable: (ExecutableCommand) throws(MappingFileError) -> any FeedAdapter = Self.runNothing
  ) throws(FileError) -> Registry {
    var registry = self
    try registry.read(bytes, file: file, open: open, executable: executable)
    return registry
  }

  /// Refuses every other file, for registries that are not files.
  public static func openNothing(_ path: String) throws(MappingFileError) -> (name: String, bytes: [UInt8]) {
    throw MappingFileError("it must be written here as an object: there is no folder for \"\(path)\"")
  }

  /// Refuses every command, for registries that are not files, and for programs that do not run commands.
  public static func runNothing(_ command: ExecutableCommand) throws(MappingFileError) -> any FeedAdapter {
    throw MappingFileError("commands are not run here; name the file with --config")
  }

  /// Adds the contents of a file. After an error, the registry may have been changed in part.
  mutating func read(
    _ bytes: [UInt8], file: String, open: (String) throws(MappingFileError) -> (name: String, bytes: [UInt8]) = Self.openNothing,
    executable: (ExecutableCommand) throws(MappingFileError) -> any FeedAdapter = Self.runNothing
  ) throws(FileError) {
    do {
      let document = try JSONDocument(parsing: bytes, reusesBuffers: false)
      let files = try NamedFiles(in: document.root, open)
      try read(document.root, file, files, executable)
    } catch {
      throw FileError(error, in: file, bytes)
    }
  }

  /// Reads campuses before feeds, and both before everything that names entries, whatever the order of the keys in the file.
  private mutating func read(
    _ root: JSONValue, _ file: String, _ files: NamedFiles,
    _ executable: (ExecutableCommand) throws(MappingFileError) -> any FeedAdapter
  ) throws(JSONFieldError) {
    guard root.isObject else { throw root.fault(.type, "expected a registry (an object), found \(root.kind)") }
    try root.expectOnly(["$schema", "campuses", "feeds", "facts", "links", "corrections"])
    try root.expectNoNull()
    _ = try root.text("$schema")
    if !unread.isEmpty { parse(Self.campuses(in: root)) }
    var indices = Indices(self)
    var campuses = try root.array("campuses")?.elements
    while let value = campuses?.next() { try readCampus(value, file, &indices) }
    var feeds = try root.array("feeds")?.elements
    while let value = feeds?.next() { try readFeed(value, file, files, executable, &indices) }
    if let facts = try root.object("facts") { try readFacts(facts, indices) }
    var links = try root.array("links")?.elements
    while let value = links?.next() { try readLink(value, indices) }
    var corrections = try root.array("corrections")?.elements
    while let value = corrections?.next() {
      let correction = try Correction(reading: value)
      if let id = value["id"] { try checkFeed(of: correction.id, id, indices) }
      self.corrections.append(correction)
    }
    self.campuses.sort { $0.id < $1.id }
    self.feeds.sort { $0.id < $1.id }
  }

  /// Returns the campuses that a registry file names, also as a part of other ids.
  private static func campuses(in root: JSONValue) -> Set<CampusID> {
    var campuses: Set<CampusID> = []
    func add(_ id: String?) {
      if let name = id?.split(separator: "/").first, let campus = CampusID(String(name)) { campuses.insert(campus) }
    }
    for key: StaticString in ["campuses", "feeds", "corrections"] {
      guard let items = root[key], items.isArray else { continue }
      var elements = items.elements
      while let item = elements.next() { add(item["id"]?.string) }
    }
    if let facts = root["facts"], facts.isObject {
      var members = facts.members
      while let member = members.next() { add(member.key) }
    }
    // The entries of a link are of one campus.
    if let links = root["links"], links.isArray {
      var elements = links.elements
      while let link = elements.next() {
        for (_, key) in EntryLink.keys {
          guard let ids = link[key], ids.isArray else { continue }
          var texts = ids.elements
          if let id = texts.next() { add(id.string) }
        }
      }
    }
    return campuses
  }

  /// The indices of campuses and feeds in their lists, for files with thousands of them.
  private struct Indices {
    var campuses: [CampusID: Int]
    var feeds: [FeedID: Int]

    init(_ registry: Registry) {
      campuses = Dictionary(registry.campuses.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
      feeds = Dictionary(registry.feeds.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    }
  }

  /// Reads facts. They are merged with earlier facts about the same entry; later values replace earlier ones.
  private mutating func readFacts(_ value: JSONValue, _ indices: Indices) throws(JSONFieldError) {
    var facts: [Int: [EntryID: EntryFacts]] = [:]
    let catalogs = feeds.indices.filter { feeds[$0].readsCatalogs }
    var members = value.members
    while let member = members.next() {
      guard let id = EntryID(member.key) else {
        throw member.value.fault(.value, "\"\(member.key)\" is not an entry id such as \"penn/dining/593\"")
      }
      try checkFeed(of: id, member.value, indices)
      guard let feed = id.feed else { continue }
      for index in (indices.feeds[feed].map { [$0] } ?? []) + catalogs.filter({ feeds[$0].mayDeliver(feed) }) {
        try facts[index, default: feeds[index].facts][id, default: EntryFacts()].read(member.value)
      }
    }
    for (index, facts) in facts { feeds[index] = feeds[index].with(facts: facts) }
  }

  /// Reads a link. Its entries must be of known feeds of one campus.
  private mutating func readLink(_ value: JSONValue, _ indices: Indices) throws(JSONFieldError) {
    let link = try EntryLink(reading: value)
    for id in link.ids { try checkFeed(of: id, value, indices) }
    let campuses = Set(link.ids.compactMap(\.feed?.campus)).sorted()
    if campuses.count > 1 {
      throw value.fault(.value, "only entries of the same campus can be linked; these are of \(campuses[0]) and \(campuses[1])")
    }
    links.append(link)
  }

  /// Throws an error for an entry of an unknown feed that no catalog may deliver either.
  private func checkFeed(of id: EntryID, _ value: JSONValue, _ indices: Indices) throws(JSONFieldError) {
    guard let feed = id.feed, indices.feeds[feed] == nil, !feeds.contains(where: { $0.mayDeliver(feed) }) else { return }
    let near = SpellingSuggestion.of(feed.description, among: feeds.map(\.id.description)).map { "did you mean \($0)?" }
    throw value.fault(.value, "there is no feed \(feed); \(near ?? "add it under \"feeds\", or name its file before this one")")
  }

  /// Adds a campus, or changes a known one. Its feeds get the new values, because each feed has a copy of its campus.
  private mutating func readCampus(_ value: JSONValue, _ file: String, _ indices: inout Indices) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a campus, found \(value.kind)") }
    let reserved = CampusID.reserved.sorted().joined(separator: ", ")
    let id = try value.requiredParsed("id", "a campus id: lower-case letters, digits and hyphens, and none of \(reserved)") { CampusID($0) }
    let name = try value.line("name")
    if let index = indices.campuses[id], let name, value["timeZone"] != nil { noteRedefinition(of: campuses[index], name, file) }
    if let city = try value.line("city") { cities[id] = city }
    var periods = try value.array("calendar")?.elements
    while let period = periods?.next() { _ = try period.line("name") }
    guard let index = indices.campuses[id] else {
      campuses.append(try Campus(reading: value, besides: ["city"]))
      indices.campuses[id] = campuses.count - 1
      return
    }
    let campus = try Campus(reading: value, insteadOf: campuses[index], besides: ["city"])
    campuses[index] = campus
    feeds = feeds.map { $0.campus.id == id ? $0.with(campus: campus) : $0 }
  }

  /// Adds a note if a file defines a campus with a known id, but another name: it may be another campus. A zone tells a definition from a change.
  private mutating func noteRedefinition(of campus: Campus, _ name: String, _ file: String) {
    guard name != campus.name else { return }
    let known = "\"\(campus.name)\"\(cities[campus.id].map { " in \($0)" } ?? "")"
    notes.append(
      "\(file): the campus \(campus.id) is known as \(known), and keeps its feeds and whatever else this file does not state; "
        + "if \"\(name)\" is another campus, give it another id")
  }

  /// Adds a feed, or changes a known one. With another adapter, it keeps the addresses of those requests that the new adapter has.
  private mutating func readFeed(
    _ value: JSONValue, _ file: String, _ files: NamedFiles,
    _ executable: (ExecutableCommand) throws(MappingFileError) -> any FeedAdapter, _ indices: inout Indices
  ) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a feed, found \(value.kind)") }
    try value.expectOnly([
      "id", "adapter", "mapping", "command", "environment", "timeout", "codes", "cadence", "priority", "addresses", "hosts", "headers",
      "enabled", "because", "license", "evidence", "limits", "campuses",
    ])
    let id = try value.requiredParsed("id", "a feed id such as \"penn/dining\"") { FeedID($0) }
    guard let campus = indices.campuses[id.campus].map({ campuses[$0] }) else {
      throw value.fault(.value, "no campus \"\(id.campus)\"; add it under \"campuses\"")
    }
    let index = indices.feeds[id]
    // With its own adapter and addresses, it is the user's feed, whatever is built in under this id.
    let replaces = value["adapter"] != nil && value["addresses"] != nil && optionalFeeds.remove(id) != nil
    if replaces { evidence[id] = nil }
    let old = replaces ? nil : index.map { feeds[$0] }
    let adapterID = try value.parsed("adapter", "an adapter id") { AdapterID($0) } ?? old?.adapter
    guard let adapterID else { throw value.fault(.missing, "\"adapter\" is missing") }
    var own = try ownExecutable(value, of: id, adapterID, executable, isNew: old == nil)
    if own == nil { own = try ownAdapter(value, of: id, adapterID, files, isNew: old == nil) }
    guard let manifest = (own ?? adapter(adapterID))?.manifest else {
      let known = (adapters.map(\.manifest.id) + [.mapping, .exec]).map { "\"\($0)\"" }.joined(separator: ", ")
      throw value.fault(.value, at: "adapter", "no adapter \"\(adapterID)\"; use one of \(known)")
    }
    var addresses = old?.addresses ?? [:]
    if let object = try value.object("addresses") {
      var members = object.members
      while let member = members.next() {
        guard manifest.requests.contains(member.key) else {
          let known = manifest.requests.map { "\"\($0)\"" }.joined(separator: ", ")
          throw member.value.fault(.unknownKey, "the adapter \"\(adapterID)\" has no request \"\(member.key)\"; it has \(known)")
        }
        addresses[member.key] = try Self.addresses(member.value, of: campus, for: own ?? adapter(adapterID))
      }
    }
    if let old, old.adapter != adapterID {
      addresses = addresses.filter { manifest.requests.contains($0.key) }
      guard !addresses.isEmpty else {
        throw value.fault(.missing, "with the adapter \"\(adapterID)\" the feed has no address; give it \"addresses\"")
      }
    }
    if value["evidence"] != nil {
      evidence[id] = try value.requiredList("evidence") { (item) throws(JSONFieldError) in try FeedEvidence(reading: item) }
    }
    let delivered = try Self.delivered(in: value, manifest, insteadOf: old)
    let feed = Feed(
      id: id, campus: campus, adapter: adapterID, addresses: addresses,
      hosts: value["hosts"] == nil ? old?.hosts ?? [] : try value.requiredList("hosts", Self.host),
      headers: value["headers"] == nil ? old?.headers ?? [] : try Self.headers(value),
      cadence: try value.parsed("cadence", "a duration such as \"PT15M\"") { ISODuration.seconds($0) } ?? old?.cadence ?? manifest.cadence,
      priority: Int(clamping: try value.wholeNumber("priority") ?? Int64(old?.priority ?? 0)),
      isEnabled: try value.flag("enabled") ?? old?.isEnabled ?? true,
      limits: value["limits"] == nil ? old?.limits : try HTTPLimits(reading: value.requiredObject("limits")), facts: old?.facts ?? [:],
      codes: try Self.codes(in: value, manifest, files, insteadOf: old), campuses: delivered,
      because: try value.line("because") ?? old?.because, license: try value.line("license") ?? old?.license)
    feedAdapters[id] = own
    try checkServers(of: feed, in: value, file)
    if let index {
      feeds[index] = feed
    } else {
      feeds.append(feed)
      indices.feeds[id] = feeds.count - 1
    }
  }

  /// Returns the campuses that a feed whose replies are catalogs may deliver; none for other feeds.
  private static func delivered(
    in value: JSONValue, _ manifest: AdapterManifest, insteadOf old: Feed?
  ) throws(JSONFieldError) -> [CampusID] {
    guard manifest.readsCatalogs else {
      guard let member = value["campuses"] else { return [] }
      throw member.fault(
        .unknownKey, "only a feed with the adapter \"catalog\" has campuses; those of a catalog are the ones it may deliver")
    }
    guard value["campuses"] != nil else {
      if value["adapter"] == nil, let old { return old.campuses }
      throw value.fault(.missing, "\"campuses\" is missing: the ids of the campuses that this catalog may deliver")
    }
    let campuses = try value.requiredList("campuses") { (id) throws(JSONFieldError) in try id.parsed("a campus id") { CampusID($0) } }
    guard !campuses.isEmpty else { throw value.fault(.value, at: "campuses", "\"campuses\" needs at least one campus") }
    try value.expectDifferent(campuses.map(\.description), "campuses")
    return campuses
  }

  /// Reads a host that is not one of the addresses.
  private static func host(_ value: JSONValue) throws(JSONFieldError) -> String {
    try value.parsed("a host such as \"places.example.edu\" or \"places.example.edu:8443\"") { text in
      WebAddress("https://\(text)")?.host.flatMap { $0 == text.lowercased() && !$0.contains("@") ? $0 : nil }
    }
  }

  /// Returns the adapter that only this feed has, made from its mapping; nil if it has a built-in one.
  private func ownAdapter(
    _ value: JSONValue, of id: FeedID, _ adapter: AdapterID, _ files: NamedFiles, isNew: Bool
  ) throws(JSONFieldError) -> (any FeedAdapter)? {
    guard let mapping = value["mapping"] else {
      guard adapter == .mapping else { return nil }
      guard !isNew, let own = feedAdapters[id], own.manifest.id == .mapping else {
        throw value.fault(.missing, "\"mapping\" is missing: the path of a mapping file, or a mapping")
      }
      return own
    }
    guard adapter == .mapping else { throw mapping.fault(.unknownKey, "only a feed with the adapter \"mapping\" has a mapping") }
    guard let path = mapping.string else { return MappingAdapter(try Mapping(reading: mapping), id: .mapping) }
    guard let found = files.mappings[path] else { throw mapping.fault(.value, "\"\(path)\" cannot be read") }
    return MappingAdapter(found, id: .mapping)
  }

  /// Returns the adapter that runs the command of a feed; nil if the feed has none.
  private func ownExecutable(
    _ value: JSONValue, of id: FeedID, _ adapter: AdapterID, _ executable: (ExecutableCommand) throws(MappingFileError) -> any FeedAdapter,
    isNew: Bool
  ) throws(JSONFieldError) -> (any FeedAdapter)? {
    guard adapter == .exec else {
      for key in ["command", "environment", "timeout"] {
        if let member = value.member(named: key) {
          throw member.fault(.unknownKey, "only a feed with the adapter \"exec\" has a \(key)")
        }
      }
      return nil
    }
    guard let command = value["command"] else {
      guard !isNew, let own = feedAdapters[id], own.manifest.id == .exec else {
        throw value.fault(.missing, "\"command\" is missing: a list of a program and its arguments")
      }
      for key in ["environment", "timeout"] {
        if let member = value.member(named: key) { throw member.fault(.missing, "give \"command\", too, to change its \(key)") }
      }
      return own
    }
    let words = try value.requiredList("command") { (word) throws(JSONFieldError) in
      try word.parsed("a text without NUL characters") { $0.utf8.contains(0) ? nil : $0 }
    }
    guard let program = words.first, !program.isEmpty else { throw command.fault(.value, "\"command\" names no program") }
    let environment = try value.list("environment") { (name) throws(JSONFieldError) in
      try name.parsed("the name of an environment variable") { $0.wholeMatch(of: /[A-Za-z_][A-Za-z_0-9]*/) == nil ? nil : $0 }
    }
    try value.expectDifferent(environment, "environment")
    var requests: [String] = []
    if let addresses = try value.object("addresses") {
      var members = addresses.members
      while let member = members.next() {
        guard AdapterID(member.key) != nil else {
          throw member.value.fault(.value, "\"\(member.key)\" is not the name of a request: lower-case letters, digits and hyphens")
        }
        requests.append(member.key)
      }
    }
    guard !requests.isEmpty else { throw value.fault(.missing, "\"addresses\" is missing: it names the requests of the program") }
    let timeout: Int? = try value.parsed("timeout", "a duration of at most a minute, such as \"PT10S\"") { text in
      ISODuration.seconds(text).flatMap { $0 <= 60 ? $0 : nil }
    }
    do throws(MappingFileError) {
      return try executable(ExecutableCommand(words: words, environment: environment, requests: requests, timeout: timeout))
    } catch {
      throw command.fault(.value, error.message)
    }
  }

  /// Returns what the labels of a feed's dishes mean; nil for what its adapter says.
  private static func codes(
    in value: JSONValue, _ manifest: AdapterManifest, _ files: NamedFiles, insteadOf old: Feed?
  ) throws(JSONFieldError) -> CodeTable? {
    guard let member = value["codes"] else { return manifest.readsDishLabels ? old?.codes : nil }
    guard manifest.readsDishLabels else {
      throw member.fault(.unknownKey, "the adapter \"\(manifest.id)\" reads no labels of dishes, so its feeds have no codes")
    }
    guard let path = member.string else {
      guard member.isObject else {
        throw member.fault(.type, "expected an object of labels, or the path of a file with one, found \(member.kind)")
      }
      return try CodeTable(reading: member)
    }
    guard let found = files.codes[path] else { throw member.fault(.value, "\"\(path)\" cannot be read") }
    return found
  }

  /// The files that the feeds of a registry file name, by their paths there.
  private struct NamedFiles {
    private(set) var mappings: [String: Mapping] = [:]
    private(set) var codes: [String: CodeTable] = [:]

    init(in root: JSONValue, _ open: (String) throws(MappingFileError) -> (name: String, bytes: [UInt8])) throws {
      func file(_ value: JSONValue, _ path: String) throws(JSONFieldError) -> (name: String, bytes: [UInt8]) {
        do throws(MappingFileError) { return try open(path) } catch { throw value.fault(.value, error.message) }
      }
      var feeds = root["feeds"]?.elements
      while let feed = feeds?.next() {
        if let value = feed["mapping"], let path = value.string, mappings[path] == nil {
          let (name, bytes) = try file(value, path)
          mappings[path] = try Mapping(bytes, file: name)
        }
        if let value = feed["codes"], let path = value.string, codes[path] == nil {
          let (name, bytes) = try file(value, path)
          do {
            // In one expression, the compiler frees the document even if it was never made.
            let document = try JSONDocument(parsing: bytes, reusesBuffers: false)
            codes[path] = try CodeTable(reading: document.root)
          } catch {
            throw FileError(error, in: name, bytes)
          }
        }
      }
    }
  }

  /// Reads the primary address and its mirrors, and checks their dates. A single address need not be in a list.
  private static func addresses(
    _ value: JSONValue, of campus: Campus, for adapter: (any FeedAdapter)?
  ) throws(JSONFieldError) -> [FeedAddress] {
    let mapping = (adapter as? MappingAdapter)?.mapping
    var primary: FeedAddress?
    func read(_ value: JSONValue) throws(JSONFieldError) -> FeedAddress {
      let address = try Self.address(value)
      if address.dates != nil, primary != nil {
        throw value.fault(.value, "the dates of the first address are those of its mirrors, too; state them there only")
      }
      if address.dates != nil, let message = mapping?.datesFault { throw value.fault(.value, message) }
      primary = primary ?? address
      let dates = primary?.dates ?? mapping?.dates
      if let url = value["url"] { try check(url, dates, on: campus) } else { try check(value, dates, on: campus) }
      return address
    }
    return try value.isArray ? value.values(read) : [read(value)]
  }

  /// Reads an address: text, or `{"url": "…", "frozen": true, "days": 7, "missing": "empty"}`.
  private static func address(_ value: JSONValue) throws(JSONFieldError) -> FeedAddress {
    let form = "an http or https address without a user or spaces"
    guard value.isObject else { return FeedAddress(try value.webAddress(form) { !hasUser($0) }.description) }
    try value.expectOnly(FeedAddress.keys)
    guard let url = value["url"] else { throw value.fault(.missing, "\"url\" is missing") }
    return FeedAddress(
      try url.webAddress(form) { !hasUser($0) }.description, isFrozen: try value.flag("frozen") ?? false,
      dates: try RequestDates(reading: value))
  }

  /// Checks the dates in an address.
  private static func check(_ value: JSONValue, _ dates: RequestDates?, on campus: Campus) throws(JSONFieldError) {
    let address: DatedAddress
    do throws(DatedAddress.Fault) { address = try DatedAddress(value.string ?? "") } catch { throw value.fault(.value, error.message) }
    if let message = dates?.fault(in: address) { throw value.fault(.value, message) }
    if address.hasDates, campus.timeZone == nil {
      throw value.fault(
        .value, "an address with dates needs those of the campus, but \"\(campus.id)\" has no time zone; give it a \"timeZone\"")
    }
  }

  /// Returns whether an address contains a user. Credentials belong in a header, because addresses are shown and logged.
  private static func hasUser(_ url: String) -> Bool {
    PublicAddress.authority(of: url)?.utf8.contains(UInt8(ascii: "@")) ?? false
  }

  /// Reads headers, sorted by name. Values may contain variables of the environment, such as `${FEED_TOKEN}`.
  private static func headers(_ value: JSONValue) throws(JSONFieldError) -> [Feed.Header] {
    var headers: [Feed.Header] = []
    guard let object = try value.object("headers") else { return [] }
    var members = object.members
    while let member = members.next() {
      guard HeaderText.isName(member.key) else { throw member.value.fault(.value, "\"\(member.key)\" is not a valid header name") }
      let text = try member.value.parsed("a header value without line breaks") { HeaderText.isValue($0) ? $0 : nil }
      guard HeaderText.hasSoundVariables(text) else {
        throw member.value.fault(.value, "\"${\" must be followed by the name of an environment variable and \"}\", such as ${FEED_TOKEN}")
      }
      headers.append(Feed.Header(member.key, text))
    }
    return headers.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

/// Validates header fields (RFC 9110, section 5).
enum HeaderText {
  /// The name of an environment variable in a value: `${NAME}`.
  // A literal in a function would be compiled at each use. Matching does not change it.
  nonisolated(unsafe) static let variable = /\$\{([A-Za-z_][A-Za-z_0-9]*)\}/

  /// Returns whether a text is a token (RFC 9110, section 5.6.2).
  fileprivate static func isName(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isToken) }

  /// Returns whether each `${` starts a variable name that ends with `}`.
  fileprivate static func hasSoundVariables(_ text: String) -> Bool { text.ranges(of: "${").count == text.matches(of: variable).count }

  fileprivate static func isValue(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}

/// An error that explains why a mapping file cannot be opened, or why a program cannot be found.
public struct MappingFileError: Error, Sendable, Hashable {
  /// The problem, with the path: one sentence without a period.
  public let message: String

  public init(_ message: String) { self.message = message }
}

extension AdapterID {
  /// The adapter of feeds with their own command.
  static let exec: AdapterID = {
    guard let id = AdapterID("exec") else { preconditionFailure("exec is a valid id") }
    return id
  }()
}
