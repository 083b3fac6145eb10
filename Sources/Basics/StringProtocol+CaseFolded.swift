extension StringProtocol {
  /// The text with its case folded as Unicode does in full (section 3.13 of the standard): "STRASSE" and "Straße" both become "strasse".
  package var caseFolded: String {
    let lower = lowercased()
    // ASCII is done. Otherwise, lower case comes first, because the capital sharp s has no other upper case.
    return lower.utf8.allSatisfy { $0 < 0x80 } ? lower : lower.uppercased().lowercased()
  }
}
