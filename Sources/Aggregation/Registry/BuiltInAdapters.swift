import CampusCatalog
public import FeedCore
import GuideAdapter
import PennAdapter
import PlacesAdapter
import QuotesAdapter
import WhatsOpenAdapter

/// The adapters that are built in: a list to read, no discovery.
public enum BuiltInAdapters {
  public static let all: [any FeedAdapter] = [
    PennAdapter(),
    WhatsOpenAdapter(),
    PlacesAdapter(),
    GuideAdapter(),
    QuotesAdapter(),
  ]
}
