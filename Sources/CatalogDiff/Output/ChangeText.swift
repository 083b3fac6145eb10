import CampusCatalog

/// A change log as plain text for people, by campus and entry.
///
///     Changes from Fri 20 Nov 2026 12:00 to Sat 21 Nov 2026 12:00: 1 entry changed (routine)
///
///     University of Pennsylvania (penn)
///       Commons  penn/dining/593
///         opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00
///
/// Changes that most entries of a feed share are listed once (`SharedChanges`).
///
/// Texts from feeds are not escaped: the caller must escape the markup of its medium.
public enum ChangeText {
  /// A line of the text, for callers that wrap and color it.
  public struct Line: Sendable, Hashable {
    public enum Part: Sendable, Hashable {
      /// The first line, with its verdict on the whole comparison.
      case summary
      case campus
      /// A remark on a feed.
      case remark
      case entry
      case change(Change.Rank)
    }

    public let part: Part
    /// In columns.
    public let indent: Int
    /// The rank above routine in capitals, which comes before the text: "BREAKING"; otherwise nil.
    public let rank: String?
    public let text: String
    /// The id, which comes after the name of an entry; otherwise nil.
    public let id: String?

    fileprivate init(_ part: Part, indent: Int = 0, _ text: String, rank: Change.Rank = .routine, id: String? = nil) {
      self.part = part
      self.indent = indent
      self.rank = rank > .routine ? rank.rawValue.uppercased() : nil
      self.text = text
      self.id = id
    }

    /// The line as it is.
    var plain: String {
      String(repeating: " ", count: indent) + (rank.map { "\($0) " } ?? "") + text + (id.map { "  \($0)" } ?? "")
    }
  }

  /// Returns lines without line feeds.
  public static func lines(of log: ChangeLog) -> [String] { parts(of: log).map { $0?.plain ?? "" } }

  /// Returns lines; nil for an empty line.
  public static func parts(of log: ChangeLog) -> [Line?] {
    let sections = ChangeSections(log)
    var lines: [Line?] = [Line(.summary, "Changes" + (sections.summary.hasPrefix("from") ? " " : ": ") + sections.summary)]
    if let verdict = sections.verdict { lines.append(Line(.summary, "\(verdict).")) }
    for section in sections.sections {
      lines += [nil, Line(.campus, section.title)]
      for feed in section.feeds { lines += feed.texts.map { Line(.remark, indent: 2, "\(feed.id): \($0)") } }
      lines += section.campus.map { line($0, indent: 2) }
      for part in section.shared {
        lines.append(Line(.entry, indent: 2, "\(part.title):"))
        lines += part.changes.map { line($0, indent: 4) }
      }
      lines += section.unpaired.map { line($0, indent: 2) }
      for item in section.entries {
        let (title, id) = (item.entry.title, item.entry.id.description)
        let ids = [title == id ? nil : id, item.formerID.map { "was \($0)" }].compactMap { $0 }.joined(separator: ", ")
        lines.append(Line(.entry, indent: 2, title, id: ids.isEmpty ? nil : ids))
        lines += item.changes.map { line($0, indent: 4) }
        if let remark = item.remark { lines.append(Line(.remark, indent: 4, remark)) }
      }
    }
    return lines
  }

  /// Returns one line about the changes, for the subject of a message: "The feed penn/dining is stale in the new catalog (http.503); 2
  /// more feeds have changed; 3 entries changed (all routine)". Only the first feed that has changed is named, so it is short.
  public static func subject(of log: ChangeLog) -> String {
    let feeds = log.feeds.filter(\.isChange)
    let more = feeds.count - 1
    let feed = feeds.first.map { $0.headline + (more > 0 ? "; \(more.counted("more feed")) \(more == 1 ? "has" : "have") changed" : "") }
    let parts = [feed, ChangeSections.counts(log)].compactMap(\.self)
    return parts.isEmpty ? "No changes" : parts.joined(separator: "; ")
  }

  /// Returns the line for an entry's name, with its id if it has a name.
  public static func title(_ name: String, id: String?) -> Line { Line(.entry, name, id: id) }

  /// Returns a line that is not a change.
  public static func remark(_ text: String) -> Line { Line(.remark, text) }

  /// Returns the lines for changes of one entry, without its name.
  public static func parts(of changes: [Change], indent: Int = 0) -> [Line] { changes.map { line($0, indent: indent) } }

  /// "BREAKING is gone", "SUSPICIOUS moved 612 m (moved over 500 m)", "renamed from …". The reason why many hours are suspicious is
  /// given with the feed.
  private static func line(_ change: Change, indent: Int) -> Line {
    Line(.change(change.rank), indent: indent, change.text + (change.shownWhy.map { " (\($0))" } ?? ""), rank: change.rank)
  }
}

extension Change {
  /// The reason for the rank if the line gives it.
  var shownWhy: String? { rank == .suspicious && showsWhy ? why : nil }
}
