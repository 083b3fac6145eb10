/// A recording of all built-in feeds that is part of the program: written by us in the feeds' real shapes.
public enum SampleRecording {
  /// The bytes of a file by its path in the layout of recordings; nil when there is none.
  public static func file(_ path: String) -> [UInt8]? { files[path]?() }

  /// Every path, sorted.
  public static var paths: [String] { files.keys.sorted() }

  /// Embedding flattens names, so each path stands here once; a test compares the list with the folder.
  private static let files: [String: @Sendable () -> [UInt8]] = [
    "everywhere/guides/guides.2.json": { PackageResources.guides_2_json },
    "everywhere/guides/guides.json": { PackageResources.guides_json },
    "everywhere/guides/guides.meta.json": { PackageResources.guides_meta_json },
    "everywhere/quotes/quotes.json": { PackageResources.quotes_json },
    "everywhere/quotes/quotes.meta.json": { PackageResources.quotes_meta_json },
    "gmu/whats-open/alerts.json": { PackageResources.alerts_json },
    "gmu/whats-open/alerts.meta.json": { PackageResources.alerts_meta_json },
    "gmu/whats-open/facilities.json": { PackageResources.facilities_json },
    "gmu/whats-open/facilities.meta.json": { PackageResources.facilities_meta_json },
    "liverpool/places/places.json": { PackageResources.places_json },
    "liverpool/places/places.meta.json": { PackageResources.places_meta_json },
    "penn/dining/venues.json": { PackageResources.venues_json },
    "penn/dining/venues.meta.json": { PackageResources.venues_meta_json },
  ]
}
