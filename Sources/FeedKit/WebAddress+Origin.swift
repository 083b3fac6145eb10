package import CampusCatalog

extension WebAddress {
  /// The scheme, host and port.
  package var origin: Substring {
    let authority = description.firstRange(of: "://")?.upperBound ?? description.startIndex
    return description[..<(description[authority...].firstIndex { "/?#".contains($0) } ?? description.endIndex)]
  }

  /// The host in lower case, with the port if there is one: "places.example.edu:8443".
  package var host: String? {
    origin.firstRange(of: "://").map { origin[$0.upperBound...].lowercased() }
  }

  package var isSecure: Bool { origin.lowercased().hasPrefix("https://") }
}
