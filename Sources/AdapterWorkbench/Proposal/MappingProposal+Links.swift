import AdapterTesting
import FeedKit

extension MappingProposal {
  mutating func addHours(in table: RecordTable) {
    guard let hours = HoursProposal(in: table) else { return }
    let others = HoursProposal.Doubt.allCases.filter(hours.doubts.contains).compactMap { HoursProposal(in: table, flipping: $0) }
    add(
      "hours", .object(hours.members), hours.confidence, hours.evidence.joined(separator: "; "), others: others.map { .object($0.members) })
  }

  mutating func addAddresses(in table: RecordTable) {
    let texts = table.columns.filter { $0.depth > 0 && $0.depth <= 3 && !$0.isInArray && !$0.texts.isEmpty }
    let isPhone = { (text: String) in text.count(where: \.isNumber) >= 5 && text.utf8.count <= 40 }
    if let phone = texts.first(where: { $0.has("phone", "telephone") && $0.mostTexts(0.5, isPhone) }) {
      add("contact.phone", .string(phone.pointer), .high, "\(table.share(phone.texts.count)) have \(phone.key)")
    }
    if let email = texts.first(where: { $0.has("mail") && $0.mostTexts { $0.contains("@") } }) {
      add("contact.email", .string(email.pointer), .high, "\(table.share(email.texts.count)) have \(email.key)")
    }
    var links: [(rel: String, column: RecordTable.Column)] = []
    var images: [(role: String, pointer: String, key: String)] = []
    let isImageName = { (text: String) in [".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg"].contains { text.lowercased().hasSuffix($0) } }
    for column in texts
    where column.mostTexts(0.7, Self.isWeb) || column.has("image", "photo", "logo") && column.mostTexts(0.7, isImageName) {
      if column.has("logo", "icon") {
        images.append(("logo", column.pointer, column.key))
      } else if column.has("image", "photo", "picture", "thumb", "img") || column.mostTexts(0.7, isImageName) {
        images.append(("photo", column.pointer, column.key))
      } else if column.has("menu") {
        links.append(("menu", column))
      } else if column.has("order", "tapingo", "grubhub") {
        links.append(("order", column))
      } else if column.has("url", "web", "link", "href", "site", "page") {
        links.append(("website", column))
      }
    }
    for column in table.columns where column.depth > 0 && !column.isInArray && column.has("image", "photo", "picture") {
      let first = column.arrays.compactMap { array in if case .string(let text)? = array.first { text } else { nil } }
      if !first.isEmpty, first.allSatisfy(Self.isWeb) { images.append(("photo", "\(column.pointer)/0", column.key)) }
    }
    func array(_ key: String, _ items: [(String, String)]) -> JSONTree {
      .array(items.map { .of((key, .string($0.0)), ("href", .string($0.1))) })
    }
    if !links.isEmpty {
      let known = links.prefix(4)
      add(
        "links", array("rel", known.map { ($0.rel, $0.column.pointer) }), .medium,
        "\(known.map(\.column.key).joined(separator: ", ")): web addresses")
    }
    if !images.isEmpty {
      let known = images.prefix(4)
      add(
        "images", array("role", known.map { ($0.role, $0.pointer) }), .medium,
        "\(known.map(\.key).joined(separator: ", ")): addresses of images")
    }
  }
}
