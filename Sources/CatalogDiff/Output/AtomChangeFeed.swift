import Basics
public import CampusCatalog
public import OpeningHours

/// Change logs as an Atom feed (RFC 4287), for subscriptions.
///
/// Readers recognize entries by their ids, which must never change (RFC 4287, 4.2.6). The id of a change that a run saw depends on the entry,
/// the change and the time of the run, so that a change that happens again is reported again. Of two files, it is unknown which run saw a
/// change: there, the id depends on the entry and the change alone, so that newer files with the same change do not report it again.
public enum AtomChangeFeed {
  /// Returns the feed of the changes that runs saw, with a line feed at its end. `updated` of an entry is the time of the run.
  ///
  /// - Parameters:
  ///   - logs: the changes that each run saw, newest first.
  ///   - updated: the time of the feed if there are no changes.
  ///   - address: the address of the feed, which may be relative to the address where the document is published; empty if it is that
  ///     address.
  ///   - about: the subject of the feed, such as a selection of campuses. It is part of the title and decides the feed's id.
  ///   - identity: further texts that decide the feed's id, such as the ids of the entries that it is about.
  ///   - pages: the pages for people about feeds, to which entries without a page of their own link. Others link to the source.
  ///   - subtitle: such as the origins of the data, one on each line; empty for nothing.
  public static func text(
    of logs: [ChangeLog], updated: Instant, at address: String = "", about: String = "", identity: [String] = [],
    pages: [FeedID: String] = [:], subtitle: String = ""
  ) -> String {
    var seen: Set<String> = []
    let entries = logs.flatMap { log in
      let time = log.new.generatedAt.description
      return Self.entries(log, identity: time + "\n", time, pages, &seen)
    }
    return text(entries, updated: logs.first?.new.generatedAt ?? updated, address, about, identity, subtitle)
  }

  /// Returns the feed of the changes between two files. `updated` of an entry is the time of the older file: the change is later.
  public static func text(
    of log: ChangeLog, at address: String = "", about: String = "", pages: [FeedID: String] = [:], subtitle: String = ""
  ) -> String {
    var seen: Set<String> = []
    let entries = entries(log, identity: "", log.old.generatedAt.description, pages, &seen)
    return text(entries, updated: log.new.generatedAt, address, about, [], subtitle)
  }

  private static func text(
    _ entries: [String], updated: Instant, _ address: String, _ about: String, _ identity: [String], _ subtitle: String
  ) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="utf-8"?>"#, #"<feed xmlns="http://www.w3.org/2005/Atom">"#,
      "  <id>urn:uuid:\(StableUUID(Array((["feed", about] + identity).joined(separator: "\n").utf8)))</id>",
      "  <title>\(escape(about.isEmpty ? "Catalog changes" : "Catalog changes: \(about)"))</title>",
      "  <link rel=\"self\" href=\"\(escape(address))\"/>",
      "  <updated>\(updated)</updated>",
      "  <author><name>aggregate</name></author>", "  <generator>aggregate</generator>",
    ]
    if !subtitle.isEmpty { lines.append("  <subtitle>\(escape(subtitle))</subtitle>") }
    return (lines + entries + ["</feed>"]).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of the entries of a log, except of those whose ids have been seen.
  ///
  /// - Parameters:
  ///   - start: the beginning of the text from which ids are made.
  ///   - time: the entries' `updated`.
  private static func entries(
    _ log: ChangeLog, identity start: String, _ time: String, _ pages: [FeedID: String], _ seen: inout Set<String>
  ) -> [String] {
    var lines: [String] = []
    /// Adds an entry, unless there is one with the same id, which is made from `identity`.
    func add(_ identity: [UInt8], _ title: String, link: String?, category: String, _ content: String) {
      let id = "urn:uuid:\(StableUUID(Array(start.utf8) + identity))"
      guard seen.insert(id).inserted else { return }
      lines += ["  <entry>", "    <id>\(id)</id>", "    <updated>\(time)</updated>", "    <title>\(escape(title))</title>"]
      if let link { lines.append("    <link rel=\"alternate\" href=\"\(escape(link))\"/>") }
      lines += [
        "    <category term=\"\(category)\"/>",
        "    <content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">\(content)</div></content>", "  </entry>",
      ]
    }
    for feed in log.feeds where feed.isChange {
      let identity = Array("\(feed.id)\n\(feed.texts.joined(separator: "\n"))".utf8)
      add(
        identity, "\(feed.headline).", link: pages[feed.id] ?? feed.url, category: "feed",
        "<ul>\(feed.texts.map { "<li>\(escape($0))</li>" }.joined())</ul>")
    }
    for campus in log.campusChanges {
      let identity = Array("\(campus.id)\n\(campus.changes.map(\.text).joined(separator: "\n"))".utf8)
      let title = sentence(PlainText.line(campus.name) ?? campus.id.description, campus.changes)
      let page = pages.filter { $0.key.campus == campus.id }.min { $0.key < $1.key }?.value
      add(identity, title, link: page ?? campus.link, category: campus.rank.rawValue, list(campus.changes))
    }
    // The title is about the changes that the entry does not share with most others.
    let own = ChangeSections(log).sections.flatMap(\.entries).compactMap { item in item.changes.first.map { (item.entry.id, $0) } }
    let subjects = Dictionary(own) { first, _ in first }
    for changed in log.entries {
      let identity = Array("\(changed.id)\n".utf8) + changed.fingerprint
      let title = sentence(changed.title, changed.changes, about: subjects[changed.id])
      add(
        identity, title, link: changed.page ?? pages[changed.feed] ?? changed.source, category: changed.rank.rawValue,
        list(changed.changes) + "<p>\(escape(changed.id.description))</p>")
    }
    return lines
  }

  /// Returns a change as a sentence: "Commons opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00. (2 more changes.)"
  ///
  /// - Parameter subject: the change; nil for the first.
  private static func sentence(_ name: String, _ changes: [Change], about subject: Change? = nil) -> String {
    guard let change = subject ?? changes.first else { return "\(name)." }
    let more = changes.count - 1
    return change.sentence.about(name) + (more == 0 ? "." : " (and \(more.counted("more change"))).")
  }

  /// Returns changes as an XHTML list.
  private static func list(_ changes: [Change]) -> String {
    let items = changes.map { change in
      let rank = change.rank > .routine ? "<strong>\(change.rank.rawValue)</strong>: " : ""
      return "<li>\(rank)\(escape(change.text))\(change.shownWhy.map { " (\(escape($0)))" } ?? "")</li>"
    }
    return "<ul>\(items.joined())</ul>"
  }

  private static func escape(_ text: String) -> String { MarkupEscaping.xml.escaped(text) }
}

extension AtomChangeFeed {
  /// Returns a feed with the entries of a newer one before the entries of an older one, each id once. The title, the id and the time
  /// are those of the newer one.
  ///
  /// - Parameters:
  ///   - newer: written by `text`.
  ///   - older: written by `text` or by this function.
  ///   - limit: the maximum number of entries; the oldest are dropped.
  /// - Returns: nil if one of the feeds was not written here.
  public static func adding(_ newer: String, to older: String, limit: Int) -> String? {
    guard let new = parts(of: newer), let old = parts(of: older) else { return nil }
    var seen: Set<Substring> = []
    let entries = (new.entries + old.entries).filter { entry in
      guard let id = entry.split(separator: "\n").first(where: { $0.hasPrefix("    <id>") }) else { return false }
      return seen.insert(id).inserted
    }
    return new.head + entries.prefix(limit).map { start + $0 }.joined() + "</feed>\n"
  }

  private static let start = "  <entry>\n"

  /// Splits a feed into the text before its first entry, and its entries without their first lines.
  private static func parts(of text: String) -> (head: String, entries: [Substring])? {
    guard text.hasPrefix(#"<?xml version="1.0" encoding="utf-8"?>"# + "\n" + #"<feed xmlns="http://www.w3.org/2005/Atom">"# + "\n"),
      text.contains("  <generator>aggregate</generator>\n"), text.hasSuffix("</feed>\n")
    else { return nil }
    let parts = text.dropLast("</feed>\n".count).split(separator: start, omittingEmptySubsequences: false)
    let entries = Array(parts.dropFirst())
    let areWhole = entries.allSatisfy { entry in entry.firstRange(of: "  </entry>\n")?.upperBound == entry.endIndex }
    return areWhole ? (parts.first.map(String.init) ?? "", entries) : nil
  }
}
