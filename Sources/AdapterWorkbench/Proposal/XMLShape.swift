import FeedKit
import FeedMapping

/// The form of a reply in XML, by which it becomes JSON for a proposal.
///
/// The JSON is that of which a mapping in XML reads values, with two differences, because no rule says yet what is a list or a flag. Elements
/// of which one parent has several are lists in all parents, and so are those that look like a record: another reply may have several.
/// Values that are all true or false are flags. All elements with the same path have the same form.
struct XMLShape {
  /// Before the name of an attribute: other marks belong to names in JSON.
  static let attribute = "@:"

  /// Elements, or attributes, with the same path.
  private struct Path {
    let name: String
    /// The paths of the elements inside and of attributes, by their names.
    var children: [String: Int] = [:]
    var isList = false
    /// Some of the different texts.
    var texts: Set<String> = []
  }

  private var paths = [Path(name: "")]

  /// Returns a document as JSON.
  static func tree(of document: XMLDocument) -> JSONTree {
    var shape = XMLShape()
    shape.add(document.root, at: 0)
    // Those inside come after those around them.
    for index in shape.paths.indices.dropFirst().reversed() where shape.isRecord(index) { shape.paths[index].isList = true }
    return shape.tree(document.root, at: 0)
  }

  /// Returns the name of an attribute or element without a mark.
  static func name(_ key: String) -> String { key.hasPrefix(attribute) ? String(key.dropFirst(attribute.count)) : key }

  /// Returns a message with pointers as a mapping in XML has them.
  static func readable(_ message: String) -> String {
    message.replacing("/#text", with: "").replacing("#text", with: "their text").replacing(attribute, with: "@")
  }

  private mutating func path(_ name: String, in parent: Int) -> Int {
    if let known = paths[parent].children[name] { return known }
    paths[parent].children[name] = paths.count
    paths.append(Path(name: name))
    return paths.count - 1
  }

  private mutating func add(_ text: String, at index: Int) {
    if paths[index].texts.count <= Self.maximumSwitches { paths[index].texts.insert(text) }
  }

  private mutating func add(_ element: XMLElement, at index: Int) {
    add(element.text, at: index)
    for (name, value) in element.attributes { add(value, at: path(Self.attribute + name, in: index)) }
    var counts: [String: Int] = [:]
    for child in element.children {
      let next = path(child.name, in: index)
      counts[child.name, default: 0] += 1
      if counts[child.name] == 2 { paths[next].isList = true }
      add(child, at: next)
    }
  }

  private static let maximumSwitches = 2

  /// Returns whether elements look like records even if no parent has several.
  private func isRecord(_ index: Int) -> Bool {
    let path = paths[index]
    guard !path.children.isEmpty else { return false }
    if KeyHint.recordElement.matches(path.name) { return true }
    let attributes = path.children.keys.filter { $0.hasPrefix(Self.attribute) }
    if KeyHint.dishLabels.matches(path.name) { return !attributes.isEmpty && path.texts.contains { !$0.trimmed.isEmpty } }
    if KeyHint.price.matches(path.name) {
      return path.children.contains { name, child in
        name.hasPrefix(Self.attribute) && (KeyHint.roleOfPrice.matches(name) || paths[child].texts.contains(where: MenusProposal.isRole))
      }
    }
    // What has records and values of its own is a record, such as a category with a name, but not the head of RSS or KML.
    let inner = path.children.values
    return inner.contains { paths[$0].isList && !paths[$0].children.isEmpty } && inner.contains { paths[$0].children.isEmpty }
      && !["channel", "Document"].contains(path.name)
  }

  /// Returns a text, or true or false if all texts with the path are.
  private func value(_ text: String, at index: Int) -> JSONTree {
    let (texts, name) = (paths[index].texts, Self.name(paths[index].name))
    if texts.isSubset(of: ["true", "false"]) || texts.isSubset(of: ["0", "1"]) && DishLabels.isLabel(name) {
      return .literal(["true", "1"].contains(text) ? "true" : "false")
    }
    return .string(text)
  }

  private func tree(_ element: XMLElement, at index: Int) -> JSONTree {
    if paths[index].children.isEmpty, index != 0 { return value(element.text, at: index) }
    var members: [(key: String, value: JSONTree)] = []
    let text = element.text
    if text.contains(where: { !$0.isWhitespace }) { members.append(("#text", .string(text))) }
    for (name, text) in element.attributes {
      let key = Self.attribute + name
      members.append((key, paths[index].children[key].map { value(text, at: $0) } ?? .string(text)))
    }
    var lists: [String: [JSONTree]] = [:]
    for child in element.children {
      guard let next = paths[index].children[child.name] else { continue }
      if lists[child.name] == nil { members.append((child.name, .literal("null"))) }
      lists[child.name, default: []].append(tree(child, at: next))
    }
    return .object(
      members.map { key, value in
        guard let list = lists[key], let path = paths[index].children[key] else { return (key, value) }
        return (key, paths[path].isList ? .array(list) : list[0])
      })
  }
}

// MARK: - Rules

extension JSONTree {
  /// The names of the elements that a mapping reads as lists.
  var listsOfXML: Set<String> {
    guard let document = try? JSONDocument(parsing: ofXML(lists: []).bytes) else { return [] }
    return XMLReply.lists(in: document.root)
  }

  /// A rule whose pointers are those of `XMLShape`, with pointers that a mapping reads in XML.
  ///
  /// - Parameter lists: the names of the elements that the mapping reads as lists.
  func ofXML(lists: Set<String>) -> JSONTree {
    mappingPointers(isOfList: false) { pointer, isOfList in
      let tokens = JSONPointer.tokens(pointer).filter { $0 != "#text" && $0 != "0" }.map { token in
        token.hasPrefix(XMLShape.attribute) ? "@" + XMLShape.name(token) : token
      }
      // Of a list, a rule for one value reads the first. Attributes are not lists.
      return tokens.indices.flatMap { index in
        lists.contains(tokens[index]) && !tokens[index].hasPrefix("@") && !(isOfList && index == tokens.count - 1)
          ? [tokens[index], "0"] : [tokens[index]]
      }
    }
  }

  private func mappingPointers(isOfList: Bool, _ change: (String, Bool) -> [String]) -> JSONTree {
    switch self {
    case .string(let text) where text.hasPrefix("/"):
      return .string(change(text, isOfList).map { "/\(JSONPointer.escape($0))" }.joined())
    case .array(let elements): return .array(elements.map { $0.mappingPointers(isOfList: isOfList, change) })
    case .object(let members):
      return .object(
        members.map { key, value in
          if ["text", "after", "before", "by", "codes", "words"].contains(key) { return (XMLShape.name(key), value) }
          let isOfList = XMLReply.keysOfLists.contains(key) || isOfList && key == "first"
          return (XMLShape.name(key), value.mappingPointers(isOfList: isOfList, change))
        })
    case .string, .literal: return self
    }
  }
}
