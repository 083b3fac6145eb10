import Basics
package import ExpatXML

/// An XML element or text that can be changed, for replies that the kit shuffles and damages.
///
/// Names are as in the text, with prefixes. Comments are left out.
package indirect enum XMLTree: Sendable {
  case element(name: String, attributes: [(name: String, value: String)], children: [XMLTree])
  case text(String)
  /// XML text that is written verbatim.
  case literal(String)

  /// Parses XML text; nil if the bytes are not XML that replies may have.
  package init?(parsing bytes: [UInt8]) {
    guard let document = try? XMLDocument(parsing: bytes, resolvingNamespaces: false) else { return nil }
    self.init(document.root)
  }

  /// Copies a parsed element. Its own text comes before the elements inside it.
  package init(_ element: XMLElement) {
    let text = element.text
    let isBlank = text.utf8.allSatisfy { $0 <= 0x20 }
    self = .element(
      name: element.name, attributes: element.attributes, children: (isBlank ? [] : [.text(text)]) + element.children.map { XMLTree($0) })
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  private var text: String {
    switch self {
    case .element(let name, let attributes, let children):
      let list = attributes.map { " \($0.name)=\"\(MarkupEscaping.xmlWithControls.escaped($0.value))\"" }.joined()
      return "<\(name)\(list)>\(children.map(\.text).joined())</\(name)>"
    case .text(let text): return MarkupEscaping.xmlWithControls.escaped(text)
    case .literal(let text): return text
    }
  }

  /// The content of an element, with a step for each part: "@name" for an attribute, the name and the index among those of the same name
  /// for an element, and "text()" for its text.
  var parts: [(steps: [String], value: XMLTree)] {
    guard case .element(_, let attributes, let children) = self else { return [] }
    var counts: [String: Int] = [:]
    return attributes.map { (["@\($0.name)"], .text($0.value)) }
      + children.map { child in
        guard case .element(let name, _, _) = child else { return (["text()"], child) }
        counts[name, default: -1] += 1
        return ([name, "\(counts[name] ?? 0)"], child)
      }
  }

  /// Returns the tree in which the direct child elements with a name are replaced; the replacements start where the first of them was.
  func replacing(elements name: String, with records: [XMLTree]) -> XMLTree? {
    guard case .element(let own, let attributes, let children) = self else { return nil }
    guard let first = children.firstIndex(where: { $0.name == name }) else { return nil }
    var changed = children.filter { $0.name != name }
    changed.insert(contentsOf: records, at: min(first, changed.count))
    return .element(name: own, attributes: attributes, children: changed)
  }

  /// Returns the tree with the value at a path replaced by others; nil if there is no value at the path. An attribute is replaced with text
  /// or removed.
  func replacing(_ path: ArraySlice<String>, with values: [XMLTree]) -> XMLTree? {
    guard let position = parts.firstIndex(where: { path.starts(with: $0.steps) }),
      case .element(let name, var attributes, var children) = self
    else { return nil }
    let rest = path.dropFirst(parts[position].steps.count)
    if position < attributes.count {
      let texts = values.compactMap { value in if case .text(let text) = value { text } else { nil } }
      let attribute = attributes.remove(at: position).name
      if let text = texts.first { attributes.insert((attribute, text), at: position) }
    } else if rest.isEmpty {
      children.replaceSubrange(position - attributes.count..<position - attributes.count + 1, with: values)
    } else {
      guard let changed = children[position - attributes.count].replacing(rest, with: values) else { return nil }
      children[position - attributes.count] = changed
    }
    return .element(name: name, attributes: attributes, children: children)
  }

  /// Returns the value at a path; nil if there is none.
  func value(at path: ArraySlice<String>) -> XMLTree? {
    if path.isEmpty { return self }
    guard let part = parts.first(where: { path.starts(with: $0.steps) }) else { return nil }
    return part.value.value(at: path.dropFirst(part.steps.count))
  }

  /// The paths of all attributes, elements and texts inside this one, each before those inside it.
  var paths: [[String]] { parts.flatMap { steps, value in [steps] + value.paths.map { steps + $0 } } }

  var name: String? { if case .element(let name, _, _) = self { name } else { nil } }

  /// Returns the tree with attributes, and elements with different names, in random order. Elements with the same name keep their order.
  func shufflingNames(_ generator: inout some RandomNumberGenerator) -> XMLTree {
    guard case .element(let name, let attributes, let children) = self else { return self }
    let groups = Dictionary(grouping: children.map { $0.shufflingNames(&generator) }) { $0.name ?? "" }
    let names = groups.keys.sorted().shuffled(using: &generator)
    return .element(
      name: name, attributes: attributes.shuffled(using: &generator), children: names.flatMap { groups[$0] ?? [] })
  }
}
