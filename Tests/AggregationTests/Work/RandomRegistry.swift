import Fetching
import TestKit

/// A small random registry file with its replies: several campuses and feeds with places of the same names, links, facts, corrections,
/// switched-off feeds and feeds without replies.
struct RandomRegistry {
  private(set) var bodies: [String: String] = [:]
  private(set) var file = ""

  private static let names = ["Gym", "Library", "The Terrace", "Café", "Market", "Pool", "Post Office"]

  init(_ generator: inout some RandomNumberGenerator) {
    var (campuses, feeds, links, facts, corrections) = ([String](), [String](), [String](), [String](), [String]())
    for campus in 0..<Int.random(in: 1...4, using: &generator) {
      // One id is the beginning of another, so that the orders of ids and of lines could differ.
      let campus = campus == 0 ? "town" : "town-\(campus)"
      campuses.append(
        #"{"id":"\#(campus)","name":"Town","timeZone":"Europe/London","location":{"latitude":53.4,"longitude":-2.9}}"#)
      var ids: [String] = []
      for feed in 0..<Int.random(in: 1...3, using: &generator) {
        let feed = "\(campus)/f\(feed)"
        let server = Int.random(in: 0...2, using: &generator)
        let isEnabled = Double.random(in: 0..<1, using: &generator) < 0.9
        let priority = Int.random(in: -2...2, using: &generator)
        feeds.append(
          #"{"id":"\#(feed)","adapter":"whats-open","license":"\#(priority > 0 ? "CC0-1.0" : "MIT")","priority":\#(priority),"enabled":\#(isEnabled),"#
            + #""addresses":{"facilities":["https://s\#(server).example/\#(feed)"]}}"#)
        let names = Self.names.shuffled(using: &generator).prefix(Int.random(in: 0...5, using: &generator))
        if Double.random(in: 0..<1, using: &generator) < 0.9 {
          let records = names.map { name in
            Campuses.facility(
              name.lowercased().filter(\.isASCII).filter { $0 != " " }, name,
              Double.random(in: 0..<1, using: &generator) < 0.8 ? 53.4 : nil,
              note: Bool.random(using: &generator) ? "Ask at the desk" : "", hours: Bool.random(using: &generator))
          }
          bodies["\(feed)/facilities.json"] = "[\(records.joined(separator: ","))]"
          ids += names.map { "\(feed)/\($0.lowercased().filter(\.isASCII).filter { $0 != " " })" }
        }
      }
      ids.shuffle(using: &generator)
      if ids.count > 3 {
        links.append(#"{"\#(["same", "different", "place"].randomElement(using: &generator) ?? "")":["\#(ids[0])","\#(ids[1])"]}"#)
        facts.append(
          #""\#(ids[2])":{"category":"gym","location":{"address":"1 Fact Street"},"links":[{"rel":"menu","href":"https://m.example/"}]}"#)
        corrections.append(#"{"id":"\#(ids[3])","name":"Corrected","because":"The sign says so"}"#)
        corrections.append(
          #"{"id":"\#(ids[1])","hours":{"layers":[{"level":"manual","from":"2026-11-22","to":"2026-11-24","week":{}}]},"until":"2026-12-24","#
            + #""because":"A letter"}"#)
        corrections.append(#"{"id":"\#(ids[0])","name":"Too late","until":"2026-11-20","because":"It has expired"}"#)
      }
    }
    file =
      #"{"campuses":[\#(campuses.joined(separator: ","))],"feeds":[\#(feeds.joined(separator: ","))],"#
      + #""links":[\#(links.joined(separator: ","))],"facts":{\#(facts.joined(separator: ","))},"#
      + #""corrections":[\#(corrections.joined(separator: ","))]}"#
  }

  /// The replies.
  var recording: Recording { Recording { [bodies] path in bodies[path].map { Array($0.utf8) } } }

  /// Adds the reply of a catalog that may deliver some of the campuses, a campus of its own, and one that nobody knows.
  ///
  /// - Returns: a registry file with the catalog, and with a link and a correction of what only it may deliver.
  mutating func add(catalog: String, named name: String, _ generator: inout some RandomNumberGenerator) -> String {
    bodies["hub/\(name)/catalog.json"] = catalog
    let campuses = ["town", "town-1", "town-2", "town-3", "nowhere"].filter { _ in Bool.random(using: &generator) } + ["hub-\(name)"]
    return #"{"campuses":[{"id":"hub","name":"Hub","timeZone":"Europe/London"}],"feeds":[{"id":"hub/\#(name)","adapter":"catalog","#
      + #""campuses":[\#(campuses.map { "\"\($0)\"" }.joined(separator: ","))],"priority":\#(Int.random(in: -2...2, using: &generator)),"#
      + #""addresses":{"catalog":["https://\#(name).example/catalog.json"]}}],"#
      + #""links":[{"same":["\#(campuses[0])/f0/gym","\#(campuses[0])/f1/pool"]}],"#
      + #""facts":{"\#(campuses[0])/f0/library":{"category":"library","location":{"address":"1 Fact Street"}}},"#
      + #""corrections":[{"id":"\#(campuses[0])/f0/market","name":"Corrected here","because":"The sign says so"}]}"#
  }
}
