import CampusCatalog
import SimdJSON

/// A registry file that is about to change: its JSON in the original order, so that everything else stays the same.
struct RegistryDraft {
  let path: String
  private var members: [(key: String, value: JSONTree)] = []

  /// The maximum size of a registry file that can be changed, in bytes.
  private static let sizeLimit = 1 << 24

  /// Reads a registry file; a file that does not exist is empty.
  ///
  /// - Throws: `Failure` for a file that is not a JSON object. The registry checks the rest.
  init(_ path: String) throws(Failure) {
    self.path = path
    if InputFile.isRegular(path) == false { throw Failure(.usage, "\(path) is not a regular file; name a registry file") }
    let bytes: [UInt8]?
    do throws(SystemError) { bytes = try InputFile.readIfPresent(path, limit: Self.sizeLimit) } catch {
      throw Failure(.configuration, "the registry file \(path) cannot be read: \(error.text)")
    }
    guard let bytes else { return }
    do { members = try JSONTree.members(of: bytes, "a registry") } catch { throw Failure(.configuration, error, path, bytes) }
  }

  /// Whether the file names its schema.
  var hasSchema: Bool { members.contains { $0.key == "$schema" } }

  mutating func setSchema(_ name: String) { members.insert(("$schema", .string(name)), at: 0) }

  /// Returns the item of a list, such as the feed "penn/dining"; nil if the file has none.
  func item(_ id: String, of list: String) -> [(key: String, value: JSONTree)]? {
    items(list).lazy.compactMap(\.members).first { Self.id($0) == id }
  }

  /// Returns whether the file has a feed of its own with this id, whatever is built in: it states an adapter and addresses.
  func replaces(_ feed: FeedID) -> Bool {
    guard let item = item(feed.description, of: "feeds") else { return false }
    return ["adapter", "addresses"].allSatisfy { key in item.contains { $0.key == key } }
  }

  /// Adds an item to a list, or replaces the one with its id.
  mutating func put(_ item: [(key: String, value: JSONTree)], into list: String) {
    var items = items(list)
    let id = Self.id(item)
    if let index = items.firstIndex(where: { $0.members.flatMap(Self.id) == id }) {
      items[index] = .object(item)
    } else {
      items.append(.object(item))
    }
    set(list, items)
  }

  /// The corrections, in their order.
  var corrections: [JSONTree] {
    get { items("corrections") }
    set { set("corrections", newValue) }
  }

  /// Removes the items with an id from a list.
  mutating func remove(_ id: String, from list: String) {
    set(list, items(list).filter { $0.members.flatMap(Self.id) != id })
  }

  private func items(_ list: String) -> [JSONTree] {
    guard case .array(let items)? = members.first(where: { $0.key == list })?.value else { return [] }
    return items
  }

  private mutating func set(_ list: String, _ items: [JSONTree]) {
    if let index = members.firstIndex(where: { $0.key == list }) {
      members[index].value = .array(items)
    } else {
      members.append((list, .array(items)))
    }
  }

  private static func id(_ item: [(key: String, value: JSONTree)]) -> String? {
    guard case .string(let id)? = item.first(where: { $0.key == "id" })?.value else { return nil }
    return id
  }

  /// The file as JSON text, with each member and each item of its lists on separate lines.
  var text: String { JSONTree.object(members).pretty(levels: 2) + "\n" }
}

extension JSONTree {
  /// Parses the members of an object.
  ///
  /// - Parameter what: the kind of the object, for the message about other values.
  static func members(of bytes: [UInt8], _ what: String) throws -> [(key: String, value: JSONTree)] {
    let document = try JSONDocument(parsing: bytes)
    guard case .object(let members) = JSONTree(document.root) else {
      throw document.root.fault(.type, "expected \(what) (an object), found \(document.root.kind)")
    }
    return members
  }

  fileprivate var members: [(key: String, value: JSONTree)]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}
