public import FeedKit

/// A mapping file: how to read the records of a feed as places, events or menus, without code.
///
/// Its JSON states where the records and their values are, with JSON Pointers and a small closed set of steps. It is checked completely
/// when it is read, so that a mistake is found before a feed is requested. `mapping-1.schema.json` describes it to editors, and
/// Docs/reference/mappings.md to people.
public struct Mapping: Sendable {
  /// A short display name.
  public let title: String?
  /// The data that the mapping reads, in one sentence.
  public let summary: String?
  public let homepage: String?
  /// The known terms of use for the data.
  public let license: String?
  /// The default polling interval in seconds; nil for the program's.
  public let cadence: Int?
  /// The name of the feed's request, under which a registry file lists its addresses.
  public let request: String
  /// The format of replies.
  public let format: FeedRequest.Format
  /// A number that changes with the contents of the file, so that results of earlier versions are read again.
  public let version: Int
  let paging: Paging?
  /// The approximate number of rules, all of which may be applied to each record.
  let ruleCount: Int
  /// The kind of all entries: places, with or without menus, events, or only menus.
  public let kind: Entry.Kind
  /// The location of the records: the list of groups in the reply, …, the list of records in each group.
  let levels: [RecordsRule]
  /// Conditions under which a record is left out.
  let skip: Conditions
  /// How replies in XML are read; nil for other formats.
  let xml: XMLReply?
  /// Whether records with the same id are one entry together.
  let isJoined: Bool
  /// The rules about other records.
  let others: Set<OtherRecordRule>
  /// Whether entries depend on the date of receipt.
  let usesDateOfReceipt: Bool
  /// Whether a rule needs the date of receipt.
  let needsDateOfReceipt: Bool
  /// The mapping as JSON text, without white space.
  package let text: String
  /// The rules for the entries of records; nil if there are only menus.
  let entry: EntryRule?
  /// The rules for menus; nil if there are none.
  let menus: MenusRule?

  /// The dates for which the feed is requested, unless its address states others; nil for one request.
  package var dates: RequestDates? { paging?.dates }
  /// Whether a reply leads to the next one.
  package var isPaged: Bool { paging != nil && dates == nil }

  /// Why the feed cannot be requested for several dates; nil if it can.
  package var datesFault: String? {
    if isPaged { return "the mapping has other pages (\"paging\"), so it is not read for several dates" }
    return isJoined && needsDateOfReceipt ? Self.joinedDates : nil
  }

  private static let joinedDates = "joined records have one date of receipt (\"received\"), so they are not read for several dates"

  /// Reads a mapping file.
  ///
  /// - Parameter file: the name of the file, for errors.
  /// - Throws: `FileError` for the first error in the file.
  public init(_ bytes: [UInt8], file: String) throws(FileError) {
    do {
      let document = try JSONDocument(parsing: bytes)
      try self.init(reading: document.root)
    } catch {
      throw FileError(error, in: file, bytes)
    }
  }

  private static let formats = "\"json\", \"csv\" or \"xml\"; for YAML and HTML pages, look for the data that the page or app loads"

  /// Reads a mapping that is a value in another file. Pointers of errors begin at the root of that file.
  package init(reading root: JSONValue) throws(JSONFieldError) {
    guard root.isObject else { throw root.fault(.type, "expected a mapping (an object), found \(root.kind)") }
    kind =
      try root.parsed("entries", "\"place\", \"event\" or \"menu\"") { ["place": .place, "event": .event, "menu": .menu][$0] } ?? .place
    if root["menus"] != nil || kind == .menu { try root.expectNone(of: MenusRule.keys, in: "\"menus\"") }
    if kind == .menu { try root.expectNone(of: ["id", "name"], because: "a menu has the \"place\" under \"menus\" instead") }
    try root.expectOnly(
      [
        "$schema", "title", "summary", "homepage", "license", "cadence", "request", "format", "paging", "records", "skip", "entries",
      ] + (kind == .event ? [] : ["menus"]) + (kind == .menu ? [] : ["base", "join"] + EntryRule.keys(of: kind)))
    title = try root["title"]?.line()
    summary = try root["summary"]?.line()
    homepage = try root.parsed("homepage", "an http or https address") { WebAddress($0)?.description }
    license = try root["license"]?.line()
    cadence = try root.parsed("cadence", "a duration such as \"PT15M\"") { ISODuration.seconds($0) }
    request = try root.parsed("request", "a name: lower-case letters, digits and hyphens") { AdapterID($0)?.description } ?? "records"
    format =
      try root.parsed("format", Self.formats) { $0 == "ics" ? nil : FeedRequest.Format(rawValue: $0) } ?? .json
    paging = try root.optional("paging", Paging.init(reading:))
    guard let records = root["records"] else {
      throw root.fault(.missing, "\"records\" is missing: the JSON Pointer of the list of records, \"\" if the whole reply is the list")
    }
    levels = try records.asList { (level) throws(JSONFieldError) in try RecordsRule(reading: level) }
    guard levels.count <= 4 else { throw records.fault(.value, "more than four levels of lists") }
    guard !levels.dropLast().contains(where: \.isOne) else { throw records.fault(.value, "only the last level can be \"one\" record") }
    skip = try Conditions(reading: root["skip"])
    isJoined = try root.parsed("join", "\"id\"") { $0 == "id" ? true : nil } ?? false
    if isJoined, levels.count > 1 || levels[0].isOne {
      throw root.fault(.value, at: "join", "only records of one list can be joined")
    }
    if kind == .place, root["menus"] != nil, root["id"] == nil {
      throw root.fault(
        .missing, "\"id\" and \"name\" are those of places that have menus; for a feed of only menus, write \"entries\": \"menu\"")
    }
    entry = kind == .menu ? nil : try EntryRule(reading: root, kind)
    let isOfPlaces = kind == .place
    menus = try root.optional("menus") { (rule) throws(JSONFieldError) in try MenusRule(reading: rule, isOfPlaces: isOfPlaces) }
    if kind == .menu, menus == nil {
      throw root.fault(.missing, "\"menus\" is missing: an object with the \"place\", the \"date\" and the \"dishes\"")
    }
    if let menus = root["menus"], isJoined { throw menus.fault(.value, "places of joined records have no menus") }
    others = OtherRecordRule.all(in: root)
    xml = format == .xml ? XMLReply(root, records: levels[0].firstPointer) : nil
    needsDateOfReceipt = Self.firstRule("received", in: root) != nil
    usesDateOfReceipt = needsDateOfReceipt || menus != nil
    if isJoined, needsDateOfReceipt, paging?.dates != nil, let paging = root["paging"] {
      throw paging.fault(.value, Self.joinedDates)
    }
    if levels.count == 1, let pointer = Self.firstRule("group", in: root) {
      let advice = "name the list of groups, too, as in [\"/groups\", \"/places\"]"
      throw JSONFieldError(.value, at: pointer, "\"records\" is one list, whose records have no \"group\"; \(advice)")
    }
    var writer = JSONWriter()
    writer.copy(root)
    text = writer.text
    version = Self.version(of: text)
    ruleCount = root.wordCount
  }

  /// The members of rules whose keys are texts of the feed, and not of a rule.
  static let keysOfTexts: Set<String> = ["table", "words", "flags", "numbers", "codes"]

  /// Returns the pointer of the first member with a key, such as that of `{"group": …}`, in a value; nil if there is none.
  static func firstRule(_ key: StaticString, in value: JSONValue) -> String? {
    if value.isArray {
      var elements = value.elements
      while let element = elements.next() { if let rule = firstRule(key, in: element) { return rule } }
      return nil
    }
    guard value.isObject else { return nil }
    if let rule = value[key] { return rule.pointer }
    var members = value.members
    while let member = members.next() {
      if !keysOfTexts.contains(member.key), let rule = firstRule(key, in: member.value) { return rule }
    }
    return nil
  }

  /// Whether the place of menus is a part of the address from which a reply came.
  package var hasPlaceInAddress: Bool { menus?.isPlaceInAddress == true }

  /// Returns a number from the contents of a mapping, 1 to 2^31 - 1. White space does not change it.
  private static func version(of text: String) -> Int {
    let digits = RecordKey.hash(text).prefix(8)
    return max(1, Int(digits, radix: 16).map { $0 & 0x7FFF_FFFF } ?? 1)
  }
}

/// The JSON Schema (2020-12) of mapping files.
///
/// The fields of places that are lines of text come from the table of entry fields, all others from the file in
/// `Sources/FeedMapping/Schema`.
public enum MappingSchema {
  public static var bytes: [UInt8] { tree.schemaBytes }

  private static let tree: JSONTree = {
    let lines = Place.lines.map {
      ("\($0.key)", JSONTree.reference("text", about: "\($0.about.prefix(1).uppercased() + $0.about.dropFirst())."))
    }
    let own = JSONTree(embedded: EmbeddedFiles.bytes(of: "Schema/mapping-1.schema.json"))
    return own.merged(with: .object([("properties", .object(lines))]))
  }()
}
