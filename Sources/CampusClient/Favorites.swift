public import Foundation

/// The favorite places of a person: ids, in the order in which they were added. A list in a file survives restarts.
///
///     var favorites = try Favorites(contentsOf: file)
///     favorites.toggle(place.id)
///     try favorites.write(to: file)
///     var query = EntryQuery()
///     query.ids = favorites.ids
public struct Favorites: Codable, Sendable, Hashable {
  public private(set) var ids: [String]

  public init(_ ids: [String] = []) {
    self.ids = []
    for id in ids { add(id) }
  }

  /// Reads a list; an empty one if there is no file.
  ///
  /// - Throws: the error of reading a file that exists. Do not write over such a file.
  public init(contentsOf file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else {
      self.init()
      return
    }
    self.init(try JSONDecoder().decode([String].self, from: Data(contentsOf: file)))
  }

  /// Writes the list, as a whole or not at all.
  public func write(to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try JSONEncoder().encode(ids).write(to: file, options: .atomic)
  }

  public func contains(_ id: String) -> Bool { ids.contains(id) }

  public mutating func add(_ id: String) {
    if !contains(id) { ids.append(id) }
  }

  public mutating func remove(_ id: String) { ids.removeAll { $0 == id } }

  /// Adds an id, or removes it if it is in the list.
  public mutating func toggle(_ id: String) {
    if contains(id) { remove(id) } else { add(id) }
  }
}
