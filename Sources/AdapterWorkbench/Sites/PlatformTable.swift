import FeedKit

/// The traces that platforms leave on web pages, from `platforms.json`.
struct PlatformTable: Sendable {
  /// A link to a platform, such as "https://example.libcal.com/widget/hours/grid?iid=12".
  struct Link: @unchecked Sendable {
    let adapter: AdapterID
    let title: String
    private let pattern: Regex<AnyRegexOutput>
    private let template: String?

    init(reading value: JSONValue) throws(JSONFieldError) {
      adapter = try value.requiredParsed("adapter", "an adapter") { AdapterID($0) }
      title = try value.requiredText("title")
      pattern = try value.requiredParsed("link", "a pattern") { try? Regex($0).ignoresCase() }
      template = try value.text("address")
    }

    func matches(_ link: String) -> Bool { link.firstMatch(of: pattern) != nil }

    func address(in link: String) -> String? {
      template.flatMap { template in link.firstMatch(of: pattern).map { PlatformTable.filled(template, with: $0.output) } }
    }
  }

  /// A word that only pages of a platform have, beside a value that its address needs.
  struct Text: @unchecked Sendable {
    let adapter: AdapterID
    let title: String
    let word: String
    private let pattern: Regex<AnyRegexOutput>
    private let domain: String?
    private let template: String

    init(reading value: JSONValue) throws(JSONFieldError) {
      adapter = try value.requiredParsed("adapter", "an adapter") { AdapterID($0) }
      title = try value.requiredText("title")
      word = try value.requiredText("has")
      pattern = try value.requiredParsed("text", "a pattern") { try? Regex($0).ignoresCase() }
      domain = try value.text("domain")
      template = try value.requiredText("address")
    }

    /// Returns at most ten addresses. Those of a platform with a domain are on the first host of the domain that the page links to; without such
    /// a link, there is one unknown address.
    func addresses(in page: SitePage) -> [String?] {
      let host = domain.flatMap { domain in page.links.lazy.compactMap { WebAddress($0)?.host }.first { $0.hasSuffix(".\(domain)") } }
      if domain != nil, host == nil { return page.text.firstMatch(of: pattern) != nil ? [nil] : [] }
      let template = template.replacing("{host}", with: host ?? "")
      return page.text.matches(of: pattern).prefix(10).map { PlatformTable.filled(template, with: $0.output) }
    }
  }

  /// Evidence that a page itself is made by a platform: the name of its generator, or the address of its styles or scripts.
  struct Page: @unchecked Sendable {
    let adapter: AdapterID
    let title: String
    private let generator: String
    private let link: Regex<AnyRegexOutput>?
    private let template: String

    init(reading value: JSONValue) throws(JSONFieldError) {
      adapter = try value.requiredParsed("adapter", "an adapter") { AdapterID($0) }
      title = try value.requiredText("title")
      generator = try value.requiredText("generator")
      link = try value.parsed("link", "a pattern") { try? Regex($0).ignoresCase() }
      template = try value.requiredText("address")
    }

    /// Returns the address of the feed on the page's own host; nil if another program makes the page.
    func address(in page: SitePage) -> String? {
      let isEvident =
        page.generators.contains { $0.contains(generator) }
        || link.map { link in page.links.contains { $0.firstMatch(of: link) != nil } } ?? false
      return isEvident ? page.address.host.map { template.replacing("{host}", with: $0) } : nil
    }
  }

  /// The beginning of a reply that is not a page, but a feed.
  struct Reply: Sendable {
    let adapter: AdapterID
    let title: String
    private let beginning: String

    init(reading value: JSONValue) throws(JSONFieldError) {
      adapter = try value.requiredParsed("adapter", "an adapter") { AdapterID($0) }
      title = try value.requiredText("title")
      beginning = try value.requiredText("beginning")
    }

    func matches(_ text: String) -> Bool { text.prefix(500).contains(beginning) && !text.prefix(500).contains("<html") }
  }

  let links: [Link]
  let texts: [Text]
  let pages: [Page]
  let replies: [Reply]
  /// The second levels of countries' domains, such as "ac" in ac.uk.
  let suffixes: Set<Substring>
  /// Words in addresses of pages that are worth reading, the most promising ones first.
  let subjects: [String]

  static let all: PlatformTable = {
    do {
      let document = try JSONDocument(parsing: EmbeddedFiles.bytes(of: "Sites/platforms.json"))
      let root = document.root
      return PlatformTable(
        links: try root.list("links", Link.init(reading:)), texts: try root.list("texts", Text.init(reading:)),
        pages: try root.list("pages", Page.init(reading:)), replies: try root.list("replies", Reply.init(reading:)),
        suffixes: Set(try root.list("suffixes") { (word) throws(JSONFieldError) in try word.parsed("a word") { Substring($0) } }),
        subjects: try root.list("subjects") { (word) throws(JSONFieldError) in try word.parsed("a word") { $0 } })
    } catch {
      preconditionFailure("platforms.json: \(error)")
    }
  }()

  /// Returns a template with the groups of a match in it.
  private static func filled(_ template: String, with output: AnyRegexOutput) -> String {
    var address = template
    for index in output.indices.dropFirst() { address = address.replacing("{\(index)}", with: output[index].substring ?? "") }
    return address
  }
}
