/// Reasons and notes of feeds whose replies are catalogs.
extension ReasonCode {
  /// Reports came through the catalog that is being made, or through one catalog twice, and were left out.
  public static let catalogLoop = ReasonCode("catalog.loop")
  /// Entries are of campuses that the feed may not deliver, and were left out.
  public static let catalogCampus = ReasonCode("catalog.campus")
  /// The upstream checked the feed too long ago.
  public static let catalogOld = ReasonCode("catalog.old")
  /// The feed comes from several upstreams, or is also read here; only one of them counts.
  public static let catalogDuplicate = ReasonCode("catalog.duplicate")
  /// The catalog has entries without feed reports.
  public static let catalogUnreported = ReasonCode("catalog.unreported")
}
