import FeedKit

/// The values of similar records by pointer: what a proposal looks at.
///
/// Objects are followed, and of arrays the first element. The number of columns and their depth are limited, so that a hostile reply costs
/// no more than its size.
struct RecordTable {
  struct Column {
    /// The JSON Pointer in the record.
    let pointer: String
    /// The pointer of the object that contains the value.
    let parent: String
    /// The last key, as the feed writes it.
    let key: String
    /// The number of keys in the pointer.
    let depth: Int
    /// Whether the value is in the first element of an array.
    let isInArray: Bool
    /// The values that are texts, trimmed and not empty.
    fileprivate(set) var texts: [String] = []
    /// The values that are numbers, as in the reply.
    fileprivate(set) var numbers: [String] = []
    fileprivate(set) var flags = 0
    fileprivate(set) var arrays: [[JSONTree]] = []
    fileprivate(set) var objects: [[(key: String, value: JSONTree)]] = []

    /// The values as text, numbers included.
    var scalars: [String] { numbers.isEmpty ? texts : texts.isEmpty ? numbers : texts + numbers }
    var lowerKey: String { key.lowercased() }

    /// Returns whether at least nine tenths of the texts have a form, and there is one.
    func mostTexts(_ share: Double = 0.9, _ isOfForm: (String) -> Bool) -> Bool {
      guard !texts.isEmpty else { return false }
      let count = texts.count { $0.utf8.count <= 120 && isOfForm($0) }
      return Double(count) >= share * Double(texts.count)
    }

    /// Returns whether the key contains one of some words.
    func has(_ words: String...) -> Bool { words.contains(where: lowerKey.contains) }
  }

  let count: Int
  private(set) var columns: [Column] = []
  private var index: [String: Int] = [:]

  private static let (maximumColumns, maximumDepth, maximumRecords) = (600, 6, 3000)

  init(_ records: [JSONTree]) {
    count = min(records.count, Self.maximumRecords)
    for record in records.prefix(Self.maximumRecords) {
      collect(record, at: "", parent: "", key: "", depth: 0, isInArray: false)
    }
  }

  subscript(pointer: String) -> Column? { index[pointer].map { columns[$0] } }

  /// Returns "12 of 14 records".
  func share(_ values: Int, _ what: String = "records") -> String { "\(values) of \(count) \(what)" }

  private mutating func collect(
    _ value: JSONTree, at pointer: String, parent: String, key: String, depth: Int, isInArray: Bool
  ) {
    let position: Int
    if let known = index[pointer] {
      position = known
    } else {
      guard columns.count < Self.maximumColumns else { return }
      position = columns.count
      index[pointer] = position
      columns.append(Column(pointer: pointer, parent: parent, key: key, depth: depth, isInArray: isInArray))
    }
    switch value {
    case .string(let text):
      if let line = PlainText.line(String(text.prefix(2000))) { columns[position].texts.append(line) }
    case .literal("true"), .literal("false"): columns[position].flags += 1
    case .literal("null"): break
    case .literal(let number): columns[position].numbers.append(number)
    case .array(let elements):
      columns[position].arrays.append(elements)
      guard depth < Self.maximumDepth, case .object? = elements.first else { return }
      collect(elements[0], at: pointer + "/0", parent: pointer, key: "0", depth: depth + 1, isInArray: true)
    case .object(let members):
      columns[position].objects.append(members)
      guard depth < Self.maximumDepth else { return }
      for member in members where member.key.utf8.count <= 80 {
        collect(
          member.value, at: "\(pointer)/\(JSONPointer.escape(member.key))", parent: pointer, key: member.key, depth: depth + 1,
          isInArray: isInArray)
      }
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
