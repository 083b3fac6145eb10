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
    CrousAdapter(),
    ICalendarAdapter(),
    CatalogAdapter(),
    MappingAdapter(builtIn: "eateries", EmbeddedFiles.texts["Eateries/mapping.json"]),
    MappingAdapter(builtIn: "dine-on-campus", EmbeddedFiles.texts["DineOnCampus/mapping.json"]),
    MappingAdapter(builtIn: "libcal", EmbeddedFiles.texts["LibCal/mapping.json"]),
    MappingAdapter(builtIn: "localist", EmbeddedFiles.texts["Localist/mapping.json"]),
    MappingAdapter(builtIn: "livewhale", EmbeddedFiles.texts["LiveWhale/mapping.json"]),
    MappingAdapter(builtIn: "the-events-calendar", EmbeddedFiles.texts["TheEventsCalendar/mapping.json"]),
    MappingAdapter(builtIn: "engage", EmbeddedFiles.texts["Engage/mapping.json"]),
    MappingAdapter(builtIn: "campusgroups", EmbeddedFiles.texts["CampusGroups/mapping.json"]),
    MappingAdapter(builtIn: "trumba", EmbeddedFiles.texts["Trumba/mapping.json"]),
    MappingAdapter(builtIn: "cmu-dining", EmbeddedFiles.texts["CMUDining/mapping.json"]),
    MappingAdapter(builtIn: "tum-eat-api", EmbeddedFiles.texts["TUMEatAPI/mapping.json"]),
    MappingAdapter(builtIn: "tum-eat-api-menus", EmbeddedFiles.texts["TUMEatAPIMenus/mapping.json"]),
    MappingAdapter(builtIn: "building-hours", EmbeddedFiles.texts["BuildingHours/mapping.json"]),
    MappingAdapter(builtIn: "ghent-resto", EmbeddedFiles.texts["GhentResto/mapping.json"]),
    MappingAdapter(builtIn: "ghent-resto-menus", EmbeddedFiles.texts["GhentRestoMenus/mapping.json"]),
    MappingAdapter(builtIn: "openmensa-api", EmbeddedFiles.texts["OpenMensaAPI/mapping.json"]),
    MappingAdapter(builtIn: "studentenwerk-dresden", EmbeddedFiles.texts["StudentenwerkDresden/mapping.json"]),
    MappingAdapter(builtIn: "penn-menus", EmbeddedFiles.texts["PennMenus/mapping.json"]),
    MappingAdapter(builtIn: "purdue", EmbeddedFiles.texts["Purdue/mapping.json"]),
    MappingAdapter(builtIn: "nutrislice", EmbeddedFiles.texts["Nutrislice/mapping.json"]),
    MappingAdapter(builtIn: "nutrislice-menus", EmbeddedFiles.texts["NutrisliceMenus/mapping.json"]),
    MappingAdapter(builtIn: "dine-on-campus-menus", EmbeddedFiles.texts["DineOnCampusMenus/mapping.json"]),
    MappingAdapter(builtIn: "compass-finland", EmbeddedFiles.texts["CompassFinland/mapping.json"]),
    MappingAdapter(builtIn: "sodexo-finland", EmbeddedFiles.texts["SodexoFinland/mapping.json"]),
    MappingAdapter(builtIn: "kanttiinit", EmbeddedFiles.texts["Kanttiinit/mapping.json"]),
    MappingAdapter(builtIn: "unicafe", EmbeddedFiles.texts["Unicafe/mapping.json"]),
  ]
}
