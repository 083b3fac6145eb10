import Foundation
import OpeningHours
import RandomData
import TestKit
import Testing

/// The forms of `opening_hours` text that other programs accept, and those that some of them reject (Tests/Oracles/osm-forms.tsv).
@Suite struct OSMFormTests {
  private let accepted: [String]
  private let rejected: [String]

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Oracles/osm-forms.tsv")
    let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n").map { $0.split(separator: "\t") }
    accepted = lines.filter { $0[0] == "accepted" }.map { String($0[1]) }
    rejected = lines.filter { $0[0] == "rejected" }.map { String($0[1]) }
  }

  /// Returns the forms of the parts of a text: words replace the dates, weekdays and times.
  private static func forms(_ text: String) -> [String] {
    let rules = text.replacing(/([,;]) (?=[0-9A-Za-z])/) { "\($0.1)|" }.split(separator: "|").map(String.init)
    return rules.enumerated().flatMap { index, rule in
      let form = rule.replacing(/[,;]$/, with: "")
        .replacing(/(\d\d:\d\d)-(\d\d:\d\d)/) { $0.1 < $0.2 ? "span" : "wrapped" }.replacing(/(span,)+span/, with: "span")
        .replacing(/\b(Mo|Tu|We|Th|Fr|Sa|Su)\b([-,](Mo|Tu|We|Th|Fr|Sa|Su)\b)*/, with: "weekdays")
        .replacing(/\d{4} [A-Z][a-z]{2} \d\d/, with: "date").replacing(/date-\d\d/, with: "date-day")
        .replacing(/date-[A-Z][a-z]{2} \d\d/, with: "date-month-day").replacing(/\d{4}\+/, with: "year+")
      // A rule without dates and weekdays means something else to some programs if it is not the first one, and 24/7 if it is not the only
      // one.
      let isBare = ["span", "off", "unknown", "24/7"].contains(form)
      if isBare { return [index > 0 || form == "24/7" && rules.count > 1 ? "\(form) among others" : form] }
      let words = form.split(separator: " ")
      return [words.dropLast().joined(separator: " "), String(words[words.count - 1])]
    }
  }

  @Test func acceptedFormsAreRead() throws {
    let zone = try zone("America/New_York")
    #expect(accepted.count > 20 && rejected.count > 5)
    for text in accepted {
      let schedule = try Schedule(osm: text, zone: zone)
      #expect(try Schedule(osm: schedule.osm ?? "unknown", zone: zone) == schedule, "\(text)")
    }
  }

  /// Texts with a rejected form are read, and written in accepted ones.
  @Test func rejectedFormsAreNotWritten() throws {
    let known = Set(accepted.flatMap(Self.forms))
    for text in rejected {
      #expect(!known.isSuperset(of: Self.forms(text)), "\(text)")
      let written = try #require(try Schedule(osm: text, zone: zone("America/New_York")).osm)
      #expect(known.isSuperset(of: Self.forms(written)), "\(text): \(written)")
    }
  }

  /// For any layers, the text has only accepted forms, and means the same when it is read.
  @Test(arguments: Budget.seeds(60))
  func onlyAcceptedFormsAreWritten(seed: UInt64) throws {
    let known = Set(accepted.flatMap(Self.forms))
    var random = RandomSchedule(seed: seed, around: try date("2026-12-01"))
    for _ in 0..<10 {
      let schedule = random.schedule(in: try zone("Europe/London"))
      for text in [schedule.osm, schedule.portableOSM].compactMap(\.self) {
        let unknown = Set(Self.forms(text)).subtracting(known)
        #expect(unknown.isEmpty, "seed \(seed): \(unknown) in \(text)")
      }
    }
  }
}
