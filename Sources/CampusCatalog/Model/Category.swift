/// What a place is, in the words of this catalog: a closed list. The feed's own word stands in `categoryLabel`.
public enum Category: String, Sendable, Hashable, CaseIterable {
  case diningHall = "dining-hall"
  case cafe, restaurant
  case fastFood = "fast-food"
  case bar, market, retail, library, gym, study, service, other
}
