/// Finds the line and column of a value in JSON text, for error messages.
public enum JSONLocator {
  /// Returns the one-based line and column (in Unicode scalars) of the value that a pointer names.
  ///
  /// For a member, that is the position of its key. For a pointer without a value, it is the position of the last value along the
  /// pointer that exists.
  ///
  /// - Parameters:
  ///   - pointer: a JSON Pointer (RFC 6901).
  ///   - bytes: valid JSON text.
  public static func position(of pointer: String, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let tokens = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    return StrictScanner.position(of: tokens.map(unescape), in: bytes.span)
  }

  /// Returns a reference token with `~1` as `/` and `~0` as `~`.
  private static func unescape(_ token: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = token[...]
    while let byte = rest.popFirst() {
      let isEscape = byte == UInt8(ascii: "~") && !rest.isEmpty
      bytes.append(isEscape && rest.removeFirst() == UInt8(ascii: "1") ? UInt8(ascii: "/") : byte)
    }
    return bytes
  }
}
