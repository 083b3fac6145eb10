/// The category of a place. The feed's own term is in `Place.categoryLabel`.
public enum Category: String, Sendable, Hashable, CaseIterable {
  case diningHall = "dining-hall"
  case cafe, restaurant
  case fastFood = "fast-food"
  case bar, market, retail, library, gym, study, service, other
}
