import Hashing

/// Change logs as an Atom feed (RFC 4287), for subscriptions.
///
/// The id of an Atom entry depends on what has changed: the same change has the same id in every feed. Readers recognize entries by their
/// ids, which must never change (RFC 4287, 4.2.6).
public enum AtomChangeFeed {
  /// Returns the document, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - log: the changes.
  ///   - about: the subject of the feed, such as a selection of campuses. It is part of the title and decides the feed's id.
  ///   - idsIncludeTime: whether ids depend on the time, so that a change that happens again is reported again. Otherwise a change has
  ///     the same id in whatever catalogs it is found.
  public static func text(of log: ChangeLog, about: String = "", idsIncludeTime: Bool = false) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="utf-8"?>"#, #"<feed xmlns="http://www.w3.org/2005/Atom">"#,
      "  <id>\(uuid(Array("feed\n\(about)".utf8)))</id>",
      "  <title>\(escape(about.isEmpty ? "Catalog changes" : "Catalog changes: \(about)"))</title>",
      "  <updated>\(log.new.generatedAt)</updated>",
      "  <author><name>aggregate</name></author>", "  <generator>aggregate</generator>",
    ]
    var seen: Set<String> = []
    let updated = log.new.generatedAt.description
    let time = idsIncludeTime ? "\(updated)\n" : ""
    /// Adds an entry, unless there is one with the same id, which is made from `identity`.
    func add(_ identity: [UInt8], _ title: String, link: String?, category: String, _ content: String) {
      let id = uuid(identity)
      guard seen.insert(id).inserted else { return }
      lines += ["  <entry>", "    <id>\(id)</id>", "    <updated>\(updated)</updated>", "    <title>\(escape(title))</title>"]
      if let link { lines.append("    <link rel=\"alternate\" href=\"\(escape(link))\"/>") }
      lines += [
        "    <category term=\"\(category)\"/>",
        "    <content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">\(content)</div></content>", "  </entry>",
      ]
    }
    for feed in log.feeds where feed.isChange {
      let identity = Array("\(feed.id)\n\(log.old.contentHash)\n\(log.new.contentHash)\n\(feed.texts.joined(separator: "\n"))".utf8)
      let title = "The feed \(feed.id) has changed: \(feed.texts.first ?? "")."
      add(identity, title, link: feed.url, category: "feed", "<ul>\(feed.texts.map { "<li>\(escape($0))</li>" }.joined())</ul>")
    }
    for campus in log.campusChanges {
      let identity = Array("\(time)\(campus.id)\n\(campus.changes.map(\.text).joined(separator: "\n"))".utf8)
      let title = sentence(PlainText.line(campus.name) ?? campus.id.description, campus.changes)
      add(identity, title, link: campus.link, category: campus.rank.rawValue, list(campus.changes))
    }
    for changed in log.entries {
      let identity = Array("\(time)\(changed.id)\n".utf8) + changed.fingerprint
      add(
        identity, sentence(changed.title, changed.changes), link: changed.link, category: changed.rank.rawValue,
        list(changed.changes) + "<p>\(escape(changed.id.description))</p>")
    }
    return (lines + ["</feed>"]).joined(separator: "\n") + "\n"
  }

  /// Returns the first change as a sentence: "Commons opens an hour later on Fridays: 10:00–17:00, was 09:00–17:00.", "The phone of Commons
  /// has changed, and 2 more things."
  private static func sentence(_ name: String, _ changes: [Change]) -> String {
    guard let first = changes.first else { return "\(name)." }
    let more = changes.count - 1
    let rest = more == 0 ? "." : more == 1 ? ", and one more thing has changed." : ", and \(more) more things have changed."
    return first.sentence(about: name) + rest
  }

  /// Returns changes as an XHTML list.
  private static func list(_ changes: [Change]) -> String {
    let items = changes.map { change in
      let rank = change.rank > .routine ? "<strong>\(change.rank.rawValue)</strong>: " : ""
      return "<li>\(rank)\(escape(change.text))\(change.shownWhy.map { " (\(escape($0)))" } ?? "")</li>"
    }
    return "<ul>\(items.joined())</ul>"
  }

  /// Returns a version 8 UUID (RFC 9562) from the SHA-256 of a text.
  private static func uuid(_ text: [UInt8]) -> String {
    var bytes = Array(SHA256.hash(text).bytes.prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.hexadecimal
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits.prefix($0.upperBound).dropFirst($0.lowerBound) }
    return "urn:uuid:\(groups.joined(separator: "-"))"
  }

  /// Escapes text for XML 1.0 and replaces characters that XML does not allow.
  private static func escape(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in PlainText.visible(text).unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

extension Change {
  /// Returns a sentence without its full stop.
  fileprivate func sentence(about name: String) -> String {
    if isPredicate { return "\(name) \(text)" }
    switch code {
    case .name: return "\(name) has another name: \(text)"
    case .possibleID: return "\(name) possibly has a new id"
    case _ where code.isAboutHours: return "\(name) has other hours: \(text)"
    default: return "\(name) has another \(noun): \(text)"
    }
  }

  /// The name of what changed.
  private var noun: String {
    let parts = ["address", "building", "abbreviation", "region", "phone", "email"]
    if parts.contains(code.rawValue) { return code.rawValue }
    return field.flatMap { Entry.Field(rawValue: $0) }?.info.noun ?? field ?? "value"
  }
}

extension AtomChangeFeed {
  /// Returns a feed with the entries of a newer one before those of an older one, each id once. The title, the id and the time
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
