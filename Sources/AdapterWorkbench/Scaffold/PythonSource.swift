import FeedKit
import Foundation

/// Writes an adapter as a Python program that needs nothing but the standard library.
///
/// The program has the parts that the sketch needs, and reads the same entries as the mapping.
struct PythonSource {
  private let sketch: AdapterSketch
  private let name: String
  private let request: String
  private var parts: Set<PythonParts> = []

  init(_ sketch: AdapterSketch, name: String, request: String) {
    (self.sketch, self.name, self.request) = (sketch, name, request)
  }

  /// The text of the program.
  mutating func text() -> String {
    let entry = entry()
    let hours = hours()
    let category = category()
    let known = PythonParts.allCases.filter(parts.contains)
    var imports: Set = ["import json", "import sys", "from urllib.parse import quote"]
    if sketch.isCSV { imports.formUnion(["import csv", "import io"]) }
    for part in known { imports.formUnion(part.imports) }
    if parts.contains(.addresses) { imports.remove("from urllib.parse import quote") }
    let head = """
      #!/usr/bin/env python3
      \"""Reads the places of \(name). It needs nothing but Python's standard library.\"""

      \(imports.sorted { ($0.hasPrefix("from") ? 1 : 0, $0) < ($1.hasPrefix("from") ? 1 : 0, $1) }.joined(separator: "\n"))

      REQUEST = \(Self.quoted(request))\(parts.contains(.addresses) ? "\nBASE = \(Self.quoted(sketch.base ?? ""))" : "")
      """
    var sections = [head, describe] + [category, hours].compactMap { $0 } + [entry]
    sections += known.map(\.text) + [PythonParts.records(sketch), PythonParts.main]
    return sections.joined(separator: "\n\n\n") + "\n"
  }

  static func quoted(_ text: String) -> String { JSONTree.string(text).text }

  private var describe: String {
    """
    def describe():
        return {
            "title": \(Self.quoted(name)),
            "summary": \(Self.quoted("Places of \(name).")),
            "requests": [\(sketch.isCSV ? #"{"name": REQUEST, "format": "csv"}"# : "REQUEST")],
            "cadence": "PT1H",
        }
    """
  }

  // MARK: - Values

  /// Returns an expression for a text; None if it is absent.
  private mutating func expression(_ text: AdapterSketch.Text) -> String {
    switch text {
    case .at(let pointer): return "line(record, \(Self.quoted(pointer)))"
    case .html(let pointer):
      parts.insert(.html)
      return "plain(line(record, \(Self.quoted(pointer))))"
    case .constant(let constant): return Self.quoted(constant)
    case .key: return "key"
    case .slug(let pointers):
      parts.insert(.slug)
      return "slug(\(pointers.map { "line(record, \(Self.quoted($0)))" }.joined(separator: ", ")))"
    case .join(let texts, let separator):
      return "(\(Self.quoted(separator)).join(filter(None, [\(texts.map { expression($0) }.joined(separator: ", "))])) or None)"
    case .table(_, let pointer, let otherwise), .words(_, let pointer, let otherwise):
      return "category(line(record, \(Self.quoted(pointer))))" + (otherwise.map { " or \(Self.quoted($0))" } ?? "")
    }
  }

  private mutating func entry() -> String {
    var lines = [
      "def entry(record, key, feed, notes):",
      "    \"\"\"One record of the reply as an entry. A record for which this raises an error is set aside with a note.\"\"\"",
      "    identifier = \(expression(sketch.id))",
      "    if not identifier:", "        raise ValueError(\"the record has no id\")",
      "    name = \(expression(sketch.name))",
      "    if not name:", "        raise ValueError(\"the record has no name\")",
      "    place = {",
      "        \"id\": feed[\"id\"] + \"/\" + quote(identifier, safe=\"\"),",
      "        \"kind\": \"place\",", "        \"campus\": feed[\"campus\"][\"id\"],", "        \"name\": name,",
      "        \"category\": \(expression(sketch.category)),",
    ]
    var nested: [String: [(key: String, value: String)]] = [:]
    for (field, text) in sketch.texts {
      let keys = field.split(separator: ".").map(String.init)
      let value = expression(text)
      if keys.count == 2 { nested[keys[0], default: []].append((keys[1], value)) } else { lines.append("        \"\(field)\": \(value),") }
    }
    for (field, list) in sketch.lists {
      parts.insert(.lists)
      switch list {
      case .texts(let pointer): lines.append("        \"\(field)\": texts(record, \(Self.quoted(pointer))),")
      case .objects(let each, let take): lines.append("        \"\(field)\": texts(record, \(Self.quoted(each)), \(Self.quoted(take))),")
      }
    }
    if let pointer = sketch.onCampus { nested["location", default: []].append(("onCampus", "at(record, \(Self.quoted(pointer)))")) }
    if let position = position() { nested["location", default: []].append(("", position)) }
    for field in ["location", "contact"] {
      guard let members = nested[field] else { continue }
      lines.append("        \"\(field)\": present({")
      lines += members.map { $0.key.isEmpty ? "            **\($0.value)," : "            \"\($0.key)\": \($0.value)," }
      lines.append("        }),")
    }
    for (field, key, items) in [("links", "rel", sketch.links.map { ($0.rel, $0.pointer) }), ("images", "role", sketch.images)]
    where !items.isEmpty {
      parts.insert(.addresses)
      lines += ["        \"\(field)\": addresses(", "            \"\(key)\","]
      lines += items.map { "            (\"\($0.0)\", line(record, \(Self.quoted($0.1))))," }
      lines.append("        ),")
    }
    if sketch.hours != nil { lines.append("        \"hours\": hours(record, feed[\"campus\"][\"timeZone\"], notes),") }
    lines += [
      "        \"sources\": [{\"feed\": feed[\"id\"], \"record\": identifier}],", "    }", "    return present(place)",
    ]
    if !sketch.leftOut.isEmpty {
      lines.insert("    # Not read yet: \(sketch.leftOut.joined(separator: ", ")).", at: 2)
    }
    return lines.joined(separator: "\n")
  }

  /// Returns an expression for an object with the position, or an empty one.
  private mutating func position() -> String? {
    switch sketch.position {
    case nil: return nil
    case .members(let latitude, let longitude):
      parts.insert(.position)
      return "position(at(record, \(Self.quoted(latitude))), at(record, \(Self.quoted(longitude))))"
    case .pair(let pointer, let isLatitudeFirst):
      parts.formUnion([.position, .pair])
      return "position(*pair(at(record, \(Self.quoted(pointer))))\(isLatitudeFirst ? "" : "[::-1]"))"
    }
  }

  private func category() -> String? {
    switch sketch.category {
    case .table(let table, _, _):
      let rows = table.map { "    \(Self.quoted($0.key.lowercased())): \(Self.quoted($0.value))," }
      return """
        CATEGORIES = {
        \(rows.joined(separator: "\n"))
        }


        def category(label):
            return CATEGORIES.get((label or "").lower())
        """
    case .words(let words, _, _):
      let rows = words.map { "    (\(Self.quoted($0.result)), [\($0.words.map(Self.quoted).joined(separator: ", "))])," }
      return """
        CATEGORIES = [
        \(rows.joined(separator: "\n"))
        ]


        def category(label):
            \"""The first category of which a word occurs.\"""
            label = (label or "").lower()
            return next((category for category, words in CATEGORIES if any(word in label for word in words)), None)
        """
    case .at, .html, .constant, .key, .slug, .join: return nil
    }
  }

  // MARK: - Hours

  private mutating func hours() -> String? {
    guard let text = usualHours(), let pointer = sketch.always else { return usualHours() }
    let always = """
          if at(record, \(Self.quoted(pointer))) is True:
              return {"zone": zone, "layers": [{"level": "weekly", "always": True}]}
      """
    // After the comment at the beginning of the function.
    var lines = text.components(separatedBy: "\n")
    guard let start = lines.firstIndex(where: { $0.hasPrefix("def hours") }) else { return text }
    lines.insert(contentsOf: always.components(separatedBy: "\n"), at: start + 2)
    return lines.joined(separator: "\n")
  }

  private mutating func usualHours() -> String? {
    switch sketch.hours {
    case nil: return nil
    case .texts(let pointers):
      parts.formUnion([.clock, .spans])
      let names = ["mo", "tu", "we", "th", "fr", "sa", "su"]
      let rows = zip(names, pointers).compactMap { name, pointer in pointer.map { "    (\"\(name)\", \(Self.quoted($0)))," } }
      return """
        DAYS = [
        \(rows.joined(separator: "\n"))
        ]


        def hours(record, zone, notes):
            \"""Weekly hours. Without any text, they are unknown.\"""
            texts = {day: line(record, pointer) for day, pointer in DAYS}
            if not any(texts.values()):
                return None
            return {"zone": zone, "layers": [{"level": "weekly", "week": {day: spans(text or "closed", notes) for day, text in texts.items()}}]}
        """
    case .week(let each, let day, let last, let monday, let times):
      parts.formUnion([.clock, .week, monday == nil ? .weekdays : .numbers, .rows])
      if times.hasFields { parts.insert(.numbers) }
      let rows = [
        "def hours(record, zone, notes):", "    \"\"\"Weekly hours. A weekday without a row is closed.\"\"\"",
        "    if at(record, \(Self.quoted(each))) is None:", "        return None", "    week = {}",
        "    for row in rows(record, \(Self.quoted(each))):",
        monday.map { "        days = [WEEK[(number(at(row, \(Self.quoted(day)))) - \($0)) % 7]]" }
          ?? "        days = weekdays(line(row, \(Self.quoted(day))))",
      ]
      let spread =
        last.map { last in
          [
            "        last = "
              + (monday.map { "(number(at(row, \(Self.quoted(last)))) - \($0)) % 7" }
                ?? "WEEK.index(weekdays(line(row, \(Self.quoted(last))))[0])")
          ]
        } ?? []
      let adding =
        last == nil
        ? ["            for day in days:", "                week.setdefault(day, []).append(span)"]
        : [
          "            # A row that ends on a later day: overnight, or the same times on each of its days.",
          "            length = (last - WEEK.index(days[0])) % 7",
          "            if length == 1 and span[1] > \"24:00\":", "                length = 0",
          "            for step in range(length + 1):",
          "                week.setdefault(WEEK[(WEEK.index(days[0]) + step) % 7], []).append(span)",
        ]
      let end = ["    return {\"zone\": zone, \"layers\": [{\"level\": \"weekly\", \"week\": sorted_days(week)}]}"]
      return (rows + spread + services(times, indent: "        ") + adding + end).joined(separator: "\n")
    case .dates(let each, let date, let times):
      parts.formUnion([.clock, .rows, .dates])
      if times.hasFields { parts.insert(.numbers) }
      let start = [
        "def hours(record, zone, notes):",
        "    \"\"\"Hours by date. A listed date without services is closed, other dates are unknown.\"\"\"",
        "    days = {}", "    for row in rows(record, \(Self.quoted(each))):",
      ]
      let day = date.map { ["        day = day_of(line(row, \(Self.quoted($0))), zone)", "        days.setdefault(day, [])"] } ?? []
      let adding =
        date == nil
        ? ["            days.setdefault(begins, []).append(span)"] : ["            days.setdefault(begins or day, []).append(span)"]
      let end = [
        "    if not days:", "        return None",
        "    return {\"zone\": zone, \"layers\": [{\"level\": \"special\", \"days\": sorted_days(days)}]}",
      ]
      return (start + day + services(times, indent: "        ", isDated: true) + adding + end).joined(separator: "\n")
    }
  }

  /// Returns the lines of a loop over the services of a row, which name one `span`.
  private func services(_ times: AdapterSketch.Times, indent: String, isDated: Bool = false) -> [String] {
    let list = times.services.map { "rows(row, \(Self.quoted($0)))" } ?? "[row]"
    func clock(_ clock: AdapterSketch.Clock) -> String {
      switch clock {
      case .text(let pointer) where isDated: "stated(line(item, \(Self.quoted(pointer))), zone)"
      case .text(let pointer): "minutes(line(item, \(Self.quoted(pointer))))"
      case .fields(let hours, let minutes):
        "number(at(item, \(Self.quoted(hours)))) * 60" + (minutes.map { " + number(at(item, \(Self.quoted($0))) or 0)" } ?? "")
      }
    }
    let label = times.label.map { "line(item, \(Self.quoted($0)))" }
    var lines = ["\(indent)for item in \(list):"]
    if !times.closedLabels.isEmpty, let label {
      lines += [
        "\(indent)    if (\(label) or \"\").lower() in (\(times.closedLabels.map { Self.quoted($0.lowercased()) + "," }.joined(separator: " "))):",
        "\(indent)        continue",
      ]
    }
    let opening = "opening(opens, closes\(label.map { ", \($0)" } ?? ""))"
    if isDated, case .text = times.opens {
      lines += ["\(indent)    (begins, opens), (_, closes) = \(clock(times.opens)), \(clock(times.closes))"]
    } else {
      lines +=
        (isDated ? ["\(indent)    begins = None"] : []) + ["\(indent)    opens, closes = \(clock(times.opens)), \(clock(times.closes))"]
    }
    return lines + ["\(indent)    span = \(opening)", "\(indent)    if not span:", "\(indent)        continue"]
  }
}
