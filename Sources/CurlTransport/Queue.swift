/// First in, first out.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var first = 0

  var isEmpty: Bool { first == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard first < elements.count else { return nil }
    let element = elements[first]
    elements[first] = nil
    first += 1
    if first == elements.count {
      elements.removeAll(keepingCapacity: true)
      first = 0
    } else if first > 64, first * 2 > elements.count {
      elements.removeFirst(first)
      first = 0
    }
    return element
  }

  func forEach(_ body: (Element) -> Void) {
    for index in first..<elements.count { if let element = elements[index] { body(element) } }
  }
}
