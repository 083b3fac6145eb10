public import FeedKit

/// The list of built-in adapters.
public enum BuiltInAdapters {
  /// All built-in adapters.
  public static let all: [any FeedAdapter] = [
    PennAdapter(),
    WhatsOpenAdapter(),
    PlacesAdapter(),
    GuideAdapter(),
    QuotesAdapter(),
  ]
}
