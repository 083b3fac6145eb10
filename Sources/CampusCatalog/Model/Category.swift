/// What kind of place it is: one of a closed list. The feed's own word is in `Place.categoryLabel`.
public enum Category: String, Sendable, Hashable, CaseIterable {
  case diningHall = "dining-hall"
  case cafe, restaurant
  case fastFood = "fast-food"
  case bar, market, retail, library, gym, study, service, other
}
