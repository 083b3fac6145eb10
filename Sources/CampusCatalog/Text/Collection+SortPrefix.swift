extension Collection<UInt8> {
  /// The first eight bytes as a number that sorts as they do; missing bytes are zero. Comparing it decides most comparisons of texts.
  @inlinable
  package var sortPrefix: UInt64 {
    let bytes = prefix(8)
    return bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - bytes.count))
  }
}
