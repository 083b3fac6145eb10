/// Removes lines such as "Contact Name: …" from the descriptions of events, because they may name private persons.
public enum ContactLines {
  /// Returns a text without these lines; nil if nothing is left. If the label has a line of its own, the lines below it, through the next empty
  /// one, are its value.
  public static func removed(from text: String) -> String? {
    guard text.contains(":") else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    var isInValue = false
    var isAfterGap = false
    for line in lines {
      let isEmpty = line.allSatisfy(\.isWhitespace)
      if isEmpty { isInValue = false }
      if let value = value(in: line) {
        isInValue = !value.contains { $0.isLetter || $0.isNumber }
        isAfterGap = kept.last?.allSatisfy(\.isWhitespace) ?? true
      } else if !isInValue, !(isEmpty && isAfterGap) {
        kept.append(line)
        isAfterGap = false
      }
    }
    return kept.count == lines.count ? text : PlainText.lines(kept.joined(separator: "\n"))
  }

  /// Returns the text after the label of a contact; nil if the line has none.
  private static func value(in line: Substring) -> Substring? {
    guard let colon = line.utf8.prefix(longestLabel).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let words = line[..<colon].lowercased().split { !$0.isLetter }
    let isBySomeone = words.last == "by" && words.dropLast().last.map { deeds.contains(String($0)) } == true
    let others = words.filter { !persons.contains(String($0)) }
    let isContact = others.count < words.count && others.allSatisfy { details.contains(String($0)) }
    return isBySomeone || isContact ? line[colon...].dropFirst() : nil
  }

  /// In bytes.
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
