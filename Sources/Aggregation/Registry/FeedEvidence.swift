import CampusCatalog
public import OpeningHours
public import SimdJSON

/// Where the addresses of a feed were found.
public enum FeedEvidence: Sendable, Hashable {
  /// A public repository, such as "example/menus", in the version of a commit, and the file or folder in it if it is known.
  case file(repository: String, path: String?, commit: String)
  /// Public code whose repository is not known, as of a date; nil if that is not known either.
  case publicCode(LocalDate?)
}

extension FeedEvidence {
  // Literals in a function would be compiled at each use. Matching does not change them.
  nonisolated(unsafe) private static let repository = /[A-Za-z0-9._-]+\/[A-Za-z0-9._-]+/
  nonisolated(unsafe) private static let commit = /[0-9a-f]{7,40}/

  /// Reads `{"repository": "…", "path": "…", "commit": "…"}` or `{"source": "public code", "date": "2026-09-12"}`. The path and the date may be
  /// missing.
  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected evidence, found \(value.kind)") }
    guard value["source"] != nil else {
      try value.expectOnly(["repository", "path", "commit"])
      let repository = try value.requiredParsed("repository", "a repository such as \"example/menus\"") { text in
        text.wholeMatch(of: Self.repository) == nil ? nil : text
      }
      let path = try value.line("path")
      let commit = try value.requiredParsed("commit", "7 to 40 hexadecimal digits in lower case") { text in
        text.wholeMatch(of: Self.commit) == nil ? nil : text
      }
      self = .file(repository: repository, path: path, commit: commit)
      return
    }
    try value.expectOnly(["source", "date"])
    _ = try value.requiredParsed("source", "\"public code\"") { $0 == "public code" ? $0 : nil }
    self = .publicCode(try value.parsed("date", "a date") { LocalDate($0) })
  }

  public func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .file(let repository, let path, let commit):
      writer.member("repository", repository)
      writer.member("path", path)
      writer.member("commit", commit)
    case .publicCode(let date):
      writer.member("source", "public code")
      writer.member("date", date?.description)
    }
  }
}

extension FeedEvidence: CustomStringConvertible {
  /// For people: "example/menus, src/feeds.ts (0db17c2f)".
  public var description: String {
    switch self {
    case .file(let repository, let path, let commit): "\(repository)\(path.map { ", \($0)" } ?? "") (\(commit.prefix(8)))"
    case .publicCode(let date): "public code, \(date?.description ?? "date unknown")"
    }
  }
}
