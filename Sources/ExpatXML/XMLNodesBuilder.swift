import Basics

/// Collects the parser's events.
final class XMLNodesBuilder {
  private(set) var nodes: [XMLNodes.Node] = []
  private var attributes: [XMLNodes.Attribute] = []
  private var names: [String] = []
  /// The indices of names by their bytes. (Comparing strings takes time that is not linear in their length.)
  private var nameIndices: [[UInt8]: Int32] = [:]
  private var text: [UInt8] = []
  /// The indices of the elements that have not ended, outermost first.
  private var open: [Int32] = []
  /// The text so far of each of these elements. Buffers of elements that have ended are used again.
  private var pending: [[UInt8]] = []
  private(set) var removedMarkCount = 0
  private var namespaceBytes: [UInt8]?
  private let maximumValues: Int
  /// The reason to stop, other than a syntax error.
  private(set) var stop: XMLError?

  static let maximumNameBytes = 1_000

  init(maximumValues: Int) { self.maximumValues = maximumValues }

  var valueCount: Int { nodes.count + attributes.count }

  /// The namespace of the root element; nil if it has none.
  var namespace: String? { namespaceBytes.map { String(decoding: $0, as: UTF8.self) } }

  var finished: XMLNodes { XMLNodes(nodes: nodes, attributes: attributes, names: names, nameIndices: nameIndices, text: text) }

  /// Records why the text is rejected; only the first reason is kept.
  func reject(_ error: XMLError) { if stop == nil { stop = error } }

  func begin(_ name: [UInt8], attributes list: [(name: [UInt8], value: [UInt8])]) {
    guard open.count < XMLDocument.maximumDepth else {
      return reject(XMLError(code: .depth, message: "elements nest deeper than \(XMLDocument.maximumDepth)"))
    }
    guard valueCount + 1 + list.count <= maximumValues else {
      return reject(XMLError(code: .values, message: "more than \(maximumValues) elements and attributes"))
    }
    let start = Int32(text.count)
    let first = Int32(attributes.count)
    for attribute in list {
      let value = append(attribute.value)
      attributes.append(XMLNodes.Attribute(name: index(of: ReportedName(attribute.name).qualified), start: value.0, end: value.1))
    }
    let reported = ReportedName(name)
    if nodes.isEmpty { namespaceBytes = reported.namespace }
    let own = reported.namespace == namespaceBytes ? reported.local : reported.qualified
    nodes.append(
      XMLNodes.Node(
        name: index(of: own), parent: open.last ?? -1, firstAttribute: first, lastAttribute: Int32(attributes.count), contentStart: start))
    open.append(Int32(nodes.count - 1))
    if pending.count < open.count { pending.append([]) }
  }

  func add(_ characters: UnsafeBufferPointer<UInt8>) {
    guard !open.isEmpty else { return }
    pending[open.count - 1].append(contentsOf: characters)
  }

  func end() {
    guard let index = open.popLast() else { return }
    let range = append(pending[open.count])
    pending[open.count].removeAll(keepingCapacity: true)
    nodes[Int(index)].textStart = range.0
    nodes[Int(index)].textEnd = range.1
    nodes[Int(index)].end = Int32(nodes.count)
  }

  /// Appends a text without the marks that exceed the limit, and returns its range.
  private func append(_ bytes: [UInt8]) -> (Int32, Int32) {
    let start = Int32(text.count)
    // Thirty marks take at least 60 bytes, and none of them is ASCII.
    if bytes.count > 60, bytes.contains(where: { $0 >= 0x80 }) {
      let (limited, removed) = CombiningMarks.limit(String(decoding: bytes, as: UTF8.self))
      removedMarkCount += removed
      text.append(contentsOf: limited.utf8)
    } else {
      text.append(contentsOf: bytes)
    }
    return (start, Int32(text.count))
  }

  private func index(of name: [UInt8]) -> Int32 {
    if let index = nameIndices[name] { return index }
    if name.count > Self.maximumNameBytes {
      reject(XMLError(code: .size, message: "a name has more than \(Self.maximumNameBytes) bytes"))
    }
    let index = Int32(names.count)
    names.append(String(decoding: name, as: UTF8.self))
    nameIndices[name] = index
    return index
  }
}

/// A name as the parser reports it: the local name, or the namespace, the local name and, if there is one, the prefix.
private struct ReportedName {
  let namespace: [UInt8]?
  let local: [UInt8]
  private let prefix: [UInt8]

  init(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: ExpatParser.separator, omittingEmptySubsequences: false).map(Array.init)
    namespace = parts.count > 1 ? parts[0] : nil
    local = parts.count > 1 ? parts[1] : bytes
    prefix = parts.count > 2 ? parts[2] : []
  }

  /// The name with its prefix, or with a colon before it if it is in a default namespace.
  var qualified: [UInt8] { namespace == nil ? local : prefix + [UInt8(ascii: ":")] + local }
}
