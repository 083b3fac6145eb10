public import FeedKit
import FeedMapping

/// A mapping for a reply that nobody has read yet: the location of its records and the meaning of their values, each with the reason.
///
/// Keys are hints, and values decide. The same reply always gives the same proposal. Where the reply allows several rules, the others are
/// alternatives, of which one can be chosen:
///
///     var proposal = try MappingProposal(of: reply, zone: zone)
///     if let guess = proposal.guesses.first(where: { $0.confidence == .low }), let other = guess.alternatives.first {
///       try proposal.choose(other.rule, for: guess.field)
///     }
public struct MappingProposal: Sendable {
  /// How sure a rule is.
  public enum Confidence: String, Sendable, Hashable, Comparable {
    case high, medium, low

    private var order: Int { self == .high ? 0 : self == .medium ? 1 : 2 }
    /// The more certain one is less.
    public static func < (left: Self, right: Self) -> Bool { left.order < right.order }
  }

  /// A rule for one field of an entry.
  public struct Guess: Sendable, Hashable {
    /// The key in the mapping, such as "location.coordinate".
    public let field: String
    /// The rule as JSON text.
    public let rule: String
    public let confidence: Confidence
    /// The reason, in one sentence without a period.
    public fileprivate(set) var evidence: String
    /// The values that the rule reads from the reply, in one line; empty if there is nothing to show.
    public let example: String
    /// Other rules that the reply allows, the likeliest first.
    public let alternatives: [Alternative]
  }

  /// A rule that may be meant instead of the proposed one.
  public struct Alternative: Sendable, Hashable {
    /// The rule as JSON text.
    public let rule: String
    /// The values that the rule reads from the reply, in one line.
    public let example: String

    public init(rule: String, example: String) { (self.rule, self.example) = (rule, example) }
  }

  /// Why there is no proposal.
  public struct Fault: Error, Sendable, Hashable {
    public let message: String

    public init(message: String) { self.message = message }
  }

  public internal(set) var guesses: [Guess] = []
  /// The number of records in the reply.
  public internal(set) var recordCount = 0
  /// The format of the reply: JSON, CSV or XML.
  public let format: FeedRequest.Format
  let zone: Zone?
  /// The address of the request; nil if it is unknown.
  let address: WebAddress?
  let reply: JSONTree
  /// The rules that were chosen, by field.
  var choices: [String: JSONTree] = [:]
  private var omissions: Set<String> = []
  var rules: [(key: String, value: JSONTree)] = []
  /// Of a reply in XML, the rules of its JSON, by the rules that are shown.
  private var rulesInJSON: [String: String] = [:]
  /// Reads examples from the records.
  private var examples = ProposalExamples()
  /// The pointers that have a rule.
  var used: Set<String> = []
  /// The places that have several records each; nil if each record is a place.
  private(set) var shared: SharedPlaces?
  /// The address of the request with placeholders instead of a date; nil if it has none.
  public internal(set) var datedAddress: String?
  /// The date in the address of the request; nil if it has none.
  public internal(set) var requestedDate: LocalDate?

  /// Looks at a reply in JSON or XML, or in CSV with a header row.
  ///
  /// - Parameters:
  ///   - zone: the time zone of the campus, which says on which side of the world it is.
  ///   - address: the address from which the reply came; nil if it is unknown.
  ///   - headers: the headers of the reply by lower-case name, which may declare the charset of CSV.
  public init(of reply: [UInt8], zone: Zone? = nil, address: String? = nil, headers: [String: String] = [:]) throws(Fault) {
    let first = reply.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.first
    format =
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["): .json
      case UInt8(ascii: "<"): .xml
      default: .csv
      }
    self.zone = zone
    self.address = address.flatMap { WebAddress($0) }
    if let format = ReplyContent.format(of: reply) { throw Fault(message: "the reply is \(format)") }
    self.reply = try Self.tree(of: reply, format, headers)
    do throws(Fault) { try propose() } catch { throw Fault(message: XMLShape.readable(error.message)) }
  }

  /// Uses another rule for a field. Rules that depend on it change with it; earlier choices remain, unless the records are
  /// others now.
  ///
  /// - Parameter rule: the rule as JSON text, an alternative's or another one.
  /// - Throws: if the mapping would not be valid, or has no name; the proposal is then unchanged.
  public mutating func choose(_ rule: String, for field: String) throws(Fault) {
    guard let rule = JSONTree(parsing: Array((rulesInJSON[rule] ?? rule).utf8)) else { throw Fault(message: "the rule is not JSON") }
    var changed = self
    if field == "records" { (changed.choices, changed.omissions) = ([:], []) }
    changed.choices[field] = rule
    try changed.propose()
    let text = changed.text(schema: "mapping-1.schema.json", title: "Proposal", request: "records")
    do { _ = try Mapping(Array(text.utf8), file: "mapping.json") } catch { throw Fault(message: "\(error.message)") }
    self = changed
  }

  /// Leaves a field out. Only the records, the id and the name cannot be left out.
  public mutating func omit(_ field: String) throws(Fault) {
    guard !Self.neededFields.contains(field) else { throw Fault(message: "a mapping needs \(field)") }
    omissions.insert(field)
    try propose()
  }

  /// The fields that every mapping has.
  public static let neededFields: Set<String> = [
    "entries", "records", "id", "name", "menus.place", "menus.date", "menus.dishes",
  ]

  /// What the entries are: "place", "event" or "menu".
  public var entries: String { rule(of: "entries")?.string ?? "place" }

  /// Makes the rules for the JSON of a reply in XML those that a mapping in XML has.
  private mutating func useElements() {
    let lists = JSONTree.object(rules).listsOfXML
    func element(_ rule: String, _ field: String) -> String {
      let key = field.split(separator: ".").last.map(String.init) ?? ""
      guard let tree = JSONTree(parsing: Array(rule.utf8)),
        case .object(let members) = JSONTree.object([(key: key, value: tree)]).ofXML(lists: lists)
      else { return rule }
      let changed = members[0].value.text
      rulesInJSON[changed] = rule
      return changed
    }
    guesses = guesses.map { guess in
      Guess(
        field: guess.field, rule: element(guess.rule, guess.field), confidence: guess.confidence,
        evidence: XMLShape.readable(guess.evidence), example: XMLShape.readable(guess.example),
        alternatives: guess.alternatives.map { Alternative(rule: element($0.rule, guess.field), example: $0.example) })
    }
  }

  /// Throws if the records of a reply in XML are not clearly places: most feeds in XML are of something else, such as news.
  private func refuseOthers(_ list: RecordList, _ table: RecordTable) throws(Fault) {
    if ReplyContent.isOfPlaces(list) { return }
    let example = names(in: table).first.map { ", such as \"\($0.texts[0].prefix(60))\"," } ?? ""
    let records = "\(list.levels.joined()) has \(list.count.counted("record"))\(example)"
    if let start = table.columns.first(where: { $0.has(.eventDate) && $0.has(.start) && $0.mostTexts { $0.contains(where: \.isNumber) } }) {
      throw Fault(
        message:
          "\(records) and \(start.key), such as \"\(start.texts[0].prefix(30))\", may say when they begin, but a proposal cannot read it: if they are events, write a mapping with \"entries\": \"event\" (Docs/reference/mappings.md), or a program (Docs/reference/executables.md)"
      )
    }
    let markup = #/<(?:li|td|dd|br|p)\b/#
    let html = table.columns.first { $0.texts.contains { $0.contains(markup) } }
    if let html {
      throw Fault(message: "\(html.key) has the data as HTML inside the XML; \(ReplyContent.formatAdvice)")
    }
    let doubt = ReplyContent.doubt(about: list).map { ": \($0)" } ?? ""
    throw Fault(
      message:
        "\(records) and nothing says that they are places, events or dishes\(doubt); if they are, write a mapping with \"format\": \"xml\" (Docs/reference/mappings.md)"
    )
  }

  private static func fault(ofElements names: [String]) -> Fault {
    Fault(
      message:
        "the records are elements with different names, such as \(names.prefix(2).joined(separator: ", ")), which a mapping cannot read as a list: write a program (Docs/reference/executables.md)"
    )
  }

  /// Finds the rules of the fields of events.
  private mutating func proposeEvents(_ list: RecordList, _ evidence: String) throws(Fault) {
    recordCount = list.count
    examples = ProposalExamples(records: list.records, keys: list.keys, zone: zone, kind: .event)
    if format == .xml, list.isKeyed { throw Self.fault(ofElements: list.keys) }
    try addEvents(list, evidence)
    let text = text(schema: "mapping-1.schema.json", title: "Proposal", request: "records")
    do { _ = try Mapping(Array(text.utf8), file: "proposal") } catch {
      let problem = rule(of: "times") == nil ? "the times when they take place were not found" : "their mapping is not valid"
      throw Fault(message: "\(evidence), but \(problem) (\(error.message))")
    }
  }

  /// Finds the rules of all fields.
  private mutating func propose() throws(Fault) {
    (guesses, rules, used, shared) = ([], [], [], nil)
    if format != .json { rules.append(("format", .string(format.rawValue))) }
    defer { if format == .xml { useElements() } }
    let chosen = choices["records"]?.text
    let all = RecordList.all(in: reply, isXML: format == .xml)
    var lists = all
    if chosen == nil {
      switch try ReplyContent.records(among: all, in: reply) {
      case .events(let list, let evidence): return try proposeEvents(list, evidence)
      case .dishes(let evidence): return try proposeMenus(among: all, evidence)
      case .places(let places): lists = places
      }
    }
    var (list, others) = (lists.first { $0.rule.text == chosen } ?? lists.first, lists)
    // Without a list of records with names, the reply may be about one place.
    if chosen == nil, list.map({ (!$0.isKeyed || $0.isOfDays) && names(in: RecordTable($0.records)).isEmpty }) ?? true {
      let places = RecordList.places(around: list, in: reply)
      (list, others) = (places.first { !names(in: RecordTable($0.records)).isEmpty } ?? places.first ?? list, places + lists)
    }
    guard let list else { throw Fault(message: "the reply has no list of records: no array or object of objects") }
    if format == .xml, list.isKeyed { throw Self.fault(ofElements: list.keys) }
    recordCount = list.count
    let table = RecordTable(list.records)
    if !omissions.contains("join") { shared = SharedPlaces(in: list, table, names: names(in: table)) }
    examples = ProposalExamples(records: list.records, keys: list.keys, zone: zone)
    if let shared { examples = ProposalExamples(groups: shared.groups, zone: zone) }
    if format == .xml, chosen == nil { try refuseOthers(list, table) }
    let doubt = list.isOne || shared != nil ? nil : Self.doubt(about: list, in: table)
    add(
      "records", list.rule, doubt != nil ? .low : list.count > 1 ? .high : .medium,
      list.isOne
        ? "there is no list of records with names, so the reply is read as one place with hours"
        : "\(list.count.counted("record")) of the same form\(list.isKeyed ? ", the members of an object" : "")\(doubt ?? "")",
      example: list.example,
      alternatives: others.filter { $0.rule.text != list.rule.text }.prefix(Limit.alternatives).map {
        Alternative(rule: $0.rule.text, example: $0.example)
      })
    if let shared { add("join", .string("id"), .medium, shared.evidence, example: "", alternatives: []) }
    addSkip(in: table)
    addPaging(around: list)
    try addNames(in: table, list)
    addLists(in: table)
    addDescription(in: table)
    addLocation(in: table, list)
    addAddresses(in: table)
    addHours(in: table)
    addZone(in: table)
    addParts(in: table)
    dropInvalidHours()
    addMenus(of: list, among: all)
    if let rule = guesses.first(where: { $0.field == "id" })?.rule, let pointer = JSONTree(parsing: Array(rule.utf8))?.string,
      let ids = table[pointer]?.scalars, let reference = Self.reference(to: ids, in: lists, besides: list)
    {
      addToRecords(reference)
    }
    if !guesses.contains(where: { $0.field == "hours" }), let unread = HoursProposal.unread(in: table) { addToRecords(unread) }
  }

  /// Adds a remark to the evidence for the records.
  private mutating func addToRecords(_ remark: String) { guesses[0].evidence += "; \(remark)" }

  private mutating func addHours(in table: RecordTable) {
    guard var hours = shared?.hours ?? HoursProposal(in: table) else { return }
    let read = examples.hours(of: .object(hours.members))
    if let problem = read.problem {
      hours.confidence = max(hours.confidence, .medium)
      hours.evidence.append("reading them adds a note: \(problem)")
    }
    if let day = OneDay.weekday(of: read.schedules.compactMap { $0 }, in: table) {
      hours.confidence = .low
      hours.evidence.append("all hours are those of \(day.name), so the reply may be about one day: a week would be wrong")
    }
    let others = HoursProposal.Doubt.allCases.filter(hours.doubts.contains).compactMap {
      HoursProposal(in: table, flipping: $0, sharing: shared?.shared)
    }
    add(
      "hours", .object(hours.members), hours.confidence, hours.evidence.joined(separator: "; "), others: others.map { .object($0.members) })
  }

  mutating func addZone(in table: RecordTable) {
    let zones = table.columns.first { column in
      column.depth <= Limit.valueDepth && !column.isElement && column.has(.timeZone) && column.mostTexts(.all) { Zone($0) != nil }
    }
    if let zones { add("zone", .string(zones.pointer), .high, "\(zones.key) has time zones such as \"\(zones.texts[0])\"") }
  }

  /// Adds the id, the name and the category, which depend on each other.
  private mutating func addNames(in table: RecordTable, _ list: RecordList) throws(Fault) {
    let names = shared.map { [$0.name] } ?? names(in: table)
    var rules = names.map(textRule) + (list.isKeyed ? [.of(("key", .literal("true")))] : [])
    if list.isOne { rules.append(.of(("text", .string("The only place of this reply")))) }
    guard let first = rules.first else { throw Fault(message: "the records have no text that could be a name") }
    let chosen = choices["name"] ?? first
    let name = names.first { textRule($0).text == chosen.text }
    addID(in: table, list, chosen, name)
    if let best = names.first {
      add(
        "name", first, best.has(.nameOrTitle) ? .high : .low, "\(table.share(best.texts.count)) have a text",
        others: Array(rules.dropFirst().prefix(Limit.alternatives)))
    } else {
      let reason = list.isOne ? "the reply has no name: write it here" : "the records have no text that could be a name, but they have keys"
      add("name", first, list.isOne ? .low : .medium, reason)
    }
    used = name.map { [$0.pointer] } ?? []
    addCategory(in: table, chosen, name?.texts ?? list.keys, list)
  }

  /// Parses a reply. (In one expression, the compiler frees the document even if it was never made.)
  private static func tree(
    of reply: [UInt8], _ format: FeedRequest.Format, _ headers: [String: String]
  ) throws(Fault) -> JSONTree {
    if format == .xml {
      do throws(XMLError) { return XMLShape.tree(of: try XMLDocument(parsing: reply)) } catch {
        throw Fault(message: "the reply is not XML that can be read: \(error)")
      }
    }
    do {
      if reply.first(where: { $0 > 0x20 }) == UInt8(ascii: "\""), (try? JSONDocument(parsing: reply)) != nil {
        throw Fault(message: "the reply is a JSON text that contains the data; \(ReplyContent.formatAdvice)")
      }
      if format == .csv {
        let table = try CSVTable.document(reply, headers: headers, maximumRows: Limit.records)
        return JSONTree(table.root)
      }
      let document = try JSONDocument(parsing: reply)
      return JSONTree(document.root)
    } catch let error as JSONError {
      throw Fault(message: "\(error.line):\(error.column): \(error.message)")
    } catch let fault as Fault {
      throw fault
    } catch let failure as CSVTable.Failure where failure.code == ReasonCode(JSONError.Code.encoding) {
      throw Fault(message: failure.text("the reply"))
    } catch {
      throw Fault(message: "the reply is neither JSON nor CSV with a header row")
    }
  }

  /// The mapping as a file: JSON text in the order of the schema.
  ///
  /// - Parameters:
  ///   - schema: the address of the schema, for editors.
  ///   - title: the title of the mapping.
  public func text(schema: String, title: String, request: String) -> String {
    let head: [(key: String, value: JSONTree)] = [
      ("$schema", .string(schema)), ("title", .string(title)),
      ("summary", .string("\(entries.prefix(1).uppercased() + entries.dropFirst())s of \(title).")), ("request", .string(request)),
    ]
    let mapping = JSONTree.object(head + rules)
    return (format == .xml ? mapping.ofXML(lists: mapping.listsOfXML) : mapping).pretty() + "\n"
  }

  /// Adds a rule with the values it reads, or the alternative that was chosen instead.
  ///
  /// - Parameter others: rules that may be meant instead, the likeliest first.
  mutating func add(_ field: String, _ rule: JSONTree?, _ confidence: Confidence, _ evidence: String, others: [JSONTree] = []) {
    guard let rule else { return }
    let alternatives = others.compactMap { other -> Alternative? in
      let example = examples.text(of: other, for: field)
      return example.isEmpty || other.text == rule.text ? nil : Alternative(rule: other.text, example: example)
    }
    add(field, rule, confidence, evidence, example: examples.text(of: rule, for: field), alternatives: alternatives)
  }

  /// Adds a rule, or the one that was chosen instead.
  mutating func add(
    _ field: String, _ rule: JSONTree, _ confidence: Confidence, _ evidence: String, example: String, alternatives: [Alternative]
  ) {
    if omissions.contains(field) { return }
    var guess = Guess(
      field: field, rule: rule.text, confidence: confidence, evidence: evidence, example: example, alternatives: alternatives)
    var rule = rule
    if let choice = choices[field] {
      let chosen = choice.text
      let options = [Alternative(rule: guess.rule, example: example)] + alternatives
      let read = options.first { $0.rule == chosen }?.example ?? examples.text(of: choice, for: field)
      guess = Guess(
        field: field, rule: chosen, confidence: .high, evidence: "chosen", example: read, alternatives: options.filter { $0.rule != chosen }
      )
      rule = choice
    }
    guesses.append(guess)
    let keys = field.split(separator: ".").map(String.init)
    guard keys.count == 2 else { return rules.append((field, rule)) }
    if let index = rules.firstIndex(where: { $0.key == keys[0] }), case .object(let members) = rules[index].value {
      rules[index].value = .object(members + [(key: keys[1], value: rule)])
    } else {
      rules.append((keys[0], .object([(key: keys[1], value: rule)])))
    }
  }

  /// Returns the rule of a field; nil if it has none.
  func rule(of field: String) -> JSONTree? { rules.first { $0.key == field }?.value }

  /// Replaces the rule of a field that was not chosen by the user.
  mutating func replace(_ field: String, with rule: JSONTree, because reason: String) {
    guard choices[field] == nil, let index = rules.firstIndex(where: { $0.key == field }),
      let guess = guesses.firstIndex(where: { $0.field == field })
    else { return }
    let old = guesses[guess]
    rules[index].value = rule
    guesses[guess] = Guess(
      field: field, rule: rule.text, confidence: max(old.confidence, .medium), evidence: "\(old.evidence); \(reason)", example: old.example,
      alternatives: [Alternative(rule: old.rule, example: old.example)] + old.alternatives)
  }

  /// Removes the hours if the mapping language refuses them: the rest is still useful.
  private mutating func dropInvalidHours() {
    let text = text(schema: "mapping-1.schema.json", title: "Proposal", request: "records")
    let isValid = (try? Mapping(Array(text.utf8), file: "proposal")) != nil
    // An element of XML is no list of the elements inside it.
    let isReadable = format != .xml || rule(of: "hours")?.text.contains(#"{"key":true}"#) != true
    guard choices["hours"] == nil, !isValid || !isReadable else { return }
    rules.removeAll { $0.key == "hours" }
    guesses.removeAll { $0.field == "hours" }
  }
}
