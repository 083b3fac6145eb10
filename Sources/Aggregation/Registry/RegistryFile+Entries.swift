import CampusCatalog
import FeedCore
import OpeningHours
import SimdJSON

extension EntryLink {
  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a link, found \(value.kind)") }
    try value.expectOnly(["same", "different"])
    let isSame = value["same"] != nil
    guard isSame != (value["different"] != nil) else { throw value.fault(.value, "a link has one of \"same\" and \"different\"") }
    let key: StaticString = isSame ? "same" : "different"
    let ids = try value.requiredList(key) { (id) throws(JSONFieldError) in
      try id.parsed("an entry id such as \"penn/dining/593\"") { EntryID($0) }
    }
    guard Set(ids).count > 1 else { throw value.fault(.value, "a link names at least two entries") }
    self.init(isSame ? .same : .different, ids)
  }
}

extension Correction {
  init(reading value: JSONValue) throws(JSONFieldError) {
    guard value.isObject else { throw value.fault(.type, "expected a correction, found \(value.kind)") }
    try value.expectOnly([
      "id", "until", "because", "name", "category", "categoryLabel", "tags", "labels", "description", "notice", "location", "hours",
      "contact", "links", "images",
    ])
    var changes: [Change] = []
    if let text = try value.shown("name", PlainText.line) { changes.append(.name(text)) }
    if let category = try value.parsed("category", "a category", { Category(rawValue: $0) }) { changes.append(.category(category)) }
    if let text = try value.shown("categoryLabel", PlainText.line) { changes.append(.categoryLabel(text)) }
    if value["tags"] != nil { changes.append(.tags(try value.lines("tags"))) }
    if value["labels"] != nil { changes.append(.labels(try value.lines("labels"))) }
    if let text = try value.shown("description", PlainText.lines) { changes.append(.description(text)) }
    if let text = try value.shown("notice", PlainText.lines) { changes.append(.notice(text)) }
    if let object = try value.object("location") {
      let location = try Location(reading: object)
      for text in [location.address, location.building, location.abbreviation, location.region] { try object.expectShown(text) }
      changes.append(.location(location))
    }
    if let object = try value.object("hours") {
      changes.append(.hours(try Layer.readList(of: object), try object.parsed("zone", "an IANA time zone") { Zone($0) }))
    }
    if let object = try value.object("contact") {
      let contact = try Contact(reading: object)
      for text in [contact.phone, contact.email] { try object.expectShown(text) }
      changes.append(.contact(contact))
    }
    if value["links"] != nil {
      changes.append(.links(try value.list("links") { (link) throws(JSONFieldError) in try Link(reading: link) }))
    }
    if value["images"] != nil {
      changes.append(.images(try value.list("images") { (image) throws(JSONFieldError) in try Image(reading: image) }))
    }
    guard !changes.isEmpty else {
      throw value.fault(.missing, "the correction changes nothing; give it a \"name\", \"hours\" or another field")
    }
    self.init(
      try value.requiredParsed("id", "an entry id such as \"gmu/whats-open/rac\"") { EntryID($0) }, changes,
      until: try value.parsed("until", "a date such as \"2026-12-20\"") { LocalDate($0) },
      because: try value.requiredParsed("because", "a reason that is not empty") { PlainText.line($0) })
  }
}

extension JSONValue {
  /// Refuses text that is empty, has spaces around it or control characters in it.
  fileprivate func expectShown(_ text: String?) throws(JSONFieldError) {
    guard let text else { return }
    guard PlainText.line(text)?.utf8.elementsEqual(text.utf8) == true else {
      throw fault(.value, "text here must not be empty, nor have spaces around it or control characters in it")
    }
  }

  /// A member that is text to show and must not be empty; nil when it is absent.
  fileprivate func shown(_ key: StaticString, _ clean: (String) -> String?) throws(JSONFieldError) -> String? {
    try parsed(key, "text that is not empty", clean)
  }
}
