/// Removes lines such as "Contact Name: …" from the descriptions of events, because they may name private persons.
public enum ContactLines {
  /// Returns a text without these lines; nil if nothing is left. If the label has a line of its own, the short lines below it are its value,
  /// at most three, and not through an empty one. Lines for an address or a telephone number after a contact are its own.
  public static func removed(from text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    var (isAfterGap, isAfterContact) = (false, false)
    var valueLines = 0
    for line in lines {
      let isEmpty = line.allSatisfy(\.isWhitespace)
      if isEmpty || line.utf8.count > longestValue { valueLines = 0 }
      if isEmpty { isAfterContact = false }
      if let value = value(in: line, isAfterContact: isAfterContact) {
        valueLines = value.contains { $0.isLetter || $0.isNumber } ? 0 : 3
        isAfterContact = true
        isAfterGap = kept.last?.allSatisfy(\.isWhitespace) ?? true
      } else if valueLines > 0 {
        valueLines -= 1
      } else if !(isEmpty && isAfterGap) {
        kept.append(line)
        (isAfterGap, isAfterContact) = (false, false)
      }
    }
    return kept.count == lines.count ? text : PlainText.lines(kept.joined(separator: "\n"))
  }

  /// Returns the text after the label of a contact; nil if the line has none.
  private static func value(in line: Substring, isAfterContact: Bool) -> Substring? {
    let start = line.prefix(longestLabel)
    let separator = [":", "\u{FF1A}", " - ", " – "].compactMap { start.firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
    let words = line[..<(separator?.lowerBound ?? line.endIndex)].lowercased().split { !$0.isLetter }.map(String.init)
    let others = words.filter { !persons.contains($0) }
    let isContact = others.count < words.count && others.allSatisfy(details.contains)
    // A label without a mark after it is short, and has nothing else in its line.
    guard let separator else { return isContact && words.count <= 2 ? line[line.endIndex...] : nil }
    let isBySomeone = words.last == "by" && words.dropLast().last.map(deeds.contains) == true
    let isOfContact = isAfterContact && !words.isEmpty && others.allSatisfy(details.contains)
    return isContact || isBySomeone || isOfContact ? line[separator.upperBound...] : nil
  }

  /// In bytes.
  private static let longestValue = 60

  /// In characters.
  private static let longestLabel = 80

  /// Words for a person, in lower case.
  private static let persons = words(
    """
    contact contacts coordinator organiser organisers organizer organizers requester scheduler submitter
    kontakt kontaktperson ansprechpartner ansprechpartnerin ansprechperson organisator organisatorin
    contacter organisateur organisatrice
    contacto contactos organizador organizadora
    contatto contatti referente organizzatore organizzatrice responsabile
    """)

  /// Words before "by", in lower case.
  private static let deeds = words("added created entered organised organized posted requested scheduled submitted")

  /// Other words in such labels, in lower case.
  private static let details = words(
    """
    a address and cell details e email event events first for full further general info information last mail main media mobile more name
    names number of office or our person persons phone please point press primary program questions registration rsvp secondary sponsor telephone
    tel the to us with you your
    bei bitte für fragen infos informationen mehr rückfragen telefon und veranstaltung weitere zu zur
    à au autres avec courriel d de des du et événement la le les nom numéro ou personne plus pour questions renseignements téléphone
    con correo del dirección electrónico el evento información los más nombre número para persona preguntas teléfono
    altre dell dello di domande e evento il indirizzo informazioni maggiori nome numero per persona telefono ulteriori
    """)

  private static func words(_ text: String) -> Set<String> { Set(text.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}
