public import CampusCatalog

/// A file format for catalogs. Raw values are the values of `--format`.
public enum ExportFormat: String, Sendable, CaseIterable {
  case json, ndjson, geojson
  case osmHours = "osm-hours"
  case jsonld, csv, ics, atom, sqlite, markdown, html

  /// The purpose of the format, as a sentence.
  public var summary: String {
    switch self {
    case .json: "The catalog itself: one document with everything, one entry on each line."
    case .ndjson: "The catalog's entries, one on each line, for jq and other tools that read lines."
    case .geojson: "Places and events on a map (RFC 7946), with the property names of OpenStreetMap."
    case .osmHours: "Opening hours of places as OpenStreetMap writes them: an id, a tab and the text on each line."
    case .jsonld: "Linked data with the terms of schema.org, for web pages and search engines."
    case .csv: "One table for spreadsheets (RFC 4180): --table places, hours, events, occurrences, alerts, quotes, menus or dishes."
    case .ics: "A calendar (RFC 5545): opening hours as repeating events, events with their times, or as whole days."
    case .atom: "Changes since an older catalog (--since) as a feed (RFC 4287)."
    case .sqlite: "A database with a table for each kind of entry, full-text search and a spatial index."
    case .markdown: "A page for each campus to commit: today, its menus, the week, alerts, events and sources."
    case .html: "The same page for a browser or a printer, without scripts."
    }
  }

  /// The kinds of entries that the format can express; it leaves out all others.
  public var kinds: Set<Entry.Kind> {
    switch self {
    case .json, .ndjson, .jsonld, .csv, .sqlite, .atom: Set(Entry.Kind.allCases)
    case .osmHours: [.place]
    case .geojson: [.place, .event]
    case .ics: [.place, .event, .alert]
    case .markdown, .html: [.place, .event, .alert, .menu]
    }
  }

  /// Whether an export has the time at which each entry changed, if that is known.
  public var statesChanges: Bool {
    switch self {
    case .csv, .geojson, .ics: true
    case .json, .ndjson, .osmHours, .jsonld, .atom, .sqlite, .markdown, .html: false
    }
  }

  /// What an export does with the usual weeks of places.
  public enum UsualWeekUse: Sendable, Hashable {
    /// It marks the days that differ from them.
    case marks
    /// It has them instead of the hours, and only the places whose usual week is certain (`UsualWeek.schedule`).
    case baseHours
  }

  /// What an export does with the usual weeks of places; nil if nothing.
  public var usualWeekUse: UsualWeekUse? {
    switch self {
    case .html, .markdown: .marks
    case .geojson, .osmHours: .baseHours
    case .json, .ndjson, .jsonld, .csv, .ics, .atom, .sqlite: nil
    }
  }

  /// The media type (RFC 6838), such as "application/geo+json".
  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
    case .geojson: "application/geo+json"
    case .osmHours: "text/tab-separated-values; charset=utf-8"
    case .jsonld: "application/ld+json"
    case .csv: "text/csv; charset=utf-8; header=present"
    case .ics: "text/calendar; charset=utf-8"
    case .atom: "application/atom+xml"
    case .sqlite: "application/vnd.sqlite3"
    case .markdown: "text/markdown; charset=utf-8; variant=GFM"
    case .html: "text/html; charset=utf-8"
    }
  }
}
