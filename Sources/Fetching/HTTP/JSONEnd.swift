import SimdJSON

/// Detects truncated JSON.
enum JSONEnd {
  /// Returns whether a body is valid JSON up to its end but incomplete.
  static func isTruncated(_ body: [UInt8]) -> Bool {
    do {
      _ = try JSONDocument(parsing: body)
      return false
    } catch {
      return error.endsEarly
    }
  }
}
