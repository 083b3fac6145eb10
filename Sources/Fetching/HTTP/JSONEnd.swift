import SimdJSON

/// Detects truncated JSON.
enum JSONEnd {
  /// Returns whether a body is valid JSON up to its end but incomplete.
  /// For example, `[1, 2` and `{"a": tr` are truncated; `[1, 2}` is not.
  static func isTruncated(_ body: [UInt8]) -> Bool {
    do {
      _ = try JSONDocument(parsing: body)
      return false
    } catch {
      return error.endsEarly
    }
  }
}
