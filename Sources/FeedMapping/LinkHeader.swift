/// The links of a `Link` header (RFC 8288), such as `<https://example.edu/places?page=2>; rel="next"`.
enum LinkHeader {
  /// Returns the target of the first link with a relation; nil if there is none.
  static func target(_ relation: String, in header: String) -> String? {
    var rest = header[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let target = rest[rest.index(after: start)..<end]
      let parameters = rest[rest.index(after: end)...]
      var (isQuoted, next) = (false, parameters.startIndex)
      while next < parameters.endIndex, isQuoted || parameters[next] != "," {
        if parameters[next] == "\"" { isQuoted.toggle() }
        next = parameters.index(after: next)
      }
      if relations(parameters[..<next]).contains(relation) { return String(target) }
      rest = parameters[next...]
    }
    return nil
  }

  /// Returns the relations in the parameters of a link, in lower case.
  private static func relations(_ parameters: Substring) -> [String] {
    for parameter in parameters.split(separator: ";") {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "rel" else { continue }
      return parts[1].lowercased().split { $0.isWhitespace || $0 == "\"" }.map(String.init)
    }
    return []
  }
}
