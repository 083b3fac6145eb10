import SimdJSON

/// A tag of OpenStreetMap: a key and a value, such as `amenity=cafe`.
public struct OSMTag: Sendable, Hashable {
  public let key: String
  public let value: String

  public init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
}

extension OSMTag: CustomStringConvertible {
  /// The tag as mappers write it: "amenity=cafe".
  public var description: String { "\(key)=\(value)" }
}

extension JSONWriter {
  /// Writes a tag as a member of an object.
  mutating func member(_ tag: OSMTag) {
    key(tag.key)
    string(tag.value)
  }
}
