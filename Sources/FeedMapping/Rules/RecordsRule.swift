import FeedKit

/// A rule that finds a list of records, or of groups of them: a JSON Pointer, or `{"first": ["/data/list", "/list"]}` for feeds that have
/// had several shapes. The list is an array, or an object of records by key. In replies about a single place, `{"one": "/library"}` is
/// the record itself.
struct RecordsRule: Sendable {
  private let paths: [JSONPath]
  /// Whether the value is one record, of any type, and not a list.
  let isOne: Bool

  init(reading value: JSONValue) throws(JSONFieldError) {
    isOne = value["one"] != nil
    if isOne {
      try value.expectOnly(["one"])
      paths = [try value.requiredPath("one")]
    } else if value.isObject {
      try value.expectOnly(["first", "one"])
      paths = try value.requiredList("first") { (path) throws(JSONFieldError) in try path.path() }
      if paths.isEmpty { throw value.fault(.value, "the list is empty") }
    } else {
      paths = [try value.path()]
    }
  }

  /// Returns the list in a reply or group, or the one record.
  ///
  /// - Throws: an error at the first pointer if there is none.
  @_lifetime(copy value)
  func list(in value: JSONValue) throws(JSONFieldError) -> JSONValue {
    let path = path(in: value)
    let list = value.value(at: path)
    if let list, list.isArray || list.isObject { return list }
    let found = list?.kind.description ?? "nothing"
    throw JSONFieldError(.type, at: path.description, "expected \(isOne ? "a record" : "an array or an object of records"), found \(found)")
  }

  /// Returns the list of a group in a reply.
  ///
  /// - Parameter pointer: that of the group.
  @_lifetime(copy group)
  func list(in group: JSONValue, at pointer: String, of reply: FeedReply) throws(AdapterError) -> JSONValue {
    do throws(JSONFieldError) { return try list(in: group) } catch {
      throw AdapterError(shape: JSONFieldError(error.code, at: pointer + error.pointer, error.message), in: reply.request)
    }
  }

  /// The first of the pointers.
  var firstPointer: String { paths[0].description }

  /// The pointer of the list that `list` returns.
  func pointer(in value: JSONValue) -> String { path(in: value).description }

  /// Returns the first path with a list; the first of all if there is none.
  private func path(in value: JSONValue) -> JSONPath {
    for path in paths {
      if let list = value.value(at: path), list.isArray || list.isObject { return path }
    }
    return paths[0]
  }
}
