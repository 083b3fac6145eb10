import FeedKit

/// The values of similar records by pointer: what a proposal looks at.
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
    /// The number of values that are true or false, and of those that are true.
    fileprivate(set) var flags = 0
    fileprivate(set) var trues = 0
    fileprivate(set) var arrays: [[JSONTree]] = []
    fileprivate(set) var objects: [[(key: String, value: JSONTree)]] = []

    /// The values as text, numbers included.
    var scalars: [String] { numbers.isEmpty ? texts : texts.isEmpty ? numbers : texts + numbers }
    var lowerKey: String { key.lowercased() }

    /// The words of the key in lower case: "is" and "active" for "isActive" and "is_active".
    var words: [String] {
      var words = [""]
      var last: Character = "A"
      for character in key {
        if !character.isLetter || character.isUppercase && last.isLowercase { words.append("") }
        if character.isLetter { words[words.count - 1] += character.lowercased() }
        last = character
      }
      return words.filter { !$0.isEmpty }
    }

    /// Returns whether at least nine tenths of the texts have a form, and there is one.
    func mostTexts(_ share: Double = 0.9, _ isOfForm: (String) -> Bool) -> Bool {
      guard !texts.isEmpty else { return false }
      let count = texts.count { $0.utf8.count <= 120 && isOfForm($0) }
      return Double(count) >= share * Double(texts.count)
    }

    /// Whether the value belongs to hours, as the keys around it say.
    var isInHours: Bool {
      let keys = pointer.lowercased()
      return ["hour", "sched", "open", "daypart", "event", "dates", "days", "times", "status", "week"].contains(where: keys.contains)
    }

    /// Returns whether the key contains one of some words.
    func has(_ words: String...) -> Bool { words.contains(where: lowerKey.contains) }
  }

  let count: Int
  private(set) var columns: [Column] = []
  private var index: [String: Int] = [:]

  private static let (maximumColumns, maximumSteps, maximumRecords) = (600, 8, 3000)

  init(_ records: [JSONTree]) {
    count = min(records.count, Self.maximumRecords)
    for record in records.prefix(Self.maximumRecords) {
      collect(record, at: Place())
    }
  }

  subscript(pointer: String) -> Column? { index[pointer].map { columns[$0] } }

  /// Returns "12 of 14 records".
  func share(_ values: Int, _ what: String = "records") -> String { "\(values) of \(count) \(what)" }

  /// Keys around the values of a record.
  private static let envelopes: Set<String> = ["properties", "attributes", "fields", "acf", "node", "item", "record", "@attributes"]
  /// Keys of the only value of interest in an object.
  private static let wrappers: Set<String> = ["rendered", "value", "text", "en", "default", "#text", "_text", "$t"]

  /// The place of a value in its record.
  private struct Place {
    var pointer = ""
    var parent = ""
    var key = ""
    var depth = 0
    var isElement = false
    var isInArray = false
    /// The number of steps in the pointer.
    var steps = 0

    func member(_ name: String) -> Place {
      let isWrapper = steps > 0 && RecordTable.wrappers.contains(name) || steps == 0 && RecordTable.envelopes.contains(name)
      return Place(
        pointer: "\(pointer)/\(JSONPointer.escape(name))", parent: isWrapper ? parent : pointer, key: isWrapper ? key : name,
        depth: isWrapper ? depth : depth + 1, isElement: isElement, isInArray: isInArray, steps: steps + 1)
    }

    func element(of count: Int) -> Place {
      Place(
        pointer: pointer + "/0", parent: parent, key: key, depth: depth, isElement: true, isInArray: isInArray || count > 1,
        steps: steps + 1)
    }
  }

  private mutating func collect(_ value: JSONTree, at place: Place) {
    let position: Int
    if let known = index[place.pointer] {
      position = known
      columns[position].isInArray = columns[position].isInArray || place.isInArray
    } else {
      guard columns.count < Self.maximumColumns else { return }
      position = columns.count
      index[place.pointer] = position
      columns.append(
        Column(
          pointer: place.pointer, parent: place.parent, key: place.key, depth: place.depth, isElement: place.isElement,
          isInArray: place.isInArray))
    }
    switch value {
    case .string(let text):
      if let line = PlainText.line(String(text.prefix(2000))) { columns[position].texts.append(line) }
    case .literal("true"), .literal("false"):
      columns[position].flags += 1
      if case .literal("true") = value { columns[position].trues += 1 }
    case .literal("null"): break
    case .literal(let number): columns[position].numbers.append(number)
    case .array(let elements):
      columns[position].arrays.append(elements)
      guard place.steps < Self.maximumSteps, let first = elements.first else { return }
      switch first {
      case .object, .string: collect(first, at: place.element(of: elements.count))
      case .array, .literal: break
      }
    case .object(let members):
      columns[position].objects.append(members)
      guard place.steps < Self.maximumSteps else { return }
      for member in members where member.key.utf8.count <= 80 { collect(member.value, at: place.member(member.key)) }
    }
  }
}

extension JSONTree {
  /// Creates an object without the members that are nil.
  static func of(_ members: (String, JSONTree?)...) -> JSONTree {
    .object(members.compactMap { key, value in value.map { (key: key, value: $0) } })
  }

  var isObject: Bool { if case .object = self { true } else { false } }
}
