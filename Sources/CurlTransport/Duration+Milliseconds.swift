extension Duration {
  /// Whole milliseconds, clamped to about a month.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 2_500_000 else { return 2_500_000_000 }
    guard seconds > -2_500_000 else { return -2_500_000_000 }
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
