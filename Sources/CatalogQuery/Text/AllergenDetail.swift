import CampusCatalog
import OpeningHours

/// The substances that Annex II of Regulation (EU) No 1169/2011 names within an allergen, such as the cereals with gluten and the nuts.
enum AllergenDetail: String, CaseIterable {
  case almonds, barley, cashews, hazelnuts, lactose, oats, pecans, pistachios, rye, spelt, walnuts, wheat
  case brazilNuts = "brazil-nuts"
  case khorasanWheat = "khorasan-wheat"
  case macadamiaNuts = "macadamia-nuts"
  case sulphurDioxide = "sulphur-dioxide"

  /// Creates the substance that a feed means: one of the names in any language, in any case; in English also in the singular. Nil for others.
  init?(_ detail: String) {
    let name = SearchText(detail).joined
    guard let known = Self.names[name] ?? Self.names[name + "s"] else { return nil }
    self = known
  }

  /// The allergen that the substance belongs to.
  var code: Allergen.Code {
    switch self {
    case .barley, .khorasanWheat, .oats, .rye, .spelt, .wheat: .gluten
    case .almonds, .brazilNuts, .cashews, .hazelnuts, .macadamiaNuts, .pecans, .pistachios, .walnuts: .nuts
    case .lactose: .milk
    case .sulphurDioxide: .sulphites
    }
  }

  func text(in language: Language) -> String { language.words.text("allergen-detail-\(rawValue)") }

  /// The folded names.
  private static let names: [String: Self] = {
    var names: [String: Self] = [
      "kamut": .khorasanWheat, "macadamias": .macadamiaNuts, "queensland nuts": .macadamiaNuts, "pecan nuts": .pecans,
      "cashew nuts": .cashews, "pistachio nuts": .pistachios, "sulphur dioxide": .sulphurDioxide,
    ]
    for detail in allCases { for language in Language.allCases { names[SearchText(detail.text(in: language)).joined] = detail } }
    return names
  }()
}
