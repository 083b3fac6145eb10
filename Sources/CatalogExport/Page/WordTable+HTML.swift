package import OpeningHours

extension WordTable {
  /// Returns a text with markup as its values. The text itself is escaped.
  package func html(_ key: String, count: Int? = nil, _ values: KeyValuePairs<String, HTML>) -> HTML {
    HTML.all(
      parts(of: key, count: count).map { part -> HTML in
        switch part {
        case .literal(let text): "\(text)"
        case .value(let name): values.first { $0.key == name }?.value ?? "\(count?.description ?? "")"
        }
      })
  }
}
