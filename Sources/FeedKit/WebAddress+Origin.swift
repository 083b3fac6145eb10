package import CampusCatalog

extension WebAddress {
  /// The scheme, host and port.
  package var origin: Substring {
    let authority = description.firstRange(of: "://")?.upperBound ?? description.startIndex
    return description[..<(description[authority...].firstIndex { "/?#".contains($0) } ?? description.endIndex)]
  }
}
