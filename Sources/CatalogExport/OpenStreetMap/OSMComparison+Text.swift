import CampusCatalog

extension OSMComparison {
  /// A campus with its findings, by place.
  struct Section {
    let title: String
    let items: [Item]
  }

  /// A place, or an element that is none, with its findings.
  struct Item {
    /// The name, and the id of the place.
    let name: String
    let id: EntryID?
    let findings: [OSMFinding]

    /// The element of the place; nil if there is none or several.
    var element: OSMElement? {
      let elements = findings.first?.elements ?? []
      return elements.count == 1 ? elements[0] : nil
    }
  }

  /// The campuses that have findings, in the order of the catalog.
  var sections: [Section] {
    let byCampus = Dictionary(grouping: findings, by: \.campus)
    return byCampus.keys.sorted().map { id in
      var items: [Item] = []
      for finding in byCampus[id] ?? [] {
        if let last = items.last, let place = finding.place, last.id == place {
          items[items.count - 1] = Item(name: last.name, id: place, findings: last.findings + [finding])
        } else {
          let name = finding.name ?? finding.place?.description ?? finding.elements.first.map(OSMFinding.label) ?? ""
          items.append(Item(name: name, id: finding.place, findings: [finding]))
        }
      }
      return Section(title: campuses.first { $0.id == id }.map { "\($0.name) (\(id))" } ?? "\(id)", items: items)
    }
  }

  /// The comparison as lines for people, without line feeds.
  ///
  ///     University of Pennsylvania (penn)
  ///       1920 Commons  penn/dining/593  node/1
  ///         is 320 m from its position in the catalog
  public var lines: [String] {
    var lines = [summary]
    for section in sections {
      lines += ["", section.title]
      for item in section.items {
        let parts = [item.name, item.id?.description, item.element.map(OSMFinding.label)].compactMap(\.self)
        lines.append("  " + parts.joined(separator: "  "))
        lines += item.findings.map { "    \($0.text)" }
      }
    }
    return lines.map { PlainText.visible($0, isOneLine: true) }
  }

  /// The comparison as Markdown, with links to the elements and to the editor.
  public var markdown: String {
    var lines = ["# Places in OpenStreetMap", "", MarkdownText.inert(summary + ".")]
    lines += remarks.isEmpty ? [] : [""] + remarks.map { "- \(MarkdownText.inert($0, isAtStart: true))" }
    for section in sections {
      lines += ["", "## \(MarkdownText.inert(section.title))", ""]
      for item in section.items {
        let id = item.id.map { MarkdownText.code(PlainText.visible($0.description, isOneLine: true)) }
        let details = ([id] + [item.element.map(Self.links)]).compactMap(\.self).joined(separator: ", ")
        lines.append("- **\(MarkdownText.inert(item.name))**" + (details.isEmpty ? "" : " (\(details))"))
        lines += item.findings.map { finding in
          let candidates = finding.elements.count > 1 ? ": " + finding.elements.map(Self.links).joined(separator: "; ") : ""
          let text = finding.elements.count > 1 ? "may be one of these" : finding.text
          return "  - \(MarkdownText.inert(text, isAtStart: true))\(candidates)"
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// "[node/1](https://…), [edit](https://…)".
  private static func links(_ element: OSMElement) -> String {
    let label = MarkdownText.inert(OSMFinding.label(element))
    guard let id = element.id, let page = id.page, let editor = id.editor else { return label }
    return "[\(label)](\(MarkdownText.destination(page))), [edit](\(MarkdownText.destination(editor)))"
  }
}
