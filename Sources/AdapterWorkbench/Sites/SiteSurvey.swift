public import CampusCatalog
import FeedKit
import Fetching

/// A search for the platforms that a web site uses: reads pages one after another, and finds the feeds that they link to.
public struct SiteSurvey: Sendable {
  /// A feed, or a platform whose feed is not known.
  public struct Finding: Sendable, Hashable {
    public let adapter: AdapterID
    /// The name of the platform.
    public let title: String
    /// The address of the feed; nil if the pages do not state it.
    public let address: String?
    /// The page that it was found on.
    public let page: String
  }

  /// The maximum number of pages to read after the first.
  public static let mostPages = 10

  /// The findings in the order in which they were found.
  public private(set) var findings: [Finding] = []
  /// The addresses of the pages that were read.
  public private(set) var pages: [String] = []
  /// The title of the first page.
  public private(set) var title: String?
  /// The adapters of feeds to which the pages link.
  private var linked: Set<AdapterID> = []
  private var queue: [(address: String, rank: Int)] = []
  private var requested: Set<String> = []
  /// What the hosts of the site have in common; that of the first page, which may have been redirected to another site.
  private var site: String
  /// The addresses that were left out because they have a user, a token or a private key, without duplicates.
  private var secrets: Set<String> = []

  /// The number of addresses that were left out because they have a user, a token or a private key.
  public var secretCount: Int { secrets.count }

  /// - Parameter address: the address of the first page.
  public init(of address: WebAddress) {
    site = Self.site(of: address.host ?? "")
    requested = [address.description]
  }

  /// Reads a page. A page that is not of the first page's site is searched, too, but its links are not followed.
  public mutating func read(_ page: SitePage) {
    let address = page.address.description
    if pages.isEmpty {
      title = page.title
      site = Self.site(of: page.address.host ?? "")
    }
    pages.append(address)
    requested.insert(address)
    let table = PlatformTable.all
    if let reply = table.replies.first(where: { $0.matches(page.text) }) {
      add(Finding(adapter: reply.adapter, title: reply.title, address: address, page: address))
      return
    }
    for link in page.links {
      if let rule = table.links.first(where: { $0.matches(link) }) {
        let found = rule.address(in: link)
        if found != nil { linked.insert(rule.adapter) }
        add(Finding(adapter: rule.adapter, title: rule.title, address: found, page: address))
      } else {
        follow(link, on: page)
      }
    }
    let text = page.text.lowercased()
    // Links are more certain.
    let known = Set(findings.filter { $0.address != nil }.map(\.adapter))
    for rule in table.texts where !known.contains(rule.adapter) && text.contains(rule.word) {
      for found in rule.addresses(in: page) { add(Finding(adapter: rule.adapter, title: rule.title, address: found, page: address)) }
    }
    for rule in table.pages where !linked.contains(rule.adapter) {
      guard let found = rule.address(in: page) else { continue }
      add(Finding(adapter: rule.adapter, title: rule.title, address: found, page: address))
    }
  }

  /// Returns the address of the next page to read: of the links whose addresses name a subject such as hours or events, the first one. Nil if
  /// there is none, or enough pages were read.
  public mutating func next() -> String? {
    guard requested.count <= Self.mostPages, let best = queue.indices.min(by: { queue[$0].rank < queue[$1].rank }) else { return nil }
    let address = queue.remove(at: best).address
    requested.insert(address)
    return address
  }

  private mutating func add(_ finding: Finding) {
    if let address = finding.address {
      if Self.hasSecret(address) {
        secrets.insert(address)
        return
      }
      guard WebAddress(address) != nil else { return }
    }
    if findings.contains(where: { $0.adapter == finding.adapter && ($0.address == finding.address || finding.address == nil) }) { return }
    // An address says more than the name of a platform.
    findings.removeAll { $0.adapter == finding.adapter && $0.address == nil }
    findings.append(finding)
  }

  private mutating func follow(_ link: String, on page: SitePage) {
    guard queue.count < 1_000, !Self.hasSecret(link), let address = WebAddress(link), let host = address.host, Self.site(of: host) == site,
      Self.site(of: page.address.host ?? "") == site
    else { return }
    let text = address.description.lowercased()
    let path = text.prefix { $0 != "?" }
    if [".css", ".js", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf", ".woff2", ".ico", ".webp", ".mp4"].contains(where: path.hasSuffix) {
      return
    }
    guard let rank = PlatformTable.all.subjects.firstIndex(where: text.contains), !requested.contains(address.description),
      !queue.contains(where: { $0.address == address.description })
    else { return }
    // Hosts of their own first, such as events.example.edu, and short paths.
    let isRoot = path.split(separator: "/").count <= 2
    queue.append((address.description, (isRoot ? 0 : 1_000 + path.count) + rank))
  }

  /// Returns the part of a host that its sites share: "example.edu" for "www.example.edu".
  private static func site(of host: String) -> String {
    let name = host.prefix { $0 != ":" }
    let labels = name.split(separator: ".")
    if host.hasPrefix("[") || isNumber(labels.last) { return host }
    // Countries with second levels, such as ac.uk and edu.au.
    let isNested = labels.count > 2 && labels[labels.count - 1].count == 2 && PlatformTable.all.suffixes.contains(labels[labels.count - 2])
    return labels.suffix(isNested ? 3 : 2).joined(separator: ".")
  }

  private static func isNumber(_ label: Substring?) -> Bool { label?.allSatisfy(\.isNumber) ?? false }

  /// Returns whether an address has a user, a query parameter for a secret, or the private key of a Google calendar.
  private static func hasSecret(_ address: String) -> Bool {
    PublicAddress.withoutSecrets(address) != address || address.lowercased().contains(/[\/?&]private-[0-9a-f]{6}/)
  }

  /// The id that a campus with this site may have: "example" for "www.example.edu".
  public var campus: String {
    let name = site.prefix { $0 != "." }
    return Self.isNumber(name) ? "campus" : CampusID(String(name))?.description ?? "campus"
  }
}
