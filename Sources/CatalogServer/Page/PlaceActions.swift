import CampusCatalog
import CatalogExport
import Foundation

/// What a visitor can do about a place: read the menu, order, call, find the way, share it. The links lead to other sites and programs, and nothing is
/// requested before a click.
struct PlaceActions {
  private let entry: Entry
  private let place: Place

  init(_ entry: Entry, _ place: Place) { (self.entry, self.place) = (entry, place) }

  var html: HTML {
    var items: [HTML] = []
    for (relation, word) in [(Link.Relation.menu, "menu"), (.order, "order-food")] {
      if let page = entry.page(relation) { items.append(Self.link(page, Words.text(word), "primary")) }
    }
    if let position = place.location.coordinate {
      items.append(directions(to: position))
    }
    if let phone = place.contact.phone, let number = Self.dialed(place) {
      items.append(Self.link("tel:\(number)", Words.text("call", ["phone": phone]), "call"))
    }
    if let page = entry.page(.website) { items.append(Self.link(page, Words.text("website"), "website")) }
    if let position = place.location.coordinate {
      let (latitude, longitude) = (position.latitude, position.longitude)
      items.append(
        Self.link(
          "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=18/\(latitude)/\(longitude)", Words.text("map"), "map-link"
        ))
    }
    items.append(Self.share)
    return "<ul class=\"actions\">\(HTML.all(items.map { "<li>\($0)</li>" }))</ul>\n\(Self.shared)"
  }

  /// A button that shares the answer of the page, for which it needs the script.
  static var share: HTML { "<button type=\"button\" class=\"share scripted\">\(Words.text("share"))</button>" }

  /// The element that says what has become of the answer.
  static let shared: HTML = "<p class=\"note shared\" role=\"status\"></p>"

  private static func link(_ address: String, _ title: String, _ kind: String) -> HTML {
    "<a class=\"\(kind)\" href=\"\(link: address)\" rel=\"noreferrer\"><bdi>\(title)</bdi></a>"
  }

  /// A link that the program for maps of a phone opens. The script replaces it on systems that have another one.
  private func directions(to position: Coordinate) -> HTML {
    let point = "\(position.latitude),\(position.longitude)"
    let name = (entry.name ?? "").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return
      "<a class=\"directions\" href=\"\(link: "geo:\(point)?q=\(point)(\(name))")\" data-position=\"\(point)\">\(Words.text("directions"))</a>"
  }

  /// Returns the digits of a place's telephone number, with a leading "+"; nil for text without enough of them.
  static func dialed(_ place: Place) -> String? {
    guard let phone = place.contact.phone else { return nil }
    let digits = phone.unicodeScalars.filter { ("0"..."9").contains($0) }
    guard (3...15).contains(digits.count) else { return nil }
    return (phone.hasPrefix("+") ? "+" : "") + String(String.UnicodeScalarView(digits))
  }
}
