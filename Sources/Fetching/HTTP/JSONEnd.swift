import SimdJSON

/// Whether a text that should be JSON stops in its middle.
enum JSONEnd {
  /// True when the text is the beginning of JSON and not all of it. A fault before its end is not a cut.
  static func isCut(_ body: [UInt8]) -> Bool {
    do {
      _ = try JSONDocument(parsing: body)
      return false
    } catch {
      return error.endsEarly
    }
  }
}
