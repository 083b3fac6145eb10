import FeedKit

/// The values of similar records by pointer, for a proposal.
///
/// Objects are followed, and of arrays the first element. The number of columns and their depth are limited, so that a hostile reply costs
/// no more than its size. Keys that only wrap other values, as "properties" in GeoJSON or "rendered" in WordPress, mean nothing here.
struct RecordTable {
  struct Column {
    /// The JSON Pointer in the record.
    let pointer: String
    /// The pointer of the object that contains the value.
    let parent: String
    /// The last key that means something, as the feed writes it.
    let key: String
    /// The number of keys that mean something in the pointer.
    let depth: Int
    /// Whether the value is in an element of an array, even if it is the only one.
    let isElement: Bool
    /// Whether the value is in the first of several elements of an array.
    fileprivate(set) var isInArray: Bool
    /// The values that are texts, trimmed and not empty.
    fileprivate(set) var texts: [String] = []
    /// The values that are numbers, as in the reply.
    fileprivate(set) var numbers: [String] = []
    /// The number of values that are true or false, and of true ones.
    fileprivate(set) var flags = 0
    fileprivate(set) var trues = 0
    fileprivate(set) var arrays: [[JSONTree]] = []
    fileprivate(set) var objects: [[(key: String, value: JSONTree)]] = []

    /// The values as text, numbers included.
    var scalars: [String] { numbers.isEmpty ? texts : texts.isEmpty ? numbers : texts + numbers }
    var lowerKey: String { key.lowercased() }

    /// The words of the key in lower case: "is" and "active" for "isActive" and "is_active".
    var words: [String] { Self.words(of: key) }

    /// Returns the words of a key or text in lower case.
    static func words(of key: some StringProtocol) -> [String] {
      var words = [""]
      var last: Character = "A"
      for character in key {
        if !character.isLetter || character.isUppercase && last.isLowercase { words.append("") }
        if character.isLetter { words[words.count - 1] += character.lowercased() }
        last = character
      }
      return words.filter { !$0.isEmpty }
    }

    /// Returns whether a share of the texts have a form, and there is one.
    func mostTexts(_ share: Share = .most, _ isOfForm: (String) -> Bool) -> Bool {
      guard !texts.isEmpty else { return false }
      return texts.count { $0.utf8.count <= Length.form && isOfForm($0) }.isAtLeast(share, of: texts.count)
    }

    /// Whether the value belongs to hours, as the keys around it say.
    var isInHours: Bool { KeyHint.hours.matches(pointer) }

    /// Whether the value belongs to days on which the usual hours do not apply, as the keys around it say.
    var isInExceptions: Bool { pointer.split(separator: "/").contains { KeyHint.exceptions.matches(String($0)) } }

    /// The parts of the pointer between the arrays around the value: "/weeks" and "/days" for `/weeks/0/days`.
    var levels: [String] {
      let levels = pointer.split(separator: "/0", omittingEmptySubsequences: false).map(String.init)
      return isElement && levels.dropFirst().allSatisfy { $0.isEmpty || $0.hasPrefix("/") } ? levels : [pointer]
    }

    /// Whether the value is of one weekday, as its key or one around it says.
    var isOfWeekday: Bool {
      words.contains { $0.utf8.count > 2 && HoursProposal.weekday($0) != nil }
        || parent.split(separator: "/").contains { HoursProposal.weekday(String($0)) != nil }
    }

    /// Whether a server adds the key, as "@type".
    var isTechnical: Bool { Hints.technicalMarks.contains(key.prefix(1)) }

    /// Returns whether the key matches a hint.
    func has(_ hint: KeyHint) -> Bool { hint.matches(key) }
  }

  let count: Int
  private(set) var columns: [Column] = []
  private var index: [String: Int] = [:]
  private let envelope: String?

  /// - Parameter envelope: the only key of each record, which says what its value is, such as "event"; nil if there is none.
  init(_ records: [JSONTree], envelope: String? = nil) {
    self.envelope = envelope
    count = min(records.count, Limit.records)
    for record in records.prefix(Limit.records) {
      collect(record, at: ValuePath())
    }
  }

  subscript(pointer: String) -> Column? { index[pointer].map { columns[$0] } }

  /// Returns "12 of 14 records".
  func share(_ values: Int) -> String { "\(values) of \(count) records" }

  /// The path of a value in its record.
  private struct ValuePath {
    var pointer = ""
    var parent = ""
    var key = ""
    var depth = 0
    var isElement = false
    var isInArray = false
    /// The number of steps in the pointer.
    var steps = 0

    func member(_ name: String, envelope: String?) -> ValuePath {
      let plain = XMLShape.name(name)
      let isWrapper = steps > 0 && Hints.wrappers.contains(plain) || steps == 0 && (Hints.envelopes.contains(name) || name == envelope)
      return ValuePath(
        pointer: "\(pointer)/\(JSONPointer.escape(name))", parent: isWrapper ? parent : pointer, key: isWrapper ? key : plain,
        depth: isWrapper ? depth : depth + 1, isElement: isElement, isInArray: isInArray, steps: steps + 1)
    }

    func element(of count: Int) -> ValuePath {
      ValuePath(
        pointer: pointer + "/0", parent: parent, key: key, depth: depth, isElement: true, isInArray: isInArray || count > 1,
        steps: steps + 1)
    }
  }

  private mutating func collect(_ value: JSONTree, at path: ValuePath) {
    let position: Int
    if let known = index[path.pointer] {
      position = known
      columns[position].isInArray = columns[position].isInArray || path.isInArray
    } else {
      guard columns.count < Limit.columns else { return }
      position = columns.count
      index[path.pointer] = position
      columns.append(
        Column(
          pointer: path.pointer, parent: path.parent, key: path.key, depth: path.depth, isElement: path.isElement,
          isInArray: path.isInArray))
    }
    switch value {
    case .string(let text):
      if let line = PlainText.line(String(text.prefix(Length.text))) { columns[position].texts.append(line) }
    case .literal("true"), .literal("false"):
      columns[position].flags += 1
      if case .literal("true") = value { columns[position].trues += 1 }
    case .literal("null"): break
    case .literal(let number): columns[position].numbers.append(number)
    case .array(let elements):
      columns[position].arrays.append(elements)
      guard path.steps < Limit.steps, let first = elements.first else { return }
      switch first {
      case .object, .string: collect(first, at: path.element(of: elements.count))
      case .array, .literal: break
      }
    case .object(let members):
      columns[position].objects.append(members)
      guard path.steps < Limit.steps else { return }
      for member in members where member.key.utf8.count <= Length.key {
        collect(member.value, at: path.member(member.key, envelope: envelope))
      }
    }
  }
}

extension JSONTree {
  /// Creates an object without the members that are nil.
  static func of(_ members: (String, JSONTree?)...) -> JSONTree { of(members) }

  /// Creates an object without the members that are nil.
  static func of(_ members: [(String, JSONTree?)]) -> JSONTree {
    .object(members.compactMap { key, value in value.map { (key: key, value: $0) } })
  }

  var isObject: Bool { if case .object = self { true } else { false } }

  /// The text of a string; nil for other values.
  var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The elements of an array; nil for other values.
  var elements: [JSONTree]? { if case .array(let elements) = self { elements } else { nil } }

  /// The values in an object or array that have no values in them, each with the keys and indices on its path.
  var leaves: [(path: [String], value: JSONTree)] {
    children.isEmpty ? [([], self)] : children.flatMap { key, value in value.leaves.map { ([key] + $0.path, $0.value) } }
  }
}
