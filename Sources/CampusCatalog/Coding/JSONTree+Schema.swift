package import SimdJSON

/// JSON Schemas that are put together from parts.
extension JSONTree {
  /// Parses a JSON literal of the program.
  package init(embedded bytes: [UInt8]) {
    guard let tree = JSONTree(parsing: bytes) else { preconditionFailure("invalid JSON") }
    self = tree
  }

  /// Returns a reference to a definition of the same schema.
  package static func reference(_ name: String, about: String? = nil) -> JSONTree {
    let reference = ("$ref", JSONTree.string("#/$defs/\(name)"))
    return .object(about.map { [("description", .string($0)), reference] } ?? [reference])
  }

  /// The schema as a file for people.
  package var schemaBytes: [UInt8] { Array((pretty(levels: 3) + "\n").utf8) }

  /// Returns this value with the members of another object and the elements of another array added, on all levels. For values that cannot
  /// be combined, `self` takes precedence.
  package func merged(with other: JSONTree) -> JSONTree {
    switch (self, other) {
    case (.object(var members), .object(let others)):
      for (key, value) in others {
        if let index = members.firstIndex(where: { $0.key == key }) {
          members[index].value = members[index].value.merged(with: value)
        } else {
          members.append((key, value))
        }
      }
      return .object(members)
    case (.array(let elements), .array(let others)): return .array(elements + others)
    default: return self
    }
  }

  /// Returns the schema, with those definitions of another schema added that it refers to, directly or indirectly.
  ///
  /// - Parameters:
  ///   - path: the keys that lead to the definitions in this schema.
  ///   - definitions: the definitions to choose from, which refer to each other in the same way.
  package func completed(at path: [String] = ["$defs"], with definitions: [(key: String, value: JSONTree)]) -> JSONTree {
    guard case .object(var own) = value(at: path[...]) else { return self }
    let prefix = "#/\(path.joined(separator: "/"))/"
    var names = references
    while let name = names.popLast() {
      guard name.hasPrefix(prefix), case let key = String(name.dropFirst(prefix.count)), !own.contains(where: { $0.key == key }),
        let definition = definitions.first(where: { $0.key == key })
      else { continue }
      own.append(definition)
      names += definition.value.references
    }
    return replacing(path[...], with: .object(own)) ?? self
  }

  /// Returns the names of the members that definitions of objects have, each followed by the names of its own members: `location`,
  /// `location.address`. Repeated names are left out.
  package func memberNames(of definitions: [String]) -> [String] {
    func members(_ schema: JSONTree?) -> [(key: String, value: JSONTree)] {
      if case .string(let reference) = schema?.value(at: ["$ref"]) {
        return members(value(at: reference.split(separator: "/").dropFirst().map(String.init)[...]))
      }
      return schema?.value(at: ["properties"])?.children ?? []
    }
    var names: [String] = []
    for (key, schema) in definitions.flatMap({ members(value(at: ["$defs", $0])) }) {
      for name in [key] + members(schema).map({ "\(key).\($0.key)" }) where !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The values of all members `$ref`.
  private var references: [String] {
    children.flatMap { key, value in if key == "$ref", case .string(let name) = value { [name] } else { value.references } }
  }

  /// Returns the value with the values of all members `$ref` changed.
  package func replacingReferences(_ change: (String) -> String) -> JSONTree {
    with(
      children.map { key, value in
        if key == "$ref", case .string(let name) = value { return (key, .string(change(name))) }
        return (key, value.replacingReferences(change))
      })
  }
}
