import FeedKit

extension MappingProposal {
  mutating func addAddresses(in table: RecordTable) {
    let texts = table.columns.filter { $0.depth > 0 && $0.depth <= Limit.textDepth && !$0.isInArray && !$0.texts.isEmpty }
    if entries == "place" { addContact(texts, in: table) }
    addLinks(texts)
    addImages(texts, in: table)
  }

  private mutating func addContact(_ texts: [RecordTable.Column], in table: RecordTable) {
    let isPhone = { (text: String) in text.count(where: \.isNumber) >= Limit.phoneDigits && text.utf8.count <= Length.phone }
    if let phone = texts.first(where: {
      $0.has(.phone) && $0.mostTexts(.half, isPhone)
    }) {
      add("contact.phone", .string(phone.pointer), .high, "\(table.share(phone.texts.count)) have \(phone.key)")
    }
    if let email = texts.first(where: { $0.has(.email) && $0.mostTexts { $0.contains("@") } }) {
      add("contact.email", .string(email.pointer), .high, "\(table.share(email.texts.count)) have \(email.key)")
    }
  }

  private mutating func addLinks(_ texts: [RecordTable.Column]) {
    var links: [(rel: String, column: RecordTable.Column)] = []
    // A page of its own comes before any other address.
    let sites = texts.filter { $0.has(.site) } + texts.filter { !$0.has(.site) }
    for column in sites
    where column.has(.link) {
      guard column.mostTexts(.addresses, { Self.isWeb($0) || Self.isPath($0) }), !Self.isPicture(column) else { continue }
      let words = column.pointer.lowercased().split { !$0.isLetter }.map(String.init) + column.words
      guard !words.contains(where: Hints.otherPages.contains), !column.mostTexts(.half, Self.isMap) else { continue }
      let rel = column.has(.menu) ? "menu" : column.has(.order) ? "order" : "website"
      if rel != "website" || !links.contains(where: { $0.rel == rel }) { links.append((rel, column)) }
    }
    guard !links.isEmpty else { return }
    let known = links.prefix(Limit.links)
    let base = addBase(for: known.map(\.column))
    add(
      "links", .array(known.map { .of(("rel", .string($0.rel)), ("href", .string($0.column.pointer))) }), .medium,
      "\(known.map(\.column.key).joined(separator: ", ")): web addresses\(base)")
  }

  private mutating func addImages(_ texts: [RecordTable.Column], in table: RecordTable) {
    var images: [(role: String, pointer: String, column: RecordTable.Column)] = []
    // The icons of categories are not of the place.
    for column in texts
    where Self.isPicture(column) && !KeyHint.ofCategory.matches(column.pointer)
      && column.mostTexts(.addresses, { Self.isWeb($0) || Self.isPath($0) || Self.isImage($0) })
    {
      // One picture for all places is none of theirs.
      guard table.count < Limit.countedRecords || Set(column.texts).count > 1 else { continue }
      images.append((column.has(.logo) ? "logo" : "photo", column.pointer, column))
    }
    for column in table.columns where column.depth > 0 && !column.isInArray && column.has(.pictures) {
      let first = column.arrays.compactMap { $0.first?.string }
      let pointer = "\(column.pointer)/0"
      guard !first.isEmpty, first.allSatisfy({ Self.isWeb($0) || Self.isPath($0) }), let element = table[pointer] else { continue }
      if !images.contains(where: { $0.pointer == pointer }) { images.append(("photo", pointer, element)) }
    }
    guard !images.isEmpty else { return }
    let known = images.prefix(Limit.links)
    let base = addBase(for: known.map(\.column))
    add(
      "images", .array(known.map { .of(("role", .string($0.role)), ("href", .string($0.pointer))) }), .medium,
      "\(known.map(\.column.key).joined(separator: ", ")): addresses of images\(base)")
  }

  /// Proposes the address against which relative links are resolved, if there are any. Returns the text of the evidence about it.
  private mutating func addBase(for columns: [RecordTable.Column]) -> String {
    guard let path = columns.flatMap(\.texts).first(where: { !Self.isWeb($0) }) else { return "" }
    if guesses.contains(where: { $0.field == "base" }) { return "; some are relative" }
    guard let origin = address.flatMap(Self.origin) else {
      return "; some are relative, such as \"\(path.prefix(60))\": state the \"base\" against which they are resolved"
    }
    add(
      "base", .string(origin), .medium, "the reply has relative addresses such as \"\(path.prefix(60))\", and came from \(origin)")
    return "; some are relative"
  }

  /// The scheme, the host and a slash.
  private static func origin(_ address: WebAddress) -> String? {
    let parts = address.description.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count >= 3 ? "\(parts[0])//\(parts[2].prefix { !"?#".contains($0) })/" : nil
  }

  /// Returns whether a text is a relative address.
  private static func isPath(_ text: String) -> Bool {
    text.hasPrefix("/") && text.utf8.count > 1 && !text.contains(where: { $0.isWhitespace || $0 == "{" })
  }

  /// Returns whether an address shows a place on a map, or is an interface for programs.
  private static func isMap(_ text: String) -> Bool {
    let address = text.lowercased()
    return Hints.otherAddresses.contains(where: address.contains)
  }

  private static func isImage(_ text: String) -> Bool {
    Hints.imageSuffixes.contains { text.lowercased().hasSuffix($0) } && !text.hasPrefix(".")
      && !text.contains(where: \.isWhitespace)
  }

  private static func isPicture(_ column: RecordTable.Column) -> Bool {
    column.has(.picture) || column.mostTexts(.addresses, isImage)
  }
}
