extension StringProtocol {
  /// The text with its case folded as Unicode does in full (section 3.13 of the standard): "STRASSE" and "Straße" both become "strasse".
  package var caseFolded: String {
    var folded: [UInt8] = []
    folded.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "A"..."Z": folded.append(UInt8(ascii: scalar) | 0x20)
      case "\0"..."\u{7F}": folded.append(UInt8(ascii: scalar))
      // Letters and punctuation that occur often and stay as they are.
      case "à"..."ÿ", "\u{2010}"..."\u{2027}": folded.append(contentsOf: String(scalar).utf8)
      case "À"..."Ö", "Ø"..."Þ": folded += [0xC3, UInt8(truncatingIfNeeded: scalar.value - 0x20)]
      // Lower case comes first, because the capital sharp s has no other upper case.
      default: folded.append(contentsOf: scalar.properties.lowercaseMapping.uppercased().lowercased().utf8)
      }
    }
    return String(decoding: folded, as: UTF8.self)
  }
}
