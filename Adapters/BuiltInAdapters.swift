public import FeedKit

/// The adapters of the program, one line each.
public enum BuiltInAdapters {
  public static let all: [any FeedAdapter] = [
    PennAdapter(),
    WhatsOpenAdapter(),
    PlacesAdapter(),
    GuideAdapter(),
    QuotesAdapter(),
  ]
}
