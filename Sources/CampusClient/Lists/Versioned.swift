import OpeningHours

/// A document with a `schema`, such as `campus-list/1`.
protocol Versioned: Codable, Sendable {
  /// The schema that this client reads.
  static var schema: String { get }

  /// Tells the places in the document when the server confirmed it.
  mutating func setReceived(_ instant: Instant)
}

extension Versioned {
  mutating func setReceived(_ instant: Instant) {}
}

/// A list that servers send in pages.
protocol PagedList: Versioned {
  /// The cursor of the next page; nil on the last one.
  var next: String? { get }

  /// Adds the next page.
  mutating func append(_ page: Self)
}

/// A document whose schema has been checked.
struct VersionedDocument<Value: Versioned>: Codable {
  let value: Value

  private enum CodingKeys: String, CodingKey { case schema }

  init(_ value: Value) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Value.schema, forKey: .schema)
    try value.encode(to: encoder)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let schema = try container.decode(String.self, forKey: .schema)
    guard schema == Value.schema else {
      throw DecodingError.dataCorruptedError(
        forKey: .schema, in: container, debugDescription: "the schema is \(schema), but this client reads \(Value.schema)")
    }
    value = try Value(from: decoder)
  }
}

/// An entry that could not be read, for example because a newer server has a kind that this client does not know.
public struct UnreadableEntry: Sendable, Hashable {
  /// The position in the list, from 0.
  public let index: Int
  /// The id, if there is one.
  public let id: String?
  /// What is wrong, and where.
  public let detail: String
}

extension [UnreadableEntry] {
  /// Adds those of the next page of a list.
  ///
  /// - Parameter count: the number of elements of the pages before it.
  mutating func append(_ others: [UnreadableEntry], after count: Int) {
    self += others.map { UnreadableEntry(index: $0.index + count, id: $0.id, detail: $0.detail) }
  }
}

/// A list in which each element is read by itself, so that an unreadable one does not affect the others.
struct LenientList<Element: Decodable>: Decodable {
  private(set) var elements: [Element] = []
  private(set) var unreadable: [UnreadableEntry] = []

  private enum CodingKeys: String, CodingKey { case id }

  /// A value of any kind.
  private struct Skipped: Decodable {
    let id: String?

    init(from decoder: any Decoder) throws {
      id = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
    }
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let index = container.currentIndex
      do {
        elements.append(try container.decode(Element.self))
      } catch let error as DecodingError {
        // A failed element is still the current one.
        let skipped = try container.decode(Skipped.self)
        unreadable.append(UnreadableEntry(index: index, id: skipped.id, detail: error.location))
      }
    }
  }
}

extension DecodingError {
  /// What is wrong, and where: "/entries/3/hours/zone: …".
  var location: String {
    let context: Context =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context
      case .keyNotFound(let key, let context):
        Context(codingPath: context.codingPath, debugDescription: "\"\(key.stringValue)\" is missing")
      @unknown default: Context(codingPath: [], debugDescription: "\(self)")
      }
    let pointer = context.codingPath.map { "/\($0.intValue.map(String.init) ?? $0.stringValue)" }.joined()
    return "\(pointer): \(context.debugDescription)"
  }
}
