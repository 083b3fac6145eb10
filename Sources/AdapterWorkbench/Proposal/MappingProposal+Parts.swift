import FeedKit

extension MappingProposal {
  /// Proposes that records which name another one by its id are parts of it, such as the departments of a library.
  mutating func addParts(in table: RecordTable) {
    guard let id = rule(of: "id")?.string, let ids = table[id]?.scalars,
      let parent = table.columns.first(where: { column in
        column.depth == 1 && !column.isElement && column.has(.parent) && !column.scalars.isEmpty && column.pointer != id
          && column.scalars.count { ids.contains($0) }.isAtLeast(.half, of: column.scalars.count)
      })
    else { return }
    func other(_ pointer: String) -> JSONTree {
      .of(("other", .string(pointer)), ("where", .string(id)), ("is", .string(parent.pointer)))
    }
    add("partOf", other(id), .high, "\(parent.key) is the \(id) of another record, of which the record is a part")
    guard let name = rule(of: "name"), let pointer = name.string else { return }
    replace(
      "name", with: .of(("join", .array([other(pointer), name])), ("with", .string(", "))),
      because: "names of parts begin with the name of the record in \(parent.key)")
  }
}
