import FeedKit

/// A rule that finds a list of records, or of groups of them: a JSON Pointer, or `{"first": ["/data/list", "/list"]}` for feeds that have
/// had several shapes. The list is an array, or an object of records by key.
struct RecordsRule: Sendable {
  private let paths: [JSONPath]

  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else {
      paths = [try value.path()]
      return
    }
    try value.expectOnly(["first"])
    paths = try value.requiredList("first") { (path) throws(JSONFieldError) in try path.path() }
    if paths.isEmpty { throw value.fault(.value, "the list is empty") }
  }

  /// Returns the list in a reply or group, and its pointer in there.
  ///
  /// - Throws: an error at the first pointer if there is none.
  @_lifetime(copy value)
  func list(in value: JSONValue) throws(JSONFieldError) -> JSONValue {
    for path in paths {
      if let list = value.value(at: path), list.isArray || list.isObject { return list }
    }
    let found = value.value(at: paths[0])?.kind.description ?? "nothing"
    throw JSONFieldError(.type, at: paths[0].description, "expected an array or an object of records, found \(found)")
  }

  /// The pointer of the list that `list` returns.
  func pointer(in value: JSONValue) -> String {
    for path in paths {
      if let list = value.value(at: path), list.isArray || list.isObject { return path.description }
    }
    return paths[0].description
  }
}
