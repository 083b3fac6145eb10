public import FeedKit
import FeedMapping

/// The list of built-in adapters.
public enum BuiltInAdapters {
  /// All built-in adapters.
  public static let all: [any FeedAdapter] = [
    PennAdapter(),
    WhatsOpenAdapter(),
    PlacesAdapter(),
    GuideAdapter(),
    QuotesAdapter(),
    OpenMensaAdapter(),
    CatalogAdapter(),
    MappingAdapter(builtIn: "eateries", EmbeddedFiles.texts["Eateries/mapping.json"]),
    MappingAdapter(builtIn: "dine-on-campus", EmbeddedFiles.texts["DineOnCampus/mapping.json"]),
  ]
}
