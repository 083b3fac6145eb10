import FeedKit
import FeedMapping

extension MappingProposal {
  /// Adds the menus of places that have dishes.
  mutating func addMenus(of list: RecordList, among lists: [RecordList]) {
    guard shared == nil, !list.isOne, let menus = MenusProposal(in: list, among: lists, zone: zone, isXML: format == .xml) else { return }
    add("menus", menus.rule, menus.confidence, menus.evidence)
    guard choices["menus"] == nil, fault != nil else { return }
    rules.removeAll { $0.key == "menus" }
    guesses.removeAll { $0.field == "menus" }
  }

  /// Proposes the rules of a reply that has only menus.
  ///
  /// - Parameter evidence: what shows that it has dishes.
  mutating func proposeMenus(among lists: [RecordList], _ evidence: String) throws(Fault) {
    let menus: MenusProposal
    do throws(Fault) { menus = try MenusProposal(of: reply, among: lists, zone: zone, isXML: format == .xml, address: address) } catch {
      throw Fault(message: "\(evidence), but \(error.message)")
    }
    func add(_ part: MenusProposal.Part, as field: String) {
      self.add(field, part.rule, part.confidence, part.evidence, example: "", alternatives: [])
    }
    if let paging = menus.paging {
      add(paging, as: "paging")
      (datedAddress, requestedDate) = (menus.address?.template, menus.address?.date)
    }
    self.add("entries", .string("menu"), .high, "\(evidence), and no places", example: "", alternatives: [])
    self.add("records", menus.records, .medium, menus.recordsEvidence, example: "", alternatives: [])
    for part in menus.parts { add(part, as: "menus.\(part.key)") }
    if let fault { throw Fault(message: "\(evidence), but a mapping cannot read them: \(fault.message)") }
  }

  /// What is wrong with the mapping; nil if it is valid.
  private var fault: FileError? {
    let text = text(schema: "mapping-1.schema.json", title: "Proposal", request: "records")
    do throws(FileError) { _ = try Mapping(Array(text.utf8), file: "proposal") } catch { return error }
    return nil
  }
}
