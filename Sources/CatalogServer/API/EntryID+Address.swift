import CampusCatalog

/// Addresses of entries: an id is a path. Records that are "." or ".." would be lost, because clients remove such segments (RFC 3986, section
/// 5.2.4), so these have a "~" before them.
extension EntryID {
  /// The path of the entry below that of all entries.
  var path: String {
    let dots = record.drop { $0 == "~" }
    return dots == "." || dots == ".." ? "\(description.dropLast(record.count))~\(record)" : description
  }

  /// Finds the id with a path: the campus, the feed and the record, decoded.
  init?(path: [String]) {
    guard path.count == 3, let feed = FeedID("\(path[0])/\(path[1])") else { return nil }
    let dots = path[2].drop { $0 == "~" }
    let isMarked = (dots == "." || dots == "..") && dots.count < path[2].count
    self.init(feed: feed, record: isMarked ? String(path[2].dropFirst()) : path[2])
  }
}
