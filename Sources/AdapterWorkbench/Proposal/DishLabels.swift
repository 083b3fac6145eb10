import Basics
import CampusCatalog
import FeedKit

/// The labels of dishes in a reply, and what they mean, as far as the reply says it.
struct DishLabels {
  /// The pointers of the columns that are labels.
  private(set) var used: Set<String> = []
  private let isXML: Bool
  private var texts = UniqueTexts()
  /// The texts of lists that are only of allergens.
  private var allergens = UniqueTexts()
  /// What people should know about the labels, for the evidence.
  private(set) var remarks: [String] = []
  /// Whether the reply may say more about allergens than is read, so that no dish has all of them stated.
  private(set) var mayMissAllergens = false

  init(isXML: Bool) { self.isXML = isXML }

  var isEmpty: Bool { used.isEmpty }

  /// Returns the rules for the labels in a table of dishes.
  ///
  /// - Parameter name: the column with their names.
  mutating func add(from table: RecordTable, besides name: RecordTable.Column) -> [JSONTree] {
    noteClaims(in: table)
    let columns = table.columns.filter { column in
      Self.claim(of: column) == nil
        && (column.depth == 1 || column.parent == name.parent || Self.isInLabels(column) || column.pointer == "/properties")
        && !column.isElement
        && column.pointer != name.pointer && !column.pointer.isEmpty
    }
    var rules: [JSONTree] = []
    for column in columns where KeyHint.dishLabels.matches(Self.key(of: column)) && !column.has(.noLabel) && !column.has(.address) {
      if let rule = rule(for: column) { rules.append(rule) }
    }
    if rules.isEmpty, let notes = columns.first(where: { $0.has(.noteLabels) && $0.arrays.contains { $0.contains { $0.string != nil } } }) {
      if let rule = rule(for: notes) { rules.append(rule) }
    }
    var flags: [(key: String, value: JSONTree)] = []
    for column in columns where column.flags > 0 && !used.contains(where: { column.pointer.hasPrefix($0 + "/") }) {
      let words = column.words.filter { !Self.verbs.contains($0) }
      guard Self.meaning(of: words.joined(separator: " "), hasAllergens: true) != nil else { continue }
      let name = words.joined(separator: " ")
      flags.append((name, .string(column.pointer)))
      insert(name, pointer: column.pointer, areAllergens: true)
    }
    if !flags.isEmpty { rules.append(.of(("flags", .object(flags)))) }
    noteUnread(in: table)
    return rules
  }

  /// Whether a column is a member of an object of labels, as in `{"allergens": {"contains": ["milk"], "other": "…"}}`.
  private static func isInLabels(_ column: RecordTable.Column) -> Bool {
    let tokens = JSONPointer.tokens(column.pointer)
    return column.depth == 2 && tokens.count == 2 && KeyHint.dishLabels.matches(tokens[0])
  }

  /// Names the columns of allergens that were not read.
  private mutating func noteUnread(in table: RecordTable) {
    for column in table.columns where !column.isElement && column.has(.allergens) && !column.has(.noLabel) && !column.has(.address) {
      let pointer = column.pointer
      guard Self.claim(of: column) == nil,
        !column.texts.isEmpty || column.objects.contains(where: { !$0.isEmpty }) || column.arrays.contains(where: { !$0.isEmpty }),
        !used.contains(where: { $0 == pointer || $0.hasPrefix(pointer + "/") || pointer.hasPrefix($0 + "/") }),
        !remarks.contains(where: { $0.hasPrefix(pointer.dropFirst()) })
      else { continue }
      leaveOut(column, because: "a proposal does not know its form")
    }
  }

  /// The last key of a column. "properties" is also around the members of records.
  private static func key(of column: RecordTable.Column) -> String { JSONPointer.tokens(column.pointer).last ?? "" }

  private mutating func insert(_ text: String, pointer: String, areAllergens: Bool) {
    used.insert(pointer)
    texts.insert(text)
    if areAllergens { allergens.insert(text) }
  }

  private mutating func remark(_ text: String) {
    if !remarks.contains(text) { remarks.append(text) }
  }

  /// Keeps a column from being read that may say something else than what a dish has.
  private mutating func leaveOut(_ column: RecordTable.Column, because reason: String) {
    mayMissAllergens = true
    remark("\(column.pointer.dropFirst()) was not read: \(reason)")
  }

  private mutating func rule(for column: RecordTable.Column) -> JSONTree? {
    guard !used.contains(where: { column.pointer.hasPrefix($0 + "/") }) else { return nil }
    let areAllergens = column.has(.allergens)
    let list = JSONTree.string(column.pointer)
    let elements = column.arrays.flatMap(\.self)
    let members = column.objects.flatMap(\.self)
    if elements.contains(where: \.isObject) {
      return rule(forObjects: elements.filter(\.isObject), of: column, areAllergens: areAllergens)
    }
    if !elements.isEmpty {
      elements.compactMap(\.scalar).forEach { insert($0, pointer: column.pointer, areAllergens: areAllergens) }
      return list
    }
    if !members.isEmpty, members.allSatisfy({ $0.value.string != nil }) {
      if isXML {
        // Elements with one name are a list, whose own column is read.
        if Set(members.map(\.key)).count == 1 { return nil }
        leaveOut(column, because: "a mapping reads no elements with different names as a list")
        return nil
      }
      members.compactMap(\.value.string).forEach { insert($0, pointer: column.pointer, areAllergens: areAllergens) }
      return .of(("each", list), ("take", .string("")))
    }
    if members.contains(where: \.value.isFlag) { return flags(of: column, areAllergens: areAllergens) }
    guard !column.texts.isEmpty, column.texts.allSatisfy({ $0.utf8.count <= Length.label && !$0.contains("/") }),
      !KeyHint.ingredients.matches(column.key)
    else { return nil }
    let mark: String? = [",", ";", "|"].first { mark in column.texts.contains { $0.contains(mark) } }
    let parts = column.texts.flatMap { text in mark.map { mark in text.split(separator: mark).map { String($0.trimmed) } } ?? [text] }
    if mark != nil, let text = parts.first(where: Self.isStatement) {
      leaveOut(column, because: "\"\(text.prefix(40))\" is more than a list of labels")
      return nil
    }
    parts.forEach { insert($0, pointer: column.pointer, areAllergens: areAllergens) }
    return mark.map { .of(("split", list), ("by", .string($0))) } ?? list
  }

  // MARK: - Other claims

  /// What a key or text says about labels other than that a dish has them.
  private enum Claim { case without, traces }

  /// Names the columns that say what dishes do not have, or may have. They are not read.
  private mutating func noteClaims(in table: RecordTable) {
    var found: [String] = []
    for column in table.columns where !column.isElement && !found.contains(where: { column.pointer.hasPrefix($0 + "/") }) {
      guard let claim = Self.claim(of: column) else { continue }
      found.append(column.pointer)
      let key = column.pointer.dropFirst()
      switch claim {
      case .without: remark("\(key) was not read: it says what dishes do not have")
      case .traces:
        mayMissAllergens = true
        remark("\(key) was not read, so allergens are not stated: it says what dishes may contain")
      }
    }
  }

  /// Returns what the keys of a column say about labels other than that a dish has them; nil if they do not.
  private static func claim(of column: RecordTable.Column) -> Claim? {
    let tokens = JSONPointer.tokens(column.pointer)
    guard tokens.contains(where: isAboutLabels) else { return nil }
    return tokens.lazy.compactMap(claim).first
  }

  private static func isAboutLabels(_ key: String) -> Bool {
    KeyHint.dishLabels.matches(key) || KeyHint.otherLabels.matches(key)
      || RecordTable.Column.words(of: key).contains { meaning(of: $0, hasAllergens: true) != nil }
  }

  /// Returns what a key or text says about labels; nil if it is a label, such as "gluten-free", or says that a dish has them.
  private static func claim(_ text: some StringProtocol) -> Claim? {
    let words = RecordTable.Column.words(of: text)
    guard meaning(of: words.filter { !verbs.contains($0) }.joined(separator: " "), hasAllergens: true) == nil else { return nil }
    if words.contains(where: { mayWords.contains($0) || mayPrefixes.contains(where: $0.hasPrefix) }) { return .traces }
    func isNegative(_ word: String) -> Bool {
      noWords.contains(word) || word.hasSuffix("free") || word.hasSuffix("frei") || noPrefixes.contains(where: word.hasPrefix)
    }
    return words.contains(where: isNegative) ? .without : nil
  }

  /// Returns whether a part of a text says something about labels: in "Without: milk, gluten", gluten is not a label.
  private static func isStatement(_ text: String) -> Bool {
    guard meaning(of: text, hasAllergens: true) == nil else { return false }
    return text.contains(":") || claim(text) != nil
  }

  private static let verbs: Set<String> = ["is", "contains", "has"]
  private static let noWords: Set<String> = [
    "no", "not", "non", "sans", "senza", "sin", "kein", "keine", "nicht", "absent", "exclude", "excludes", "excluded", "excluding",
  ]
  private static let noPrefixes = ["without", "ohne", "freefrom", "freeof", "freivon", "sansallerg", "senzaallerg", "sinalerg"]
  private static let mayWords: Set<String> = [
    "may", "might", "trace", "traces", "kann", "können", "koennen", "peut", "peuvent", "puede", "pueden", "può", "possible", "cross",
  ]
  private static let mayPrefixes = ["maycontain", "spuren", "kannenth", "tracce", "trazas", "crosscont"]

  /// Returns the rule for an object with a flag for each label.
  private mutating func flags(of column: RecordTable.Column, areAllergens: Bool) -> JSONTree? {
    var flags: [(key: String, value: JSONTree)] = []
    var others: [String] = []
    let members = column.objects.flatMap(\.self)
    for key in UniqueTexts(members.map(\.key)).texts where Self.claim(key) == nil {
      guard members.allSatisfy({ $0.key != key || $0.value.isFlag || $0.value.isNull }) else {
        others.append(key)
        continue
      }
      let words = RecordTable.Column.words(of: key).filter { !Self.verbs.contains($0) }.joined(separator: " ")
      let name =
        Self.meaning(of: words, hasAllergens: areAllergens) == nil || flags.contains { $0.key == words } ? XMLShape.name(key) : words
      flags.append((name, .string("\(column.pointer)/\(JSONPointer.escape(key))")))
      insert(name, pointer: column.pointer, areAllergens: areAllergens)
    }
    if let other = others.first {
      mayMissAllergens = true
      remark("\(column.pointer.dropFirst())/\(other) was not read, so allergens are not stated: it is not true or false")
    }
    return flags.isEmpty ? nil : .of(("flags", .object(flags)))
  }

  /// Returns the rule for a list of labels that are objects.
  private mutating func rule(forObjects elements: [JSONTree], of column: RecordTable.Column, areAllergens: Bool) -> JSONTree? {
    let direct = RecordTable(elements).columns.filter { $0.depth == 1 && !$0.isElement }
    guard let name = ReplyContent.name(in: RecordTable(elements)) ?? direct.first(where: { !$0.scalars.isEmpty }) else { return nil }
    for other in direct where other.pointer != name.pointer {
      let texts = KeyHint.kindOfLabel.matches(other.key) ? other.texts : []
      let claims = Set(([other.key] + texts).compactMap(Self.claim))
      if claims.contains(.without) {
        leaveOut(column, because: "\(other.key) may say that dishes do not have a label")
        return nil
      }
      guard claims.contains(.traces) else { continue }
      mayMissAllergens = true
      remark("allergens are not stated: \(other.key) in \(column.pointer.dropFirst()) may say that dishes have only traces")
    }
    // A list may say of each label whether the dish has it.
    let decisions = direct.filter { $0.pointer != name.pointer && Self.isDecision($0) }
    var drop: JSONTree?
    if let flag = decisions.first(where: { $0.flags > 0 }) {
      // A label without the flag is not dropped.
      let isComplete = flag.flags == elements.count
      drop = .of(("at", .string(flag.pointer)), ("is", .array([.literal("false")] + (isComplete ? [.literal("null")] : []))))
      mayMissAllergens = mayMissAllergens || !isComplete
      remark("\(flag.key) says whether a dish has a label in \(column.pointer.dropFirst())")
    } else if let decision = decisions.first(where: { !$0.scalars.isEmpty && $0.scalars.allSatisfy(Self.isSwitch) }) {
      leaveOut(column, because: "\(decision.key) may say whether a dish has a label, as \"\(decision.scalars[0])\"")
      return nil
    } else if let flag = direct.first(where: { $0.flags > 0 && $0.trues < $0.flags }) {
      // Nobody knows what the flag means. In lists that are all the same, it may say what a dish has.
      let lists = column.arrays.map { UniqueTexts(RecordTable($0.filter(\.isObject))[name.pointer]?.scalars ?? []).texts.sorted() }
      if lists.count > 1, lists.allSatisfy({ $0 == lists[0] }) {
        leaveOut(column, because: "all dishes have the same labels, and nothing says whether \(flag.key) decides which of them hold")
        return nil
      }
      mayMissAllergens = true
      remark("\(flag.key) in \(column.pointer.dropFirst()) is not read, so allergens are not stated: nothing says what it means")
    }
    name.scalars.forEach { insert($0, pointer: column.pointer, areAllergens: areAllergens) }
    return .of(("each", .string(column.pointer)), ("drop", drop), ("take", .string(name.pointer)))
  }

  /// Returns whether the key of a member of a label says that it is true of the labels that a dish has.
  private static func isDecision(_ column: RecordTable.Column) -> Bool {
    let words = column.words.filter { !["is", "allergen", "allergens"].contains($0) }
    return decisions.contains(words.joined(separator: " "))
  }

  private static let decisions: Set<String> = [
    "value", "present", "contains", "contained", "enabled", "has", "included", "applies", "enthalten", "vorhanden",
  ]

  private static func isSwitch(_ text: String) -> Bool { Hints.switches.contains { $0.contains(text.lowercased()) } }

  // MARK: - Codes

  /// Returns what the labels mean: what the legend of the reply says, and words that mean the same everywhere.
  func codes(lists: [RecordList], levels: [MenusProposal.Level]) -> MenusProposal.Part {
    let legend = Self.legend(of: Set(texts.texts.map { $0.lowercased() }), lists, levels)
    var known: [(key: String, value: JSONTree)] = []
    var unknown: [String] = []
    var labels: Set<String> = []
    func add(_ label: String, _ word: String, hasAllergens: Bool) {
      guard labels.insert(label).inserted else { return }
      if let meaning = Self.meaning(of: word, hasAllergens: hasAllergens) {
        known.append((label, .string(meaning)))
      } else {
        unknown.append(label)
      }
    }
    for (code, meaning) in legend?.codes ?? [] { add(code, meaning, hasAllergens: true) }
    // A label that is not in the legend as it is written may be there in another case.
    let ofLegend = Dictionary(grouping: labels) { $0.lowercased() }
    for text in texts.texts where ofLegend[text.lowercased()]?.count != 1 {
      if known.contains(where: { $0.key.lowercased() == text.lowercased() }), ofLegend[text.lowercased()] == nil { continue }
      add(text, text, hasAllergens: allergens.texts.contains(text))
    }
    // Of two labels that differ only in case, such as "v" and "V", one whose meaning is unknown would have that of the other.
    let unclear = Set(unknown.map { $0.lowercased() })
    let ambiguous = known.filter { unclear.contains($0.key.lowercased()) }.map(\.key)
    known.removeAll { ambiguous.contains($0.key) }
    unknown += ambiguous
    let source = legend.map { "\($0.pointer) is the legend" } ?? "the reply has no legend"
    let examples = unknown.prefix(4).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    let rest =
      unknown.isEmpty
      ? "compare them with the legend of the canteen"
      : "say what \(examples)\(unknown.count > 4 ? " and \(unknown.count - 4) more" : "") mean, if you know it (Docs/add-menus.md)"
    return MenusProposal.Part(
      key: "codes", rule: .object(known), confidence: unknown.isEmpty ? .medium : .low, evidence: "\(source); \(rest)")
  }

  /// Returns the legend of a reply, an object or a list in which most labels are; nil if there is none.
  private static func legend(
    of labels: Set<String>, _ lists: [RecordList], _ levels: [MenusProposal.Level]
  ) -> (pointer: String, codes: [(code: String, meaning: String)])? {
    func isLegend(_ codes: [String]) -> Bool {
      codes.count { labels.contains($0.lowercased()) }.isAtLeast(.half, of: max(2, labels.count))
    }
    for column in levels.first?.table.columns ?? [] where column.depth <= Limit.valueDepth && !column.isElement {
      for members in column.objects where members.allSatisfy({ $0.value.string != nil }) && isLegend(members.map(\.key)) {
        return (column.pointer, members.map { ($0.key, $0.value.string ?? "") })
      }
    }
    for list in lists where list.levels.count == 1 && list.levels != levels.prefix(2).dropFirst().map(\.pointer) {
      let columns = RecordTable(list.records).columns.filter { $0.depth == 1 && !$0.isElement && $0.scalars.count == list.records.count }
      guard let code = columns.first(where: { isLegend($0.scalars) }),
        let meaning = columns.first(where: { $0.pointer != code.pointer && $0.texts.count == list.records.count })
      else { continue }
      return (list.levels[0], Array(zip(code.scalars, meaning.texts)))
    }
    return nil
  }

  /// Returns whether a key means a diet or an allergen.
  static func isLabel(_ key: String) -> Bool {
    meaning(of: RecordTable.Column.words(of: key).joined(separator: " "), hasAllergens: true) != nil
  }

  /// Returns what a word means in `codes`; nil if it is not one that means the same everywhere.
  ///
  /// - Parameter hasAllergens: whether the word may be an allergen, as in a list of allergens or a legend.
  private static func meaning(of word: String, hasAllergens: Bool) -> String? {
    let word = word.lowercased().trimmed
    let diet = word.replacing(" ", with: "-")
    if Diet(rawValue: diet) != nil { return diet }
    if let diet = diets[word] { return diet }
    guard hasAllergens else { return nil }
    return Allergen.Code(rawValue: word) != nil ? word : Self.allergens[word]
  }

  private static let diets = [
    "vegetarisch": "vegetarian", "koscher": "kosher", "glutenfrei": "gluten-free", "laktosefrei": "lactose-free",
    "végétarien": "vegetarian",
    "vegetariano": "vegetarian", "vegano": "vegan", "végétalien": "vegan",
  ]
  private static let allergens = [
    "wheat": "gluten: wheat", "rye": "gluten: rye", "barley": "gluten: barley", "oats": "gluten: oats", "spelt": "gluten: spelt",
    "eggs": "egg", "peanuts": "peanut", "soya": "soy", "soybeans": "soy", "tree nuts": "nuts", "tree nut": "nuts",
    "almonds": "nuts: almonds",
    "hazelnuts": "nuts: hazelnuts", "walnuts": "nuts: walnuts", "cashews": "nuts: cashews", "sulfites": "sulphites", "mollusks": "molluscs",
    "lupine": "lupin", "weizen": "gluten: wheat", "roggen": "gluten: rye", "gerste": "gluten: barley", "hafer": "gluten: oats",
    "dinkel": "gluten: spelt", "krebstiere": "crustaceans", "ei": "egg", "eier": "egg", "fisch": "fish", "erdnuss": "peanut",
    "erdnüsse": "peanut", "soja": "soy", "milch": "milk", "schalenfrüchte": "nuts", "sellerie": "celery", "senf": "mustard",
    "sesam": "sesame", "schwefeldioxid": "sulphites", "lupinen": "lupin", "weichtiere": "molluscs",
  ]
}

extension JSONTree {
  /// A text or a number as text; nil for other values.
  fileprivate var scalar: String? {
    switch self {
    case .string(let text): text
    case .literal(let number) where number.first?.isNumber == true: number
    default: nil
    }
  }

  fileprivate var isNull: Bool { if case .literal("null") = self { true } else { false } }

  fileprivate var isFlag: Bool { if case .literal("true") = self { true } else if case .literal("false") = self { true } else { false } }
}

extension UniqueTexts {
  init(_ texts: [String]) {
    self.init()
    for text in texts { insert(text) }
  }
}
