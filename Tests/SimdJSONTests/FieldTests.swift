import SimdJSON
import Testing

/// Members by key and kind: present ones, absent ones, and errors.
@Suite struct FieldTests {
  private static let text =
    #"{"rec":[{"text":"x","int":5,"real":1.0,"huge":18446744073709551615,"flag":false,"list":["a","b"],"mixed":["a",1],"map":{"k":1},"null":null}]}"#

  /// Returns the error that `read` throws for the record in the list, if any.
  private func fault(_ read: (borrowing JSONValue) throws(JSONFieldError) -> Void) throws -> JSONFieldError? {
    let document = try JSONDocument(parsing: Array(Self.text.utf8))
    var elements = try document.root.requiredArray("rec").elements
    guard let record = elements.next() else { return nil }
    do {
      try read(record)
      return nil
    } catch {
      return error
    }
  }

  @Test func presentMembersAreRead() throws {
    let document = try JSONDocument(parsing: Array(Self.text.utf8))
    var elements = try document.root.requiredArray("rec").elements
    guard let record = elements.next() else {
      Issue.record("the list has no record")
      return
    }
    let (text, required, texts) = (try record.text("text"), try record.requiredText("text"), try record.texts("list"))
    #expect(text == "x")
    #expect(required == "x")
    #expect(texts == ["a", "b"])
    let (integer, real, huge) = (try record.requiredInteger("int"), try record.double("real"), try record.double("huge"))
    #expect(integer == 5)
    #expect(real == 1)
    #expect(huge == 0x1p64)
    let (flag, members) = (try record.flag("flag"), try record.requiredObject("map").count)
    #expect(flag == false)
    #expect(members == 1)
  }

  @Test func nullAndAbsentAreNil() throws {
    for isNull in [true, false] {
      let document = try JSONDocument(parsing: Array((isNull ? #"{"k":null}"# : "{}").utf8))
      let root = document.root
      let (text, integer, double, flag) = (try root.text("k"), try root.integer("k"), try root.double("k"), try root.flag("k"))
      #expect(text == nil && integer == nil && double == nil && flag == nil)
      let (hasArray, hasObject, texts) = (try root.array("k") != nil, try root.object("k") != nil, try root.texts("k"))
      #expect(!hasArray && !hasObject && texts.isEmpty)
    }
  }

  @Test func wrongTypeIsReportedAtMember() throws {
    let faults = [
      "/rec/0/int": try fault { (record) throws(JSONFieldError) in _ = try record.text("int") },
      "/rec/0/text": try fault { (record) throws(JSONFieldError) in _ = try record.integer("text") },
      "/rec/0/flag": try fault { (record) throws(JSONFieldError) in _ = try record.double("flag") },
      "/rec/0/real": try fault { (record) throws(JSONFieldError) in _ = try record.flag("real") },
      "/rec/0/map": try fault { (record) throws(JSONFieldError) in _ = try record.array("map") },
      "/rec/0/list": try fault { (record) throws(JSONFieldError) in _ = try record.object("list") },
      "/rec/0/mixed/1": try fault { (record) throws(JSONFieldError) in _ = try record.texts("mixed") },
    ]
    for (pointer, fault) in faults {
      #expect(fault?.code == .type, "\(pointer)")
      #expect(fault?.pointer == pointer)
    }
  }

  @Test func missingMemberIsReportedAtObject() throws {
    for fault in [
      try fault({ (record) throws(JSONFieldError) in _ = try record.requiredText("none") }),
      try fault({ (record) throws(JSONFieldError) in _ = try record.requiredText("null") }),
      try fault({ (record) throws(JSONFieldError) in _ = try record.requiredInteger("none") }),
      try fault({ (record) throws(JSONFieldError) in _ = try record.requiredArray("null") }),
      try fault({ (record) throws(JSONFieldError) in _ = try record.requiredObject("none") }),
    ] {
      #expect(fault?.code == .missing)
      #expect(fault?.pointer == "/rec/0")
    }
  }

  @Test func inexactIntegerIsANumberError() throws {
    let faults = [
      "/rec/0/real": try fault { (record) throws(JSONFieldError) in _ = try record.integer("real") },
      "/rec/0/huge": try fault { (record) throws(JSONFieldError) in _ = try record.requiredInteger("huge") },
    ]
    for (pointer, fault) in faults {
      #expect(fault?.code == .number)
      #expect(fault?.pointer == pointer)
    }
  }

  @Test func unlistedKeysAreRefused() throws {
    let known: [StaticString] = ["text", "int", "real", "huge", "flag", "list", "mixed", "map"]
    let none = try fault { (record) throws(JSONFieldError) in try record.expectOnly(known + ["null", "another"]) }
    #expect(none == nil)
    let found = try fault { (record) throws(JSONFieldError) in try record.expectOnly(known) }
    #expect(found?.code == .unknownKey)
    #expect(found?.pointer == "/rec/0/null")
    #expect(found?.message.contains("\"null\"") == true)
  }

  @Test func knownKeysCompareAsBytes() throws {
    let document = try JSONDocument(parsing: Array("{\"cafe\u{301}\":1}".utf8))
    let root = document.root
    var code: JSONFieldError.Code?
    do { try root.expectOnly(["caf\u{E9}"]) } catch { code = error.code }
    #expect(code == .unknownKey)
  }
}
